package import NotificationModel

/// A trigger in the future: the notification is judged anew when its time has come. What is over already is shown never.
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

  /// Counted from the moment of posting. The fields of a calendar always match a time to come.
  private static func isAhead(_ trigger: Trigger, _ now: Timestamp) -> Bool {
    switch trigger {
    case .at(let time): time > now
    case .after(let seconds, _): seconds > 0
    case .calendar: true
    }
  }

  /// What becomes of a series meanwhile.
  package static let zoneUnknown = Ruling(name, .waiting, .zoneUnknown)

  /// Past this the person would not say that it came in time.
  private static let punctualSeconds: Int64 = 60

  /// Why something comes later than it was due; `nil` when it comes in time.
  package static func lateness(due: Timestamp, now: Timestamp) -> Ruling? {
    due.advanced(bySeconds: punctualSeconds) <= now ? Ruling(name, .late, .wasLate, .time(due)) : nil
  }
}
