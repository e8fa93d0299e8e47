import NotificationModel
import Records
import Testing

@testable import Delivery

@Suite("A transient notification by the socket")
struct TransientPostTests {
  private func title(of id: NotificationID, _ desk: Desk) throws -> String? {
    try desk.engine.assumeIsolated { try $0.store.record(id)?.request.title }
  }

  private func quiet(_ isOn: Bool, _ desk: Desk) throws {
    try desk.perform { try $0.setDoNotDisturb(isOn, until: nil, now: $1) }
  }

  @Test("it is listed and counted while its banner is up, and then in no list, and its text off the disk")
  func passes() throws {
    let desk = try Desk()
    try desk.post("Now Playing") { $0.transient = true }
    let id = try desk.record("Now Playing").id
    #expect(try desk.badge() == 1)
    desk.receive(.closed(try desk.handle(of: "Now Playing"), .expired))
    #expect(try desk.records().isEmpty && desk.badge() == 0)
    #expect(try title(of: id, desk) == nil)
  }

  @Test("it goes also after a restart, during which its banner stayed up")
  func restart() throws {
    let desk = try Desk()
    try desk.post("a") { $0.transient = true }
    let handle = try desk.handle(of: "a")
    try desk.restart()
    desk.receive(.closed(handle, .expired))
    #expect(try desk.records().isEmpty)
  }

  @Test("held, it is kept, shown when the hold ends, and gone with its banner", arguments: [nil, 3_600])
  func held(expiresAfter: Int64?) throws {
    let desk = try Desk()
    try quiet(true, desk)
    try desk.post("a") { ($0.transient, $0.expiresAfter) = (true, expiresAfter) }
    #expect(try desk.badge() == 1)
    try quiet(false, desk)
    #expect(desk.alerts == ["a"])
    desk.receive(.closed(try desk.handle(of: "a"), .expired))
    #expect(try desk.records().isEmpty)
  }

  @Test(
    "where one line for several told of it, it is listed for a day at most, and no longer than its app says")
  func told() throws {
    let desk = try Desk()
    try quiet(true, desk)
    for number in 1...3 { try desk.post("\(number)") { $0.transient = true } }
    try desk.post("short") { ($0.transient, $0.expiresAfter) = (true, 3_600) }
    try quiet(false, desk)
    #expect(desk.subjects == [.missed])
    #expect(try desk.records().count == 4)
    desk.pass(seconds: 3_600)
    #expect(try desk.records().map(\.request.title).sorted { $0 ?? "" < $1 ?? "" } == ["1", "2", "3"])
    desk.pass(seconds: 86_400)
    #expect(try desk.records().isEmpty)
  }

  @Test("without a banner it is in no list", arguments: [InterruptionLevel.passive, .active])
  func unshown(level: InterruptionLevel) throws {
    let desk = try Desk()
    if level == .active { desk.focus([mail]) }
    try desk.post("a") { ($0.transient, $0.level) = (true, level) }
    #expect(try desk.records().isEmpty && desk.badge() == 0)
  }

  @Test("a press reaches its app, and ends it")
  func pressed() throws {
    let desk = try Desk()
    try desk.post("a") { $0.transient = true }
    try desk.press("a")
    #expect(desk.events.contains { $0.kind == .activated })
    #expect(try desk.records().isEmpty)
  }
}
