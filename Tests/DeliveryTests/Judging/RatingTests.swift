import Delivery
import NotificationModel
import Records
import Testing

@Suite("Rating prompts")
struct RatingTests {
  private static let day: Int64 = 86_400

  /// A desk at which the app has been known for so many days.
  private func desk(knownFor days: Int64 = 7) throws -> Desk {
    let desk = try Desk()
    try desk.post("Hello")
    try desk.press("Hello")
    desk.pass(seconds: days * Self.day)
    desk.forgetShown()
    return desk
  }

  private func prompt(_ desk: Desk, _ title: String = "Enjoying Mail?") throws(Refusal) -> Receipt {
    try desk.post(title) { $0.kind = .rating }
  }

  private func quota(_ desk: Desk, _ title: String = "Enjoying Mail?") -> String? {
    do {
      _ = try prompt(desk, title)
      return nil
    } catch {
      if case .quotaExceeded(let quota, _, _, _) = error { return quota }
      return "another refusal"
    }
  }

  /// The person uses the app: presses one of its notifications.
  private func use(_ desk: Desk) throws {
    try desk.post("News \(desk.now.wall.milliseconds)")
    try desk.press("News \(desk.now.wall.milliseconds)")
  }

  @Test("never in an app's first week, and nothing is stored of one that is refused")
  func firstUse() throws {
    let strangers = try Desk()
    #expect(quota(strangers) == "ratings.firstUse")
    #expect(try strangers.records().isEmpty)
    #expect(quota(try desk(knownFor: 6)) == "ratings.firstUse")
    #expect(quota(try desk(knownFor: 7)) == nil)
  }

  @Test("not within two weeks, and told how long to wait")
  func spacing() throws {
    let desk = try desk()
    _ = try prompt(desk)
    try use(desk)
    desk.pass(seconds: 13 * Self.day)
    let expected = Refusal.quotaExceeded(
      quota: "ratings.spacing", limit: 1, retryAfterMilliseconds: Self.day * 1_000)
    #expect(throws: expected) { try prompt(desk, "Still enjoying it?") }
    desk.pass(seconds: Self.day)
    #expect(quota(desk, "Still enjoying it?") == nil)
  }

  @Test("only once the person has pressed another notification of the app, before the first one as well")
  func engagement() throws {
    let strangers = try Desk()
    try strangers.post("Hello")
    strangers.pass(seconds: 8 * Self.day)
    #expect(quota(strangers) == "ratings.engagement")
    try use(strangers)
    try strangers.restart()
    #expect(quota(strangers) == nil)
    strangers.pass(seconds: 20 * Self.day)
    #expect(quota(strangers, "Still enjoying it?") == "ratings.engagement")
    try use(strangers)
    #expect(quota(strangers, "Still enjoying it?") == nil)
  }

  @Test("none for a year after the person has pressed one")
  func given() throws {
    let desk = try desk()
    _ = try prompt(desk)
    try desk.press("Enjoying Mail?")
    try use(desk)
    desk.pass(seconds: 364 * Self.day)
    #expect(quota(desk, "Still enjoying it?") == "ratings.given")
    desk.pass(seconds: Self.day)
    #expect(quota(desk, "Still enjoying it?") == nil)
  }

  @Test("three in 365 days, over restarts, withdrawal and pruning, the fourth when the first is a year old")
  func year() throws {
    let desk = try desk()
    for number in 1...3 {
      #expect(try prompt(desk, "Enjoying it, \(number)?").outcome == .presented)
      try desk.perform {
        _ = try $0.withdraw(
          nil, [try $0.entries(ListQuery(limit: 1), now: $1).entries[0].record.id], of: mail, by: app, now: $1
        )
      }
      try use(desk)
      desk.pass(seconds: 20 * Self.day)
    }
    try desk.restart()
    // Twenty days after the third: 60 after the first.
    #expect(quota(desk) == "ratings.year")
    desk.pass(seconds: 304 * Self.day)
    #expect(quota(desk) == "ratings.year")
    desk.pass(seconds: Self.day)
    #expect(quota(desk) == nil)
  }

  @Test("a repeat of the one that is there is no further prompt; a new text is")
  func repeats() throws {
    let desk = try desk()
    _ = try prompt(desk)
    #expect(try prompt(desk).outcome == .coalesced)
    #expect(quota(desk, "Rate us now!") == "ratings.spacing")
  }

  @Test("a plain notification that turns into a prompt is one")
  func disguised() throws {
    let desk = try desk()
    try desk.post("Plain") { $0.identifier = name("x") }
    let receipt = try desk.post("Enjoying Mail?") {
      $0.identifier = name("x")
      $0.kind = .rating
      $0.silently = true
    }
    #expect(receipt.outcome == .replaced)
    #expect(quota(desk) == "ratings.spacing")
  }

  @Test("one that is scheduled counts for its time, and none repeats by itself")
  func scheduled() throws {
    let desk = try desk()
    try desk.post("Later") {
      $0.kind = .rating
      $0.trigger = .after(seconds: 10 * Self.day, repeats: false)
    }
    desk.pass(seconds: 10 * Self.day)
    try use(desk)
    desk.pass(seconds: 13 * Self.day)
    #expect(quota(desk) == "ratings.spacing")
    desk.pass(seconds: Self.day)
    #expect(quota(desk) == nil)
    #expect(throws: Refusal.self) {
      try desk.post("Every day") {
        $0.kind = .rating
        $0.trigger = .after(seconds: 40 * Self.day, repeats: true)
      }
    }
  }

  @Test("a clock that goes back gives no more of them")
  func clockBack() throws {
    let desk = try desk(knownFor: 60)
    _ = try prompt(desk)
    try use(desk)
    for days in [1, 13, 30, 50] as [Int64] {
      desk.now = Moment(wall: desk.now.wall.advanced(bySeconds: -days * Self.day), uptime: desk.now.uptime)
      #expect(["ratings.spacing", "ratings.firstUse"].contains(quota(desk, "Enjoying it, \(days)?")))
    }
  }

  @Test("not loud: active at most, no sound, held by Do Not Disturb, and said so")
  func manners() throws {
    let desk = try desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let time = desk.now.wall
    let receipt = try desk.post("Enjoying Mail?") {
      $0.kind = .rating
      $0.level = .timeSensitive
      $0.relevantDate = time
      $0.sound = "default"
    }
    #expect(receipt.outcome == .held)
    #expect(receipt.decisions.filter { $0.guideline == "ratings" }.map(\.effect) == ["active"])
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["Enjoying Mail?"])
    #expect(desk.shown.last?.sound == nil)
    #expect(try desk.explanation("Enjoying Mail?").contains("silent"))
  }

  @Test("not while the screen is locked; shown when it is unlocked", arguments: [Kind.rating, .marketing])
  func locked(_ kind: Kind) throws {
    let desk = try desk()
    try desk.perform { try $0.change(mail, by: AppSettings(marketing: true), now: $1) }
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try desk.post("Nice?") { $0.kind = kind }.outcome == .held)
    try desk.post("Ordinary")
    #expect(desk.alerts == ["Ordinary"])
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["Ordinary"])
    try desk.restart()
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(desk.alerts.contains("Nice?"))
    #expect(try desk.record("Nice?").state == .delivered)
  }

  @Test("the person opts out for all apps: prompts that are up go, later ones are refused, over a restart")
  func optOut() throws {
    let desk = try desk()
    _ = try prompt(desk)
    try desk.post("Plain")
    try desk.perform { try $0.setRatingPrompts(false, now: $1) }
    #expect(try desk.record("Enjoying Mail?").state == .withdrawn)
    #expect(try desk.explanation("Enjoying Mail?").last == "withdrawn")
    #expect(try desk.record("Plain").unread)
    desk.pass(seconds: 30 * Self.day)
    try desk.restart()
    #expect(quota(desk) == "ratings.off")
    #expect(try desk.perform { try $0.state(now: $1).ratingPrompts } == false)
    try use(desk)
    try desk.perform { try $0.setRatingPrompts(true, now: $1) }
    #expect(quota(desk) == nil)
  }

  @Test("a new configuration that switches them off takes back what is listed")
  func reloaded() throws {
    let desk = try desk()
    _ = try prompt(desk)
    desk.policy.ratingPrompts = false
    let policy = desk.policy
    try desk.perform { engine, _ in engine.adopt(policy, rememberedAs: "text") }
    #expect(try desk.record("Enjoying Mail?").state == .withdrawn)
    // The first was pressed.
    #expect(desk.closed.count == 2)
  }

  @Test("the files decide where the person has not; an administrator's lock keeps the person from it")
  func configured() throws {
    var policy = Desk.allowing
    policy.ratingPrompts = false
    let desk = try Desk(policy)
    #expect(quota(desk) == "ratings.off")
    let why =
      "Rating prompts are switched off ([Ratings] Prompts, as built in); bellhop ratings on allows them."
    #expect(
      throws: Refusal.quotaExceeded(quota: "ratings.off", limit: 0, retryAfterMilliseconds: nil, why: why)
    ) { try prompt(desk) }
    try desk.perform { try $0.setRatingPrompts(true, now: $1) }
    #expect(quota(desk) == "ratings.firstUse")
    policy.overallLocks["Ratings/Prompts"] = "/etc/bellhop/bellhop.conf"
    let locked = try Desk(policy)
    #expect(throws: Refusal.locked(nil, setting: "Ratings/Prompts", by: "/etc/bellhop/bellhop.conf")) {
      try locked.perform { try $0.setRatingPrompts(true, now: $1) }
    }
  }

  @Test("those of an app that is denied do not count")
  func denied() throws {
    let desk = try desk()
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    #expect(throws: Refusal.notAuthorized(mail, .denied)) { try prompt(desk) }
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(quota(desk) == nil)
  }

  @Test("what was switched off while the daemon was down is taken back at its start")
  func offMeanwhile() throws {
    let desk = try desk()
    _ = try prompt(desk)
    desk.policy.ratingPrompts = false
    try desk.restart()
    #expect(try desk.record("Enjoying Mail?").state == .withdrawn)
  }

  @Test(
    "one that is scheduled is still one when it is moved, and may not be moved to where it would be refused",
    arguments: [true, false])
  func moved(_ silently: Bool) throws {
    let desk = try Desk()
    try use(desk)
    desk.forgetShown()
    func schedule(_ seconds: Int64) throws(Refusal) {
      try desk.post(silently ? "Enjoying it for \(seconds)?" : "Enjoying it?") {
        $0.kind = .rating
        $0.identifier = name("x")
        $0.silently = silently
        $0.trigger = .after(seconds: seconds, repeats: false)
      }
    }
    try schedule(8 * Self.day)
    #expect(throws: Refusal.self) { try schedule(1) }
    try schedule(7 * Self.day)
    try schedule(10 * Self.day)
    desk.pass(seconds: 10 * Self.day)
    #expect(desk.alerts.count == 1)
    try use(desk)
    desk.pass(seconds: 13 * Self.day)
    #expect(quota(desk) == "ratings.spacing")
    desk.pass(seconds: Self.day)
    #expect(quota(desk) == nil)
  }

  @Test("one that was held counts from when it is shown, and until then there is no other")
  func heldLong() throws {
    let desk = try desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    _ = try prompt(desk)
    let hello = try desk.record("Hello").id
    try desk.perform { try $0.activate(hello, .defaultAction, text: nil, now: $1) }
    desk.pass(seconds: 15 * Self.day)
    #expect(quota(desk, "Really?") == "ratings.spacing")
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["Enjoying Mail?"])
    desk.pass(seconds: 13 * Self.day)
    #expect(quota(desk, "Really?") == "ratings.spacing")
    desk.pass(seconds: Self.day)
    #expect(quota(desk, "Really?") == "ratings.engagement")
    try use(desk)
    #expect(quota(desk, "Really?") == nil)
  }

  @Test("waits while an alarm, a call or something urgent is on screen unread, for an hour at most")
  func pause() throws {
    let desk = try desk()
    try desk.post("Wake Up") { $0.kind = .alarm }
    #expect(try prompt(desk).until == desk.now.wall.advanced(bySeconds: 3_600))
    try desk.restart()
    desk.pass(seconds: 600)
    #expect(desk.alerts == ["Wake Up"])
    try desk.press("Wake Up")
    #expect(desk.alerts == ["Wake Up", "Enjoying Mail?"])
    let other = try self.desk()
    try other.post("Wake Up") { $0.kind = .alarm }
    _ = try prompt(other)
    other.pass(seconds: 3_599)
    #expect(other.alerts == ["Wake Up"])
    other.pass(seconds: 1)
    #expect(other.alerts == ["Wake Up", "Enjoying Mail?"])
  }

  @Test("waits for two minutes where the urgent banner went by itself, and comes then")
  func afterBanner() throws {
    let desk = try desk()
    try desk.post("Boarding") { $0.kind = .call }
    #expect(try prompt(desk).outcome == .held)
    desk.receive(.closed(try desk.handle(of: "Boarding"), .expired))
    #expect(desk.alerts == ["Boarding"])
    desk.pass(seconds: 119)
    #expect(desk.alerts == ["Boarding"])
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["Boarding", "Enjoying Mail?"])
  }

  @Test(
    "waits for one that was shown late from then on, also where its banner went by itself",
    arguments: [nil, "train"] as [String?], [true, false])
  func shownLate(identifier: String?, isOnScreen: Bool) throws {
    let desk = try desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let departure = desk.now.wall.advanced(bySeconds: 9_000)
    try desk.post("Train") {
      $0.identifier = identifier.map { name($0) }
      ($0.level, $0.relevantDate) = (.timeSensitive, departure)
    }
    desk.pass(seconds: 5_700)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts.first == "Train")
    let shown = desk.now.wall
    if !isOnScreen { desk.receive(.closed(try desk.handle(of: "Train"), .expired)) }
    desk.pass(seconds: 60)
    #expect(try prompt(desk).until == shown.advanced(bySeconds: isOnScreen ? 3_600 : 120))
    #expect(!desk.alerts.contains("Enjoying Mail?"))
  }

  @Test("waits for one on its way to the screen, however long ago it came")
  func onItsWay() throws {
    let desk = try desk()
    desk.serverVanishes()
    try desk.post("Wake Up") { ($0.kind, $0.identifier) = (.alarm, name("seven")) }
    desk.pass(seconds: 7_200)
    #expect(try prompt(desk).until == desk.now.wall.advanced(bySeconds: 3_600))
    desk.serverAppears()
    #expect(desk.alerts == ["Wake Up"])
  }

  @Test("comes once the banner is gone, over a restart; a question about one leaves no trace")
  func judged() throws {
    let desk = try desk()
    try desk.post("Wake Up") { $0.kind = .alarm }
    _ = try prompt(desk)
    try desk.restart()
    let invented = known(AppID("org.example.Invented"))
    #expect(throws: Refusal.self) {
      try desk.perform {
        try $0.forecast(
          NotificationRequest(app: invented, kind: .rating, title: "Enjoying It?"), under: Conditions(),
          by: Client(connection: 9, process: 9, isPerson: false, verified: nil), now: $1)
      }
    }
    let handle = try desk.handle(of: "Wake Up")
    desk.engine.assumeIsolated { $0.receive(.pressed(handle, action: .defaultAction, activationToken: nil)) }
    desk.step()
    #expect(desk.engine.assumeIsolated { $0.isBehind(mail) })
    #expect(desk.engine.assumeIsolated { !$0.isBehind(invented) })
    desk.run()
    #expect(desk.alerts.last == "Enjoying Mail?")
  }

  @Test("does not wait for a banner that is not urgent, or not any more")
  func ordinary() throws {
    let desk = try desk()
    try desk.post("A Letter")
    try desk.post("Train") { $0.level = .timeSensitive }
    #expect(try prompt(desk).outcome == .presented)
  }
}
