import Delivery
import NotificationModel
import Records
import Testing

@Suite("Apps on probation")
struct ProvisionalTests {
  private func desk() throws -> Desk {
    var policy = Desk.asking
    policy.defaultAuthorization = .provisional
    return try Desk(policy)
  }

  private func actions(_ desk: Desk) throws -> [String] {
    try desk.perform { try $0.entries(ListQuery(), now: $1).entries.first?.entry.actions.map(\.title) ?? [] }
  }

  private func activate(_ desk: Desk, _ action: ItemID) throws {
    let id = try desk.record("a").id
    try desk.perform { try $0.activate(id, action, text: nil, now: $1) }
  }

  @Test("list quietly, with Keep and Turn Off after the app's own buttons, and no banner")
  func offers() throws {
    let desk = try desk()
    #expect(try desk.post("a") { $0.actions = [Action(id: item("x"), title: "Archive")] }.outcome == .quiet)
    #expect(try actions(desk) == ["Archive", "Keep", "Turn Off"])
    #expect(desk.shown.isEmpty)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try actions(desk) == ["Keep", "Turn Off"])
  }

  @Test("Keep allows the app from then on, and leaves the entry unread")
  func keep() throws {
    let desk = try desk()
    try desk.post("a")
    try activate(desk, .keep)
    #expect(try desk.badge() == 1)
    #expect(try actions(desk).isEmpty)
    #expect(try desk.post("b").outcome == .presented)
    #expect(desk.events.contains { $0.authorization == .authorized })
    #expect(throws: Refusal.notFound(.action)) { try activate(desk, .turnOff) }
  }

  @Test("Turn Off denies the app, and takes back what it has listed")
  func turnOff() throws {
    let desk = try desk()
    try desk.post("a")
    try activate(desk, .turnOff)
    #expect(try desk.record("a").state == .withdrawn)
    #expect(try desk.badge() == 0)
    #expect(throws: Refusal.notAuthorized(mail, .denied)) { try desk.post("b") }
  }

  @Test("nothing is offered where an administrator has decided")
  func locked() throws {
    var policy = Desk.asking
    policy.apps[mail] = AppSettings(authorization: .provisional)
    policy.lockedValues[mail] = AppSettings(authorization: .provisional)
    policy.locked[mail] = [.authorization: "/etc/bellhop/bellhop.conf"]
    let desk = try Desk(policy)
    try desk.post("a")
    #expect(try actions(desk).isEmpty)
    #expect(throws: Refusal.notFound(.action)) { try activate(desk, .keep) }
  }

  @Test("put on probation, an app's banners go and its entries stay")
  func demoted() throws {
    let desk = try Desk()
    try desk.post("a")
    try desk.perform { try $0.setAuthorization(.provisional, of: mail, now: $1) }
    #expect(desk.closed.count == 1)
    #expect(try desk.badge() == 1)
  }
}
