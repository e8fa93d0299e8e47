import Guidelines
import NotificationModel
import Records
import Store

/// Why a notification is judged.
enum Occasion {
  /// Posted, to be shown now or with a trigger that fires at `due`. `away`: an assumed absence of the person. `over`:
  /// pending notifications that this post replaces.
  case posted(due: Timestamp?, away: Bool?, over: [NotificationID] = [])
  /// Due: its trigger fires, or the time has come to which the person snoozed it.
  case due(Timestamp, wasSnoozed: Bool)
  /// The person allowed its app.
  case allowed
  /// Judged again while held or queued. `ignoresForeground`: leaves out whether its app is in the foreground, which
  /// counts only at the moment of showing.
  case again(NotificationRecord, ignoresForeground: Bool)
  /// Transient: shown once and not listed. `hasAlerted`: the app's pace already counts its alert.
  case transient(hasAlerted: Bool)
}

/// The stored notifications that a request is a duplicate of or replaces.
struct ExistingEntries {
  /// The newest one with the same standing as the request.
  var entry: NotificationRecord?
  /// Pending single notifications with the request's identifier, which the post replaces. Empty if the post is itself
  /// scheduled.
  var pending: [NotificationRecord] = []
}

extension NotificationRecord {
  /// Scheduled once by its app, snoozed by the person, or waiting for consent.
  fileprivate var isPending: Bool {
    (state == .scheduled || state == .awaitingConsent) && request.trigger?.repeats != true
  }

  /// Whether a notification that waits for consent waits for a time as well.
  fileprivate func isToCome(_ now: Timestamp) -> Bool {
    request.trigger?.repeats == true || due.map { $0 > now } ?? false
  }
}

/// Makes the situation in which a notification is judged, for every occasion, and finds its duplicate.
final class Situations {
  /// How many of the newest entries with the same text are compared; an older one is not found, and the post counts as
  /// new.
  private static let mostAlike = 16

  private let store: SQLiteStore
  private let preferences: Preferences
  private let attention: Attention
  private let apps: Apps
  private let rates: Rates
  private let timing: Timing
  private let quiet: QuietState
  private let banners: BannerQueue
  private let server: ServerState
  private let sounds: SoundPace
  private let joint: JointBanners
  private let dismissed: RecentlyDismissed

  init(
    _ preferences: Preferences, _ attention: Attention, _ apps: Apps, _ rates: Rates, _ timing: Timing,
    _ quiet: QuietState, _ banners: BannerQueue, _ server: ServerState, _ sounds: SoundPace,
    _ joint: JointBanners, _ dismissed: RecentlyDismissed,
    in transaction: Transaction
  ) {
    store = transaction.store
    self.preferences = preferences
    self.attention = attention
    self.apps = apps
    self.rates = rates
    self.timing = timing
    self.quiet = quiet
    self.banners = banners
    self.server = server
    self.sounds = sounds
    self.joint = joint
    self.dismissed = dismissed
  }

  // MARK: Situations

  /// Makes the situation, and changes `request` as the occasion asks, for example to a fired reminder. `existing`: the
  /// duplicate or updated entry.
  func situation(
    for request: inout NotificationRequest, _ occasion: Occasion, _ settings: EffectiveSettings,
    existing: NotificationRecord? = nil, _ now: Moment
  ) throws -> Situation {
    var situation = common(request, occasion, settings, existing, now)
    switch occasion {
    case .posted(let due, _, let pending):
      situation.pending = pending
      if let due, due > now.wall {
        situation.alertsAt = due
      } else if let due {
        makeDue(&request, &situation, due, wasSnoozed: false)
      }
      situation.existingIsOfEarlierHour = existing.map { isOfEarlierHour($0, now) } ?? false
      try compare(&situation, request, now)
    case .due(let due, let wasSnoozed):
      situation.isDue = !wasSnoozed
      // The person chose this time.
      if wasSnoozed { situation.settings.summary = false }
      makeDue(&request, &situation, due, wasSnoozed: wasSnoozed)
      try compare(&situation, request, now)
    case .allowed: try compare(&situation, request, now)
    case .again:
      // The alert was counted when the notification came.
      situation.alarmsTooMany = false
      situation.callsTooFast = false
    case .transient: break
    }
    return situation
  }

  private func common(
    _ request: NotificationRequest, _ occasion: Occasion, _ settings: EffectiveSettings,
    _ existing: NotificationRecord?, _ now: Moment
  ) -> Situation {
    let (app, payer) = (request.app, request.payer)
    let (pace, limits) = (pace(occasion), preferences.policy.limits)
    var situation = Situation(
      now: now.wall, settings: settings, existing: existing, foreground: foreground(of: request, occasion),
      quiets: quiet.active(now), summary: settings.summary ? summary(occasion, now) : nil,
      alertsTooFast: pace.isTooFast(payer, .ordinary, limits, now: now.uptime),
      server: server.reachability, isMuted: preferences.isSilent,
      soundsTooFast: sounds.isTooFast(payer, now: now.uptime))
    situation.callsTooFast = pace.isTooFast(payer, .callsAndAlarms, limits, now: now.uptime)
    situation.urgentTooFast = pace.isTooFast(payer, .urgent, limits, now: now.uptime)
    situation.alarmsTooMany = pace.hasRung(payer, limits, now: now.uptime)
    if case .again(let record, _) = occasion {
      situation.wasHeld = record.hold != nil
      situation.waitsForUnlock = record.hold?.guidelines.contains(LockHold.name) == true
    }
    situation.summaryToCome = joint.summaries[app].flatMap {
      $0.isReleased ? .ofReleased : $0.payers.contains(payer) ? .ofTooFast : nil
    }
    situation.isLocked = attention.isLocked
    situation.isPersonAway = attention.isPersonAway
    situation.lockHolders = attention.lockHolders
    situation.lacksSummary = preferences.policy.summaryTimes.isEmpty
    return situation
  }

  private func pace(_ occasion: Occasion) -> AlertPace {
    switch occasion {
    case .transient(hasAlerted: true): AlertPace()
    case .posted, .due, .allowed, .again, .transient: rates.pace
    }
  }

  private func foreground(of request: NotificationRequest, _ occasion: Occasion) -> Foreground {
    guard request.origin.followsFocus else { return .background }
    switch occasion {
    case .again(_, ignoresForeground: true): return .background
    case .posted(_, let away, _): return attention.foreground(of: request.app, away: away)
    case .due, .allowed, .again, .transient: return attention.foreground(of: request.app)
    }
  }

  /// A waiting notification keeps its summary time.
  private func summary(_ occasion: Occasion, _ now: Moment) -> ClockMoment? {
    guard case .again(let waiting, _) = occasion else { return timing.nextSummaryTime(now) }
    return waiting.summary.flatMap { $0 > now.wall ? ClockMoment($0, in: timing.zones.local) : nil }
  }

  /// A reminder or an alarm without a relevant date gets the present moment as its date.
  private func makeDue(
    _ request: inout NotificationRequest, _ situation: inout Situation, _ due: Timestamp, wasSnoozed: Bool
  ) {
    let fired = FiredReminder.fired(request, due: due, wasSnoozed: wasSnoozed)
    situation.isAtRelevantDate = fired != request
    situation.wasSnoozed = wasSnoozed
    request = fired
  }

  /// Compares the request with recently dismissed and waiting notifications.
  private func compare(_ situation: inout Situation, _ request: NotificationRequest, _ now: Moment) throws {
    situation.wasJustDismissed = !situation.wasSnoozed && dismissed.contains(request, now)
    // If the app alerts too fast, its existing banner shows the new text, rather than a summary.
    if let existing = situation.existing,
      situation.alertsTooFast || situation.summaryToCome == .ofTooFast || request.origin.changesForFree
    {
      situation.hasBanner = try banners.row(of: existing).phase != nil
    }
    // Looked up only for a call, which overtakes waiting banners.
    if request.kind == .call { situation.othersWait = try banners.hasWaitingButRedactions() }
  }

  // MARK: Judgements

  /// Judges a held or queued notification again.
  func judgeAgain(_ record: NotificationRecord, ignoresForeground: Bool = false, _ now: Moment) throws
    -> Judgement
  {
    var request = record.request
    let settings = apps.settings(of: try apps.app(request.app, now), for: request)
    let situation = try situation(
      for: &request, .again(record, ignoresForeground: ignoresForeground), settings, now)
    return Guidelines.judgeAgain(request, in: situation)
  }

  /// Judges whether an alert at this level may sound now.
  func judgeSound(of record: NotificationRecord, at level: InterruptionLevel, _ now: Moment) throws
    -> Judgement
  {
    var request = record.request
    let settings = apps.settings(of: try apps.app(request.app, now), for: request)
    let situation = try situation(for: &request, .again(record, ignoresForeground: true), settings, now)
    return Guidelines.judgeSound(request, level: level, in: situation)
  }

  // MARK: Duplicates

  /// The entry that `request` duplicates or updates, among those with this standing.
  func duplicate(
    of request: NotificationRequest, from link: AppLink? = nil, standing: Standing, _ now: Moment
  ) throws -> NotificationRecord? {
    try existingEntries(for: request, from: link, standing: standing, now).entry
  }

  /// Finds the entries that the request duplicates, updates or replaces. `link`: the way to its app, with the number if
  /// its app names one. `isAhead`: the request is to come later.
  func existingEntries(
    for request: NotificationRequest, from link: AppLink?, standing: Standing, isAhead: Bool = false,
    _ now: Moment
  ) throws -> ExistingEntries {
    if let number = link?.desktop?.number, number != 0 {
      let named = try store.record(numbered: number)
      return ExistingEntries(
        entry: named.flatMap { $0.request.app == request.app && stands($0, standing) ? $0 : nil })
    }
    guard let identifier = request.identifier else {
      return ExistingEntries(entry: try unnamed(like: request, from: link, standing: standing))
    }
    let named = try store.records(app: request.app, identifier: identifier)
    let entry = named.last {
      stands($0, standing) && (standing != .awaitingConsent || $0.isToCome(now.wall) == isAhead)
    }
    let pending = named.filter { $0.id != entry?.id && $0.isPending }
    return ExistingEntries(entry: entry, pending: isAhead ? [] : pending)
  }

  private func unnamed(like request: NotificationRequest, from link: AppLink?, standing: Standing) throws
    -> NotificationRecord?
  {
    guard request.origin.isReadWhenSeen else {
      return request.sender == nil ? try store.live(like: request, standing: standing, limit: 1).first : nil
    }
    // Two messages with the same text are two messages.
    guard request.kind != .message else { return nil }
    return try store.live(like: request, standing: standing, limit: Self.mostAlike).first {
      try $0.request.isDuplicate(of: request, by: $0.link, and: link) && isStillDuplicate($0)
    }
  }

  private func stands(_ record: NotificationRecord, _ standing: Standing) -> Bool {
    switch standing {
    case .unread: record.unread
    case .scheduled: record.state == .scheduled && !record.isSnoozed
    case .awaitingConsent: record.state == .awaitingConsent
    }
  }

  /// Apps of the front cannot mark an entry read, so an unread one is a duplicate only while it is held, or its banner
  /// is on screen or queued. One that is still to come always is.
  private func isStillDuplicate(_ record: NotificationRecord) throws -> Bool {
    if !record.unread || record.state == .held { return true }
    return try banners.row(of: record).phase != nil
  }

  /// Whether the entry came through the front and last alerted over an hour ago: a server may leave its banner up for
  /// days, unnoticed.
  private func isOfEarlierHour(_ record: NotificationRecord, _ now: Moment) -> Bool {
    record.request.origin.isReadWhenSeen && record.state == .delivered
      && now.wall >= record.posted.advanced(bySeconds: 3_600)
  }
}
