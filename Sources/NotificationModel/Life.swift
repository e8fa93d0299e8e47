/// The state of a stored notification, as reported to its app and the person's tools.
public enum State: String, CaseIterable, Sendable {
  /// For later.
  case scheduled
  /// Waits for the person to allow the app.
  case awaitingConsent
  /// In the list, and counted; the alert is still to come.
  case held
  /// In the list, and counted.
  case delivered
  /// In the list; the person has seen it.
  case read
  /// Off the list by the person's hand.
  case dismissed
  /// Off the list: its app took it back.
  case withdrawn
  /// Off the list: it was over before it was read.
  case expired
  /// In the list, and counted; no server could be brought to show it.
  case failed

  /// The states of notifications that are neither read nor gone.
  package static let current: [State] = [.scheduled, .awaitingConsent, .held, .delivered, .failed]
  /// The states of notifications in the list: all except dismissed, withdrawn and expired.
  package static let listed: [State] = current + [.read]
}

/// Why an alert is held, and until when.
package struct Hold: Hashable, Sendable {
  /// Names of the guidelines that hold it, in the order in which they judge.
  package var guidelines: [String]
  /// When the last of these guidelines releases the alert, if that is known.
  package var until: Timestamp?
  package init(by guidelines: [String], until: Timestamp?) {
    self.guidelines = guidelines
    self.until = until
  }
}

/// When a scheduled notification fires.
package struct Due: Hashable, Sendable {
  package var end: End
  /// Whether the time zone of its trigger is unknown to this computer: `end` is when the zone is looked up again.
  package var awaitsZone: Bool
  /// The last occurrence of a repeating notification: occurrences at or before this time do not fire (again).
  package var fired: Timestamp?
  /// Whether the person has dealt with this occurrence of a repeating notification elsewhere: it does not fire.
  package var isLeftOut: Bool
  package init(_ end: End, awaitsZone: Bool = false, fired: Timestamp? = nil, isLeftOut: Bool = false) {
    self.end = end
    self.awaitsZone = awaitsZone
    self.fired = fired
    self.isLeftOut = isLeftOut
  }

  package var time: Timestamp { end.time }

  /// The same occurrence at another time.
  package func moved(to end: End) -> Due {
    var due = self
    (due.end, due.awaitsZone) = (end, false)
    return due
  }
}

/// The present part of a notification's life, with all that only this part has.
package enum Life: Hashable, Sendable {
  /// Its app has set it for a time.
  case scheduled(Due)
  /// The person has put it off. `isChanged`: its app has changed its text since.
  case snoozed(until: End, isChanged: Bool = false)
  /// Its app waits for the person's answer. The notification may be set for a time as well. `isRead`: the person has
  /// read it elsewhere, and once its app is allowed it is listed as read.
  case awaitingConsent(Due?, isRead: Bool = false)
  /// Unread, and its alert waits: for the end of a hold, or only for a notification server.
  case held(Hold?)
  /// Unread; it has alerted, or needs no alert.
  case delivered
  /// Unread; the notification server has failed to show it.
  case failed
  case read, dismissed, withdrawn, expired
  /// A configuration has denied its app: in no list for as long as that lasts.
  indirect case withheld(Life)

  package var state: State {
    switch self {
    case .scheduled, .snoozed: .scheduled
    case .awaitingConsent: .awaitingConsent
    case .held: .held
    case .delivered: .delivered
    case .failed: .failed
    case .read: .read
    case .dismissed: .dismissed
    case .withdrawn, .withheld: .withdrawn
    case .expired: .expired
    }
  }

  /// Whether it counts for the badge.
  package var isUnread: Bool {
    switch self {
    case .held, .delivered, .failed: true
    case .scheduled, .snoozed, .awaitingConsent, .read, .dismissed, .withdrawn, .expired, .withheld: false
    }
  }

  /// Whether it can still end: it is unread, or to come.
  var isLive: Bool {
    switch self {
    case .scheduled, .snoozed, .awaitingConsent, .held, .delivered, .failed: true
    case .read, .dismissed, .withdrawn, .expired, .withheld: false
    }
  }

  /// Its time, while it is still to come.
  package var due: Due? {
    switch self {
    case .scheduled(let due): due
    case .snoozed(let until, _): Due(until)
    case .awaitingConsent(let due, _): due
    case .held, .delivered, .failed, .read, .dismissed, .withdrawn, .expired, .withheld: nil
    }
  }

  package var hold: Hold? { if case .held(let hold) = self { hold } else { nil } }

  /// What has happened to a notification that is put off, that waits for consent, or whose next occurrence is to come.
  package enum Meanwhile: String, Sendable { case changed, read }

  package var meanwhile: Meanwhile? {
    switch self {
    case .snoozed(_, isChanged: true): .changed
    case .awaitingConsent(_, isRead: true): .read
    case .scheduled(let due) where due.isLeftOut: .read
    case .scheduled, .snoozed, .awaitingConsent, .held, .delivered, .failed, .read, .dismissed, .withdrawn,
      .expired, .withheld:
      nil
    }
  }

  /// The life before its app was denied; for all others the present one.
  package var beforeDenial: Life { if case .withheld(let earlier) = self { earlier } else { self } }

  /// The life of a record by its fields; `nil` for fields that no life has. `isPutOff`: by the person, rather than set
  /// for a time by its app.
  package init?(
    _ state: State, due: Due? = nil, hold: Hold? = nil, isPutOff: Bool = false, meanwhile: Meanwhile? = nil
  ) {
    switch state {
    case .scheduled:
      guard let due else { return nil }
      var next = due
      next.isLeftOut = meanwhile == .read
      self = isPutOff ? .snoozed(until: due.end, isChanged: meanwhile == .changed) : .scheduled(next)
    case .awaitingConsent: self = .awaitingConsent(due, isRead: meanwhile == .read)
    case .held: self = .held(hold)
    case .delivered: self = .delivered
    case .failed: self = .failed
    case .read: self = .read
    case .dismissed: self = .dismissed
    case .withdrawn: self = .withdrawn
    case .expired: self = .expired
    }
  }
}
