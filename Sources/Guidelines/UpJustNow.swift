package import NotificationModel

/// "Avoid sending multiple notifications for the same thing". What comes by the desktop's own interface is never marked
/// read by its app, so that the same is one thing only while its banner is up, and for a minute after that: then it comes
/// quietly. Tomorrow's is another.
package enum UpJustNow: Guideline {
  package static let name = "front.same"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard situation.wasUpJustNow, judgement.alert == .now, judgement.listing == .unread,
      !judgement.level.isUrgent
    else { return }
    switch request.kind {
    // Who writes "ok" twice has said it twice, and these call on purpose.
    case .message, .call, .alarm, .reminder: return
    case .rating, .marketing, nil: break
    }
    judgement.conclude(.quiet)
    judgement.weaken(to: .never)
    judgement.listing = .read
    judgement.record(name, .quiet, .upJustNow)
  }
}
