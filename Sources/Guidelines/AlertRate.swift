package import NotificationModel

/// An app whose alerts come too fast goes quiet, and one banner then says how many there were: many at once
/// "fill up Notification Center, and people may turn off all notifications".
package enum AlertRate: Guideline {
  package static let name = "alerts.rate"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.alert == .now, situation.alertsTooFast, judgement.level != .critical else { return }
    guard !AlertExemption.covers(request, callsTooFast: situation.callsTooFast) else {
      return judgement.record(AlertExemption.name, .presented, .exemptFromRate)
    }
    judgement.conclude(.quiet)
    judgement.joinsSummary = true
    judgement.weaken(to: .never)
    judgement.record(
      name, .quiet, .alertsTooFast, .source(situation.settings.source(of: "AlertBurst", in: "Limits")))
  }
}

/// A call cannot wait, and neither can an alarm that the person asked for: they count for no alert rate but one of
/// their own, beyond which they are alerts like any other.
package enum AlertExemption {
  package static let name = "alerts.exempt"

  package static func covers(_ request: NotificationRequest, callsTooFast: Bool) -> Bool {
    (request.kind == .call || request.kind == .alarm) && !callsTooFast
  }
}
