package import NotificationModel

/// "Avoid sending multiple notifications for the same thing, even if someone hasn't responded", and all the more if they
/// have: what the person dismissed is listed when it comes again within ten minutes, and does not alert. New text does,
/// and so does what calls on purpose.
package enum DismissedJustNow: Guideline {
  package static let name = "duplicates.dismissed"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard situation.wasJustDismissed, judgement.alert == .now, judgement.listing == .unread,
      !judgement.level.isUrgent
    else { return }
    // Who writes "ok" twice has said it twice.
    if request.sender != nil, request.identifier == nil { return }
    switch request.kind {
    case .alarm, .call, .reminder: return
    case .message where request.identifier == nil: return
    case .message, .rating, .marketing, nil: break
    }
    judgement.conclude(.quiet)
    judgement.weaken(to: .never)
    judgement.record(name, .quiet, .justDismissed)
  }
}
