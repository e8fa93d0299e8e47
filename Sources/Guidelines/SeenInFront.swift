package import NotificationModel

/// "Your app's notifications don't appear onscreen when your app is in the front": an app that comes by the desktop's own
/// interface cannot be left to present it itself, and never says that it was read. What comes while it is in front is
/// read; so is all of it when the person turns to the app, or closes the banner.
package enum SeenInFront: Guideline {
  package static let name = "front.seen"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.origin.isReadWhenSeen, judgement.isLeftToApp, judgement.listing == .unread else { return }
    judgement.isLeftToApp = false
    judgement.listing = .read
    judgement.record(name, .read, .countsAsSeen)
  }
}
