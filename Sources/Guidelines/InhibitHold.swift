package import NotificationModel

/// While an app has asked for quiet, as for a film or a talk, the alert waits as under Do Not Disturb.
package enum InhibitHold: HoldingGuideline {
  package static let name = "focus.inhibited"
  package static let missed: Missed.Cause? = .inhibited

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, situation.isInhibited else { return }
    if let urgency = judgement.urgency {
      return judgement.breakThrough(self, .throughInhibition, .name(urgency))
    }
    judgement.hold(by: self, until: nil, .inhibited)
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .inhibitionOver }
}
