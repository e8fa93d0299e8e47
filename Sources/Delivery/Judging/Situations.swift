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
  /// The newest one with the same standing as the request; for a post for now also one that the person has put off, or
  /// one that is read or dismissed where the post goes on with it.
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

  /// Whether a post can go on with it after its end.
  fileprivate var mayGoOn: Bool { state == .read || state == .dismissed }

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
  private let serverMute: ServerMuteMonitor
  private let sounds: SoundPace
  private let joint: JointBanners
  private let dismissed: RecentlyDismissed
  private let acquaintances: Acquaintances
  private let listeners: Listeners

  init(
    _ preferences: Preferences, _ attention: Attention, _ apps: Apps, _ rates: Rates, _ timing: Timing,
    _ quiet: QuietState, _ banners: BannerQueue, _ server: ServerState, _ serverMute: ServerMuteMonitor,
    _ sounds: SoundPace, _ joint: JointBanners, _ dismissed: RecentlyDismissed,
    _ acquaintances: Acquaintances, _ listeners: Listeners,
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
    self.serverMute = serverMute
    self.sounds = sounds
    self.joint = joint
    self.dismissed = dismissed
    self.acquaintances = acquaintances
    self.listeners = listeners
  }

  // MARK: Situations

  /// Makes the situation, and changes `request` as the occasion asks, for example to a fired reminder. `existing`: the
  /// duplicate or updated entry.
  func situation(
    for request: inout NotificationRequest, _ occasion: Occasion, _ settings: EffectiveSettings,
    existing: NotificationRecord? = nil, _ now: Moment
  ) throws -> Situation {
    var situation = try common(request, occasion, settings, existing, now)
    switch occasion {
    case .posted(let due, _, let pending):
      situation.pending = pending
      if let due, due > now.wall {
        situation.alertsAt = due
      } else if let due {
        makeDue(&request, &situation, due, wasSnoozed: false)
      }
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
  ) throws -> Situation {
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
    var contact: ContactMoment?
    switch occasion {
    case .again(let record, _):
      situation.wasHeld = record.hold != nil
      contact = .stored(record.id)
    case .posted where settings.repeated && LettingThrough.isContact(request, over: existing, now: now.wall):
      contact = .now(now.uptime)
    case .posted, .due, .allowed, .transient: break
    }
    situation.acquaintance = acquaintances.acquaintance(with: request, settings, at: contact)
    situation.summaryToCome = joint.summaries[app].flatMap {
      $0.isReleased ? .ofReleased : $0.payers.contains(payer) ? .ofTooFast : nil
    }
    situation.serverKeepsBack = serverKeepsBack(request, settings)
    situation.isLocked = attention.isLocked
    situation.isPersonAway = attention.isPersonAway
    situation.lockHolders = attention.lockHolders
    if request.kind == .rating { situation.pause = try banners.pause(now) }
    situation.lacksSummary = preferences.policy.summaryTimes.isEmpty
    return situation
  }

  /// Whether the server's own Do Not Disturb keeps the banner back.
  func serverKeepsBack(_ request: NotificationRequest, _ settings: EffectiveSettings) -> Bool {
    guard let mute = serverMute.current else { return false }
    let rings = server.keepsUpCriticalAlone(request) && settings.mayRing(request)
    return rings ? mute.keepsBack(.critical) : mute.keepsBack(request)
  }

  private func pace(_ occasion: Occasion) -> AlertPace {
    switch occasion {
    case .transient(hasAlerted: true): AlertPace()
    case .posted, .due, .allowed, .again, .transient: rates.pace
    }
  }

  private func foreground(of request: NotificationRequest, _ occasion: Occasion) -> Foreground {
    guard request.origin.mayBeInFront else { return .background }
    let isHeard = listeners.hears(request.app)
    switch occasion {
    case .again(_, ignoresForeground: true): return .background
    case .posted(_, let away, _):
      return attention.foreground(of: request.app, isHeard: isHeard, away: away)
    case .due, .allowed, .again, .transient: return attention.foreground(of: request.app, isHeard: isHeard)
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

  /// Compares the request with the existing entry, and with waiting notifications.
  private func compare(_ situation: inout Situation, _ request: NotificationRequest, _ now: Moment) throws {
    situation.existingIsPast = situation.existing.map { isPast($0, situation.settings, now) } ?? false
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
    let situation = try situation(for: &request, .again(record, ignoresForeground: false), settings, now)
    return Guidelines.judgeSound(request, level: level, in: situation)
  }

  // MARK: Duplicates

  /// The unread, scheduled or waiting entry that `request` duplicates or updates.
  func duplicate(
    of request: NotificationRequest, from link: AppLink? = nil, standing: Standing, _ now: Moment
  ) throws -> NotificationRecord? {
    let found = try existingEntries(for: request, from: link, standing: standing, now).entry
    return found.flatMap { stands($0, standing) ? $0 : nil }
  }

  /// Finds the entries that the request duplicates, updates or replaces. `link`: the way to its app, with the number if
  /// its app names one. `isAhead`: the request is to come later. `waiting`: the request's own record,
  /// which waited. `isPosted`: it was posted just now, and may go on with one that is read.
  func existingEntries(
    for request: NotificationRequest, from link: AppLink?, standing: Standing, isAhead: Bool = false,
    but waiting: NotificationID? = nil, isPosted: Bool = false, _ now: Moment
  ) throws -> ExistingEntries {
    if let number = link?.desktop?.number, number != 0 {
      let named = try store.record(numbered: number)
      let isSame = named.map { $0.request.app == request.app && $0.id != waiting } ?? false
      let mayFold = named.map { stands($0, standing) || standing == .unread && $0.isSnoozed } ?? false
      return ExistingEntries(entry: isSame && mayFold ? named : nil)
    }
    guard let identifier = request.identifier else {
      let alike = try unnamed(like: request, from: link, standing: standing, isPosted: isPosted)
      let entry = alike?.id == waiting ? nil : alike
      return ExistingEntries(entry: try entry ?? dismissed(like: request, standing: standing, now))
    }
    let named = try store.records(app: request.app, identifier: identifier).filter { $0.id != waiting }
    var entry = named.last {
      stands($0, standing) && (standing != .awaitingConsent || $0.isToCome(now.wall) == isAhead)
    }
    if standing == .unread {
      entry = entry ?? named.last(where: \.isSnoozed)
      if isPosted { entry = try entry ?? ended(before: request, identifier) }
      entry = try entry ?? dismissed(like: request, standing: standing, now)
    }
    let pending = named.filter { $0.id != entry?.id && $0.isPending }
    return ExistingEntries(entry: entry, pending: isAhead ? [] : pending)
  }

  private func unnamed(
    like request: NotificationRequest, from link: AppLink?, standing: Standing, isPosted: Bool
  ) throws -> NotificationRecord? {
    guard request.origin.isReadWhenSeen else {
      guard request.sender == nil else { return nil }
      return try standing == .unread && isPosted
        ? store.sameThing(as: request)
        : store.live(like: request, standing: standing, limit: 1).first
    }
    // Two messages with the same text are two messages.
    guard request.kind != .message else { return nil }
    return try store.live(like: request, standing: standing, limit: Self.mostAlike).first {
      try $0.request.isDuplicate(of: request, by: $0.link, and: link) && isStillDuplicate($0)
    }
  }

  /// The last notification with this identifier, if it is read or dismissed and the request goes on with it. An app of the
  /// desktop's interface shows what it posts after an end.
  private func ended(before request: NotificationRequest, _ identifier: OpaqueName) throws
    -> NotificationRecord?
  {
    guard request.silently || request.progress != nil, !request.origin.isReadWhenSeen,
      let last = try store.lastEnded(app: request.app, identifier: identifier)
    else { return nil }
    return last.mayGoOn && Duplicates.goesOn(with: last, request) ? last : nil
  }

  /// The notification with the same words that the person has just dismissed.
  private func dismissed(like request: NotificationRequest, standing: Standing, _ now: Moment) throws
    -> NotificationRecord?
  {
    guard standing == .unread, DismissedDuplicates.concerns(request),
      let id = dismissed.last(like: request, now), let record = try store.record(id)
    else { return nil }
    return record.state == .dismissed ? record : nil
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

  /// Jobs that run each hour are not punctual: so many seconds less count.
  private static let leewaySeconds: Int64 = 60

  /// Whether the entry last alerted so long ago that the same text is a new event. By the desktop's interface that is an
  /// hour, because a server may leave a banner up for days, unnoticed. Under an identifier it stays the same thing.
  private func isPast(_ record: NotificationRecord, _ settings: EffectiveSettings, _ now: Moment) -> Bool {
    guard record.state == .delivered || record.state == .failed else { return false }
    if record.request.origin.isReadWhenSeen {
      return record.state == .delivered && now.wall >= record.lastAlert.advanced(bySeconds: 3_600)
    }
    guard record.request.isKnownByText else { return false }
    let seconds = Int64(settings.again.count) * 3_600 - Self.leewaySeconds
    return now.wall >= record.lastAlert.advanced(bySeconds: seconds)
  }
}
