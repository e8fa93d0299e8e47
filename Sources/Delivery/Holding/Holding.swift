import Guidelines
import NotificationModel
import Wording

/// Notifications that wait for a time, for consent, or for the end of a hold. Each is judged again when its wait is
/// over.
final class Holding: Stage {
  let context: Context
  let entries: Entries

  init(_ context: Context, _ entries: Entries) {
    self.context = context
    self.entries = entries
  }

  /// Delivers a notification that waited for its time or for consent: judges it as if it were posted now.
  func deliver(_ waiting: NotificationRecord, _ now: Moment) throws {
    var request = waiting.request
    let app = try apps.app(request.app, now)
    let settings = apps.settings(of: app, for: request)
    let isLeftOut = waiting.life.meanwhile == .read && request.trigger?.repeats == true
    if waiting.life.meanwhile == .read, !isLeftOut, settings.authorization != .notDetermined,
      apps.prohibition(of: request, app) == nil
    {
      try entries.end([waiting], .readInApp, because: .readInApp, now)
      return
    }
    if let due = timing.due(of: waiting, now), due > now.wall {
      if let earlier = try situations.duplicate(of: request, from: waiting.link, standing: .scheduled, now) {
        try entries.endAsDuplicate(earlier, waiting.id, now)
      }
      let awaitsZone =
        request.trigger.map { $0.repeats && !Timetable($0, in: timing.zones).isZoneKnown } ?? false
      var record = waiting
      let end = request.trigger?.end(due) ?? .moment(due)
      let next = Due(
        end, awaitsZone: awaitsZone, fired: waiting.life.due?.fired, isLeftOut: isLeftOut)
      try entries.apply(
        .allowed(next, timing.expiry(request, from: end)), to: &record,
        because: Ruling(Schedule.name, .scheduled, .notFired), now)
      if awaitsZone { try entries.decide(record.id, Schedule.zoneUnknown, now) }
      return
    }
    if let why = apps.prohibition(of: request, app) {
      try entries.withdraw([waiting], why, now)
      return
    }
    request.trigger = nil
    let isUndecided = settings.authorization == .notDetermined
    let existing = try situations.existingEntries(
      for: request, from: waiting.link, standing: isUndecided ? .awaitingConsent : .unread, but: waiting.id,
      now
    ).entry
    let isDue = waiting.state == .scheduled && waiting.request.trigger != nil
    // A snoozed notification, or an older one with the same identifier, must not replace a newer one.
    if let existing, existing.unread || existing.state == .awaitingConsent,
      waiting.isSnoozed || isDue && request.identifier != nil && existing.isNewer(than: waiting)
    {
      return try entries.endAsDuplicate(waiting, existing.id, now)
    }
    let occasion: Occasion =
      isDue || waiting.isSnoozed ? .due(waiting.due ?? now.wall, wasSnoozed: waiting.isSnoozed) : .allowed
    let record = try judgeAndStore(
      request, from: waiting.link, settings, existing: existing, waiting: waiting, due: waiting.due,
      occasion, now)
    if record.id != waiting.id { try entries.endAsDuplicate(waiting, record.id, now) }
  }

  /// Judges a request that was due, and stores it: in `existing` or `waiting`, or else as a new entry.
  private func judgeAndStore(
    _ posted: NotificationRequest, from link: AppLink?, _ settings: EffectiveSettings,
    existing: NotificationRecord?, waiting: NotificationRecord?, due: Timestamp?, _ occasion: Occasion,
    _ now: Moment
  ) throws -> NotificationRecord {
    var request = posted
    let situation = try situations.situation(for: &request, occasion, settings, existing: existing, now)
    let judgement = Guidelines.judge(request, in: situation)
    let isForNow = if case .allowed = occasion { true } else { false }
    // A notification that waited for consent came when it was posted; one that was due comes now.
    let record = try entries.persist(
      judgement, request, from: link, existing: existing, came: isForNow ? waiting?.came : nil, due: nil,
      firstDue: due, waiting: waiting, now)
    try entries.apply(judgement, record, isForNow: isForNow, now)
    if judgement.outcome == .awaitingConsent { try questions.ask(request.app, purpose: nil, by: nil, now) }
    try entries.closeUnshown(record, now)
    return record
  }

}

// Triggers. A series stays scheduled under its own id, with the time of its next occurrence. Each occurrence is an
// entry like any other post. Both change in one transaction, so no occurrence comes twice.

extension Holding {
  /// Delivers a scheduled or snoozed notification at its time, or the due occurrence of a series.
  func fire(_ record: NotificationRecord, _ now: Moment) throws {
    if let trigger = record.request.trigger, trigger.repeats { return try fireSeries(record, trigger, now) }
    if let late = Schedule.lateness(due: record.due ?? now.wall, now: now.wall) {
      try entries.decide(record.id, late, now)
    }
    try deliver(record, now)
  }

  /// The notification's time came while its app was denied. A series goes on with its next occurrence; any other
  /// notification is put in the list now, without an alert.
  func fireQuietly(_ scheduled: NotificationRecord, _ now: Moment) throws {
    if let trigger = scheduled.request.trigger, trigger.repeats {
      return try fireSeries(scheduled, trigger, isPassedOver: true, now)
    }
    let (request, link) = (scheduled.request, scheduled.link)
    if let existing = try situations.duplicate(of: request, from: link, standing: .unread, now) {
      return try entries.endAsDuplicate(scheduled, existing.id, now)
    }
    var record = scheduled
    let due = record.due ?? now.wall
    try entries.apply(
      .cameUnheard(due), to: &record, because: Schedule.lateness(due: due, now: now.wall), now)
  }

  /// `isPassedOver`: leaves out the occurrence that was due.
  private func fireSeries(
    _ record: NotificationRecord, _ trigger: Trigger, isPassedOver: Bool = false, _ now: Moment
  ) throws {
    let app = try apps.app(record.request.app, now)
    if let why = apps.prohibition(of: record.request, app) {
      try entries.withdraw([record], why, now)
      return
    }
    let timetable = Timetable(trigger, in: timing.zones)
    let known = record.life.due
    let since = known?.fired ?? record.posted
    let due = known?.awaitsZone == true ? timetable.next(after: since, due: since) : record.due
    var fired = known?.fired
    if let due, due <= now.wall {
      let occurrence = timetable.latest(from: due, notAfter: now.wall)
      if !isPassedOver, known?.isLeftOut != true || occurrence > due {
        let effect = try postOccurrence(record, at: occurrence, apps.settings(of: app), now)
        try entries.decide(record.id, effect, now)
      }
      fired = occurrence
    }
    var series = record
    if let next = timetable.next(after: now.wall, due: fired ?? since) {
      try entries.apply(
        .rescheduled(Due(trigger.end(next), fired: fired), series.expiry), to: &series, now)
    } else if timetable.isZoneKnown {
      try entries.end(&series, .withdrawn, because: .repeatsNoMore, now)
    } else {
      let look = Due(.moment(timing.nextLook(now)), awaitsZone: true, fired: fired)
      try entries.apply(
        .rescheduled(look, series.expiry), to: &series,
        because: known?.awaitsZone == true ? nil : Schedule.zoneUnknown, now)
    }
  }

  /// Posts one occurrence of a series. Returns a decision for the series: fired, expired, or dropped.
  private func postOccurrence(
    _ series: NotificationRecord, at due: Timestamp, _ settings: EffectiveSettings, _ now: Moment
  ) throws -> Ruling {
    var request = series.request
    request.trigger = nil
    if let expires = timing.expiry(request, from: .lapse(due)).time, expires <= now.wall {
      return Ruling(Schedule.name, .expired, .occurrenceExpired, .time(due))
    }
    let isUndecided = settings.authorization == .notDetermined
    let existing = try situations.existingEntries(
      for: request, from: series.link, standing: isUndecided ? .awaitingConsent : .unread, now
    ).entry
    if let existing, request.identifier != nil, existing.came > due {
      return Ruling(Schedule.name, .dropped, .overtaken, .time(due), .id(existing.id))
    }
    let hasPlace = existing.map { $0.unread || $0.state == .awaitingConsent || $0.isSnoozed } ?? false
    if try !hasPlace && isFull(request, isUndecided) {
      return Ruling(
        Schedule.name, .dropped, .occurrenceDropped, .count(preferences.policy.limits.unreadPerApp))
    }
    if !hasPlace, !isUndecided {
      try entries.makeScriptRoom(for: request, isUrgent: request.level?.isUrgent == true, now)
    }
    let record = try judgeAndStore(
      request, from: series.link, settings, existing: existing, waiting: nil, due: due,
      .due(due, wasSnoozed: false), now)
    context.listeners.join(series.id, record.id)
    let fired = Ruling(Schedule.name, .fired, .isOccurrence, .id(series.id))
    let late = Schedule.lateness(due: due, now: now.wall)
    try store.append([fired] + (late.map { [$0] } ?? []), to: record.id, at: now.wall)
    return Ruling(Schedule.name, .fired, .occurred, .time(due), .id(record.id))
  }

  /// Whether the room for posts is full; an occurrence gets no more room than a post.
  private func isFull(_ request: NotificationRequest, _ isUndecided: Bool) throws -> Bool {
    guard isUndecided else {
      return try !entries.hasRoom(for: request, isUrgent: request.level?.isUrgent == true)
    }
    return try scripts.count(request.roomPayer, .awaitingConsent) >= preferences.policy.limits.unreadPerApp
  }
}

extension NotificationRecord {
  /// Whether this text came after the other's. Ids do not tell: an entry keeps its id when its text changes.
  fileprivate func isNewer(than other: NotificationRecord) -> Bool {
    (came, id) > (other.came, other.id)
  }
}
