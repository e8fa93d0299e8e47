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
      judgement.record(
        name, .overruled, "The app says that it is in front, but the desktop reports that it is not.")
    case .front(let threads, let witness):
      judgement.settle(.suppressed)
      judgement.weaken(to: .never)
      judgement.isLeftToApp = true
      let isLookedAt = request.thread.map(threads.contains) == true
      if isLookedAt { judgement.listing = .read }
      judgement.record(name, .suppressed, why(witness, isLookedAt: isLookedAt))
    }
  }

  private static func why(_ witness: Foreground.Witness, isLookedAt: Bool) -> String {
    switch (witness, isLookedAt) {
    case (.app, false): "The app says that it is in front of the person, and shows it itself."
    case (.app, true): "The app says that the person is looking at this very thread."
    case (.desktop, false): "The desktop reports the app in front, which shows it itself."
    case (.desktop, true):
      "The desktop reports the app in front, which says that the person is looking at this very thread."
    case (.asker, _): "The app is in front of the person, and shows it itself."
    }
  }
}
