import Guidelines
import NotificationModel

// Triggers. A series stays scheduled under its own number, with the time at which it is due next; each occurrence
// is an entry like any other post. Both change in one transaction, so that no occurrence comes twice.

extension Holding {
  /// The time of a scheduled one has come, or that of one that the person has put off.
  func fire(_ record: NotificationRecord, _ now: Moment) throws {
    if let trigger = record.request.trigger, trigger.repeats { return try fireSeries(record, trigger, now) }
    if let late = Schedule.lateness(due: record.due ?? now.wall, now: now.wall) {
      try entries.decide(record.id, late, now)
    }
    try deliver(record, now)
  }

  private func fireSeries(_ record: NotificationRecord, _ trigger: Trigger, _ now: Moment) throws {
    let app = try apps.app(record.request.app, now)
    if let why = apps.prohibition(of: record.request, app) {
      try entries.withdraw([record], why, now)
      return
    }
    let timetable = Timetable(trigger, in: timing.zones)
    let since = record.fired ?? record.posted
    let due = record.awaitsZone ? timetable.next(after: since, due: since) : record.due
    var series = record
    if let due, due <= now.wall {
      let occurrence = timetable.latest(from: due, notAfter: now.wall)
      let effect = try occur(record, at: occurrence, apps.settings(of: app), now)
      try entries.decide(record.id, effect, now)
      series.fired = occurrence
    }
    series.due = timetable.next(after: now.wall, due: series.fired ?? since)
    series.awaitsZone = series.due == nil && !timetable.isZoneKnown
    if series.awaitsZone {
      series.due = timing.nextLook(now)
      if !record.awaitsZone { try entries.decide(record.id, Schedule.zoneUnknown, now) }
    }
    try entries.update(series)
    if series.due == nil {
      try entries.end([series], .withdrawn, because: .repeatsNoMore, now)
    }
  }

  /// One occurrence of a series, judged like a post. Says what became of it.
  private func occur(
    _ series: NotificationRecord, at due: Timestamp, _ settings: EffectiveSettings, _ now: Moment
  ) throws -> Ruling {
    var request = series.request
    request.trigger = nil
    if let expires = timing.expiry(request, due: due), expires <= now.wall {
      return Ruling(Schedule.name, .expired, .occurrenceExpired, .time(due))
    }
    let isUndecided = settings.authorization == .notDetermined
    let existing = try situations.sameThing(
      as: request, standing: isUndecided ? .awaitingConsent : .unread, now)
    if existing == nil, try isFull(request.app, isUndecided) {
      return Ruling(
        Schedule.name, .dropped, .occurrenceDropped, .count(preferences.policy.limits.unreadPerApp))
    }
    let record = try bring(
      request, advice: series.advice, settings, existing: existing, waiting: nil, due: due,
      .due(due, wasPutOff: false), now)
    let fired = Ruling(Schedule.name, .fired, .isOccurrence, .id(series.id))
    let late = Schedule.lateness(due: due, now: now.wall)
    try store.append([fired] + (late.map { [$0] } ?? []), to: record.id, at: now.wall)
    return Ruling(Schedule.name, .fired, .occurred, .time(due), .id(record.id))
  }

  /// No series fills what a post may not.
  private func isFull(_ app: AppID, _ isUndecided: Bool) throws -> Bool {
    let count =
      isUndecided ? try store.count(app: app, state: .awaitingConsent) : try store.unreadCount(app: app)
    return count >= preferences.policy.limits.unreadPerApp
  }
}
