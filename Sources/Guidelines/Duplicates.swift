package import NotificationModel

/// "Avoid sending multiple notifications for the same thing, even if someone hasn't responded."
package enum Duplicates: Guideline {
  package static let name = "duplicates.coalesce"

  /// The difference between a post and the entry that it is the same thing as.
  private enum Difference {
    case none
    /// The progress alone is another, or the other text is to come silently.
    case quiet(Reason.Key)
    case text
  }

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    for id in situation.pending { judgement.record(name, .replaced, .takesPlace, .id(id)) }
    // A dismissed one that this does not go on with: it is another notification.
    guard let existing = situation.existing,
      existing.state != .dismissed || goesOn(with: existing, request)
    else { return }
    let difference = difference(of: request, from: existing)
    if existing.isSnoozed {
      judgeSnoozed(request, existing, difference, in: situation, &judgement)
    } else if let why = alertsAgain(request, existing, in: situation, judgement.level) {
      // An app of the desktop's interface shows its repeats itself.
      let isCounted = situation.existingIsPast && !request.origin.isReadWhenSeen || existing.state == .read
      replace(isCounted ? .again(existing.id) : .replaces(existing.id), why, &judgement)
    } else if existing.state == .read || existing.state == .dismissed {
      judgeEnded(existing, difference, &judgement)
    } else {
      judgeLive(request, existing, difference, &judgement)
    }
  }

  private static func difference(of request: NotificationRequest, from existing: NotificationRecord)
    -> Difference
  {
    guard hasSameContent(request, existing.request) else {
      return request.silently ? .quiet(.replacedSilently) : .text
    }
    return request.progress == existing.request.progress ? .none : .quiet(.onlyProgress)
  }

  /// It is unread, or to come by itself.
  private static func judgeLive(
    _ request: NotificationRequest, _ existing: NotificationRecord, _ difference: Difference,
    _ judgement: inout Judgement
  ) {
    switch difference {
    case .none: coalesce(existing, standing(existing), &judgement)
    case .quiet(let why): replace(.replaces(existing.id), why, &judgement)
    case .text: return replace(.replaces(existing.id), .replaced, &judgement)
    }
    if case .none = difference, existing.state == .held, request.isMoved(from: existing.request) {
      judgement.isHeldAnew = true
    } else if case .none = difference {
      // New buttons, or any other visible change, replace the old ones without a new banner.
      let isShownAlike =
        request.actions == existing.request.actions && request.origin.isShown(like: existing.request.origin)
      judgement.weaken(to: isShownAlike && !request.renewsItsTime ? .never : .inPlace)
    } else {
      judgement.weaken(to: .inPlace)
    }
  }

  /// Work that goes on, or the same words, leave it read or dismissed. Other text that comes silently is unread.
  private static func judgeEnded(
    _ existing: NotificationRecord, _ difference: Difference, _ judgement: inout Judgement
  ) {
    switch difference {
    case .none: coalesce(existing, .goesOnAsRead, &judgement)
    case .quiet(.onlyProgress): replace(.replaces(existing.id), .goesOnAsRead, &judgement)
    case .quiet(let why):
      replace(.replaces(existing.id), why, &judgement)
      return judgement.weaken(to: .inPlace)
    case .text: return replace(.replaces(existing.id), .replaced, &judgement)
    }
    judgement.leaveAsItWas()
  }

  /// The person has put it off, and that holds: what the app posts since comes at the person's time, but for what cannot
  /// wait, and for messages.
  private static func judgeSnoozed(
    _ request: NotificationRequest, _ existing: NotificationRecord, _ difference: Difference,
    in situation: Situation, _ judgement: inout Judgement
  ) {
    if endsSnooze(request, existing, difference, in: situation, judgement.level) {
      return replace(.replaces(existing.id), .endsSnooze, &judgement)
    }
    if case .none = difference {
      coalesce(existing, .isPutOff, &judgement)
    } else {
      replace(.replaces(existing.id), .isPutOff, &judgement)
    }
    judgement.leaveAsItWas()
  }

  private static func endsSnooze(
    _ request: NotificationRequest, _ existing: NotificationRecord, _ difference: Difference,
    in situation: Situation, _ level: InterruptionLevel
  ) -> Bool {
    guard !request.silently else { return false }
    if isRaised(level, over: existing, in: situation) { return true }
    switch request.kind {
    case .call: return true
    case .alarm, .reminder: if situation.isDue { return true }
    case .message, .rating, .marketing, nil: break
    }
    guard case .text = difference else { return false }
    return request.kind == .message || request.sender != nil
  }

  /// The post adds nothing new to the entry.
  private static func coalesce(
    _ existing: NotificationRecord, _ why: Reason.Key, _ judgement: inout Judgement
  ) {
    judgement.folding = .coalesced(into: existing.id)
    judgement.conclude(.coalesced)
    judgement.record(name, .coalesced, why)
  }

  private static func replace(
    _ folding: Judgement.Folding, _ why: Reason.Key, _ judgement: inout Judgement
  ) {
    judgement.folding = folding
    judgement.conclude(.replaced)
    judgement.record(name, .replaced, why)
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
    _ request: NotificationRequest, _ existing: NotificationRecord, in situation: Situation,
    _ level: InterruptionLevel
  ) -> Reason.Key? {
    guard hasSameContent(request, existing.request), !request.silently else { return nil }
    if situation.existingIsPast { return request.origin.isReadWhenSeen ? .comesAnew : .isLongAgo }
    if existing.state == .read { return goesOn(with: existing, request) ? nil : .wasRead }
    guard existing.unread else { return nil }
    switch request.kind {
    case .alarm, .reminder, .call: if request.progress == existing.request.progress { return .comesAgain }
    case .message, .rating, .marketing, nil: break
    }
    // The person has set it for this time.
    if situation.isDue, request.app == .shell { return .comesAgain }
    if isRaised(level, over: existing, in: situation) { return .raised }
    return beginsAnew(request, after: existing) ? .beginsAnew : nil
  }

  /// Whether the level is above that of the entry, as both are judged now; marketing and rating prompts are never urgent.
  private static func isRaised(
    _ level: InterruptionLevel, over existing: NotificationRecord, in situation: Situation
  ) -> Bool {
    let granted = Levels.level(of: existing.request, in: situation).granted
    let isDemoted = LockHold.concerns(existing.request.kind) && granted.isUrgent
    return level.isAbove(isDemoted ? .active : granted)
  }

  /// Whether the texts that a person reads are equal: title, subtitle, body and sender, and the image.
  package static func hasSameContent(_ a: NotificationRequest, _ b: NotificationRequest) -> Bool {
    a.title == b.title && a.subtitle == b.subtitle && a.body == b.body && a.sender == b.sender
      && a.image == b.image
  }

  /// Whether the earlier work is done, and this is work of its own.
  private static func beginsAnew(_ request: NotificationRequest, after existing: NotificationRecord) -> Bool {
    guard !request.origin.isReadWhenSeen, let progress = request.progress else { return false }
    return existing.request.progress == 100 && progress < 100
  }

  /// Whether a post goes on with a read or dismissed notification that is the same thing: by a step of its progress, or
  /// by a change that is to come silently.
  package static func goesOn(with ended: NotificationRecord, _ request: NotificationRequest) -> Bool {
    if request.silently { return true }
    guard hasSameContent(request, ended.request), let earlier = ended.request.progress,
      let progress = request.progress
    else { return false }
    return earlier < 100 && (earlier <= progress || progress == NotificationRequest.ofUnknownLength)
  }
}

/// "Avoid sending multiple notifications for the same thing, even if someone hasn't responded." The same words as in a
/// notification that the person dismissed within the last ten minutes leave it dismissed. New text alerts, and so do
/// urgent notifications, alarms, calls and reminders.
package enum DismissedDuplicates: Guideline {
  package static let name = "duplicates.dismissed"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard let existing = situation.existing, existing.state == .dismissed, judgement.listing == .unread,
      !judgement.level.isUrgent, !Duplicates.goesOn(with: existing, request)
    else { return }
    judgement.folding = .coalesced(into: existing.id)
    judgement.conclude(.quiet)
    judgement.record(name, .quiet, .justDismissed)
    judgement.leaveAsItWas()
  }

  /// Whether the same words may leave a notification dismissed. Two messages "ok" are two messages.
  package static func concerns(_ request: NotificationRequest) -> Bool {
    if request.identifier == nil, request.sender != nil || request.kind == .message { return false }
    return switch request.kind {
    case .alarm, .call, .reminder: false
    case .message, .rating, .marketing, nil: true
    }
  }
}

extension Judgement {
  /// The existing entry goes on as it is, with the newest content.
  fileprivate mutating func leaveAsItWas() {
    listing = .asItWas
    weaken(to: .never)
  }
}

extension NotificationRequest {
  /// Whether it is about another moment, or of another urgency or kind.
  fileprivate func isMoved(from earlier: NotificationRequest) -> Bool {
    (level ?? .active) != (earlier.level ?? .active) || kind != earlier.kind
      || relevantDate != earlier.relevantDate || category != earlier.category
      || expiresAfter != earlier.expiresAfter || expiresAt != earlier.expiresAt
  }
}
