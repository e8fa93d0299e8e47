package import NotificationModel

/// "No app may keep the user from taking an incoming phone call": it goes before everything that waits in the
/// line but earlier calls, as long as calls do not come too fast. Consent and Do Not Disturb hold for it as for others.
package enum IncomingCalls: Guideline {
  package static let name = "calls.first"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.kind == .call, judgement.alert == .now, situation.othersWait,
      !situation.callsTooFast
    else { return }
    judgement.record(name, .first, .callFirst)
  }
}
