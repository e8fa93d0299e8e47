import Delivery
import NotificationModel
import TestSupport
import Testing

/// Root's messages that were left while the daemon did not run.
struct KeptPostingTests {
  private static let hour: Int64 = 3_600
  private static let root = Client(connection: 3, process: 300, isPerson: false, verified: .system)

  /// As the daemon takes it in: in this transaction, or with that not at all.
  private func accept(
    _ desk: Desk, _ file: String = "a", _ title: String = "Backup Has Failed", after seconds: Int64,
    of app: AppID = .system, _ change: (inout NotificationRequest) -> Void = { _ in }
  ) throws {
    var request = NotificationRequest(app: app, title: title)
    change(&request)
    let posted = request
    try desk.perform { engine, now in
      try engine.post(
        posted, keptIn: file, since: now.wall.advanced(bySeconds: -seconds), now: now)
    }
  }

  private func taken(_ desk: Desk) throws -> Set<String> {
    try desk.perform { engine, _ in try engine.acceptedFiles() }
  }

  @Test("it has its own time in the list, and says on screen when it was left")
  func time() throws {
    let desk = try Desk()
    try accept(desk, after: 2 * Self.hour)
    try accept(desk, "b", "Disk Is Full", after: 26 * Self.hour) { $0.subtitle = "On the server" }
    try accept(desk, "c", "Just Now", after: 60)
    let records = try desk.records(.system, by: Self.root)
    #expect(
      records.map(\.came) == [26 * Self.hour, 2 * Self.hour, 60].map { Desk.noon.advanced(bySeconds: -$0) })
    #expect(
      desk.shown.map(\.text.body) == ["10:00", "2026-11-19 10:00 · On the server", ""])
    #expect(try taken(desk) == ["a", "b", "c"])
  }

  @Test("with a clock that was ahead it has the present time")
  func ahead() throws {
    let desk = try Desk()
    try accept(desk, after: -5 * Self.hour)
    #expect(try desk.records(.system, by: Self.root).map(\.posted) == [Desk.noon])
  }

  @Test("a transaction that fails neither loses nor doubles it")
  func fault() throws {
    let desk = try Desk()
    desk.disk.fails = true
    try? accept(desk, after: 60)
    #expect(desk.failedTransactions == 1)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try desk.records(.system, by: Self.root).isEmpty)
    #expect(try taken(desk) == [])
    try accept(desk, after: 61)
    try desk.restart()
    #expect(try desk.records(.system, by: Self.root).map(\.repeats) == [0])
    #expect(try taken(desk) == ["a"])
  }

  @Test("what expired before anybody came is refused, and the rest of the time is all that is left")
  func expiry() throws {
    let desk = try Desk()
    #expect(throws: Refusal.self) { try accept(desk, after: 2 * Self.hour) { $0.expiresAfter = Self.hour } }
    try accept(desk, after: 2 * Self.hour) { $0.expiresAfter = 3 * Self.hour }
    #expect(try desk.badge(.system) == 1)
    desk.pass(seconds: Self.hour + 1)
    #expect(try desk.badge(.system) == 0)
  }

  @Test("its trigger counts from when it was left: what is due by then is shown at once")
  func trigger() throws {
    let desk = try Desk()
    try accept(desk, "a", "Due", after: 2 * Self.hour) { $0.trigger = .after(seconds: 60, repeats: false) }
    try accept(desk, "b", "To Come", after: 2 * Self.hour) {
      $0.trigger = .after(seconds: 3 * Self.hour, repeats: false)
    }
    #expect(desk.alerts == ["Due"])
    desk.pass(seconds: Self.hour)
    #expect(desk.alerts == ["Due", "To Come"])
  }

  @Test("it is the system's or nobody's, and the person's answer about the system holds")
  func authorised() throws {
    let desk = try Desk()
    #expect(throws: Refusal.notPermitted(mail, verified: .system)) { try accept(desk, after: 60, of: mail) }
    _ = try desk.perform { try $0.setAuthorization(.denied, of: .system, now: $1) }
    #expect(throws: Refusal.self) { try accept(desk, after: 60) }
    #expect(try taken(desk) == [])
  }

  @Test("what is passed over, and what is forgotten, stays so over a restart")
  func passedOver() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in
      try engine.passOver(file: "a")
      try engine.passOver(file: "b")
    }
    try desk.perform { engine, _ in try engine.forget(files: ["b"]) }
    try desk.restart()
    #expect(try taken(desk) == ["a"])
  }
}
