package import NotificationModel

/// While the person wants quiet, the alert waits; what is urgent and allowed breaks through.
package enum DoNotDisturbHold: HoldingGuideline {
  package static let name = "focus.doNotDisturb"
  package static let missed: Missed.Cause? = .doNotDisturb

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, case .on(let until) = situation.doNotDisturb else { return }
    if let urgency = judgement.urgency {
      return judgement.breakThrough(self, .throughDoNotDisturb, .name(urgency))
    }
    judgement.hold(by: self, until: until, .doNotDisturb)
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .doNotDisturbOver }
}
