import Guidelines
import NotificationModel

// The release of notifications that quiet, the screen lock or the summary held back.

extension Holding {
  /// A summary with more than this many notifications of one app gets one banner with their number.
  static let mostBannersAtRelease = 3
  /// Up to this many missed notifications get banners of their own instead of the missed notice.
  private static let mostMissedAlone = 2

  /// Judges held notifications of one app again, as many as the share of work allows. Those that need their own banner
  /// get one at once. All others wait until it is known whether a summary or the missed notice announces them.
  func reviewSome(of app: AppID, _ now: Moment) throws {
    guard var review = backlog[reviewOf: app] else { return }
    var ids = try review.ids ?? banners.heldIDs(of: app)[...]
    var released: [NotificationRecord] = []
    while !share.isUsedUp, let id = ids.popFirst() {
      share.use(1)
      guard let held = try store.record(id), held.unread, try banners.isHeld(held),
        let (record, level) = try releasable(held, now)
      else { continue }
      guard record.summary == nil, Guidelines.missed(by: record.hold) != nil else {
        released.append(record)
        continue
      }
      // While quiet goes on, the notice is not told: what comes through then stands alone.
      if quiet.isOn(now) || needsOwnBanner(held, level) {
        try release([record], now)
      } else {
        try join(.notice, record, banners.nextPlaceNumber(), now)
      }
    }
    review.ids = ids
    let most = Self.mostBannersAtRelease
    let gathered = review.released
    if gathered.count <= most { review.released += released.map(\.id) }
    backlog[reviewOf: app] = ids.isEmpty ? nil : review
    guard ids.isEmpty, review.released.count <= most else { return try gather(released, of: app, now) }
    let earlier = try gathered.compactMap { try store.record($0) }
    let still = try earlier.filter { try $0.unread && banners.isHeld($0) }
    try release(try inOrder(still + released), now)
  }

  /// Returns the notification and its present level if nothing holds it any more; else stores its new hold.
  private func releasable(_ held: NotificationRecord, _ now: Moment) throws -> (
    record: NotificationRecord, level: InterruptionLevel
  )? {
    var record = held
    // A summary whose time has come stays due, even if something else holds the notification.
    if let summary = held.summary, summary > now.wall {
      let isSummarised = apps.settings(of: try apps.app(held.request.app, now)).summary
      record = held.waiting(forSummary: isSummarised ? timing.nextSummaryTime(now)?.time : nil)
    }
    let judgement = try situations.judgeAgain(record, ignoresForeground: true, now)
    guard judgement.alert != .now else {
      return (try missedCall(record, now) ?? record, judgement.level)
    }
    guard let hold = judgement.hold else {
      try applyWithoutAlert(try missedCall(record, now) ?? record, judgement, now)
      return nil
    }
    // What only waits for a summary by now is not missed.
    let missed = Guidelines.missed(by: hold).map { held.missed ?? $0 }
    var waiting = held
    try entries.apply(.waits(hold, missed: missed, summary: record.summary), to: &waiting, now)
    // If no hold has an end, store which ones hold it.
    let isHeldByOthers = hold.until == nil && hold != held.hold
    guard (hold.until, record.summary) != (held.until, held.summary) || isHeldByOthers else { return nil }
    try store.append(judgement.decisions, to: record.id, at: now.wall)
    return nil
  }

  /// Replaces a call that was not answered by a missed call; `nil` for any other notification.
  func missedCall(_ record: NotificationRecord, _ now: Moment) throws -> NotificationRecord? {
    guard let request = MissedCall.replacing(record, now: now.wall, wording: wording) else { return nil }
    var missed = record
    missed.request = request
    try entries.update(missed)
    try entries.decide(record.id, MissedCall.ruling, now)
    return missed
  }

  /// Held notifications in the order in which they were posted; those of a summary by relevance first.
  func inOrder(_ records: [NotificationRecord]) throws -> [NotificationRecord] {
    let isSummary = records.contains { $0.summary != nil }
    let ranked = try records.map { record -> (record: NotificationRecord, rank: (Double, Int64)) in
      let number = try banners.row(of: record).phase?.heldAlert ?? 0
      return (record, (isSummary ? -(record.request.relevance ?? 0) : 0, number))
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.record)
  }

  /// Lets a summary announce these notifications. They wait until its banner has been shown, so a restart loses none of
  /// them.
  private func gather(_ records: [NotificationRecord], of app: AppID, _ now: Moment) throws {
    guard joint.hasRoom(for: app) else { return try release(try inOrder(records), now) }
    let number = banners.nextPlaceNumber()
    for record in records { try join(.summary, record, number, now) }
  }

  private func join(_ banner: Joint.Banner, _ released: NotificationRecord, _ number: Int64, _ now: Moment)
    throws
  {
    var record = released
    try entries.apply(.joins(banner, Joint.Part(number, mayStandAlone: true)), to: &record, now)
  }

  /// Whether the missed notice must not stand in for the notification: it is urgent, a call or an alarm.
  func needsOwnBanner(_ record: NotificationRecord, _ level: InterruptionLevel) -> Bool {
    level.isUrgent || record.request.kind == .call || record.request.kind == .alarm
  }

  /// Gives missed notifications that have not alerted yet their own banners while they are few. The missed notice
  /// announces all others.
  func releaseMissedWhileFew(_ now: Moment) throws {
    guard joint.hasMissed else { return }
    let few = try store.missedAlone(
      after: backlog.lastRound(of: .notice, .shell), limit: Self.mostMissedAlone + 1)
    if few.count <= Self.mostMissedAlone { try release(try inOrder(few), now) }
  }

  /// Removes from the missed notice the notifications of apps in the foreground, which present them themselves.
  func leaveMissedToForegroundApps(_ now: Moment) throws {
    let waiting = try attention.foregroundApps.flatMap {
      try store.untold(by: .notice, of: $0, round: .max, limit: share.whole)
    }
    for record in waiting.prefix(share.whole) where record.joint.notice?.mayStandAlone == true {
      let judgement = try situations.judgeAgain(record, now)
      if judgement.alert != .now { try applyWithoutAlert(record, judgement, now) }
    }
  }

  /// Gives each notification its own banner.
  func release(_ records: [NotificationRecord], _ now: Moment) throws {
    for var record in records {
      let why =
        record.state == .held
        ? Guidelines.release(of: record, try situations.judgeAgain(record, now), now: now.wall)
        : MissedAlerts.comesAgain
      try entries.apply(.released, to: &record, because: why, now)
    }
  }

  /// A summary or the missed notice has told the notification, which no longer waits for its own banner.
  func told(_ told: NotificationRecord, by banner: Joint.Banner, round: Int64, _ now: Moment) throws {
    try entries.ratingPromptShown(told, now)
    var record = told
    let absence = attention.absence(hidden: attention.isLocked)
    let missed = record.missed.map { Missed($0.cause, isTold: true) } ?? absence.map(server.missed)
    try entries.apply(
      .told(by: banner, round: round, waited: try banners.isHeld(record), missed: missed, alerted: now.wall),
      to: &record,
      because: banner == .summary ? SummaryText.ruling : MissedAlerts.ruling, now)
  }

  /// The banner that has told the notification goes on with it in the next one.
  func tellAgain(_ told: NotificationRecord, by banner: Joint.Banner, round: Int64, _ now: Moment) throws {
    var record = told
    let mayStandAlone = banner == .summary && told.joint[banner]?.mayStandAlone == true
    try entries.apply(.joins(banner, Joint.Part(round, mayStandAlone: mayStandAlone)), to: &record, now)
  }

  /// The server failed twice on the summary's banner, so the notification gets its own banner, unless it came too fast
  /// for that.
  func showOwnBanner(_ silenced: NotificationRecord, _ now: Moment) throws {
    var record = silenced
    try entries.apply(.untold, to: &record, now)
    let row = try banners.row(of: silenced)
    guard row.phase?.heldAlert != nil else {
      return try entries.decide(silenced.id, Ruling(SummaryText.name, .failed, .summaryFailed), now)
    }
    let surroundings = banners.surroundings(of: silenced.request, now)
    try banners.transition(row) { $0.alert(surroundings) }
  }

  /// The notification is back in the list. If it waited for its alert before, it waits again while something holds it.
  func holdAgain(_ record: NotificationRecord, _ now: Moment) throws {
    let judgement = try situations.judgeAgain(record, ignoresForeground: true, now)
    if judgement.alert == .later { try applyWithoutAlert(record, judgement, now) }
  }

  /// Stores the result of judging a waiting notification again that may not alert now: held, waiting for consent, read,
  /// or quiet.
  func applyWithoutAlert(_ waiting: NotificationRecord, _ judgement: Judgement, _ now: Moment) throws {
    var record = waiting
    try store.append(judgement.decisions, to: record.id, at: now.wall)
    try entries.leaveToApp(record, judgement, now)
    if judgement.outcome == .awaitingConsent {
      try entries.apply(.unallowed, to: &record, now)
      try questions.ask(record.request.app, purpose: nil, by: nil, now)
    } else if judgement.listing == .read {
      try entries.end(&record, .seen, now)
    } else if judgement.alert == .later {
      let missed = Guidelines.missed(by: judgement.hold)
      try entries.apply(.waits(judgement.hold, missed: missed, summary: record.summary), to: &record, now)
    } else {
      try entries.apply(.quieted, to: &record, now)
    }
  }
}
