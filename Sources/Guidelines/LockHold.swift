package import NotificationModel

/// "Don't interrupt the user" with what only the app wants: rating prompts and marketing wait until the screen
/// is unlocked.
package enum LockHold: HoldingGuideline {
  package static let name = "focus.locked"

  package static func concerns(_ kind: Kind?) -> Bool { kind == .rating || kind == .marketing }

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, situation.isLocked, concerns(request.kind) else { return }
    judgement.hold(
      by: self, until: nil,
      .awaitsUnlocking, .reason(LockedScreen.clause(situation.lockHolders)))
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .unlocked }
}
