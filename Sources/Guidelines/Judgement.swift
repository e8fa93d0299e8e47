package import NotificationModel

/// The result of the guidelines, which are applied to a request one after the other.
///
/// Invariant: the first guideline to settle the outcome wins, and the alert only grows weaker. So the order of the
/// guidelines is their precedence.
package struct Judgement: Hashable, Sendable {
  /// Whether and when the notification asks for the person's attention. A weaker alert compares greater.
  package enum Alert: Int, Comparable, Sendable {
    case now
    /// When the hold on it ends.
    case later
    /// The banner on screen changes its text; no new one is shown.
    case inPlace
    case never
    package static func < (a: Alert, b: Alert) -> Bool { a.rawValue < b.rawValue }
  }

  /// How the entry stands in the list of notifications.
  package enum Listing: Sendable {
    case unread
    /// The person is looking at the content already.
    case read
    /// Not listed yet: it waits for consent or for its time.
    case later
    /// As the existing entry stands: put off, read or dismissed.
    case asItWas
  }

  /// The effect on the existing duplicate.
  package enum Folding: Hashable, Sendable {
    case none
    /// Adds nothing new: counted as a repeat of the existing entry.
    case coalesced(into: NotificationID)
    /// The same once more, with an alert: counted as a repeat, too.
    case again(NotificationID)
    case replaces(NotificationID)
  }

  package private(set) var outcome: Outcome = .presented
  private var isSettled = false
  package private(set) var alert: Alert = .now
  package var listing: Listing = .unread
  package var folding: Folding = .none
  /// The level that the request is granted.
  package var level: InterruptionLevel = .active
  /// The names of the guidelines that hold the alert, and the end of the last hold; `nil` if one of them has no known
  /// end.
  private var holders: [String] = []
  private var holdEnds: Timestamp?
  /// The kind (alarm or call) that makes the alert break through the person's own quiet, at any level.
  package internal(set) var rings: Kind?
  /// The name of the level or kind that makes the alert break through; `nil` if it does not.
  var urgency: String? { level.isUrgent ? level.rawValue : rings?.rawValue }
  /// The names of the guidelines that hold others, and that the alert comes through.
  private var passed: Set<String> = []
  /// Whether the alert comes through a guideline that holds others.
  package var breaksThrough: Bool { !passed.isEmpty }
  fileprivate var passesQuiet: Bool { QuietKind.allCases.contains { passed.contains($0.guideline) } }
  /// Why the person lets the alert through their own quiet; `nil` if they do not.
  var letIn: Reason?
  /// Whether the person lets nothing of the app through, not even what is urgent.
  var isKeptBack = false
  /// When the alert becomes urgent enough to break through every hold.
  var urgentFrom: Timestamp?
  /// The hold on the alert, if the hold ends by time or by the person. A missing server is no such hold.
  package var hold: Hold? {
    holders.isEmpty ? nil : Hold(by: holders, until: [holdEnds, urgentFrom].compactMap { $0 }.min())
  }
  /// Whether one banner speaks for this notification and others.
  package var joinsSummary = false
  /// Whether the app is in the foreground and presents the notification itself.
  package var isLeftToApp = false
  /// The sound of an alarm or a call that is left to its app in the foreground; `nil` if it makes none there: only what
  /// would alert from the background.
  package fileprivate(set) var soundInFront: SoundInFront?

  package struct SoundInFront: Hashable, Sendable {
    package let isExemptFromRate: Bool
    package let breaksThrough: Bool
  }
  /// The time of the summary that the alert waits for.
  package var summary: Timestamp?
  /// Whether the alert is not charged to the app's rate.
  package private(set) var isExemptFromRate = false
  /// Whether the alert makes no sound.
  package private(set) var isSilent = false
  package private(set) var decisions: [Ruling] = []

  package init() {}

  /// Only the first call has an effect.
  package mutating func conclude(_ outcome: Outcome) {
    guard !isSettled else { return }
    isSettled = true
    self.outcome = outcome
  }

  package mutating func weaken(to alert: Alert) { self.alert = max(self.alert, alert) }

  package mutating func silence() { isSilent = true }

  /// The alert is not charged to the app's rate.
  package mutating func exemptFromRate() { isExemptFromRate = true }

  /// Whether only holds can delay the alert: it is to come now, or is held already and another hold may end later.
  package var canBeHeld: Bool { alert == .now || (alert == .later && !holders.isEmpty) }

  /// The alert waits for the end of the last of its holds. `end`: `nil` if the end is not known.
  package mutating func hold(by guideline: String, until end: Timestamp?, _ reason: Reason) {
    conclude(.held)
    weaken(to: .later)
    holdEnds = holders.isEmpty ? end : holdEnds.flatMap { known in end.map { max(known, $0) } }
    holders.append(guideline)
    record(guideline, .held, reason)
  }

  /// The alert is too urgent to be held by the guideline.
  package mutating func breakThrough(_ guideline: String, _ reason: Reason) {
    passed.insert(guideline)
    record(guideline, .presented, reason)
  }

  /// Whether the request is one more repeat of an existing entry, and adds nothing new.
  package var isRepeat: Bool {
    if case .coalesced = folding { true } else { false }
  }

  /// Whether a hold on the existing entry is judged anew.
  var isHeldAnew = false

  /// Whether the alert of the existing entry stays as it is; a held one stays held.
  package var keepsAlert: Bool {
    !isHeldAnew && (isRepeat || alert == .inPlace)
  }

  /// Whether the request only updates the progress of unfinished work. Such an update does not move the entry to the
  /// top of the list, but the end of the work does.
  package func isUnderWay(_ request: NotificationRequest, after earlier: NotificationRequest) -> Bool {
    (alert == .inPlace || alert == .never) && earlier.progress != nil && (request.progress ?? 100) < 100
  }

  package mutating func record(
    _ guideline: String, _ effect: Effect, _ key: Reason.Key, _ arguments: Reason.Argument...
  ) {
    record(guideline, effect, Reason(key, arguments))
  }

  package mutating func record(_ guideline: String, _ effect: Effect, _ reason: Reason) {
    record(Ruling(guideline, effect, reason))
  }

  package mutating func record(_ ruling: Ruling) { decisions.append(ruling) }
}

/// A guideline: a pure function of the request and the situation. Its name in decisions, `name`, never changes, because
/// scripts compare it.
package protocol Guideline: SendableMetatype {
  static func judge(_ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement)
}

/// A guideline besides quiet that can make an alert wait.
package protocol HoldingGuideline: Guideline {
  static var name: String { get }
  /// The reason given at the end of the hold: a sentence without arguments.
  static func end(for record: NotificationRecord) -> Reason.Key
}

/// The guidelines, in the order in which they are applied.
package enum Guidelines {
  /// The guidelines that hold an alert until some condition ends.
  private static let holding: [any Guideline.Type] = [
    LettingThrough.self, QuietHold.self, ScheduledSummary.self, LockHold.self, RatingPause.self,
  ]

  private static let atPost: [any Guideline.Type] =
    [
      ImageNames.self, Levels.self, FiredReminder.self, MarketingConsent.self, RatingPrompts.self,
      Ringing.self,
      Consent.self, Schedule.self, DismissedDuplicates.self, Duplicates.self, ForegroundSuppression.self,
      QuietDelivery.self,
    ] + holding + [
      AlertRate.self, SummaryToCome.self, ServerReachability.self, IncomingCalls.self, DefaultOutcome.self,
    ]

  private static let atShowing: [any Guideline.Type] =
    [
      Levels.self, MarketingConsent.self, RatingPrompts.self, Ringing.self, Consent.self,
      ForegroundSuppression.self, QuietDelivery.self,
    ] + holding + [DefaultOutcome.self]

  /// Judges a new request that no refusal (`ActionLimit`, `Consent.isDenied`, quotas) has stopped.
  package static func judge(_ request: NotificationRequest, in situation: Situation) -> Judgement {
    judged(request, in: situation, by: atPost)
  }

  /// Judges, at the moment of showing, a notification that was held or waited in the queue. Its content is settled;
  /// only whether it may be seen now is open.
  package static func judgeAgain(_ request: NotificationRequest, in situation: Situation) -> Judgement {
    judged(request, in: situation, by: atShowing)
  }

  private static func judged(
    _ request: NotificationRequest, in situation: Situation, by guidelines: [any Guideline.Type]
  ) -> Judgement {
    var judgement = apply(guidelines, to: request, in: situation)
    guard judgement.isLeftToApp, request.callsUntilAnswered else { return judgement }
    var behind = situation
    behind.foreground = .background
    let there = apply(guidelines, to: request, in: behind)
    guard there.alert == .now else { return judgement }
    judgement.soundInFront = Judgement.SoundInFront(
      isExemptFromRate: there.isExemptFromRate, breaksThrough: there.breaksThrough)
    return judgement
  }

  /// Why a held notification is released. `judgement`: the one made now.
  package static func release(
    of record: NotificationRecord, _ judgement: Judgement, now: Timestamp
  ) -> Ruling {
    let isDue = record.hold?.until.map { $0 <= now } ?? false
    if judgement.level == .timeSensitive, judgement.breaksThrough, isDue { return Levels.nearEnough }
    if judgement.passesQuiet, let urgency = judgement.urgency {
      return Ruling(LettingThrough.name, .released, .urgentComesThrough, .name(urgency))
    }
    if judgement.passesQuiet, let cause = judgement.letIn {
      return Ruling(LettingThrough.name, .released, Reason(.comesThroughNow, .reason(cause)))
    }
    let names = record.hold?.guidelines ?? []
    let others: [any HoldingGuideline.Type] = [
      ScheduledSummary.self, LockHold.self, RatingPause.self, SummaryToCome.self,
    ]
    let ends =
      QuietKind.allCases.map { Ruling($0.guideline, .released, Reason($0, .isOver)) }
      + others.map { Ruling($0.name, .released, $0.end(for: record)) }
    let over = ends.filter { names.contains($0.guideline) }
    guard let first = over.first else {
      return Ruling(QuietKind.doNotDisturb.guideline, .released, .nothingHolds)
    }
    return Ruling(first.guideline, .released, Reason(joining: over.map(\.reason)))
  }

  /// Why the person misses a notification with this hold; `nil` if they do not miss it.
  package static func missed(by hold: Hold?) -> Missed? {
    guard let names = hold?.guidelines else { return nil }
    if let kind = QuietKind.allCases.first(where: { names.contains($0.guideline) }) {
      return Missed(.quiet(kind))
    }
    return names.contains(LockHold.name) ? Missed(.locked) : nil
  }

  /// Judges whether an alert that comes now, at this level, may sound.
  package static func judgeSound(
    _ request: NotificationRequest, level: InterruptionLevel, in situation: Situation
  ) -> Judgement {
    var judgement = Judgement()
    judgement.level = level
    SoundMute.judge(request, in: situation, &judgement)
    ForegroundSuppression.judgeSound(request, in: situation, &judgement)
    SoundRate.judge(request, in: situation, &judgement)
    return judgement
  }

  private static func apply(
    _ guidelines: [any Guideline.Type], to request: NotificationRequest, in situation: Situation
  ) -> Judgement {
    var judgement = Judgement()
    for guideline in guidelines { guideline.judge(request, in: situation, &judgement) }
    return judgement
  }
}
