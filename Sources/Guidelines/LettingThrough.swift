package import NotificationModel

/// What the person has said about a sender, or a sender does, for which its alert comes through quiet.
package enum Acquaintance: Hashable, Sendable {
  /// The person lets notifications of this sender through.
  case named
  /// The sender calls or writes a second time within three minutes.
  case again
}

/// "Give people control": the person lets an app, a sender, or a second call or message through quiet; or nothing of an
/// app, not even what is urgent. What an administrator has granted as critical comes through all the same. Ratings and
/// marketing never come through, because they are not to interrupt.
package enum LettingThrough: Guideline {
  package static let name = "focus.through"

  /// In seconds; the time of "Allow Repeated Calls" on Apple's phones.
  package static let againWithin: Int64 = 180

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard !situation.quiets.isEmpty, judgement.level != .critical else { return }
    let settings = situation.settings
    switch settings.dnd {
    case .never:
      judgement.isKeptBack = true
      judgement.urgentFrom = nil
      guard let urgency = judgement.urgency, judgement.canBeHeld else { return }
      judgement.record(
        name, .active, .keptBackBy, .name(urgency), .source(settings.source(of: .dnd)))
    case .through where !LockHold.concerns(request.kind):
      judgement.letIn = Reason(.appIsLetThrough, .source(settings.source(of: .dnd)))
    case .urgent where !LockHold.concerns(request.kind):
      judgement.letIn = situation.acquaintance.map {
        switch $0 {
        case .named: Reason(.senderIsLetThrough)
        case .again: Reason(.comesTwice, .source(settings.source(of: .repeated)))
        }
      }
    case .through, .urgent: break
    }
  }

  /// Whether a post is a call or a message of its sender, of which a second one can come through. A call that takes the
  /// place of one which still rings is that call.
  package static func isContact(
    _ request: NotificationRequest, over existing: NotificationRecord?, now: Timestamp
  ) -> Bool {
    guard request.kind == .call else { return request.kind == .message || request.sender != nil }
    return existing.map { !$0.unread || MissedCall.isOver($0, now: now) } ?? true
  }
}
