public import NotificationModel

/// A trigger in the future: the notification is judged anew when its time has come.
public enum Schedule: Guideline {
  public static let name = "schedule"

  public static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.listing != .later, let due = due(request.trigger, now: situation.now), due > situation.now
    else { return }
    judgement.settle(.scheduled)
    judgement.weaken(to: .never)
    judgement.listing = .later
    judgement.record(name, "scheduled", "Its trigger has not fired yet.")
  }

  /// When a trigger first fires, counted from the moment of posting; `nil` without one.
  public static func due(_ trigger: Trigger?, now: Timestamp) -> Timestamp? {
    switch trigger {
    case .at(let time): time
    case .after(let seconds, _): now.advanced(bySeconds: seconds)
    case .calendar, nil: nil
    }
  }
}
