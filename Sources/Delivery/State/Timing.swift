import Guidelines
import NotificationModel
import Records
import Store

/// The clocks, the time zones, and all times that depend on them: quiet hours, summaries, triggers, expiries.
final class Timing {
  @Transacted private var clocks: ClockMonitor
  /// As of the end of the last transaction.
  @Transacted private var pending: PendingWork
  private let schedule: LocalSchedule
  private let preferences: Preferences
  private let inhibitors: Inhibitors
  private let store: SQLiteStore

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

  /// To be called when the computer may be in another time zone.
  func move(to zones: any TimeZoneDirectory) { schedule.move(to: zones) }

  /// To be called when the clocks of this computer show other times than before.
  func forgetLocalTime() { schedule.forget() }

  func quietHoursEnd(_ now: Moment) -> ClockMoment? {
    preferences.quietHours.isEmpty ? nil : plan(now).quietHoursEnd
  }

  /// The next begin or end of quiet hours.
  func quietHoursChange(_ now: Moment) -> Timestamp? {
    preferences.quietHours.isEmpty ? nil : plan(now).quietHoursChange
  }

  func nextSummaryTime(_ now: Moment) -> ClockMoment? {
    preferences.policy.summaryTimes.isEmpty ? nil : plan(now).summary
  }

  private func plan(_ now: Moment) -> LocalSchedule.Plan {
    schedule.plan(preferences.quietHours, preferences.policy.summaryTimes, now: now.wall)
  }

  /// Whether all alerts that can be held are to wait.
  func wantsQuiet(_ now: Moment) -> Bool {
    preferences.doNotDisturb(now: now.wall) != .off || !inhibitors.all.isEmpty || quietHoursEnd(now) != nil
  }

  /// The time as text, as this computer's clocks show it.
  func spoken(_ time: Timestamp, _ now: Moment) -> String { zones.local.spoken(time, now: now.wall) }

  // MARK: The person's clock

  /// By how many milliseconds the clock was set forward (negative: back) since the last call; `nil` if it was not set.
  func popStep(_ now: Moment) -> Int64? { clocks.popStep(now) }

  func committed(_ now: Moment) { clocks.committed(now) }

  /// Whether the clock was ahead by more than a day until this step, so that times which the person chose by it move
  /// with it.
  static func wasClockWrong(_ step: Int64) -> Bool { step < -Timetable.largestZoneDifference * 1_000 }

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

  /// Each occurrence of a series expires after its own time; the series expires at the time that the app gave.
  func expiry(_ request: NotificationRequest, due: Timestamp) -> Timestamp? {
    let after =
      request.trigger?.repeats == true ? nil : request.expiresAfter.map { due.advanced(bySeconds: $0) }
    guard let after, let at = request.expiresAt else { return after ?? request.expiresAt }
    return min(at, after)
  }

  /// When a notification that waited for consent is due. Missed occurrences of a series are skipped.
  func due(of waiting: NotificationRecord, _ now: Moment) -> Timestamp? {
    guard let due = waiting.due, let trigger = waiting.request.trigger else { return waiting.due }
    let timetable = Timetable(trigger, in: zones)
    if trigger.repeats, !timetable.isZoneKnown { return nextLook(now) }
    return timetable.next(after: now.wall, due: due).flatMap { due <= now.wall ? $0 : nil }
      ?? timetable.reconsidered(due: due, fired: waiting.life.due?.fired, now: now.wall)
  }

  /// When to look again for a zone that this computer does not know.
  func nextLook(_ now: Moment) -> Timestamp { now.wall.advanced(bySeconds: 86_400) }

  // MARK: The next times

  func readPending() throws { pending = try PendingWork(store) }

  /// The time of the earliest trigger or expiry.
  var deadline: Timestamp? { pending.deadline }
  /// The earliest known end of a hold.
  var release: Timestamp? { pending.release }
}

/// The quiet hours and the next summary, computed on demand and kept until a clock or the configuration changes them.
/// Most calls cost two comparisons.
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

  /// To be called when the clocks of this computer have changed.
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

/// Compares the wall clock, which people set, with the monotonic clock.
private struct ClockMonitor {
  private static let tolerance: Int64 = 1_000
  /// Both clocks at the last commit, or at the last step.
  private var last: Moment?

  mutating func committed(_ now: Moment) { last = now }

  /// By how many milliseconds the wall clock was set forward (negative: back) since then; `nil` if the difference is
  /// within `tolerance`, which covers drift.
  mutating func popStep(_ now: Moment) -> Int64? {
    guard let last else { return nil }
    let wall = now.wall.milliseconds - last.wall.milliseconds
    let step = wall - (now.uptime.milliseconds - last.uptime.milliseconds)
    guard abs(step) > Self.tolerance else { return nil }
    self.last = now
    return step
  }
}

/// Times of work in the store, read in the transaction that changed them rather than at every wake-up.
private struct PendingWork {
  /// The time of the earliest trigger or expiry.
  private(set) var deadline: Timestamp?
  /// The earliest known end of a hold.
  private(set) var release: Timestamp?

  init() {}

  init(_ store: SQLiteStore) throws(StorageFault) {
    deadline = try store.nextDeadline()
    release = try store.nextRelease()
  }
}
