package import NotificationModel

/// While the person wants quiet, the alert waits; what is urgent and allowed breaks through.
package enum DoNotDisturbHold: HoldingGuideline {
  package static let name = "focus.doNotDisturb"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, case .on(let until) = situation.doNotDisturb else { return }
    guard !judgement.level.isUrgent else {
      return judgement.breakThrough(
        self, "Do Not Disturb is on (bellhop dnd), and \(judgement.level) notifications may break through.")
    }
    judgement.hold(by: self, until: until, "Do Not Disturb is on (bellhop dnd).")
  }

  package static func end(for record: NotificationRecord) -> String { "Do Not Disturb is over." }
}
