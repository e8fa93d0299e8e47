package import NotificationModel

/// "Avoid sending multiple notifications for the same thing, even if someone hasn't responded."
package enum SameThing: Guideline {
  package static let name = "duplicates.coalesce"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard let existing = situation.existing else { return }
    guard !hasSameContent(request, existing.request) else {
      guard !situation.comesAnew, !callsAgain(request, situation) else {
        judgement.folding = .replaces(existing.id)
        judgement.conclude(.replaced)
        return judgement.record(name, .replaced, situation.comesAnew ? .comesAnew : .comesAgain)
      }
      if request.progress == existing.request.progress {
        judgement.folding = .coalesced(into: existing.id)
        judgement.conclude(.coalesced)
        // New buttons take the place of the old without a new banner.
        judgement.weaken(to: request.actions == existing.request.actions ? .never : .inPlace)
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

  /// The person asked for these to call at their time, whether or not the last time was answered; `silently` spares
  /// them that.
  private static func callsAgain(_ request: NotificationRequest, _ situation: Situation) -> Bool {
    situation.isDue && !request.silently && (request.kind == .alarm || request.kind == .reminder)
  }

  /// Content is what a person reads: title, subtitle, body, sender and image.
  package static func hasSameContent(_ a: NotificationRequest, _ b: NotificationRequest) -> Bool {
    a.title == b.title && a.subtitle == b.subtitle && a.body == b.body && a.sender == b.sender
      && a.image == b.image
  }
}
