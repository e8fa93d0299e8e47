package import NotificationModel

/// "Your app's notifications don't appear onscreen when your app is in the front, but your app still receives the
/// information"; and a notification about the content in view "would be unnecessary".
///
/// An app of the desktop's own interface cannot present the notification itself, so a suppressed one stays unread. Its
/// critical notifications have a banner all the same, as on any server, and so do all if the person switches this
/// guideline off for the app.
package enum ForegroundSuppression: Guideline {
  package static let name = "foreground"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.listing == .unread, !isExempt(request, in: situation) else { return }
    switch situation.foreground {
    case .background:
      break
    case .overruled:
      judgement.record(name, .overruled, .claimOverruled)
    case .front(let threads, let witness):
      judgement.conclude(.suppressed)
      judgement.weaken(to: .never)
      guard request.origin.presentsItself else {
        return judgement.record(name, .suppressed, .inFrontUnread)
      }
      judgement.isLeftToApp = true
      let isLookedAt = request.thread.map(threads.contains) == true
      if isLookedAt { judgement.listing = .read }
      judgement.record(name, .suppressed, why(witness, isLookedAt: isLookedAt))
    }
  }

  private static func isExempt(_ request: NotificationRequest, in situation: Situation) -> Bool {
    guard let origin = request.origin.desktop else { return false }
    return !situation.settings.foreground || origin.urgency == .critical
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
