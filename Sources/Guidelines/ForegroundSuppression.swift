package import NotificationModel

/// "Your app's notifications don't appear onscreen when your app is in the front, but your app still
/// receives the information"; and one about what the person is looking at "would be unnecessary".
package enum ForegroundSuppression: Guideline {
  package static let name = "foreground"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.listing != .later else { return }
    switch situation.foreground {
    case .background:
      break
    case .overruled:
      judgement.record(name, .overruled, .claimOverruled)
    case .front(let threads, let witness):
      judgement.conclude(.suppressed)
      judgement.weaken(to: .never)
      judgement.isLeftToApp = true
      let isLookedAt = request.thread.map(threads.contains) == true
      if isLookedAt { judgement.listing = .read }
      judgement.record(name, .suppressed, why(witness, isLookedAt: isLookedAt))
    }
  }

  private static func why(_ witness: Foreground.Witness, isLookedAt: Bool) -> Reason.Key {
    switch (witness, isLookedAt) {
    case (.app, false): .saysInFront
    case (.app, true): .saysThreadInFront
    case (.desktop, false): .seenInFront
    case (.desktop, true): .seenWithThreadInFront
    case (.asker, _): .assumedInFront
    }
  }
}
