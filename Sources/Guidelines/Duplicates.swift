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
        // New buttons, or any other visible change, replace the old ones without a new banner.
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

  /// Why the same content alerts again, whether or not the person responded to the earlier alert. `silently` prevents
  /// it.
  private static func alertsAgain(
    _ request: NotificationRequest, _ existing: NotificationRecord, _ situation: Situation
  ) -> Reason.Key? {
    if situation.existingIsOfEarlierHour { return .comesAnew }
    guard existing.unread, !request.silently else { return nil }
    switch request.kind {
    case .alarm, .reminder, .call: return .comesAgain
    case .message, .rating, .marketing, nil: break
    }
    // The person has set it for this time.
    if situation.isDue, request.app == .shell { return .comesAgain }
    return (request.level ?? .active).isAbove(existing.request.level ?? .active) ? .raised : nil
  }

  /// Whether the texts that a person reads are equal: title, subtitle, body and sender, and the image.
  package static func hasSameContent(_ a: NotificationRequest, _ b: NotificationRequest) -> Bool {
    a.title == b.title && a.subtitle == b.subtitle && a.body == b.body && a.sender == b.sender
      && a.image == b.image
  }
}

/// "Avoid sending multiple notifications for the same thing, even if someone hasn't responded." A duplicate of a
/// notification that the person dismissed within the last ten minutes is listed without an alert. New text alerts, and
/// so do alarms, calls and reminders.
package enum DismissedDuplicates: Guideline {
  package static let name = "duplicates.dismissed"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard situation.wasJustDismissed, judgement.alert == .now, judgement.listing == .unread,
      !judgement.level.isUrgent
    else { return }
    // Two messages "ok" from a sender are two messages.
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
