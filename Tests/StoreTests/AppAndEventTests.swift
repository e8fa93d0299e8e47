import NotificationModel
import Records
import TestSupport
import Testing

@testable import Store

@Suite struct AppAndEventTests {
  private let scratch: Scratch
  private let store: SQLiteStore

  init() throws {
    scratch = try Scratch()
    store = try scratch.open()
  }

  private func event(_ time: Int64) -> Event { Event(time: .at(time), kind: .activated) }

  @Test func `Decisions are kept in their order`() throws {
    let id = try store.insert(record())
    let decisions = ["a", "b", "c"].map { Ruling(guideline: $0, effect: "e", reason: Reason(key: "w")) }
    try store.append(Array(decisions.prefix(2)), to: id, at: .at(9))
    try store.append([decisions[2]], to: id, at: .at(1))
    try store.append([], to: id, at: .at(1))
    let stored = try store.decisions(of: id)
    #expect(stored.map(\.decision) == decisions)
    #expect(stored.map(\.time) == [9, 9, 1].map { .at($0) })
  }

  @Test
  func `What a reason speaks of comes back as it was, and nothing that another version wrote loses its row`()
    throws
  {
    let id = try store.insert(record())
    let reason = Reason(
      .several, .count(-3), .time(.at(Timestamp.latest)), .name("“é” in /etc"),
      .reason(Reason(.isLockedBy, .name(""), .reason(Reason(.isShared)))))
    try store.append([Ruling("g", .held, reason), Ruling("h", .shown, .noBody)], to: id, at: .at(9))
    #expect(try store.decisions(of: id).map(\.decision.reason) == [reason, Reason(.noBody)])
    for (json, arguments) in [
      (#"["a",true]"#, [Reason.Argument.name("a")]), ("[]", []),
      (#"[{"reason":"a","arguments":["b",{}]}]"#, [.reason(Reason(key: "a", arguments: [.name("b")]))]),
    ] {
      try store.commit()
      let other = try Database(path: scratch.file("bellhop.db"))
      defer { other.close() }
      try other.execute(
        "UPDATE decisions SET reason = 'laterOnes', effect = 'lifted', arguments = '\(json)' WHERE ordinal = 1"
      )
      let read = try #require(try store.decisions(of: id).first?.decision)
      #expect(
        read
          == Ruling(guideline: "g", effect: "lifted", reason: Reason(key: "laterOnes", arguments: arguments)))
    }
  }

  @Test func `Of a thing that is posted for ever, the first and the newest decisions are kept`() throws {
    let id = try store.insert(record())
    for number in 1...300 {
      let decision = Ruling(guideline: "\(number)", effect: "e", reason: Reason(key: "w"))
      try store.append([decision], to: id, at: .at(1))
    }
    let kept = try store.decisions(of: id).map(\.decision.guideline)
    #expect(kept == (Array(1...16) + Array(61...300)).map(String.init))
    #expect(kept.count == Limits.decisionsPerNotification)
  }

  @Test func `A decision about nothing is a fault`() throws {
    #expect(throws: StorageFault.self) {
      try store.append(
        [Ruling(guideline: "g", effect: "e", reason: Reason(key: "w"))], to: NotificationID(77), at: .at(0))
    }
  }

  @Test func `Events count up from one for each app, without the activation token`() throws {
    let full = Event(
      time: .at(1), kind: .replied, id: NotificationID(3), identifier: .literal("thing"),
      action: .literal("a"),
      text: "private", target: OpaqueObject(json: "{}"), activationToken: "token", unread: 2,
      authorization: .authorized, earlier: true)
    var expected = full
    expected.sequence = EventSequence(1)
    expected.activationToken = nil
    #expect(try store.append(full, app: .mail) == expected)
    #expect(try store.append(event(2), app: .mail).sequence == EventSequence(2))
    #expect(try store.append(event(2), app: .shell).sequence == EventSequence(1))
    #expect(try store.events(app: .mail, after: EventSequence(0), limit: 1) == [expected])
    #expect(try store.events(app: .mail, after: EventSequence(1), limit: 9).map(\.sequence.number) == [2])
    #expect(try store.lastSequence(app: .mail) == EventSequence(2))
    #expect(try store.lastSequence(app: .literal("org.example.Unknown")) == EventSequence(0))
  }

  @Test func `Acknowledging never goes back and never past the last`() throws {
    for time in 1...5 { _ = try store.append(event(Int64(time)), app: .mail) }
    for (through, acknowledged) in [(3, 3), (1, 3), (99, 5), (-1, 5)] as [(Int64, Int64)] {
      _ = try store.acknowledge(app: .mail, through: EventSequence(through))
      #expect(try store.acknowledged(app: .mail) == EventSequence(acknowledged))
      let left = try store.events(app: .mail, after: EventSequence(0), limit: 9).map(\.sequence.number)
      #expect(left == (1...5).filter { $0 > acknowledged })
    }
    #expect(try store.append(event(9), app: .mail).sequence == EventSequence(6))
    #expect(try !store.acknowledge(app: .literal("org.example.Unknown"), through: EventSequence(9)))
    #expect(try store.acknowledged(app: .literal("org.example.Unknown")) == EventSequence(0))
  }

  @Test func `Followers are kept by app and name, the one without a name first, and go with their app`()
    throws
  {
    let named = EventFollower(FollowerName(literal: "a.b-c_9"), acknowledged: EventSequence(2), seen: .at(3))
    let unnamed = EventFollower(nil, acknowledged: EventSequence(0), seen: .at(4))
    for follower in [named, unnamed] { try store.save(follower, of: .mail) }
    try store.save(named, of: .shell)
    #expect(try store.followers(app: .mail) == [unnamed, named])
    var later = named
    later.acknowledged = EventSequence(9)
    try store.save(later, of: .mail)
    try store.remove(unnamed, of: .mail)
    #expect(try store.followers(app: .mail) == [later])
    try store.forget(.mail)
    #expect(try store.followers(app: .mail).isEmpty)
    #expect(try store.followers(app: .shell) == [named])
  }

  @Test func `Past the limit the oldest events give way to one that says so`() throws {
    let limit = Limits.eventsPerApp
    for time in 0..<(limit + 3) { _ = try store.append(event(Int64(time)), app: .mail) }
    let kept = try store.events(app: .mail, after: EventSequence(0), limit: 2 * limit)
    #expect(kept.count == limit)
    #expect(kept.first?.kind == .lost)
    #expect(kept.count { $0.kind == .lost } == 1)
    // Three events and the one replaced by `lost` are gone; `lost` has the sequence of the last of them.
    #expect(kept.map(\.sequence.number) == Array(4...Int64(limit + 3)))
    _ = try store.acknowledge(app: .mail, through: EventSequence(4))
    #expect(try store.events(app: .mail, after: EventSequence(0), limit: 1).first?.kind == .activated)
    _ = try store.append(event(0), app: .mail)
    #expect(try store.events(app: .mail, after: EventSequence(0), limit: 1).first?.kind == .activated)
  }

  @Test func `Apps are remembered with what was chosen and asked`() throws {
    let plain = AppRecord(id: .mail, firstSeen: .at(1))
    var full = AppRecord(id: .literal("org.example.Full"), firstSeen: .at(2))
    for setting in AppSetting.allCases { _ = full.chosen.set(setting, to: setting.words[1]) }
    #expect(AppSetting.allCases.allSatisfy(full.chosen.says))
    full.timed.choose(AppSettings(authorization: .denied, sounds: false), until: .lapse(.at(9)))
    full.timed.choose(AppSettings(previews: .never), until: .moment(.at(8)))
    full.isVerified = true
    full.question = ConsentQuestion(
      purpose: "To tell you.", asked: 2, lastAsked: .at(3), stage: .open)
    full.marketingQuestion = ConsentQuestion(purpose: "To sell.", asked: 1, stage: .held)
    full.explanation = ConsentQuestion(asked: 4, lastAsked: .at(5), stage: .over)
    full.explanation?.end = QuestionEnd(.pressed, at: .at(6))
    #expect(try store.app(.mail) == nil)
    try store.save(plain)
    try store.save(full)
    #expect(try store.app(.mail) == plain)
    #expect(try store.apps() == [full, plain])
    full.question = nil
    try store.save(full)
    #expect(try store.app(full.id) == full)
    full.marketingQuestion = nil
    full.explanation = nil
    full.chosen = AppSettings()
    full.timed = TimedChoices()
    try store.save(full)
    #expect(try store.app(full.id) == full)
  }

  @Test func `Settings of a newer version, and their words, are passed over`() throws {
    try store.save(AppRecord(id: .mail, firstSeen: .at(1)))
    try store.commit()
    let other = try Database(path: scratch.file("bellhop.db"))
    try other.execute("UPDATE apps SET chosen = 'Banners=sometimes;Sounds=false;Flags=red'")
    other.close()
    #expect(try store.app(.mail)?.chosen == AppSettings(sounds: false))
  }

  @Test func `Idle is who has left nothing, and whom nobody decided about`() throws {
    let asks = ConsentQuestion()
    let shown = Shown(handle: BannerHandle(server: "s", id: 1), isHidden: false, hasLockedForm: false)
    func app(_ name: String, _ time: Int64 = 3, _ change: (inout AppRecord) -> Void = { _ in }) throws
      -> AppID
    {
      var app = AppRecord(id: .literal(name), firstSeen: .at(time), question: asks, marketingQuestion: asks)
      change(&app)
      try store.save(app)
      return app.id
    }
    let (second, first) = (try app("second", 2), try app("first", 1))
    _ = try app("chosen") { $0.chosen.summary = false }
    _ = try app("timed") { $0.timed.choose(AppSettings(summary: false), until: .moment(.at(9))) }
    _ = try app("verified") { $0.isVerified = true }
    let (asked, given) = (try app("asked"), try app("handed.over"))
    try store.save(BannerRow(.consent(asked), of: asked, phase: .onScreen(shown)))
    try store.save(
      BannerRow(
        .marketing(given), of: given,
        phase: .handedOver(.question(1), .alert(over: nil), failures: 0, then: nil)))
    try store.save(
      BannerRow(
        .consent(first), of: first, phase: .waiting(.question(2), .alert(over: nil), failures: 0)))
    _ = try store.append(event(1), app: try app("told"))
    _ = try store.insert(record(NotificationRequest(app: try app("posted"))))
    try store.replaceCategories(of: try app("registered"), with: [Category(id: .literal("c"))])
    #expect(try store.idleApps(limit: 9) == [first, second])
    #expect(try store.idleApps(limit: 1) == [first])
    try store.forget(first)
    #expect(try store.app(first) == nil)
    #expect(try store.banner(.consent(first), of: first) == nil)
    #expect(try store.idleApps(limit: 9) == [second])
  }

  @Test func `Of an app's rating prompts the newest are kept, and whether one was engaged with since`() throws
  {
    #expect(try store.ratingHistory(of: .mail) == RatingHistory())
    try store.keepEngagement(with: .mail)
    for time in 1...5 { try store.keepRatingPrompt(of: .mail, at: .at(Int64(time))) }
    try store.keepRatingPrompt(of: .shell, at: .at(9))
    #expect(try store.ratingHistory(of: .mail) == RatingHistory(prompts: [.at(5), .at(4), .at(3)]))
    try store.keepEngagement(with: .mail)
    #expect(try store.ratingHistory(of: .mail).hasEngaged)
    #expect(try !store.ratingHistory(of: .shell).hasEngaged)
    try store.keepRatingPrompt(of: .mail, at: .at(6))
    #expect(try !store.ratingHistory(of: .mail).hasEngaged)
    try store.commit()
    _ = try store.prune(before: .at(1_000_000), but: [:], rows: 0, limit: 500)
    #expect(try store.ratingHistory(of: .mail).prompts.count == RatingHistory.most)
  }

  @Test func `A rating prompt gets another time, and nobody has engaged with it yet`() throws {
    for time in [10, 20] { try store.keepRatingPrompt(of: .mail, at: .at(Int64(time))) }
    try store.keepEngagement(with: .mail)
    #expect(try store.moveRatingPrompt(of: .mail, notAfter: .at(25), to: .at(30)))
    #expect(try store.ratingHistory(of: .mail) == RatingHistory(prompts: [.at(30), .at(10)]))
    #expect(try store.moveRatingPrompt(of: .mail, notAfter: .at(15), to: .at(12)))
    #expect(try store.ratingHistory(of: .mail).prompts == [.at(30), .at(12)])
    #expect(try !store.moveRatingPrompt(of: .mail, notAfter: .at(5), to: .at(40)))
    #expect(try !store.moveRatingPrompt(of: .shell, notAfter: .at(50), to: .at(60)))
    try store.commit()
    #expect(try store.ratingHistory(of: .mail).prompts == [.at(30), .at(12)])
  }

  @Test func `Categories are replaced as a whole`() throws {
    let rich = Category(
      id: .literal("z"), kind: .message, actions: [Action(id: .literal("reply"), title: "Reply")],
      hiddenPreviewBody: "%u", hiddenPreviewShowsTitle: true, hiddenPreviewShowsSubtitle: true,
      summaryFormat: "%u more", reportsDismissal: false)
    let plain = Category(id: .literal("a"))
    try store.replaceCategories(of: .mail, with: [rich, plain])
    try store.replaceCategories(of: .shell, with: [plain])
    #expect(try store.category(plain.id, of: .mail) == plain)
    #expect(try store.category(rich.id, of: .mail) == rich)
    #expect(try store.category(rich.id, of: .shell) == nil)
    try store.replaceCategories(of: .mail, with: [])
    #expect(try store.category(plain.id, of: .mail) == nil)
    #expect(try store.category(plain.id, of: .shell) == plain)
  }

  @Test func `A switch is what it was last set to`() throws {
    #expect(try store.value("locked") == nil)
    try store.set("locked", to: "a")
    try store.set("locked", to: "b")
    #expect(try store.value("locked") == "b")
    try store.set("locked", to: nil)
    #expect(try store.value("locked") == nil)
  }
}
