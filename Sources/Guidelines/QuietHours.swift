package import NotificationModel

/// "People generally use settings to specify … delivery times for notifications that have different levels of
/// urgency": every night, say, the alert waits; what is urgent and allowed breaks through.
package enum QuietHours: HoldingGuideline {
  package static let name = "focus.quietHours"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, let end = situation.quietHoursEnd else { return }
    let cause = situation.settings.source(of: "QuietHours", in: "Schedule")
    let state = "Quiet hours are on until \(end.clock.text) (\(cause))"
    guard !judgement.level.isUrgent else {
      return judgement.breakThrough(
        self, "\(state), and \(judgement.level) notifications may break through.")
    }
    judgement.hold(by: self, until: end.time, "\(state).")
  }

  package static func end(for record: NotificationRecord) -> String { "Quiet hours are over." }
}
