public import Guidelines
import NotificationModel

// Triggers. A series stays scheduled under its own number, with the time at which it is due next; each occurrence
// is an entry like any other post. Both change in one turn, so that no occurrence comes twice.

extension DeliveryEngine {
  /// The computer may be in another time zone; taken up at the end of the turn.
  public func zonesChanged(to zones: any TimeZoneDirectory) {
    self.zones = zones
    recheckTriggers()
  }

  func recheckTriggers() { if !inputs.contains(.reschedule) { inputs.append(.reschedule) } }

  func firstDue(_ trigger: Trigger?, _ now: Moment) throws -> Timestamp? {
    guard let trigger else { return nil }
    let path = "notification.trigger.calendar"
    if case .calendar(let fields, _) = trigger, let name = fields.timeZone, zones.zone(named: name) == nil {
      throw Refusal.invalid(path: "\(path).timeZone", reason: "this computer knows no time zone of that name")
    }
    guard let due = Timetable(trigger, in: zones).first(postedAt: now.wall) else {
      throw Refusal.invalid(path: path, reason: "there is no time that matches all of it")
    }
    return due
  }

  /// Scheduled for after the consent.
  func scheduledAwaitingConsent(_ app: AppID) throws -> Int {
    try store.records(app: app, state: .awaitingConsent, limit: policy.limits.unreadPerApp)
      .count { $0.due != nil && $0.request.trigger != nil }
  }

  /// When what waited for consent is due. What a series has missed meanwhile is not made up for.
  func due(of waiting: NotificationRecord, _ now: Moment) -> Timestamp? {
    guard let due = waiting.due, let trigger = waiting.request.trigger else { return waiting.due }
    let timetable = Timetable(trigger, in: zones)
    return timetable.next(after: now.wall, due: due).flatMap { due <= now.wall ? $0 : nil }
      ?? timetable.reconsidered(due: due, fired: waiting.fired, now: now.wall)
  }

  /// The time of a scheduled one has come.
  func fire(_ record: NotificationRecord, _ now: Moment) throws {
    let due = record.due ?? now.wall
    guard let trigger = record.request.trigger, trigger.repeats else {
      if let late = Schedule.lateness(due: due, now: now.wall) {
        try store.append([late], to: record.id, at: now.wall)
      }
      return try deliver(record, now)
    }
    let app = try self.app(record.request.app, now)
    let settings = settings(of: app)
    if let why = prohibition(of: record.request, app) { return try withdraw([record], why, now) }
    let timetable = Timetable(trigger, in: zones)
    let occurrence = timetable.latest(from: due, notAfter: now.wall)
    let effect = try occur(record, at: occurrence, settings, now)
    try store.append([effect], to: record.id, at: now.wall)
    var series = record
    series.fired = occurrence
    series.due = timetable.next(after: now.wall, due: occurrence)
    try store.update(series)
    changed.insert(series.id)
    if series.due == nil { try end([series], .withdrawn, now) }
  }

  /// One occurrence of a series, judged like a post. Says what became of it.
  private func occur(
    _ series: NotificationRecord, at due: Timestamp, _ settings: EffectiveSettings, _ now: Moment
  ) throws -> Decision {
    var request = series.request
    request.trigger = nil
    if let expires = expiry(request, due: due), expires <= now.wall {
      return Decision(
        guideline: Schedule.name, effect: "expired",
        why: "The occurrence of \(due.rfc3339) could not be shown before it expired.")
    }
    let isUndecided = settings.authorization == .notDetermined
    let existing = try sameThing(as: request, standing: isUndecided ? .awaitingConsent : .unread)
    if existing == nil, try isFull(request.app, isUndecided) {
      return Decision(
        guideline: Schedule.name, effect: "dropped",
        why: "The app has \(policy.limits.unreadPerApp) unread notifications ([Limits] UnreadPerApp).")
    }
    let record = try bring(
      request, settings, existing: existing, waiting: nil, due: due, isDue: true, now)
    let fired = Decision(
      guideline: Schedule.name, effect: "fired",
      why: "It is an occurrence of notification \(series.id), which repeats.")
    let late = Schedule.lateness(due: due, now: now.wall)
    try store.append([fired] + (late.map { [$0] } ?? []), to: record.id, at: now.wall)
    return Decision(
      guideline: Schedule.name, effect: "fired",
      why: "Its occurrence of \(due.rfc3339) is notification \(record.id).")
  }

  /// No series fills what a post may not.
  private func isFull(_ app: AppID, _ isUndecided: Bool) throws -> Bool {
    let count =
      isUndecided ? try store.count(app: app, state: .awaitingConsent) : try store.unreadCount(app: app)
    return count >= policy.limits.unreadPerApp
  }

  /// Whether the person's clock has gone back, against the one that never does, since the last turn.
  func wasSetBack(_ now: Moment) -> Bool {
    guard let lastLook else { return false }
    let wall = now.wall.milliseconds - lastLook.wall.milliseconds
    let uptime = now.uptime.milliseconds - lastLook.uptime.milliseconds
    return wall < uptime - 1_000
  }

  /// Computes anew when triggers fire.
  func reschedule(_ now: Moment) throws {
    try followLocalTime(now)
    let scheduled = try store.due(by: Timestamp(milliseconds: Timestamp.latest), limit: .max)
    for var record in scheduled {
      guard let trigger = record.request.trigger, let due = record.due else { continue }
      let reconsidered = Timetable(trigger, in: zones)
        .reconsidered(due: due, fired: record.fired, now: now.wall)
      guard reconsidered != due else { continue }
      record.due = reconsidered
      record.expires = expiry(record.request, due: reconsidered)
      try store.update(record)
      try decide(
        record.id, Schedule.name, "rescheduled",
        "The clock was set back, or the time zone is another: it is due at \(reconsidered.rfc3339) now.", now)
      changed.insert(record.id)
    }
  }
}
