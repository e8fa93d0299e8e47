package import Guidelines
import NotificationModel

// Triggers. A series stays scheduled under its own number, with the time at which it is due next; each occurrence
// is an entry like any other post. Both change in one transaction, so that no occurrence comes twice.

extension DeliveryEngine {
  /// The computer may be in another time zone; handled at the end of the transaction.
  package func zonesChanged(to zones: any TimeZoneDirectory) {
    localSchedule.move(to: zones)
    inbox.addOnce(.reschedule)
  }

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

  /// When what waited for consent is due. What a series has missed meanwhile is not made up for.
  func due(of waiting: NotificationRecord, _ now: Moment) -> Timestamp? {
    guard let due = waiting.due, let trigger = waiting.request.trigger else { return waiting.due }
    let timetable = Timetable(trigger, in: zones)
    if trigger.repeats, !timetable.isZoneKnown { return Self.nextLook(now) }
    return timetable.next(after: now.wall, due: due).flatMap { due <= now.wall ? $0 : nil }
      ?? timetable.reconsidered(due: due, fired: waiting.fired, now: now.wall)
  }

  /// The time of a scheduled one has come, or that of one that the person has put off.
  func fire(_ record: NotificationRecord, _ now: Moment) throws {
    if let trigger = record.request.trigger, trigger.repeats { return try fireSeries(record, trigger, now) }
    if let late = Schedule.lateness(due: record.due ?? now.wall, now: now.wall) {
      try decide(record.id, late, now)
    }
    try deliver(record, now)
  }

  private func fireSeries(_ record: NotificationRecord, _ trigger: Trigger, _ now: Moment) throws {
    let app = try self.app(record.request.app, now)
    if let why = prohibition(of: record.request, app) {
      try withdraw([record], why, now)
      return
    }
    let timetable = Timetable(trigger, in: zones)
    let since = record.fired ?? record.posted
    let due = record.awaitsZone ? timetable.next(after: since, due: since) : record.due
    var series = record
    if let due, due <= now.wall {
      let occurrence = timetable.latest(from: due, notAfter: now.wall)
      let effect = try occur(record, at: occurrence, settings(of: app), now)
      try decide(record.id, effect, now)
      series.fired = occurrence
    }
    series.due = timetable.next(after: now.wall, due: series.fired ?? since)
    series.awaitsZone = series.due == nil && !timetable.isZoneKnown
    if series.awaitsZone {
      series.due = Self.nextLook(now)
      if !record.awaitsZone { try decide(record.id, Schedule.zoneUnknown, now) }
    }
    try store.update(series)
    outbox.noteChange(of: series.id)
    if series.due == nil {
      try end([series], .withdrawn, because: .repeatsNoMore, now)
    }
  }

  /// When a zone that this computer does not know is looked for again.
  private static func nextLook(_ now: Moment) -> Timestamp { now.wall.advanced(bySeconds: 86_400) }

  /// One occurrence of a series, judged like a post. Says what became of it.
  private func occur(
    _ series: NotificationRecord, at due: Timestamp, _ settings: EffectiveSettings, _ now: Moment
  ) throws -> Ruling {
    var request = series.request
    request.trigger = nil
    if let expires = expiry(request, due: due), expires <= now.wall {
      return Ruling(Schedule.name, .expired, .occurrenceExpired, .time(due))
    }
    let isUndecided = settings.authorization == .notDetermined
    let existing = try sameThing(as: request, standing: isUndecided ? .awaitingConsent : .unread)
    if existing == nil, try isFull(request.app, isUndecided) {
      return Ruling(Schedule.name, .dropped, .occurrenceDropped, .count(live.policy.limits.unreadPerApp))
    }
    let record = try bring(
      request, settings, existing: existing, waiting: nil, due: due, isDue: true, now)
    let fired = Ruling(Schedule.name, .fired, .isOccurrence, .id(series.id))
    let late = Schedule.lateness(due: due, now: now.wall)
    try store.append([fired] + (late.map { [$0] } ?? []), to: record.id, at: now.wall)
    return Ruling(Schedule.name, .fired, .occurred, .time(due), .id(record.id))
  }

  /// No series fills what a post may not.
  private func isFull(_ app: AppID, _ isUndecided: Bool) throws -> Bool {
    let count =
      isUndecided ? try store.count(app: app, state: .awaitingConsent) : try store.unreadCount(app: app)
    return count >= live.policy.limits.unreadPerApp
  }

  /// Follows a step of the person's clock against the one that never makes any, before anything is counted anew.
  func followClock(_ now: Moment) throws {
    guard let step = live.clocks.takeStep(now) else { return }
    if let until = live.switches.doNotDisturbUntil, wasWrong(step) {
      try storeDoNotDisturb(true, until: until.advanced(byMilliseconds: step))
    }
    try reschedule(now, step: step)
  }

  /// The person said the time by a clock that was ahead by days: what they meant has moved with it.
  private func wasWrong(_ step: Int64) -> Bool { step < -Timetable.longestJourney * 1_000 }

  /// Computes anew when what is scheduled comes, the clock having been moved by so many milliseconds. Where there is
  /// no room for all of it, later transactions go on, and nothing fires until then.
  func reschedule(_ now: Moment, step: Int64) throws {
    try followLocalTime(now)
    // Each step is followed from where the one before has led.
    while live.rescheduling != nil {
      share.refill()
      try rescheduleSome(now)
    }
    live.rescheduling = Rescheduling(step: step, ids: try store.scheduledIDs())
    try rescheduleSome(now)
  }

  func rescheduleSome(_ now: Moment) throws {
    while !share.isUsedUp, let (step, id) = live.rescheduling?.next() {
      share.use(1)
      guard var record = try store.record(id), record.state == .scheduled, let due = record.due else {
        continue
      }
      let reconsidered =
        record.request.trigger.map {
          Timetable($0, in: zones).reconsidered(due: due, fired: record.fired, now: now.wall, step: step)
        } ?? (wasWrong(step) ? due.advanced(byMilliseconds: step) : due)
      guard reconsidered != due else { continue }
      record.due = reconsidered
      record.awaitsZone = false
      if record.request.trigger != nil { record.expires = expiry(record.request, due: reconsidered) }
      try store.update(record)
      try decide(record.id, Ruling(Schedule.name, .rescheduled, .rescheduled, .time(reconsidered)), now)
      outbox.noteChange(of: record.id)
    }
    if live.rescheduling?.ids.isEmpty == true { live.rescheduling = nil }
  }
}

/// The clock that people set, against the one that never makes a step.
struct ClockWatch {
  private static let tolerance: Int64 = 1_000
  /// Both at the last commit, or when a step between them was followed since.
  private var last: Moment?

  mutating func committed(_ now: Moment) { last = now }

  /// By how many milliseconds the first has been set forward since, or back where it is less than zero; `nil` for no
  /// more than the two drift apart.
  mutating func takeStep(_ now: Moment) -> Int64? {
    guard let last else { return nil }
    let wall = now.wall.milliseconds - last.wall.milliseconds
    let step = wall - (now.uptime.milliseconds - last.uptime.milliseconds)
    guard abs(step) > Self.tolerance else { return nil }
    self.last = now
    return step
  }
}

/// What is scheduled and still to be computed anew after the clock was moved by so many milliseconds. A start computes
/// all anew.
struct Rescheduling {
  let step: Int64
  private(set) var ids: ArraySlice<NotificationID>

  init(step: Int64, ids: [NotificationID]) {
    self.step = step
    self.ids = ids[...]
  }

  mutating func next() -> (step: Int64, NotificationID)? { ids.popFirst().map { (step, $0) } }
}
