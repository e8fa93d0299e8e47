import Guidelines
import NotificationModel

/// The clocks, the time zones, and what they bring about: quiet hours, summaries, triggers, expiries.
final class Timing {
  @Transacted private var clocks: ClockMonitor
  /// As the transaction leaves it.
  @Transacted private var pending: PendingWork
  private let schedule: LocalSchedule
  private let preferences: Preferences
  private let inhibitors: Inhibitors
  private let store: any RecordStore

  init(
    _ zones: any TimeZoneDirectory, _ preferences: Preferences, _ inhibitors: Inhibitors,
    in transaction: Transaction
  ) {
    _clocks = Transacted(ClockMonitor(), in: transaction)
    _pending = Transacted(PendingWork(), in: transaction)
    schedule = LocalSchedule(zones)
    self.preferences = preferences
    self.inhibitors = inhibitors
    store = transaction.store
  }

  // MARK: Local time

  var zones: any TimeZoneDirectory { schedule.zones }

  /// The computer may be in another time zone.
  func move(to zones: any TimeZoneDirectory) { schedule.move(to: zones) }

  /// The clocks of this computer show other times than before.
  func forgetLocalTime() { schedule.forget() }

  func quietHoursEnd(_ now: Moment) -> ClockMoment? {
    preferences.quietHours.isEmpty ? nil : plan(now).quietHoursEnd
  }

  /// When they begin or end next.
  func quietHoursChange(_ now: Moment) -> Timestamp? {
    preferences.quietHours.isEmpty ? nil : plan(now).quietHoursChange
  }

  func nextSummaryTime(_ now: Moment) -> ClockMoment? {
    preferences.policy.summaryTimes.isEmpty ? nil : plan(now).summary
  }

  private func plan(_ now: Moment) -> LocalSchedule.Plan {
    schedule.plan(preferences.quietHours, preferences.policy.summaryTimes, now: now.wall)
  }

  /// Whether everything that can wait does.
  func wantsQuiet(_ now: Moment) -> Bool {
    preferences.doNotDisturb(now: now.wall) != .off || !inhibitors.all.isEmpty || quietHoursEnd(now) != nil
  }

  /// As the clocks here show it.
  func spoken(_ time: Timestamp, _ now: Moment) -> String { zones.local.spoken(time, now: now.wall) }

  // MARK: The person's clock

  /// By how many milliseconds it has been set forward, or back where it is less than zero, since this was last asked.
  func popStep(_ now: Moment) -> Int64? { clocks.popStep(now) }

  func committed(_ now: Moment) { clocks.committed(now) }

  /// Whether the clock was ahead by days until this step: what the person meant by a time has moved with it.
  static func wasClockWrong(_ step: Int64) -> Bool { step < -Timetable.longestJourney * 1_000 }

  // MARK: When something is due

  func firstDue(_ trigger: Trigger?, postedAt posted: Timestamp) throws -> Timestamp? {
    guard let trigger else { return nil }
    let path = "notification.trigger.calendar"
    if case .calendar(let fields, _) = trigger, let name = fields.timeZone, zones.zone(named: name) == nil {
      throw Refusal.invalid(path: "\(path).timeZone", reason: "this computer knows no time zone of that name")
    }
    guard let due = Timetable(trigger, in: zones).first(postedAt: posted) else {
      throw Refusal.invalid(path: path, reason: "there is no time that matches all of it")
    }
    return due
  }

  /// Of a series each occurrence expires after its time, and the series itself at the moment that its app has given.
  func expiry(_ request: NotificationRequest, due: Timestamp) -> Timestamp? {
    let after =
      request.trigger?.repeats == true ? nil : request.expiresAfter.map { due.advanced(bySeconds: $0) }
    guard let after, let at = request.expiresAt else { return after ?? request.expiresAt }
    return min(at, after)
  }

  /// When what waited for consent is due. What a series has missed meanwhile is not made up for.
  func due(of waiting: NotificationRecord, _ now: Moment) -> Timestamp? {
    guard let due = waiting.due, let trigger = waiting.request.trigger else { return waiting.due }
    let timetable = Timetable(trigger, in: zones)
    if trigger.repeats, !timetable.isZoneKnown { return nextLook(now) }
    return timetable.next(after: now.wall, due: due).flatMap { due <= now.wall ? $0 : nil }
      ?? timetable.reconsidered(due: due, fired: waiting.fired, now: now.wall)
  }

  /// When a zone that this computer does not know is looked for again.
  func nextLook(_ now: Moment) -> Timestamp { now.wall.advanced(bySeconds: 86_400) }

  // MARK: What time brings next

  func readPending() throws { pending = try PendingWork(store) }

  /// The earliest trigger or expiry.
  var deadline: Timestamp? { pending.deadline }
  /// When the first of what is held back may be shown, as far as that is known.
  var release: Timestamp? { pending.release }
}

/// The quiet hours and the summary's next time, worked out when asked for, and kept until a clock or the
/// configuration makes them others: most questions cost two comparisons.
private final class LocalSchedule {
  struct Plan {
    fileprivate let spans: WeeklySpans
    fileprivate let times: WeeklyTimes
    fileprivate let valid: Range<Timestamp>
    let quietHoursEnd: ClockMoment?
    let quietHoursChange: Timestamp?
    let summary: ClockMoment?
  }

  private(set) var zones: any TimeZoneDirectory
  private var kept: Plan?

  init(_ zones: any TimeZoneDirectory) { self.zones = zones }

  func move(to zones: any TimeZoneDirectory) { self.zones = zones }

  /// The clocks of this computer are others now.
  func forget() { kept = nil }

  func plan(_ spans: WeeklySpans, _ times: WeeklyTimes, now: Timestamp) -> Plan {
    if let kept, kept.valid.contains(now), kept.spans == spans, kept.times == times { return kept }
    let zone = zones.local
    let end = spans.end(at: now, in: zone)
    let summary = times.next(after: now, in: zone)
    let change = end ?? spans.start(after: now, in: zone)
    let latest = Timestamp(milliseconds: Timestamp.latest)
    let plan = Plan(
      spans: spans, times: times,
      valid: now..<max(now, [change, summary].compactMap { $0 }.min() ?? latest),
      quietHoursEnd: end.map { ClockMoment($0, in: zone) }, quietHoursChange: change,
      summary: summary.map { ClockMoment($0, in: zone) })
    kept = plan
    return plan
  }
}

/// The clock that people set, against the one that never makes a step.
private struct ClockMonitor {
  private static let tolerance: Int64 = 1_000
  /// Both at the last commit, or when a step between them was followed since.
  private var last: Moment?

  mutating func committed(_ now: Moment) { last = now }

  /// By how many milliseconds the first has been set forward since, or back where it is less than zero; `nil` for no
  /// more than the two drift apart.
  mutating func popStep(_ now: Moment) -> Int64? {
    guard let last else { return nil }
    let wall = now.wall.milliseconds - last.wall.milliseconds
    let step = wall - (now.uptime.milliseconds - last.uptime.milliseconds)
    guard abs(step) > Self.tolerance else { return nil }
    self.last = now
    return step
  }
}

/// What the store still has to do, read within the transaction that changed it rather than at every wake-up.
private struct PendingWork {
  /// The earliest trigger or expiry.
  private(set) var deadline: Timestamp?
  /// When the first of what is held back may be shown, as far as that is known.
  private(set) var release: Timestamp?

  init() {}

  init(_ store: any RecordStore) throws(StorageFault) {
    deadline = try store.nextDeadline()
    release = try store.nextRelease()
  }
}
