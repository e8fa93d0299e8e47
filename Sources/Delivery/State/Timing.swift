import Guidelines
import NotificationModel
import Records
import Store

/// The clocks, the time zones, and times that depend on them: summaries, triggers, expiries.
final class Timing {
  /// The key of the stored form of `clocks`.
  private static let clocksName = "clocks"

  /// `nil` before the start.
  @Transacted private var clocks: Clocks?
  /// As of the end of the last transaction.
  @Transacted private var pending: PendingWork
  private(set) var zones: any TimeZoneDirectory
  private var plan = LocalPlan<WeeklyTimes, ClockMoment?>()
  private let preferences: Preferences
  private let store: SQLiteStore
  private let bootID: String

  init(
    _ zones: any TimeZoneDirectory, _ preferences: Preferences, bootID: String, in transaction: Transaction
  ) {
    _clocks = Transacted(nil, in: transaction)
    _pending = Transacted(PendingWork(), in: transaction)
    self.zones = zones
    self.preferences = preferences
    self.bootID = bootID
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

  /// Goes on from the clocks of an earlier process. The time between two boots of the machine is what the wall clock says
  /// that it was. If that clock is behind its last known time, the machine counts as not having been off.
  func recover(_ now: Moment) throws {
    let known = try store.value(Self.clocksName).flatMap(Clocks.init)
    if let known, known.bootID == bootID {
      clocks = known
    } else {
      let step = known.map { min(0, now.wall.milliseconds &- $0.wall.milliseconds) } ?? 0
      try keep(Clocks(bootID: bootID, now, corrections: (known?.corrections ?? 0) &+ step))
    }
    store.use(corrections: clocks?.corrections ?? 0)
  }

  /// By how many milliseconds the clock was set forward (negative: back) since the last call; `nil` if it was not set.
  /// Stored lapses move by that, and owners that keep some in memory are to read them again.
  func popStep(_ now: Moment) throws -> Int64? {
    guard var clocks, let step = clocks.step(to: now) else { return nil }
    clocks.set(by: step, now)
    try keep(clocks)
    store.use(corrections: clocks.corrections)
    return step
  }

  /// Stores the time, by which the next boot finds that the clock is behind, once a minute at most.
  func keepTime(_ now: Moment) throws {
    guard var clocks, clocks.wall.advanced(bySeconds: 60) <= now.wall else { return }
    clocks.wall = now.wall
    try keep(clocks)
  }

  private func keep(_ clocks: Clocks) throws {
    try store.set(Self.clocksName, to: clocks.text)
    self.clocks = clocks
  }

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

  /// Each occurrence of a series expires after its own time; the series expires at the time that the app gave. `start`:
  /// when its duration begins.
  func expiry(_ request: NotificationRequest, from start: End) -> Expiry {
    let isSeries = request.trigger?.repeats == true
    return Expiry(
      moment: request.expiresAt, isSeries ? nil : request.expiresAfter.map { start.advanced(bySeconds: $0) })
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

/// The wall clock, which people set, beside the clock that no one sets.
private struct Clocks {
  private static let tolerance: UInt64 = 1_000

  let bootID: String
  /// `Moment.ahead` after the last step.
  private var ahead: Int64
  /// The sum of all steps, also of those before this boot of the machine.
  private(set) var corrections: Int64
  /// The time of the last step or commit, with a minute's grain.
  var wall: Timestamp

  init(bootID: String, _ now: Moment, corrections: Int64) {
    self.bootID = bootID
    ahead = now.ahead
    self.corrections = corrections
    wall = now.wall
  }

  /// By how many milliseconds the wall clock was set forward (negative: back); `nil` if the difference is within
  /// `tolerance`, which covers drift.
  func step(to now: Moment) -> Int64? {
    let step = now.ahead &- ahead
    return step.magnitude > Self.tolerance ? step : nil
  }

  mutating func set(by step: Int64, _ now: Moment) {
    ahead &+= step
    corrections &+= step
    wall = now.wall
  }

  var text: String { "\(bootID) \(ahead) \(corrections) \(wall.milliseconds)" }

  init?(_ text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 4, let ahead = Int64(parts[1]), let corrections = Int64(parts[2]),
      let wall = Int64(parts[3])
    else { return nil }
    bootID = String(parts[0])
    self.ahead = ahead
    self.corrections = corrections
    self.wall = Timestamp(milliseconds: wall)
  }
}

extension Moment {
  /// By how many milliseconds the wall clock is ahead of the time since the machine started.
  fileprivate var ahead: Int64 { wall.milliseconds &- uptime.milliseconds }
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
