package import NotificationModel

/// "Don't interrupt the user" with what only the app wants: rating prompts and marketing wait until the screen
/// is unlocked. So does what comes back then because the lock took its banner away.
package enum LockHold: HoldingGuideline {
  package static let name = "focus.locked"
  package static let missed: Missed.Cause? = .locked

  package static func concerns(_ kind: Kind?) -> Bool { kind == .rating || kind == .marketing }

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, situation.isLocked, concerns(request.kind) || situation.waitsForUnlock else {
      return
    }
    judgement.hold(
      by: self, until: nil,
      .awaitsUnlocking, .reason(LockedScreen.clause(situation.lockHolders)))
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .unlocked }
}

/// How an explanation speaks of a screen that counts as locked.
package enum LockedScreen {
  /// The name of what shows the screen to others, among those who say that it is locked.
  package static let sharing = "screen sharing"

  /// `holders`: who says that it is locked; `nil` while it only counts as locked, for want of an answer.
  package static func clause(_ holders: [String]?) -> Reason {
    switch holders {
    case nil: Reason(.notKnownWhetherLocked)
    case []?: Reason(.isLocked)
    case [sharing]?: Reason(.isShared)
    case let holders?: Reason(.isLockedBy, .name(holders.joined(separator: ", ")))
    }
  }
}
