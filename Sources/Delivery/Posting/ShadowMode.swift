import Guidelines
package import NotificationModel
package import Wording

// Shadow mode: posts of other programs to another server are judged as if they had been posted here.
//
// Invariant: shadow mode changes no list, count or banner, nor the judgement of any post to Bellhop.

extension DeliveryEngine {
  /// The mode of the desktop's own notification interface.
  package var frontMode: FrontMode { preferences.frontMode }

  /// The configured policy, with the mode in force.
  package var frontPolicy: FrontPolicy {
    var policy = preferences.policy.front
    policy.mode = frontMode
    return policy
  }

  package var limits: RateLimits { preferences.policy.limits }

  package func setFrontMode(_ mode: FrontMode) throws(Refusal) {
    try call(inMemory: true) { try preferences.setFrontMode(mode) }
  }

  /// Judges and stores an observed post. While storing fails, posts are dropped: one that cannot be stored would spoil
  /// the transaction of others.
  package func shadow(_ post: ShadowPost, now: Moment) throws(Refusal) {
    guard health.fault == nil, health.spoiled == nil else { return shadowDropped(1) }
    try call(at: now) {
      guard frontMode == .shadow else { return }
      var post = post
      post.request = PlainText.cleaned(post.request)
      guard RequestFault.first(in: post.request) == nil else { return shadowDropped(1) }
      let app = try apps.app(post.request.app, now)
      let settings = apps.settings(of: app, for: post.request)
      var notification = ShadowNotification(
        app: app.id, isVouchedFor: post.isVouchedFor, time: now.wall, title: post.request.title,
        body: post.request.body)
      notification.claimedName = post.request.origin.desktop?.claimedName
      if !Consent.isDenied(settings) {
        try judge(post, settings, &notification, now)
      }
      try store.insert(notification)
      shadowHistory.noteStored()
    }
  }

  /// The server has closed the notification with this number, or its app has withdrawn it.
  package func shadowClosed(_ number: UInt32) { shadowHistory.closed(number) }

  /// Another notification server, or none, has the name.
  package func shadowServerChanged() { shadowHistory.closedAll() }

  /// This many posts passed unobserved.
  package func shadowDropped(_ count: Int) { tally.drop(count) }

  /// Outside shadow mode, forgets everything about observed posts that is not stored.
  func forgetUnlessShadowing() {
    if frontMode != .shadow, !shadowHistory.isEmpty { forgetShadowHistory() }
  }

  func forgetShadowHistory() { shadowHistory.forget() }

  /// Removes old observed notifications and those beyond the newest, a batch at a time: once an hour, and after every
  /// `often` new ones.
  func pruneShadowNotifications(before time: Timestamp, isDue: Bool, limit: Int) throws {
    guard isDue || shadowHistory.isPruneDue else { return }
    let gone = try store.removeShadowNotifications(
      before: time, rows: preferences.policy.limits.historyRows, limit: limit)
    if gone > 0 { health.erased() }
    shadowHistory.wasPruned(leavesMore: gone == limit)
  }

  private func judge(
    _ post: ShadowPost, _ settings: EffectiveSettings, _ notification: inout ShadowNotification,
    _ now: Moment
  ) throws {
    var request = post.request
    let existing = shadowHistory.existing(for: post, now: now.uptime)
    let situation = try situations.situation(
      for: &request, .shadow(pace: shadowHistory.pace), settings,
      existing: existing, now)
    let judgement = Guidelines.judge(request, in: situation)
    if judgement.alert == .now {
      let lane = AlertLane(of: request, level: judgement.level, in: situation)
      shadowHistory.alerted(request.payer, lane, preferences.policy.limits, now: now.uptime)
    }
    shadowHistory.note(
      post,
      NotificationRecord(
        request: request, state: .delivered, outcome: judgement.outcome, posted: now.wall, unread: true),
      now: now.uptime)
    notification.outcome = judgement.outcome
    // A replacement by the app itself would be one without Bellhop, too.
    notification.isMerged = judgement.folding != .none && !post.replaces
    notification.isTooFast = judgement.joinsSummary
    notification.isHidden = HiddenPreviews.areHidden(
      request, previews: settings.previews, locked: attention.isLocked)
    notification.decisions = judgement.decisions
    if notification.isHidden {
      notification.decisions.append(
        HiddenPreviews.form(
          of: request, settings: settings, locked: attention.isLocked, by: situation.lockHolders))
    }
  }
}

/// Recently observed posts, by which later ones are judged, and the pace of each app's alerts. Lost with the process,
/// and with the end of shadow mode.
final class ShadowHistory {
  private static let most = 256
  /// A banner whose closing is never reported counts as closed after this time, in milliseconds.
  private static let longestUp: Int64 = 600_000

  private struct Seen {
    var record: NotificationRecord
    /// The server's number for it, which may differ from the app's name for it.
    var number: UInt32?
    var since: Uptime

    func isUp(at now: Uptime) -> Bool {
      now < since.advanced(byMilliseconds: ShadowHistory.longestUp)
    }

    /// Whether they have the same number, or the same identifier by their app.
    func hasName(of post: ShadowPost) -> Bool {
      guard record.request.app == post.request.app else { return false }
      return number != nil && number == post.number
        || post.request.identifier != nil && record.request.identifier == post.request.identifier
    }
  }

  @Transacted private(set) var pace: AlertPace
  @Transacted private var seen: [Seen]
  /// How many were stored since the last pruning.
  @Transacted private var sincePrune: Int

  init(in transaction: Transaction) {
    _pace = Transacted(AlertPace(), in: transaction)
    _seen = Transacted([], in: transaction)
    _sincePrune = Transacted(0, in: transaction)
  }

  var isEmpty: Bool { seen.isEmpty }

  private static let often = 256
  var isPruneDue: Bool { sincePrune >= Self.often }
  func noteStored() { sincePrune += 1 }
  func wasPruned(leavesMore: Bool) { sincePrune = leavesMore ? Self.often : 0 }

  func forget() {
    seen = []
    pace = AlertPace()
  }

  func forget(_ app: AppID) { seen.removeAll { $0.record.request.app == app } }

  func alerted(_ payer: Payer, _ lane: AlertLane, _ limits: RateLimits, now: Uptime) {
    pace.alerted(payer, lane, limits, now: now)
  }

  /// The earlier post that this one replaces or repeats: the one with its number or identifier, else one with the same
  /// content.
  func existing(for post: ShadowPost, now: Uptime) -> NotificationRecord? {
    let up = seen.filter { $0.record.request.app == post.request.app && $0.isUp(at: now) }
    if let named = up.last(where: { $0.hasName(of: post) }) { return named.record }
    // Two messages "ok" are two messages.
    guard post.request.kind != .message else { return nil }
    return up.last { seen in
      Duplicates.hasSameContent(seen.record.request, post.request)
        && Self.isDuplicate(seen.record.request, post.request)
    }?.record
  }

  /// The posters are compared if both are known. A short-lived program may end before it has been looked up, because an
  /// observer cannot delay the server's answer as the front does.
  private static func isDuplicate(_ one: NotificationRequest, _ other: NotificationRequest) -> Bool {
    let isPosterKnown = one.origin.desktop?.poster != nil && other.origin.desktop?.poster != nil
    return one.isDuplicate(of: other) || !isPosterKnown && one.actions == other.actions
  }

  func note(_ post: ShadowPost, _ record: NotificationRecord, now: Uptime) {
    seen.removeAll { !$0.isUp(at: now) || $0.hasName(of: post) }
    if seen.count >= Self.most { seen.removeFirst() }
    seen.append(Seen(record: record, number: post.number, since: now))
  }

  /// The server has closed the notification with this number, or its app has withdrawn it.
  func closed(_ number: UInt32) { seen.removeAll { $0.number == number } }

  /// The server is gone, and its banners with it.
  func closedAll() { seen = [] }
}

// Reports about observed notifications. A name that is only claimed may say anything, so it is not told while the
// screen is locked, and neither are texts.

/// The state of shadow mode.
package struct FrontStatus: Hashable, Sendable {
  package var mode: FrontMode
  /// Why posts cannot be observed; `nil` if they can, or in another mode.
  package var fault: String?
  /// The number of stored notifications.
  package var watched: Int
  /// The number of posts that passed unobserved since the start, or since everything was forgotten.
  package var dropped: Int
}

extension DeliveryEngine {
  package func front(_ wording: Wording = .english) throws(Refusal) -> FrontStatus {
    try query {
      FrontStatus(
        mode: frontMode, fault: frontMode == .shadow ? diagnosis.fault(of: .front, wording) : nil,
        watched: try store.shadowCount(app: nil), dropped: tally.dropped)
    }
  }

  /// The rules for the desktop's own interface, and the file that has locked them.
  package var frontTerms: FrontReport {
    var report = FrontReport(mode: frontMode.rawValue)
    report.lockedBy = preferences.policy.frontLockedBy
    report.store = preferences.policy.front.store
    report.keepDays = preferences.policy.keepDays
    return report
  }

  /// The counts by app, the most posts first.
  package func shadowApps() throws(Refusal) -> [ShadowApp] {
    try query {
      let watched = try store.shadowApps(limit: Limits.shadowApps)
      let shown = attention.isLocked ? ShadowApp.withoutClaims(watched) : watched
      return shown.map { app in
        var app = app
        app.name = apps.name(of: app.app, claiming: app.name)
        return app
      }
    }
  }

  /// The observed notifications, newest first. `texts`: with their texts, except while the screen is locked.
  package func shadowNotifications(
    app: AppID?, before id: Int64?, limit: Int, texts: Bool = true, told: Wording
  )
    throws(Refusal) -> [ShadowEntry]
  {
    try query {
      let areTextsTold = texts && !attention.isLocked
      return try store.shadowNotifications(app: app, before: id, limit: limit).map { watched in
        let isNameHidden = attention.isLocked && !watched.isVouchedFor
        let decisions =
          isNameHidden ? watched.decisions.map { $0.withoutName(watched.app.text) } : watched.decisions
        return ShadowEntry(
          id: watched.id, app: isNameHidden ? .unknown : watched.app, time: watched.time,
          outcome: watched.outcome?.rawValue ?? ShadowEntry.denied,
          title: areTextsTold ? watched.title : nil, body: areTextsTold ? watched.body : nil,
          decisions: decisions.map { told.decision($0, at: watched.time, in: timing.zones.local) })
      }
    }
  }

  /// Forgets all observed notifications; returns how many there were.
  package func forgetShadowNotifications() throws(Refusal) -> Int {
    try call {
      let gone = try store.forgetShadowNotifications(app: nil, limit: .max)
      forgetShadowHistory()
      tally.forgetDropped()
      if gone > 0 { health.erased() }
      return gone
    }
  }
}

extension ShadowApp {
  /// Counts all apps whose names are only claimed as one.
  fileprivate static func withoutClaims(_ apps: [ShadowApp]) -> [ShadowApp] {
    let claimed = apps.filter { !$0.isVouchedFor }
    guard var sum = claimed.first else { return apps }
    (sum.app, sum.name) = (.unknown, AppID.unknown.text)
    for app in claimed.dropFirst() { sum.add(app) }
    let place = apps.filter { $0.isVouchedFor && $0.posted >= sum.posted }.count
    var shown = apps.filter(\.isVouchedFor)
    shown.insert(sum, at: place)
    return shown
  }

  private mutating func add(_ other: ShadowApp) {
    posted += other.posted
    merged += other.merged
    held += other.held
    hidden += other.hidden
    quiet += other.quiet
    tooFast += other.tooFast
    awaitingConsent += other.awaitingConsent
    denied += other.denied
    since = min(since, other.since)
  }
}
