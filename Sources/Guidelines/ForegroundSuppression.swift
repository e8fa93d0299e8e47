public import NotificationModel

/// "Your app's notifications don't appear onscreen when your app is in the front, but your app still
/// receives the information"; and one about what the person is looking at "would be unnecessary".
public enum ForegroundSuppression: Guideline {
  public static let name = "foreground"

  public static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.listing != .later, case .front(let threads) = situation.foreground else { return }
    judgement.settle(.suppressed)
    judgement.weaken(to: .never)
    if let thread = request.thread, threads.contains(thread) {
      judgement.listing = .read
      judgement.record(name, "suppressed", "The app says that the person is looking at this very thread.")
    } else {
      judgement.record(
        name, "suppressed", "The app says that it is in front of the person, and shows it itself.")
    }
  }
}
