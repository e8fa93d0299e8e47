package import NotificationModel

/// While the person wants quiet, the alert waits; what is urgent and allowed breaks through.
package enum DoNotDisturbHold: Guideline {
  package static let name = "focus.doNotDisturb"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, case .on(let until) = situation.doNotDisturb else { return }
    switch judgement.level {
    case .timeSensitive, .critical:
      judgement.record(
        name, "presented",
        "Do Not Disturb is on (bellhop dnd), and \(judgement.level) notifications may break through.")
    case .passive, .active:
      judgement.settle(.held)
      judgement.hold(until: until)
      judgement.record(name, "held", "Do Not Disturb is on (bellhop dnd).")
    }
  }
}
