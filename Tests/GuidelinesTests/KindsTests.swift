import Guidelines
import NotificationModel
import Testing

/// The kinds that have a rule of their own, as tables.
@Suite("Kinds")
struct KindsTests {
  private static let day: Int64 = 86_400

  private func at(_ days: Int64) -> Timestamp { noon.advanced(bySeconds: days * Self.day) }

  struct Prompt: Sendable {
    /// Days at which earlier ones were accepted, the newest first.
    let earlier: [Int64]
    var hasEngaged = true
    var hasBeenUsed = true
    /// The day on which the person pressed one.
    var rated: Int64?
    var isSwitchedOn = true
    let day: Int64
    let quota: String?
    var until: Int64?
  }

  @Test(
    "rating prompts: three in a year, two weeks apart, never in the first, after engagement, and if wanted",
    arguments: [
      Prompt(earlier: [], day: 0, quota: "ratings.firstUse", until: 7),
      Prompt(earlier: [], day: 6, quota: "ratings.firstUse", until: 7),
      Prompt(earlier: [], day: 7, quota: nil),
      Prompt(earlier: [], hasBeenUsed: false, day: 300, quota: "ratings.engagement"),
      Prompt(earlier: [10], rated: 11, day: 60, quota: "ratings.given", until: 376),
      Prompt(earlier: [10], rated: 11, day: 376, quota: nil),
      Prompt(earlier: [], rated: 11, day: 60, quota: "ratings.given", until: 376),
      Prompt(earlier: [], isSwitchedOn: false, day: 7, quota: "ratings.off"),
      Prompt(earlier: [10], day: 23, quota: "ratings.spacing", until: 24),
      Prompt(earlier: [10], day: 24, quota: nil),
      Prompt(earlier: [10], hasEngaged: false, day: 300, quota: "ratings.engagement"),
      Prompt(earlier: [30, 10], day: 60, quota: nil),
      Prompt(earlier: [60, 30, 10], day: 374, quota: "ratings.year", until: 375),
      Prompt(earlier: [60, 30, 10], day: 375, quota: nil),
      Prompt(earlier: [370, 30, 10], day: 376, quota: "ratings.spacing", until: 384),
      // The clock went back.
      Prompt(earlier: [100], day: 50, quota: "ratings.spacing", until: 114),
      Prompt(earlier: [], day: -5, quota: "ratings.firstUse", until: 7),
    ])
  func ratings(_ prompt: Prompt) {
    let history = RatingHistory(prompts: prompt.earlier.map(at), hasEngaged: prompt.hasEngaged)
    let excess = RatingPrompts.excess(
      history, firstSeen: noon, hasBeenUsed: prompt.hasBeenUsed, rated: prompt.rated.map(at),
      isSwitchedOn: prompt.isSwitchedOn, at: at(prompt.day))
    #expect(excess?.quota == prompt.quota)
    #expect(excess?.until == prompt.until.map(at))
  }

  struct Case: Sendable {
    let kind: Kind?
    var level = InterruptionLevel.active
    var change: @Sendable (inout Situation) -> Void = { _ in }
    let outcome: Outcome
    var expected = InterruptionLevel.active
    let guidelines: [String]
  }

  private static let evening = ClockMoment(noon.advanced(bySeconds: 3_600), in: FixedZone.utc)

  private static let granting: @Sendable (inout Situation) -> Void = { $0.settings.critical = true }

  @Test(
    "what a kind changes, and says that it has",
    arguments: [
      Case(kind: .rating, outcome: .presented, guidelines: ["delivery"]),
      Case(
        kind: .rating, level: .critical, change: granting, outcome: .presented, guidelines: ["ratings"]),
      Case(kind: .rating, level: .timeSensitive, outcome: .presented, guidelines: ["ratings"]),
      Case(
        kind: .rating, level: .passive, outcome: .quiet, expected: .passive, guidelines: ["delivery.quiet"]),
      Case(kind: .rating, change: { $0.isLocked = true }, outcome: .held, guidelines: ["focus.locked"]),
      Case(
        kind: .rating, change: { $0.pause = noon.advanced(bySeconds: 60) }, outcome: .held,
        guidelines: ["focus.pause"]),
      Case(kind: .marketing, outcome: .presented, guidelines: ["delivery"]),
      Case(
        kind: .marketing, level: .critical, change: granting, outcome: .presented,
        guidelines: ["consent.marketing"]),
      Case(
        kind: .marketing, level: .timeSensitive, outcome: .presented, guidelines: ["consent.marketing"]),
      Case(kind: .marketing, change: { $0.isLocked = true }, outcome: .held, guidelines: ["focus.locked"]),
      Case(kind: .message, change: { $0.isLocked = true }, outcome: .presented, guidelines: ["delivery"]),
      Case(kind: .call, outcome: .presented, guidelines: ["delivery"]),
      Case(kind: .call, change: { $0.othersWait = true }, outcome: .presented, guidelines: ["calls.first"]),
      Case(
        kind: .call, change: { $0.alertsTooFast = true }, outcome: .presented,
        guidelines: ["alerts.exempt"]),
      Case(
        kind: .call,
        change: {
          $0.alertsTooFast = true
          $0.callsTooFast = true
        }, outcome: .quiet, guidelines: ["alerts.rate"]),
      Case(
        kind: .call,
        change: {
          $0.othersWait = true
          $0.callsTooFast = true
        }, outcome: .presented, guidelines: ["delivery"]),
      Case(
        kind: .message, change: { $0.summaryToCome = .ofTooFast }, outcome: .quiet,
        guidelines: ["alerts.summary"]),
      Case(
        kind: .message, change: { $0.summaryToCome = .ofReleased }, outcome: .held,
        guidelines: ["alerts.summary"]),
      Case(
        kind: .alarm, change: { $0.summaryToCome = .ofReleased }, outcome: .presented,
        guidelines: ["delivery"]),
      Case(
        kind: .call, change: { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) }, outcome: .held,
        guidelines: ["focus.doNotDisturb"]),
      Case(
        kind: .alarm, change: { $0.alertsTooFast = true }, outcome: .presented,
        guidelines: ["alerts.exempt"]),
      Case(
        kind: .reminder, change: { $0.alertsTooFast = true }, outcome: .quiet, guidelines: ["alerts.rate"]),
      Case(
        kind: nil, level: .timeSensitive, change: { $0.alertsTooFast = true }, outcome: .presented,
        expected: .timeSensitive, guidelines: ["alerts.exempt"]),
      Case(
        kind: nil, level: .timeSensitive,
        change: {
          $0.alertsTooFast = true
          $0.urgentTooFast = true
        }, outcome: .quiet, expected: .timeSensitive, guidelines: ["alerts.rate"]),
      Case(
        kind: .alarm, change: { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) }, outcome: .presented,
        guidelines: ["focus.doNotDisturb"]),
      Case(
        kind: .alarm, change: { $0.quiets.append(.hours(until: Self.evening)) }, outcome: .presented,
        guidelines: ["focus.quietHours"]),
      Case(
        kind: .alarm,
        change: {
          $0.quiets.insert(Quiet(.doNotDisturb), at: 0)
          $0.settings.alarms = false
        }, outcome: .held, guidelines: ["urgency.rings", "focus.doNotDisturb"]),
      Case(
        kind: .alarm,
        change: {
          $0.quiets.insert(Quiet(.doNotDisturb), at: 0)
          $0.alarmsTooMany = true
        }, outcome: .held, guidelines: ["urgency.rings", "focus.doNotDisturb"]),
      Case(
        kind: .alarm,
        change: {
          $0.quiets.insert(Quiet(.doNotDisturb), at: 0)
          $0.alarmsTooMany = true
          $0.isDue = true
        }, outcome: .presented, guidelines: ["focus.doNotDisturb"]),
      Case(
        kind: .alarm, level: .passive, change: { $0.quiets.insert(Quiet(.doNotDisturb), at: 0) },
        outcome: .quiet,
        expected: .passive, guidelines: ["delivery.quiet"]),
      Case(
        kind: .call,
        change: {
          $0.quiets.insert(Quiet(.doNotDisturb), at: 0)
          $0.settings.calls = true
        }, outcome: .presented, guidelines: ["focus.doNotDisturb"]),
      Case(
        kind: .call,
        change: {
          $0.quiets.insert(Quiet(.doNotDisturb), at: 0)
          $0.settings.calls = true
          $0.callsTooFast = true
        }, outcome: .held, guidelines: ["focus.doNotDisturb"]),
      Case(
        kind: .alarm, level: .timeSensitive, change: { $0.isAtRelevantDate = true }, outcome: .presented,
        expected: .timeSensitive, guidelines: ["urgency.ownMoment"]),
    ])
  func kinds(_ row: Case) {
    let request = with {
      $0.kind = row.kind
      $0.level = row.level
      $0.relevantDate = noon
    }
    let judgement = Guidelines.judge(request, in: when { row.change(&$0) })
    #expect(judgement.outcome == row.outcome)
    #expect(judgement.level == row.expected)
    #expect(judgement.decisions.map(\.guideline) == row.guidelines)
  }

  @Test("only alarms and reminders have a moment of their own: without a date, or when put off")
  func ownMoment() {
    for kind in Kind.allCases {
      let request = with {
        $0.kind = kind
        $0.trigger = .after(seconds: 60, repeats: false)
      }
      let isOwn = kind == .alarm || kind == .reminder
      #expect((FiredReminder.fired(request, due: noon).relevantDate == noon) == isOwn)
      let dated = with(request) { $0.relevantDate = noon.advanced(bySeconds: 9_000) }
      #expect(FiredReminder.fired(dated, due: noon) == dated)
      #expect((FiredReminder.fired(dated, due: noon, wasSnoozed: true).relevantDate == noon) == isOwn)
    }
  }
}
