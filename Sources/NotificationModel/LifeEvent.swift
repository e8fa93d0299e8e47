/// The judgement of a post, or of a notification whose time or consent has come.
package enum Judged: Hashable, Sendable {
  case scheduled(Due)
  case awaitsConsent(Due?)
  case held(Hold?)
  /// It alerts now, or without an alert is only in the list.
  case listed
  /// The person is looking at the content already.
  case read
  /// A repeat, or an update in place: the alert of an unread one stays as it is, and any other is listed without one.
  case unchanged
  /// The newest content of one that goes on as it is: put off, read or dismissed. `isChanged`: its text is another.
  case stays(isChanged: Bool)
}

/// Another event in a notification's life.
package enum LifeEvent: Hashable, Sendable {
  /// Its alert waits, or waits on: for the end of a hold, or until a lock that took its banner away is over.
  case waits(Hold?, missed: Missed?, summary: Timestamp?)
  /// A banner for several is to tell it, at a time that is not known. Nothing else holds it.
  case joins(Joint.Banner, Joint.Part)
  /// It gets a banner of its own: nothing holds it any more, or the person has come back.
  case released
  /// A banner for several has told it. `waited`: its alert had waited for that.
  case told(by: Joint.Banner, round: Int64, waited: Bool, missed: Missed?, alerted: Timestamp? = nil)
  /// No banner for several is to tell it.
  case untold
  /// It waited for its alert, and is to have none.
  case quieted
  /// Its app is no longer allowed, and the person is asked.
  case unallowed
  /// The server shows its banner, and no newer text waits. `alerted`: when, if that was long after it was posted.
  case shown(missed: Missed?, alerted: Timestamp? = nil)
  /// Its banner has left the screen, and the person has not seen it for its whole time: a lock took it, or it ran out
  /// during an absence.
  case unseen(Missed.Cause)
  /// It passes, and the server's own Do Not Disturb has kept its banner back to the end: until then it is in the list.
  case leftToList(until: Timestamp)
  /// The server could not show its banner.
  case failed
  /// Its app's banners were switched off.
  case bannersEnded
  /// The next occurrence of a repeating notification is due then, or its due time has changed.
  case rescheduled(Due, Expiry)
  /// Its app is allowed, and its time is still to come.
  case allowed(Due, Expiry)
  /// Its time came while its app was denied.
  case cameUnheard(Timestamp)
  /// The person has looked at it.
  case looked
  case snoozed(until: End)
  case ended(Ending)
  /// Taken off the list by the person's tools after it was read.
  case cleared
  /// Its app has taken it back after it was read or dismissed.
  case takenBack
  /// Its app has closed it by the desktop's own interface after it was read or dismissed. A read one stays in the list:
  /// there, apps also close what has been read.
  case closed
  /// The person has taken back the command that dismissed, read, snoozed or withdrew it.
  case restored(Life, Expiry, missed: Missed?, joint: Joint)
  /// A configuration has denied its app.
  case withheld
  /// Its app has marked it read while it waits for consent, or while a configuration denies the app.
  case readUnseen
  /// A configuration denies its app no longer.
  case returned
}

/// The end of a notification, or of its being unread.
package enum Ending: CaseIterable, Sendable {
  case pressed, replied, dismissed, readInApp, withdrawn, expired
  /// Withdrawn by the app.
  case takenBack
  /// Read as far as can be known, for an app that cannot report it: the person saw its banner come and go, or turned
  /// to the app.
  case seen
  /// Withdrawn because the same was posted once more.
  case joined
  /// It passes, and its banner is over, or its day in the list.
  case passed
  /// Deleted for good by the person.
  case erased

  var life: Life {
    switch self {
    case .pressed, .replied, .readInApp, .seen: .read
    case .dismissed: .dismissed
    case .withdrawn, .takenBack, .joined, .passed, .erased: .withdrawn
    case .expired: .expired
    }
  }

  /// The effect on the notification, for `bellhop explain`.
  package var effect: Effect {
    switch self {
    case .pressed, .replied, .readInApp, .seen: .read
    case .dismissed: .dismissed
    case .withdrawn, .takenBack, .joined, .passed, .erased: .withdrawn
    case .expired: .expired
    }
  }

  /// Whether a notification that the person could not see stays marked as missed, and appears only in the list of
  /// missed notifications from then on.
  package var leavesMissed: Bool {
    switch self {
    case .expired, .takenBack: true
    case .pressed, .replied, .dismissed, .readInApp, .withdrawn, .seen, .joined, .passed, .erased: false
    }
  }

  /// Whether its pictures go with it. A notification that undo brings back after that comes without them.
  package var isFinal: Bool {
    switch self {
    case .withdrawn, .takenBack, .expired, .joined, .passed, .erased: true
    case .pressed, .replied, .dismissed, .readInApp, .seen: false
    }
  }

  /// The reason of `NotificationClosed` for this ending.
  var closing: FrontSignal.Closing {
    switch self {
    case .pressed, .replied, .dismissed, .readInApp, .seen: .dismissed
    case .withdrawn, .takenBack, .joined, .erased: .closed
    case .expired, .passed: .expired
    }
  }

  /// The event for an app that hears events. A press has an event of its own, with the action; so has erasing, after
  /// which no event of the notification is stored.
  var event: EventKind? {
    switch self {
    case .pressed, .replied, .joined, .passed, .erased: nil
    case .dismissed: .dismissed
    case .readInApp, .seen: .read
    case .withdrawn, .takenBack: .withdrawn
    case .expired: .expired
    }
  }
}
