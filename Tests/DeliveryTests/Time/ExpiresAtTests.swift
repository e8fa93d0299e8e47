import Delivery
import NotificationModel
import Records
import Testing

/// `expiresAt`, the moment at which a notification is over, and `occurred`, the moment of the matter itself.
@Suite("Over at a moment")
struct ExpiresAtTests {
  private static func later(_ seconds: Int64) -> Timestamp { Desk.noon.advanced(bySeconds: seconds) }

  @Test(
    "it is taken back at its moment, and the earlier of both ends counts", arguments: [(60, 30), (30, 60)])
  func ends(at: Int64, after: Int64) throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.expiresAt = Self.later(at)
      $0.expiresAfter = after
    }
    desk.pass(seconds: 29)
    #expect(try desk.badge() == 1)
    desk.pass(seconds: 1)
    #expect(try desk.badge() == 0 && desk.record("a").state == .expired)
    #expect(desk.events.map(\.kind).contains(.expired))
  }

  @Test("a post that is over already ends its duplicates on screen, in the list and in the schedule")
  func resolved() throws {
    let desk = try Desk()
    let id = try desk.post("Disk Is Full") { $0.identifier = name("x") }.id
    let handle = try desk.handle(of: "Disk Is Full")
    try desk.post("Disk Is Full") {
      $0.identifier = name("x")
      $0.trigger = .after(seconds: 600, repeats: false)
    }
    let receipt = try desk.post("Disk Is Full") {
      $0.identifier = name("x")
      $0.body = "Resolved"
      $0.expiresAt = Self.later(-60)
    }
    #expect(receipt.id == id && receipt.outcome == .replaced && receipt.unread == 0)
    #expect(receipt.decisions.contains { $0.guideline == "schedule" && $0.effect == "expired" })
    #expect(desk.closed == [handle] && desk.alerts == ["Disk Is Full"])
    #expect(try desk.records().map(\.state) == [.expired, .withdrawn])
  }

  @Test("a post that is over already ends the series of its identifier")
  func resolvedSeries() throws {
    let desk = try Desk()
    let series = try desk.post("Disk Is Full") {
      $0.identifier = name("x")
      $0.trigger = .after(seconds: 600, repeats: true)
    }.id
    try desk.post("Resolved") {
      $0.identifier = name("x")
      $0.expiresAt = Self.later(-60)
    }
    #expect(try desk.records().first { $0.id == series }?.state == .expired)
  }

  @Test("what is new and over already is accepted, and neither shown, listed nor counted")
  func unknown() throws {
    let desk = try Desk()
    for count in [1, 2] {
      let receipt = try desk.post("Resolved") { $0.expiresAt = Self.later(-60) }
      #expect(receipt.outcome == .quiet && receipt.unread == 0)
      #expect(try desk.records().count == count)
    }
    #expect(desk.shown.isEmpty)
    #expect(try desk.record("Resolved").state == .expired)
  }

  @Test("what is over already asks nobody whether its app may notify, and has no need of room")
  func rooms() throws {
    let desk = try Desk(Desk.asking)
    #expect(try desk.post("a") { $0.expiresAt = Self.later(-1) }.outcome == .awaitingConsent)
    #expect(desk.shown.isEmpty)
    #expect(try desk.record("a").state == .expired)
    var policy = Desk.allowing
    policy.limits.unreadPerApp = 1
    let full = try Desk(policy)
    try full.post("b")
    #expect(throws: Refusal.self) { try full.post("c") }
    #expect(try full.post("d") { $0.expiresAt = Self.later(-1) }.outcome == .quiet)
  }

  @Test("what waits to be allowed is over at its moment all the same")
  func waiting() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a") { $0.expiresAt = Self.later(60) }
    desk.pass(seconds: 60)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(!desk.alerts.contains("a"))
    #expect(try desk.record("a").state == .expired)
  }

  @Test("a series is over at its moment, with what it has brought")
  func series() throws {
    let desk = try Desk()
    try desk.post("a") {
      $0.trigger = .after(seconds: 60, repeats: true)
      $0.expiresAt = Self.later(90)
    }
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["a"])
    desk.pass(seconds: 30)
    #expect(try desk.records().map(\.state) == [.expired, .expired])
    desk.pass(seconds: 300)
    #expect(desk.alerts == ["a"])
  }

  @Test("what the person puts off comes, although it is over by then")
  func putOff() throws {
    let desk = try Desk()
    let id = try desk.post("a") { $0.expiresAt = Self.later(60) }.id
    try desk.perform { try $0.snooze(id, until: Self.later(120), now: $1) }
    desk.pass(seconds: 120)
    #expect(desk.alerts == ["a", "a"])
    #expect(try desk.badge() == 1)
  }

  @Test("what would be over before it is due is refused")
  func never() throws {
    let desk = try Desk()
    #expect(throws: Refusal.invalid(path: "notification.expiresAt", reason: "is over before it is due")) {
      try desk.post("a") {
        $0.trigger = .after(seconds: 60, repeats: false)
        $0.expiresAt = Self.later(60)
      }
    }
  }

  @Test("what happened earlier is told, and neither order nor judgement goes by it")
  func occurred() throws {
    let desk = try Desk()
    let receipt = try desk.post("a") { $0.occurred = Self.later(-7_200) }
    #expect(receipt.outcome == .presented)
    #expect(
      receipt.decisions.map(\.why).contains("It tells of what happened at 10:00, as its app says (occurred).")
    )
    let entry = try desk.perform { try $0.entries(ListQuery(), now: $1).entries[0].entry }
    #expect(entry.occurred == Self.later(-7_200) && entry.came == Desk.noon)
    // A clock may be ahead.
    #expect(try desk.post("b") { $0.occurred = Self.later(300) }.outcome == .presented)
    #expect(throws: Refusal.self) { try desk.post("c") { $0.occurred = Self.later(301) } }
  }
}
