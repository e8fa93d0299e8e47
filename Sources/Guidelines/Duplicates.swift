package import NotificationModel

/// "Avoid sending multiple notifications for the same thing, even if someone hasn't responded."
package enum Duplicates: Guideline {
  package static let name = "duplicates.coalesce"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    for id in situation.pending { judgement.record(name, .replaced, .takesPlace, .id(id)) }
    guard let existing = situation.existing else { return }
    guard !hasSameContent(request, existing.request) else {
      if let why = alertsAgain(request, existing, situation) {
        judgement.folding = .replaces(existing.id)
        judgement.conclude(.replaced)
        return judgement.record(name, .replaced, why)
      }
      if request.progress == existing.request.progress {
        judgement.folding = .coalesced(into: existing.id)
        judgement.conclude(.coalesced)
        // New buttons take the place of the old without a new banner, and so does all else that is to be seen of it.
        let isShownAlike =
          request.actions == existing.request.actions && request.origin.isShown(like: existing.request.origin)
        judgement.weaken(to: isShownAlike && !request.renewsItsTime ? .never : .inPlace)
        judgement.record(name, .coalesced, standing(existing))
      } else {
        judgement.folding = .replaces(existing.id)
        judgement.conclude(.replaced)
        judgement.weaken(to: .inPlace)
        judgement.record(name, .replaced, .onlyProgress)
      }
      return
    }
    judgement.folding = .replaces(existing.id)
    judgement.conclude(.replaced)
    if request.silently {
      judgement.weaken(to: .inPlace)
      judgement.record(name, .replaced, .replacedSilently)
    } else {
      judgement.record(name, .replaced, .replaced)
    }
  }

  private static func standing(_ existing: NotificationRecord) -> Reason.Key {
    switch existing.state {
    case .scheduled: .isScheduled
    case .awaitingConsent: .awaitsConsent
    case .held, .delivered, .failed, .read, .dismissed, .withdrawn, .expired: .isUnread
    }
  }

  /// Why the same content alerts once more, whether or not the last time was answered. `silently` spares people that.
  private static func alertsAgain(
    _ request: NotificationRequest, _ existing: NotificationRecord, _ situation: Situation
  ) -> Reason.Key? {
    if situation.comesAnew { return .comesAnew }
    guard existing.unread, !request.silently else { return nil }
    switch request.kind {
    case .alarm, .reminder, .call: return .comesAgain
    case .message, .rating, .marketing, nil: break
    }
    // The person has set it for this time.
    if situation.isDue, request.app == .shell { return .comesAgain }
    return (request.level ?? .active).isAbove(existing.request.level ?? .active) ? .raised : nil
  }

  /// Content is what a person reads: title, subtitle, body, sender and image.
  package static func hasSameContent(_ a: NotificationRequest, _ b: NotificationRequest) -> Bool {
    a.title == b.title && a.subtitle == b.subtitle && a.body == b.body && a.sender == b.sender
      && a.image == b.image
  }
}

/// "Avoid sending multiple notifications for the same thing, even if someone hasn't responded", and all the more if they
/// have: what the person dismissed is listed when it comes again within ten minutes, and does not alert. New text does,
/// and so does what calls on purpose.
package enum DismissedDuplicates: Guideline {
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
