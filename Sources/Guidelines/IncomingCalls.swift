public import NotificationModel

/// "No app may keep the user from taking an incoming phone call": it goes before everything that waits in the
/// line, and counts for no rate. Consent and Do Not Disturb hold for it as for others.
public enum IncomingCalls: Guideline {
  public static let name = "calls.first"

  public static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.kind == .call, judgement.alert == .now, situation.othersWait else { return }
    judgement.record(name, "first", "An incoming call goes before everything that waits to be shown.")
  }
}
