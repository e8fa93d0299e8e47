import Delivery
import NotificationModel
import Testing
import Wording

@Suite("What others post is watched without changing anything")
struct ShadowTests {
  private static func watching(_ change: (inout Policy) -> Void = { _ in }) throws -> Desk {
    var policy = Desk.asking
    policy.front.mode = .shadow
    change(&policy)
    return try Desk(policy)
  }

  /// As the front makes it of a call that was answered with this number.
  private func request(_ number: Int, _ title: String, of app: AppID = mail) -> NotificationRequest {
    NotificationRequest(app: app, identifier: name("\(number)"), title: title)
  }

  private func origin(isVouchedFor: Bool = true, followsFocus: Bool = true) -> DesktopOrigin {
    var origin = DesktopOrigin()
    origin.isVouchedFor = isVouchedFor
    origin.followsFocus = isVouchedFor && followsFocus
    return origin
  }

  private func watch(
    _ desk: Desk, _ request: NotificationRequest, isVouchedFor: Bool = true,
    followsFocus: Bool = true, replaces: Bool = false, poster: ScriptID? = nil
  ) throws {
    let number = request.identifier.flatMap { UInt32($0.text) }
    var origin = origin(isVouchedFor: isVouchedFor, followsFocus: followsFocus)
    origin.poster = poster
    let post = ShadowPost(request, from: origin, number: number, replaces: replaces)
    try desk.perform { try $0.shadow(post, now: $1) }
  }

  private func entries(_ desk: Desk, _ told: Wording = .english) throws -> [ShadowEntry] {
    try desk.perform { engine, _ in
      try engine.shadowNotifications(app: nil, before: nil, limit: 100, told: told)
    }
  }

  private func report(_ desk: Desk) throws -> [ShadowApp] {
    try desk.perform { engine, _ in try engine.shadowApps() }
  }

  @Test("nothing of it is shown, listed, counted or asked about")
  func touchesNothing() throws {
    let desk = try Self.watching()
    try watch(desk, request(1, "Build finished"))
    #expect(desk.shown.isEmpty)
    #expect(try desk.records().isEmpty)
    #expect(try desk.badge() == 0)
    #expect(try desk.perform { try $0.state(now: $1) }.posted == 0)
    let entry = try #require(try entries(desk).first)
    #expect(entry.title == "Build finished" && entry.outcome == Outcome.presented.rawValue)
  }

  @Test(
    "its app is told by the name that it claims, in any script, but not on a locked screen, nor as Bellhop")
  func names() throws {
    let desk = try Self.watching()
    for (app, name) in [("app-1", "微信"), ("app-2", "Bellhop")] {
      var origin = origin(isVouchedFor: false)
      origin.appName = name
      let post = ShadowPost(request(1, "Hello", of: known(AppID(app))), from: origin)
      try desk.perform { try $0.shadow(post, now: $1) }
    }
    #expect(try report(desk).map(\.name) == ["微信", "app-2"])
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try report(desk).map(\.name) == ["unknown"])
  }

  @Test("how fast an app posts to others does not count for what it posts here")
  func paceOfItsOwn() throws {
    let desk = try Self.watching { policy in
      policy.limits.alertBurst = 2
      policy.defaultAuthorization = .authorized
    }
    for number in 1...3 { try watch(desk, request(number, "\(number)")) }
    let app = try #require(try report(desk).first)
    #expect(app.posted == 3 && app.tooFast == 1)
    #expect(try desk.post("here").outcome == .presented)
  }

  @Test("what nobody has decided about is allowed for this door alone, and a person's no holds")
  func consent() throws {
    let desk = try Self.watching()
    try watch(desk, request(1, "one"))
    #expect(try entries(desk).first?.outcome == Outcome.presented.rawValue)
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    try watch(desk, request(2, "two"))
    #expect(try entries(desk).first?.outcome == ShadowEntry.denied)
    #expect(try report(desk).first?.denied == 1)
  }

  @Test("the same is one thing while its banner is up, and from one poster")
  func folding() throws {
    let desk = try Self.watching()
    for number in 1...5 {
      try watch(desk, request(number, "Build finished"))
      desk.pass(seconds: 2)
    }
    #expect(try report(desk).first?.merged == 4)
    desk.pass(seconds: 86_400)
    try watch(desk, request(6, "Build finished"))
    #expect(try entries(desk).first?.outcome == Outcome.presented.rawValue)
    try desk.perform { engine, now in engine.shadowClosed(6) }
    try watch(desk, request(7, "Build finished"))
    #expect(try entries(desk).first?.outcome == Outcome.presented.rawValue)
    for (number, script) in [(8, "a"), (9, "b")] {
      try watch(desk, request(number, "Backup finished"), poster: ScriptID(named: script))
      #expect(try entries(desk).first?.outcome == Outcome.presented.rawValue)
    }
  }

  @Test("what its app replaces is replaced, which is not our doing; a tag that comes again is")
  func replaced() throws {
    let desk = try Self.watching()
    try watch(desk, request(1, "40 %"))
    try watch(desk, request(1, "60 %"), replaces: true)
    #expect(try entries(desk).first?.outcome == Outcome.replaced.rawValue)
    #expect(try report(desk).first?.merged == 0)
    for (number, title) in [(UInt32(2), "3 of 9"), (3, "4 of 9")] {
      let post = ShadowPost(
        NotificationRequest(app: mail, identifier: name("tag"), title: title), from: origin(),
        number: number)
      try desk.perform { try $0.shadow(post, now: $1) }
    }
    #expect(try report(desk).first?.merged == 1)
  }

  @Test("what a terminal's program posts while that is in front is shown, as it is with the front on")
  func terminal() throws {
    let desk = try Self.watching()
    desk.focus([mail])
    for (number, followsFocus) in [(1, true), (2, false)] {
      try watch(desk, request(number, "\(number)"), followsFocus: followsFocus)
    }
    #expect(try entries(desk).map(\.outcome) == [Outcome.presented.rawValue, Outcome.suppressed.rawValue])
  }

  @Test("one that goes by a tag is closed by its number")
  func taggedIsClosed() throws {
    let desk = try Self.watching()
    let post = { (number: UInt32) in
      ShadowPost(
        NotificationRequest(app: mail, identifier: name("tag"), title: "Same"), from: origin(),
        number: number)
    }
    let (first, second) = (post(1), post(2))
    try desk.perform { try $0.shadow(first, now: $1) }
    try desk.perform { engine, now in engine.shadowClosed(1) }
    try desk.perform { try $0.shadow(second, now: $1) }
    #expect(try report(desk).first?.merged == 0)
  }

  @Test("another server's numbers are not those of the one before")
  func anotherServer() throws {
    let desk = try Self.watching()
    try watch(desk, request(1, "before"))
    try desk.perform { engine, now in engine.shadowServerChanged() }
    try watch(desk, request(1, "after"))
    #expect(try entries(desk).first?.outcome == Outcome.presented.rawValue)
    #expect(try report(desk).first?.merged == 0)
  }

  @Test("what has no number is not taken for anything else that has none")
  func withoutNumber() throws {
    let desk = try Self.watching()
    for title in ["one", "two"] {
      try watch(desk, NotificationRequest(app: mail, title: title))
    }
    #expect(try report(desk).first?.merged == 0)
  }

  @Test("with the wish to watch everything is forgotten that is not stored")
  func leaving() throws {
    let desk = try Self.watching()
    try watch(desk, request(1, "same"))
    try desk.perform { engine, _ in try engine.setFrontMode(.off) }
    try desk.perform { engine, _ in try engine.setFrontMode(.shadow) }
    try watch(desk, request(2, "same"))
    #expect(try report(desk).first?.posted == 2)
    #expect(try report(desk).first?.merged == 0)
  }

  @Test("while nothing can be stored nothing is watched, but counted, and nobody else's post fails for it")
  func failingStore() throws {
    let desk = try Self.watching { $0.defaultAuthorization = .authorized }
    desk.disk.fails = true
    try desk.post("one")
    #expect(desk.failedTransactions == 1)
    desk.disk.fails = false
    try watch(desk, request(1, "unseen"))
    #expect(try desk.perform { engine, _ in try engine.front() }.dropped == 1)
    #expect(try report(desk).isEmpty)
    desk.pass(seconds: 2)
    try watch(desk, request(2, "seen"))
    #expect(try report(desk).first?.posted == 1)
    #expect(desk.failedTransactions == 1)
  }

  @Test("what is beyond the newest goes long before the hour is over, some of it at a time")
  func bounded() throws {
    let desk = try Self.watching { $0.limits.historyRows = 300 }
    for number in 1...1_024 { try watch(desk, request(number, "\(number)")) }
    #expect(try desk.perform { engine, _ in try engine.front() }.watched < 300 + 257)
  }

  @Test("names that nobody vouches for are not told while the screen is locked, and are one then")
  func claimedNames() throws {
    let desk = try Self.watching()
    try watch(desk, request(1, "one"))
    for (number, app) in [(2, "Bob-is-here"), (3, "Ann-too")] {
      try watch(desk, request(number, "claim", of: try #require(AppID(app))), isVouchedFor: false)
    }
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try report(desk).map(\.app) == [.unknown, mail])
    #expect(try report(desk).first?.posted == 2)
    #expect(try entries(desk).map(\.app) == [.unknown, .unknown, mail])
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(try report(desk).count == 3)
  }

  @Test("what would wait for the person's leave, and what would be quiet, is counted as that")
  func otherOutcomes() throws {
    let desk = try Self.watching { $0.front.consent = .notDetermined }
    try watch(desk, request(1, "one"))
    try desk.perform { try $0.setAuthorization(.provisional, of: mail, now: $1) }
    try watch(desk, request(2, "two"))
    let app = try #require(try report(desk).first)
    #expect(app.awaitingConsent == 1 && app.quiet == 1 && app.tooFast == 0)
  }

  @Test("an app is vouched for where everything of it was")
  func vouching() throws {
    let desk = try Self.watching()
    try watch(desk, request(1, "one"))
    try watch(desk, request(2, "two"), isVouchedFor: false)
    #expect(try report(desk).first?.isVouchedFor == false)
  }

  @Test("Do Not Disturb and a locked screen are counted, and the screen hides what was said")
  func heldAndHidden() throws {
    let desk = try Self.watching()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try watch(desk, request(1, "secret"))
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try watch(desk, request(2, "secret too"))
    let app = try #require(try report(desk).first)
    #expect(app.held == 2 && app.hidden == 1)
    #expect(try entries(desk).allSatisfy { $0.title == nil && $0.body == nil })
    try desk.perform { engine, _ in try engine.setLocked(false) }
    let whys = try entries(desk).flatMap(\.decisions).map(\.guideline)
    #expect(whys.contains("focus.doNotDisturb") && whys.contains("previews.hidden"))
    #expect(try entries(desk).last?.title == "secret")
  }

  @Test("it is off as built in; the person's choice holds, but not over an administrator's lock")
  func mode() throws {
    let desk = try Desk(Desk.asking)
    try watch(desk, request(1, "one"))
    #expect(try report(desk).isEmpty)
    try desk.perform { engine, _ in try engine.setFrontMode(.shadow) }
    try desk.restart()
    try watch(desk, request(2, "two"))
    #expect(try report(desk).first?.posted == 1)
    desk.policy.overallLocks["Front/Mode"] = "/etc/bellhop/bellhop.conf"
    try desk.restart()
    #expect(throws: Refusal.self) {
      try desk.perform { engine, _ in try engine.setFrontMode(.shadow) }
    }
    try watch(desk, request(3, "three"))
    #expect(try report(desk).first?.posted == 1)
  }

  @Test("it is kept over a restart, forgotten when asked, and gone when it is old")
  func kept() throws {
    let desk = try Self.watching()
    try watch(desk, request(1, "one"))
    try desk.restart()
    #expect(try report(desk).first?.posted == 1)
    #expect(try desk.perform { engine, _ in try engine.forgetShadowNotifications() } == 1)
    #expect(try report(desk).isEmpty)
    try watch(desk, request(2, "two"))
    desk.pass(seconds: Int64(desk.policy.keepDays + 1) * 86_400)
    #expect(try report(desk).isEmpty)
  }
}
