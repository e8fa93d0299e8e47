package import NotificationModel

/// A notification with a trigger in the future is stored, and judged again when it fires. One that has expired already
/// is never shown.
package enum Schedule: Guideline {
  package static let name = "schedule"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    if let occurred = request.occurred, lateness(due: occurred, now: situation.now) != nil {
      judgement.record(name, .late, .happenedEarlier, .time(occurred))
    }
    if request.isOver(situation.now) {
      if situation.existing == nil { judgement.conclude(.quiet) }
      judgement.weaken(to: .never)
      judgement.listing = .later
      return judgement.record(name, .expired, .overAlready)
    }
    guard judgement.listing != .later, let trigger = request.trigger, isAhead(trigger, situation.now) else {
      return
    }
    judgement.conclude(.scheduled)
    judgement.weaken(to: .never)
    judgement.listing = .later
    judgement.record(name, .scheduled, .notFired)
  }

  /// Counted from the moment of posting. A calendar trigger always matches a time in the future.
  private static func isAhead(_ trigger: Trigger, _ now: Timestamp) -> Bool {
    switch trigger {
    case .at(let time): time > now
    case .after(let seconds, _): seconds > 0
    case .calendar: true
    }
  }

  /// The decision while this computer does not know the time zone of a series.
  package static let zoneUnknown = Ruling(name, .waiting, .zoneUnknown)

  /// A notification that comes later than this after its due time counts as late.
  private static let punctualSeconds: Int64 = 60

  /// Why a notification comes late; `nil` if it comes in time.
  package static func lateness(due: Timestamp, now: Timestamp) -> Ruling? {
    due.advanced(bySeconds: punctualSeconds) <= now ? Ruling(name, .late, .wasLate, .time(due)) : nil
  }
}
