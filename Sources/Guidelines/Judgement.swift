package import NotificationModel

/// What the guidelines make of a request, one after the other.
///
/// Invariant: the first to settle the outcome wins, and the alert only ever grows weaker, so the order of
/// the guidelines is the whole of their precedence.
package struct Judgement: Hashable, Sendable {
  /// Whether, and when, the person's attention is asked for. Weaker ones compare greater.
  package enum Alert: Int, Comparable, Sendable {
    case now
    /// Once what holds it is over.
    case later
    /// What is on screen changes its text; nothing new is shown.
    case inPlace
    case never
    package static func < (a: Alert, b: Alert) -> Bool { a.rawValue < b.rawValue }
  }

  /// How the entry stands in the list.
  package enum Listing: Sendable {
    case unread
    /// The person is looking at it already.
    case read
    /// Not yet: it waits for consent or for its time.
    case later
  }

  /// What happens to the entry about the same thing.
  package enum Folding: Hashable, Sendable {
    case none
    /// Nothing new: one more of the same.
    case coalesced(into: NotificationID)
    case replaces(NotificationID)
  }

  package private(set) var outcome: Outcome = .presented
  private var isSettled = false
  package private(set) var alert: Alert = .now
  package var listing: Listing = .unread
  package var folding: Folding = .none
  /// What the request's level amounts to here.
  package var level: InterruptionLevel = .active
  /// Names of the guidelines that hold it, and when the last of them lets go; `nil` while one of them has no end.
  private var holders: [String] = []
  private var holdEnds: Timestamp?
  /// The kind that has it break through what the person alone has asked for, whatever its level.
  package internal(set) var rings: Kind?
  /// What makes it break through, as its explanation calls that; `nil` where nothing does.
  var urgency: String? { level.isUrgent ? level.rawValue : rings?.rawValue }
  /// Urgent enough for something that holds others.
  package private(set) var breaksThrough = false
  /// When it becomes urgent enough to break through whatever holds it.
  var urgentFrom: Timestamp?
  /// What holds it, if that ends of its own accord or by the person's hand, rather than with a missing server.
  package var hold: Hold? {
    holders.isEmpty ? nil : Hold(by: holders, until: [holdEnds, urgentFrom].compactMap { $0 }.min())
  }
  /// One banner is to speak for it and others.
  package var joinsSummary = false
  /// The app, which is in front, is left to present it itself.
  package var isLeftToApp = false
  /// The summary that it waits for.
  package var summary: Timestamp?
  /// Whether its alert, if there is one, leaves the app's rate as it is.
  package private(set) var isForFree = false
  /// Asks for attention without a sound.
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

  /// Its alert counts for nothing in the app's rate.
  package mutating func costNothing() { isForFree = true }

  /// Nothing else stands in the way of the alert: it is to come now, or is held already by something that may end
  /// earlier.
  package var canBeHeld: Bool { alert == .now || (alert == .later && !holders.isEmpty) }

  /// The alert waits for a release: the latest of all that hold it. `end`: `nil` where nobody knows it.
  package mutating func hold(
    by guideline: any HoldingGuideline.Type, until end: Timestamp?, _ key: Reason.Key,
    _ arguments: Reason.Argument...
  ) {
    conclude(.held)
    weaken(to: .later)
    holdEnds = holders.isEmpty ? end : holdEnds.flatMap { known in end.map { max(known, $0) } }
    holders.append(guideline.name)
    record(guideline.name, .held, Reason(key, arguments))
  }

  /// It is too urgent to be held.
  package mutating func breakThrough(
    _ guideline: any HoldingGuideline.Type, _ key: Reason.Key, _ arguments: Reason.Argument...
  ) {
    breaksThrough = true
    record(guideline.name, .presented, Reason(key, arguments))
  }

  /// One more of what is there already.
  package var isRepeat: Bool {
    if case .coalesced = folding { true } else { false }
  }

  /// Nothing changes for the alert of the entry it is folded into: a held one stays held.
  package var keepsAlert: Bool {
    isRepeat || alert == .inPlace
  }

  /// Whether it shows no more than how far something has come that goes on: at every step it would stand before all
  /// others. Its end does.
  package func isUnderWay(_ request: NotificationRequest, after earlier: NotificationRequest) -> Bool {
    (alert == .inPlace || alert == .never) && earlier.progress != nil && (request.progress ?? 100) < 100
  }

  package mutating func record(
    _ guideline: String, _ effect: Effect, _ key: Reason.Key, _ arguments: Reason.Argument...
  ) {
    record(guideline, effect, Reason(key, arguments))
  }

  package mutating func record(_ guideline: String, _ effect: Effect, _ reason: Reason) {
    decisions.append(Ruling(guideline, effect, reason))
  }
}

/// One guideline: a pure function of the request and the situation.
package protocol Guideline: SendableMetatype {
  /// Its name in decisions. Stable: scripts compare it.
  static var name: String { get }
  static func judge(_ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement)
}

/// A guideline that can make an alert wait.
package protocol HoldingGuideline: Guideline {
  /// What it means for a notification that this holds it no longer: a sentence without arguments.
  static func end(for record: NotificationRecord) -> Reason.Key
  /// The cause for which the person misses an alert held by this guideline; `nil` if the person has put the alert off.
  static var missed: Missed.Cause? { get }
}

/// The guidelines in the order in which they judge.
package enum Guidelines {
  /// Those that hold an alert until something is over.
  private static let holding: [any HoldingGuideline.Type] = [
    DoNotDisturbHold.self, InhibitHold.self, QuietHours.self, ScheduledSummary.self, LockHold.self,
  ]

  private static let atPost: [any Guideline.Type] =
    [
      ImageNames.self, Levels.self, FiredReminder.self, MarketingConsent.self, RatingPrompts.self,
      Ringing.self,
      Consent.self, Schedule.self, Duplicates.self, ForegroundSuppression.self, QuietDelivery.self,
      DismissedDuplicates.self,
    ] + holding + [
      AlertRate.self, SummaryToCome.self, ServerReachability.self, IncomingCalls.self, DefaultOutcome.self,
    ]

  private static let atShowing: [any Guideline.Type] =
    [
      Levels.self, MarketingConsent.self, RatingPrompts.self, Ringing.self, Consent.self,
      ForegroundSuppression.self, QuietDelivery.self,
    ] + holding + [DefaultOutcome.self]

  /// A new request, past the refusals (`ActionLimit`, `Consent.isDenied`, quotas).
  package static func judge(_ request: NotificationRequest, in situation: Situation) -> Judgement {
    apply(atPost, to: request, in: situation)
  }

  /// One that was held or waited in the queue, at the moment of showing: what it is has been settled, only
  /// whether it may be seen now has not.
  package static func judgeAgain(_ request: NotificationRequest, in situation: Situation) -> Judgement {
    apply(atShowing, to: request, in: situation)
  }

  /// Why one that was held is released. `judgement`: how it stands now.
  package static func release(of record: NotificationRecord, _ judgement: Judgement) -> Ruling {
    if judgement.level == .timeSensitive, judgement.breaksThrough { return Levels.nearEnough }
    let names = record.hold?.guidelines ?? []
    let over = (holding + [SummaryToCome.self]).filter { names.contains($0.name) }
    guard let first = over.first else {
      return Ruling(DoNotDisturbHold.name, .released, .nothingHolds)
    }
    return Ruling(first.name, .released, Reason(joining: over.map { $0.end(for: record) }))
  }

  /// Why the person misses a notification with this hold; `nil` if they do not miss it.
  package static func missed(by hold: Hold?) -> Missed? {
    guard let hold else { return nil }
    return holding.first { $0.missed != nil && hold.guidelines.contains($0.name) }?.missed.map { Missed($0) }
  }

  /// One that asks for attention now, at this level: whether it may sound.
  package static func judgeSound(
    _ request: NotificationRequest, level: InterruptionLevel, in situation: Situation
  ) -> Judgement {
    var judgement = Judgement()
    judgement.level = level
    SoundMute.judge(request, in: situation, &judgement)
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
