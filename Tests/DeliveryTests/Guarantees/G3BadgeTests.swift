import Delivery
import NotificationModel
import Testing

/// G3: the badge is the unread count, after every operation, crash and restart.
@Suite("G3 The badge is the unread count")
struct G3BadgeTests {
  private func unread(_ desk: Desk) throws -> Int { try desk.records().count(where: \.unread) }

  @Test("after pressing, dismissing, reading, withdrawing and expiring")
  func everyEnding() throws {
    let desk = try Desk()
    for title in ["a", "b", "c", "d", "e", "f"] {
      try desk.post(title) { if title == "e" { $0.expiresAfter = 60 } }
    }
    #expect(try desk.badge() == 6)
    try desk.press("a")
    #expect(try desk.badge() == 5)
    desk.receive(.closed(try desk.handle(of: "b"), .dismissed))
    #expect(try desk.badge() == 4)
    let ids = [try desk.record("c").id]
    _ = try desk.perform { try $0.markRead(nil, ids, of: mail, by: app, now: $1) }
    #expect(try desk.badge() == 3)
    let others = [try desk.record("d").id]
    _ = try desk.perform { try $0.withdraw(nil, others, of: mail, by: app, now: $1) }
    #expect(try desk.badge() == 2)
    desk.pass(seconds: 60)
    #expect(try desk.badge() == 1)
    #expect(try desk.badge() == unread(desk))
    try desk.restart()
    #expect(try desk.badge() == 1)
    let states = try desk.records().map(\.state)
    #expect(states == [.read, .dismissed, .read, .withdrawn, .expired, .delivered])
  }

  @Test(
    "a banner that timed out, or that the server put away, is still unread",
    arguments: [
      CloseReason.expired, .closed, .undefined,
    ])
  func timedOut(_ reason: CloseReason) throws {
    let desk = try Desk()
    try desk.post("a")
    desk.receive(.closed(try desk.handle(of: "a"), reason))
    #expect(try desk.badge() == 1)
    #expect(desk.events.filter { $0.kind.isKept }.isEmpty)
  }

  @Test("a press that is followed by a closing counts once")
  func pressThenClosed() throws {
    let desk = try Desk()
    try desk.post("a")
    try desk.post("b")
    let handle = try desk.handle(of: "a")
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    desk.receive(.closed(handle, .dismissed))
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(try desk.badge() == 1)
    #expect(desk.events.filter { $0.kind.isKept }.map(\.kind) == [.activated])
  }

  @Test("the same one named twice is dismissed once")
  func namedTwice() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    #expect(try desk.perform { try $0.dismiss([id, id], now: $1) } == 0)
    #expect(desk.events.count { $0.kind == .dismissed } == 1)
  }

  @Test("at zero, the app's banners are taken off the screen")
  func zero() throws {
    let desk = try Desk()
    try desk.post("a")
    try desk.post("b")
    let handles = [try desk.handle(of: "a"), try desk.handle(of: "b")]
    #expect(try desk.perform { try $0.markRead(nil, nil, of: mail, by: app, now: $1) } == 0)
    #expect(Set(desk.closed) == Set(handles))
    #expect(desk.events.last { $0.kind == .badge }?.unread == 0)
  }

  @Test("its app hears the count after a deletion, and after a configuration takes it off the lists and back")
  func deletedOrWithheld() throws {
    let desk = try Desk()
    func told() -> Int? { desk.events.last { $0.kind == .badge }?.unread }
    let id = try desk.post("a").id
    try desk.post("b")
    _ = try desk.perform { try $0.erase(.named([id]), now: $1) }
    #expect(told() == 1)
    for (authorization, count) in [(Authorization.denied, 0), (.authorized, 1)] {
      var policy = Desk.allowing
      policy.apps[mail] = AppSettings(authorization: authorization)
      try desk.perform { [policy] engine, _ in engine.adopt(policy, rememberedAs: "text") }
      #expect(told() == count)
    }
  }

  @Test("an empty list means none, and others' notifications are not touched")
  func emptyLists() throws {
    let desk = try Desk()
    try desk.post("a")
    let others = try desk.post(NotificationRequest(app: chat, title: "theirs")).id
    #expect(try desk.perform { try $0.markRead([], nil, of: mail, by: app, now: $1) } == 1)
    #expect(try desk.perform { try $0.markRead(nil, [], of: mail, by: app, now: $1) } == 1)
    _ = try desk.perform { try $0.withdraw(nil, [others], of: mail, by: app, now: $1) }
    #expect(try desk.badge(chat) == 1)
    #expect(try desk.perform { try $0.markRead([], now: $1) } == 2)
    #expect(try desk.perform { try $0.markRead(nil, now: $1) } == 0)
  }

  @Test("of several apps at once, badges are told in the order of the apps' names")
  func order() throws {
    let desk = try Desk()
    let apps = (1...8).map { known(AppID("org.example.App\($0)")) }
    var told: [AppID] = []
    func heed(_ body: @Sendable (isolated DeliveryEngine, Moment) throws -> Void) throws {
      let now = desk.now
      let outputs = try desk.engine.assumeIsolated { engine in
        try body(engine, now)
        return try engine.endTransaction(now: now)
      }
      told = outputs.compactMap {
        if case .event(let event, let app) = $0, event.kind == .badge { app } else { nil }
      }
    }
    let ids = try apps.reversed().map { try desk.post(NotificationRequest(app: $0, title: "a")).id }
    try heed { _ = try $0.dismiss(ids, now: $1) }
    #expect(told == apps)
    try heed { _ = try $0.undo(now: $1) }
    #expect(told == apps)
  }

  @Test("scheduled and waiting ones count later")
  func laterOnes() throws {
    let desk = try Desk()
    #expect(try desk.post("a") { $0.trigger = .after(seconds: 60, repeats: false) }.unread == 0)
    desk.pass(seconds: 60)
    #expect(try desk.badge() == 1)
    let asking = try Desk(Desk.asking)
    #expect(try asking.post("a").unread == 0)
    try asking.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(try asking.badge() == 1)
  }
}
