import Guidelines
import NotificationModel

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
