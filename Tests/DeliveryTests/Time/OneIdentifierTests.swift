import Delivery
import NotificationModel
import Store
import Testing

@Suite("What is to come, and what was said since under the same identifier")
struct OneIdentifierTests {
  private let visit = name("uid1")

  @discardableResult
  private func post(_ title: String, _ trigger: Trigger? = nil, on desk: Desk) throws -> Receipt {
    try desk.post(title) {
      $0.identifier = visit
      $0.trigger = trigger
    }
  }

  @Test("a post for now takes the place of one that was scheduled once under its identifier, and both say so")
  func scheduledOnce() throws {
    let desk = try Desk()
    let old = try post("At ten", .after(seconds: 600, repeats: false), on: desk)
    let new = try post("Cancelled", on: desk)
    #expect(new.outcome == .presented)
    #expect(new.decisions.first?.why.contains("place of notification \(old.id)") == true)
    desk.pass(seconds: 600)
    #expect(desk.alerts == ["Cancelled"])
    #expect(try desk.records().map(\.state) == [.withdrawn, .delivered])
    #expect(try desk.explanation("At ten").last == "joined")
    #expect(!desk.events.contains { $0.kind == .withdrawn })
    #expect(try desk.badge() == 1)
  }

  @Test("it does so beside its own entry too, however silently, and leaves what has another identifier")
  func besideAnEntry() throws {
    let desk = try Desk()
    try post("Moved", on: desk)
    try post("At ten", .after(seconds: 600, repeats: false), on: desk)
    try desk.post("Lunch") {
      $0.identifier = name("uid2")
      $0.trigger = .after(seconds: 600, repeats: false)
    }
    try desk.post("Cancelled") {
      $0.identifier = visit
      $0.silently = true
    }
    desk.pass(seconds: 600)
    #expect(desk.alerts == ["Moved", "Lunch"])
    #expect(try desk.records().map(\.state) == [.delivered, .withdrawn, .delivered])
  }

  @Test("a series stays, and each occurrence is its own saying")
  func series() throws {
    let desk = try Desk()
    try post("Every hour", .after(seconds: 3_600, repeats: true), on: desk)
    #expect(try post("Not this time", on: desk).decisions.allSatisfy { $0.effect != "replaced" })
    desk.pass(seconds: 3_600)
    #expect(desk.alerts == ["Not this time", "Every hour"])
    #expect(try desk.records().map(\.state) == [.scheduled, .delivered])
  }

  @Test(
    "an occurrence that was due before a post, and comes to be looked at after it, does not take its place")
  func dueBefore() throws {
    let desk = try Desk()
    try post("Every hour", .after(seconds: 3_600, repeats: true), on: desk)
    desk.now = Moment(
      wall: desk.now.wall.advanced(bySeconds: 4_000), uptime: desk.now.uptime.advanced(byMilliseconds: 4_000))
    try post("Cancelled", on: desk)
    #expect(desk.alerts == ["Cancelled"])
    #expect(try desk.records().map(\.request.title) == ["Every hour", "Cancelled"])
  }

  @Test("so it is where all waits for consent: what comes once gives way, a series does not")
  func awaitingConsent() throws {
    let desk = try Desk(Desk.asking)
    try post("At ten", .after(seconds: 600, repeats: false), on: desk)
    try post("Cancelled", on: desk)
    try desk.post("Every hour") {
      $0.identifier = name("series")
      $0.trigger = .after(seconds: 3_600, repeats: true)
    }
    try desk.post("Not this time") { $0.identifier = name("series") }
    #expect(
      try desk.records().map(\.state) == [.withdrawn, .awaitingConsent, .awaitingConsent, .awaitingConsent])
    desk.forgetShown()
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    desk.pass(seconds: 3_600)
    #expect(desk.alerts == ["Cancelled", "Not this time", "Every hour"])
  }

  @Test("of two that were set while the app was allowed, and while it was not, the later comes")
  func setAcrossConsent() throws {
    let desk = try Desk()
    try post("At ten", .after(seconds: 600, repeats: false), on: desk)
    try desk.perform { try $0.setAuthorization(.notDetermined, of: mail, now: $1) }
    desk.policy.defaultAuthorization = .notDetermined
    let policy = desk.policy
    try desk.perform { engine, _ in engine.adopt(policy, rememberedAs: "text") }
    #expect(
      try post("At eleven", .after(seconds: 1_200, repeats: false), on: desk).outcome == .awaitingConsent)
    desk.forgetShown()
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    desk.pass(seconds: 1_200)
    #expect(desk.alerts == ["At eleven"])
  }

  @Test("what an earlier version left scheduled does not take the place of something newer")
  func leftByEarlierVersion() throws {
    let desk = try Desk()
    let old = try post("At ten", .after(seconds: 600, repeats: false), on: desk).id
    try desk.post("Cancelled")
    let new = try desk.record("Cancelled").id
    try desk.restart { desk in
      let store = try SQLiteStore.open(
        directory: "\(desk.directory.path)/state", durability: .crash, now: desk.now.wall
      ).store
      var record = try #require(try store.record(new))
      record.request.identifier = visit
      try store.update(record)
      try store.commit()
      store.close()
    }
    desk.pass(seconds: 600)
    #expect(desk.alerts == ["Cancelled"])
    #expect(try desk.records().first { $0.id == old }?.state == .withdrawn)
  }

  @Test("a rating prompt for now is the one that was scheduled, and no second one")
  func ratingPrompt() throws {
    let desk = try Desk()
    try desk.post("Hello")
    try desk.press("Hello")
    desk.pass(seconds: 7 * 86_400)
    func prompt(_ trigger: Trigger?) throws -> Outcome {
      try desk.post("Enjoying Mail?") {
        $0.kind = .rating
        $0.identifier = visit
        $0.trigger = trigger
      }.outcome
    }
    #expect(try prompt(.after(seconds: 86_400, repeats: false)) == .scheduled)
    #expect(try prompt(nil) == .presented)
    desk.pass(seconds: 2 * 86_400)
    #expect(desk.alerts == ["Hello", "Enjoying Mail?"])
  }

  @Test("what is scheduled once in a series' place is shown, although an occurrence is unread")
  func inTheSeriesPlace() throws {
    let desk = try Desk()
    try post("Every minute", .after(seconds: 60, repeats: true), on: desk)
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["Every minute"])
    desk.pass(seconds: 1)
    try post("For the last time", .after(seconds: 600, repeats: false), on: desk)
    desk.pass(seconds: 600)
    #expect(desk.alerts.last == "For the last time")
  }

  @Test("an alarm without an identifier rings at each of its times, in whatever order they were set")
  func alarms() throws {
    let desk = try Desk()
    for seconds in [600, 60] as [Int64] {
      try desk.post("Tea") {
        $0.kind = .alarm
        $0.trigger = .after(seconds: seconds, repeats: false)
      }
    }
    desk.pass(seconds: 60)
    desk.pass(seconds: 540)
    #expect(desk.alerts == ["Tea", "Tea"])
  }
}
