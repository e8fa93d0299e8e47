import Guidelines
import NotificationModel
import Records
import Store

/// The clocks, the time zones, and times that depend on them: summaries, triggers, expiries.
final class Timing {
  @Transacted private var clocks: ClockMonitor
  /// As of the end of the last transaction.
  @Transacted private var pending: PendingWork
  private(set) var zones: any TimeZoneDirectory
  private var plan = LocalPlan<WeeklyTimes, ClockMoment?>()
  private let preferences: Preferences
  private let store: SQLiteStore

  init(_ zones: any TimeZoneDirectory, _ preferences: Preferences, in transaction: Transaction) {
    _clocks = Transacted(ClockMonitor(), in: transaction)
    _pending = Transacted(PendingWork(), in: transaction)
    self.zones = zones
    self.preferences = preferences
    store = transaction.store
  }

  // MARK: Local time

  /// To be called when the computer may be in another time zone.
  func move(to zones: any TimeZoneDirectory) { self.zones = zones }

  /// To be called when the clocks of this computer show other times than before.
  func forgetLocalTime() { plan.forget() }

  func nextSummaryTime(_ now: Moment) -> ClockMoment? {
    let times = preferences.policy.summaryTimes
    guard !times.isEmpty else { return nil }
    return plan.value(of: times, now.wall) { times, now in
      let next = times.next(after: now, in: zones.local)
      return (next.map { ClockMoment($0, in: zones.local) }, until: next)
    }
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

/// A value that follows from settings and local time, computed on demand and kept until it changes. Most calls cost two
/// comparisons.
struct LocalPlan<Settings: Equatable, Value> {
  private var kept: (settings: Settings, valid: Range<Timestamp>, value: Value)?

  /// `until`: the time from which on the value is another; `nil` if there is none.
  mutating func value(
    of settings: Settings, _ now: Timestamp,
    _ compute: (Settings, _ now: Timestamp) -> (value: Value, until: Timestamp?)
  ) -> Value {
    if let kept, kept.valid.contains(now), kept.settings == settings { return kept.value }
    let (value, until) = compute(settings, now)
    kept = (settings, now..<max(now, until ?? Timestamp(milliseconds: Timestamp.latest)), value)
    return value
  }

  /// To be called when the clocks of this computer have changed.
  mutating func forget() { kept = nil }
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
