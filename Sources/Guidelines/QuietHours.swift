package import NotificationModel

/// "People generally use settings to specify … delivery times for notifications that have different levels of
/// urgency": every night, say, the alert waits; what is urgent and allowed breaks through.
package enum QuietHours: HoldingGuideline {
  package static let name = "focus.quietHours"
  package static let missed: Missed.Cause? = .quietHours

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, let end = situation.quietHoursEnd else { return }
    let cause =
      situation.areQuietHoursChosen
      ? Reason(.quietHoursChosen) : situation.settings.source(of: "QuietHours", in: "Schedule").reason
    if let urgency = judgement.urgency {
      return judgement.breakThrough(
        self, .throughQuietHours, .name(end.clock.text), .reason(cause), .name(urgency))
    }
    judgement.hold(by: self, until: end.time, .quietHours, .name(end.clock.text), .reason(cause))
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .quietHoursOver }
}
