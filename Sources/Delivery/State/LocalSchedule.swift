import Guidelines
import NotificationModel

/// The quiet hours and the summary's next time, worked out when asked for, and kept until a clock or the
/// configuration makes them others: most questions cost two comparisons.
final class LocalSchedule {
  private struct Answer {
    let span: DailySpan?
    let times: [TimeOfDay]
    let valid: Range<Timestamp>
    let quietHoursEnd: ClockMoment?
    let summary: ClockMoment?
  }

  private(set) var zones: any TimeZoneDirectory
  private var kept: Answer?

  init(_ zones: any TimeZoneDirectory) { self.zones = zones }

  func move(to zones: any TimeZoneDirectory) { self.zones = zones }

  /// The clocks of this computer are others now.
  func forget() { kept = nil }

  func quietHoursEnd(_ policy: Policy, now: Timestamp) -> ClockMoment? {
    policy.quietHours == nil ? nil : answer(policy, now).quietHoursEnd
  }

  func summary(_ policy: Policy, now: Timestamp) -> ClockMoment? {
    policy.summaryTimes.isEmpty ? nil : answer(policy, now).summary
  }

  private func answer(_ policy: Policy, _ now: Timestamp) -> Answer {
    if let kept, kept.valid.contains(now), kept.span == policy.quietHours,
      kept.times == policy.summaryTimes
    {
      return kept
    }
    let zone = zones.local
    let end = policy.quietHours?.end(at: now, in: zone)
    let summary = policy.summaryTimes.next(after: now, in: zone)
    let changes = end ?? policy.quietHours?.start(after: now, in: zone)
    let latest = Timestamp(milliseconds: Timestamp.latest)
    let found = Answer(
      span: policy.quietHours, times: policy.summaryTimes,
      valid: now..<max(now, [changes, summary].compactMap { $0 }.min() ?? latest),
      quietHoursEnd: end.map { ClockMoment($0, in: zone) },
      summary: summary.map { ClockMoment($0, in: zone) })
    kept = found
    return found
  }
}

extension DeliveryEngine {
  var zones: any TimeZoneDirectory { localSchedule.zones }

  func quietHoursEnd(_ now: Moment) -> ClockMoment? {
    localSchedule.quietHoursEnd(live.policy, now: now.wall)
  }

  /// As the clocks here show it.
  func spoken(_ time: Timestamp, _ now: Moment) -> String { zones.local.spoken(time, now: now.wall) }

  func nextSummaryTime(_ now: Moment) -> ClockMoment? {
    localSchedule.summary(live.policy, now: now.wall)
  }

  /// Whether everything that can wait does.
  func wantsQuiet(_ now: Moment) -> Bool {
    live.switches.doNotDisturb(now: now.wall) != .off || quietHoursEnd(now) != nil
  }
}

/// The clock that people set, against the one that never makes a step.
struct ClockWatch {
  private static let tolerance: Int64 = 1_000
  /// Both at the last commit, or when a step between them was followed since.
  private var last: Moment?

  /// The person said the time by a clock that was ahead by days: what they meant has moved with it.
  static func wasWrong(_ step: Int64) -> Bool { step < -Timetable.longestJourney * 1_000 }

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
