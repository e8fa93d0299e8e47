package import NotificationModel

/// "People generally use settings to specify … delivery times for notifications that have different levels of
/// urgency": every night, say, the alert waits; what is urgent and allowed breaks through.
package enum QuietHours: Guideline {
  package static let name = "focus.quietHours"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, let end = situation.quietHoursEnd else { return }
    let cause = situation.settings.source(of: "QuietHours", in: "Schedule")
    let state = "Quiet hours are on until \(end.clock.text) (\(cause))"
    switch judgement.level {
    case .timeSensitive, .critical:
      judgement.record(name, "presented", "\(state), and \(judgement.level) notifications may break through.")
    case .passive, .active:
      judgement.settle(.held)
      judgement.hold(until: end.time)
      judgement.record(name, "held", "\(state).")
    }
  }
}
