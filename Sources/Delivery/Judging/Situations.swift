import Guidelines
import NotificationModel

/// Why a notification is judged.
enum Occasion {
  /// It was posted: for now, or with a trigger that fires at `due`. `away`: whether the person is, where that is assumed;
  /// `over`: notifications still to come whose place this post takes.
  case posted(due: Timestamp?, away: Bool?, over: [NotificationID] = [])
  /// The time has come at which its trigger fires, or to which the person has put it off.
  case due(Timestamp, wasPutOff: Bool)
  /// Its app was allowed.
  case allowed
  /// It was held, or waits in the queue, and is judged once more. `wherever`: its app's being in front counts at the moment
  /// of showing alone.
  case again(NotificationRecord, ignoresForeground: Bool)
  /// It passes over the screen, and is not listed. `hasAlerted`: its own alert counts in its app's pace already.
  case transient(hasAlerted: Bool)
  /// It was posted to another server, and nothing comes of it here. `pace`: of what its app has posted there.
  case shadow(pace: AlertPace)
}

/// What is there about the same thing as a request.
struct ExistingEntries {
  /// The newest of those that stand where the request would.
  var entry: NotificationRecord?
  /// Notifications that are to come once under its identifier, whose place the post takes. Empty if the post is itself to come.
  var pending: [NotificationRecord] = []
}

extension NotificationRecord {
  /// Scheduled once by its app, put off by the person, or waiting for consent.
  fileprivate var isPending: Bool {
    (state == .scheduled || state == .awaitingConsent) && request.trigger?.repeats != true
  }

  /// Of one that waits for consent: whether it waits for a time as well.
  fileprivate func isToCome(_ now: Timestamp) -> Bool {
    request.trigger?.repeats == true || due.map { $0 > now } ?? false
  }
}

/// Makes the situation in which a notification is judged, whatever the occasion, and finds the entry about the same thing.
final class Situations {
  /// So many of the newest that say the same are compared; an older one is not found, and the post counts as new.
  private static let mostAlike = 16

  private let store: any RecordStore
  private let preferences: Preferences
  private let attention: Attention
  private let apps: Apps
  private let rates: Rates
  private let timing: Timing
  private let inhibitors: Inhibitors
  private let banners: BannerQueue
  private let server: ServerState
  private let sounds: SoundPace
  private let summaries: Summaries
  private let dismissed: RecentlyDismissed

  init(
    _ preferences: Preferences, _ attention: Attention, _ apps: Apps, _ rates: Rates, _ timing: Timing,
    _ inhibitors: Inhibitors,
    _ banners: BannerQueue,
    _ server: ServerState, _ sounds: SoundPace, _ summaries: Summaries, _ dismissed: RecentlyDismissed,
    in transaction: Transaction
  ) {
    store = transaction.store
    self.preferences = preferences
    self.attention = attention
    self.apps = apps
    self.rates = rates
    self.timing = timing
    self.inhibitors = inhibitors
    self.banners = banners
    self.server = server
    self.sounds = sounds
    self.summaries = summaries
    self.dismissed = dismissed
  }

  // MARK: Situations

  /// `request` becomes what it is on this occasion. `existing`: the entry about the same thing.
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
        makeDue(&request, &situation, due, wasPutOff: false)
      }
      situation.existingIsOfEarlierHour = existing.map { isOfEarlierHour($0, now) } ?? false
      try compare(&situation, request, now)
    case .due(let due, let wasPutOff):
      situation.isDue = !wasPutOff
      // The person has chosen this very time.
      if wasPutOff { situation.settings.summary = false }
      makeDue(&request, &situation, due, wasPutOff: wasPutOff)
      try compare(&situation, request, now)
    case .allowed: try compare(&situation, request, now)
    case .again:
      // It was counted when it came.
      situation.alarmsTooMany = false
      situation.callsTooFast = false
    case .transient: break
    case .shadow:
      // The server that it was posted to is there.
      situation.server = .reachable
      situation.summaryToCome = nil
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
      doNotDisturb: preferences.doNotDisturb(now: now.wall), quietHoursEnd: timing.quietHoursEnd(now),
      summary: settings.summary ? summary(occasion, now) : nil,
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
    situation.summaryToCome = summaries.due[app].flatMap {
      $0.isReleased ? .ofReleased : $0.ids.payers.contains(payer) ? .ofTooFast : nil
    }
    situation.areQuietHoursChosen = preferences.chosenQuietHours != nil
    situation.isInhibited = !inhibitors.all.isEmpty
    situation.isLocked = attention.isLocked
    situation.isPersonAway = attention.isPersonAway
    situation.lockHolders = attention.lockHolders
    situation.lacksSummary = preferences.policy.summaryTimes.isEmpty
    return situation
  }

  private func pace(_ occasion: Occasion) -> AlertPace {
    switch occasion {
    case .shadow(let pace): pace
    case .transient(hasAlerted: true): AlertPace()
    case .posted, .due, .allowed, .again, .transient: rates.pace
    }
  }

  private func foreground(of request: NotificationRequest, _ occasion: Occasion) -> Foreground {
    guard request.origin.followsFocus else { return .background }
    switch occasion {
    case .again(_, ignoresForeground: true): return .background
    case .posted(_, let away, _): return attention.foreground(of: request.app, away: away)
    case .due, .allowed, .again, .transient, .shadow: return attention.foreground(of: request.app)
    }
  }

  /// One that waits already misses no summary by being looked at again.
  private func summary(_ occasion: Occasion, _ now: Moment) -> ClockMoment? {
    guard case .again(let waiting, _) = occasion else { return timing.nextSummaryTime(now) }
    return waiting.summary.flatMap { $0 > now.wall ? ClockMoment($0, in: timing.zones.local) : nil }
  }

  /// A reminder or an alarm without a date of its own has its relevant date at this moment.
  private func makeDue(
    _ request: inout NotificationRequest, _ situation: inout Situation, _ due: Timestamp, wasPutOff: Bool
  ) {
    let fired = FiredReminder.fired(request, due: due, wasPutOff: wasPutOff)
    situation.isAtRelevantDate = fired != request
    situation.wasPutOff = wasPutOff
    request = fired
  }

  /// With what was dismissed before it, and what else waits.
  private func compare(_ situation: inout Situation, _ request: NotificationRequest, _ now: Moment) throws {
    situation.wasJustDismissed = !situation.wasPutOff && dismissed.contains(request, now)
    // Where the pace of an app takes the alert, that banner tells the new text, rather than a summary.
    if let existing = situation.existing,
      situation.alertsTooFast || situation.summaryToCome == .ofTooFast || request.origin.changesForFree
    {
      situation.hasBanner = try banners.row(of: existing).phase != nil
    }
    // Looked up for a call alone, which overtakes them.
    if request.kind == .call { situation.othersWait = try banners.hasWaitingButRedactions() }
  }

  // MARK: Judgements

  /// One that was held or waits in the queue, as it is now.
  func judgeAgain(_ record: NotificationRecord, ignoresForeground: Bool = false, _ now: Moment) throws
    -> Judgement
  {
    var request = record.request
    let settings = apps.settings(of: try apps.app(request.app, now), for: request)
    let situation = try situation(
      for: &request, .again(record, ignoresForeground: ignoresForeground), settings, now)
    return Guidelines.judgeAgain(request, in: situation)
  }

  /// Whether what alerts now, at this level, may sound.
  func judgeSound(of record: NotificationRecord, at level: InterruptionLevel, _ now: Moment) throws
    -> Judgement
  {
    var request = record.request
    let settings = apps.settings(of: try apps.app(request.app, now), for: request)
    let situation = try situation(for: &request, .again(record, ignoresForeground: true), settings, now)
    return Guidelines.judgeSound(request, level: level, in: situation)
  }

  // MARK: The same thing

  /// The entry about the same thing, among those that stand where this one would.
  func duplicate(of request: NotificationRequest, standing: Standing, _ now: Moment) throws
    -> NotificationRecord?
  {
    try existingEntries(for: request, standing: standing, now).entry
  }

  /// What is there about the same thing. `isAhead`: the request is to come later.
  func existingEntries(
    for request: NotificationRequest, standing: Standing, isAhead: Bool = false, _ now: Moment
  ) throws -> ExistingEntries {
    guard let identifier = request.identifier, request.origin.number == 0 else {
      return ExistingEntries(entry: try unnamed(like: request, standing: standing, now))
    }
    let named = try store.records(app: request.app, identifier: identifier)
    let entry = named.last {
      stands($0, standing) && (standing != .awaitingConsent || $0.isToCome(now.wall) == isAhead)
    }
    let pending = named.filter { $0.id != entry?.id && $0.isPending }
    return ExistingEntries(entry: entry, pending: isAhead ? [] : pending)
  }

  private func unnamed(like request: NotificationRequest, standing: Standing, _ now: Moment) throws
    -> NotificationRecord?
  {
    if request.origin.number != 0 {
      let named = try store.record(numbered: request.origin.number)
      return named.flatMap { $0.request.app == request.app && stands($0, standing) ? $0 : nil }
    }
    guard request.origin.isReadWhenSeen else {
      return request.sender == nil ? try store.live(like: request, standing: standing, limit: 1).first : nil
    }
    // Who writes "ok" twice has said it twice.
    guard request.kind != .message else { return nil }
    return try store.live(like: request, standing: standing, limit: Self.mostAlike).first {
      try $0.request.isDuplicate(of: request) && isStillDuplicate($0)
    }
  }

  private func stands(_ record: NotificationRecord, _ standing: Standing) -> Bool {
    switch standing {
    case .unread: record.unread
    case .scheduled: record.state == .scheduled && !record.isPutOff
    case .awaitingConsent: record.state == .awaitingConsent
    }
  }

  /// Nothing marks it read: it is one with what comes later only while it waits or is to be seen.
  private func isStillDuplicate(_ record: NotificationRecord) throws -> Bool {
    if !record.unread || record.state == .held { return true }
    return try banners.row(of: record).phase != nil
  }

  /// A server may leave a banner up for days, before somebody who looks elsewhere.
  private func isOfEarlierHour(_ record: NotificationRecord, _ now: Moment) -> Bool {
    record.request.origin.isReadWhenSeen && record.state == .delivered
      && now.wall >= record.posted.advanced(bySeconds: 3_600)
  }
}
