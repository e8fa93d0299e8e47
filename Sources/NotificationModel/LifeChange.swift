/// What follows from an event. The owners of a banner, a number, a badge and so on are told in one place.
package struct LifeChange: Hashable, Sendable {
  package enum Banner: Sendable {
    case stays, alerts, waits, leaves
    /// What is on screen stays; the alert that waited is over.
    case isQuiet
  }

  /// The word to an app of the desktop's own interface, which knows the notification by a number.
  package enum Closing: Hashable, Sendable {
    case none
    /// Closed, as far as no banner is on screen or to come.
    case ifBannerless
    /// Closed; the number stays.
    case told(FrontSignal.Closing)
    /// Closed; the number means nothing from then on.
    case numberGoes(FrontSignal.Closing)
  }

  package var banner = Banner.stays
  package var closing = Closing.none
  /// Whether the app's count of unread notifications may have changed.
  package var touchesBadge = false
  /// Whether the text goes that the app's `Store` setting does not keep.
  package var erases = false
  /// An event for an app that hears events.
  package var event: EventKind?
  package init() {}
}

extension Life {
  /// The life after an event, and what follows; `nil`: the event does not concern a notification in this life.
  package func after(_ event: LifeEvent) -> (life: Life, change: LifeChange)? {
    guard let life = next(event) else { return nil }
    var change = change(by: event)
    change.touchesBadge = change.touchesBadge || isUnread != life.isUnread
    return (life, change)
  }

  /// The life after a judgement, which concerns a notification in any life. What becomes of the banner stands in the
  /// judgement itself.
  package func after(_ judged: Judged) -> (life: Life, change: LifeChange) {
    let life = next(judged)
    var change = LifeChange()
    change.erases =
      switch judged {
      case .read: true
      case .stays: !isLive
      case .scheduled, .awaitsConsent, .held, .listed, .unchanged: false
      }
    change.touchesBadge = isUnread != life.isUnread
    return (life, change)
  }

  private func next(_ judged: Judged) -> Life {
    switch judged {
    case .scheduled(let due): .scheduled(due)
    case .awaitsConsent(let due): .awaitingConsent(due)
    case .held(let hold): .held(hold)
    case .listed: .delivered
    case .read: .read
    case .unchanged: isUnread ? self : .delivered
    case .stays(let isChanged): isChanged ? changedMeanwhile : self
    }
  }

  private var changedMeanwhile: Life {
    if case .snoozed(let until, _) = self { .snoozed(until: until, isChanged: true) } else { self }
  }

  private func next(_ event: LifeEvent) -> Life? {
    switch event {
    case .waits(let hold, _, _): isUnread ? .held(hold) : nil
    case .joins: isUnread ? hold.map { .held(Hold(by: $0.guidelines, until: nil)) } ?? self : nil
    case .untold, .unseen, .leftToList: isUnread ? self : nil
    case .released, .quieted, .shown: isUnread ? .delivered : nil
    case .told(_, _, let waited, _, _): !isUnread ? nil : waited ? unheld : self
    case .bannersEnded: isUnread ? unheld : nil
    case .unallowed: isUnread ? .awaitingConsent(nil) : nil
    case .failed: isUnread ? .failed : nil
    case .rescheduled(let due, _): rescheduled(due)
    case .allowed(let due, _): waitsForConsentOrTime ? .scheduled(due) : nil
    case .cameUnheard: isSet ? .delivered : nil
    case .looked: self
    case .snoozed(let until): mayBeSnoozed ? .snoozed(until: until) : nil
    case .ended(let ending): isLive ? ending.life : nil
    case .cleared: self == .read ? .dismissed : nil
    case .takenBack: self == .read || self == .dismissed ? .withdrawn : nil
    case .closed: self == .dismissed ? .withdrawn : self == .read ? .read : nil
    case .restored(let earlier, _, _, _): mayBeRestored ? earlier.unheld : nil
    case .withheld: isLive ? .withheld(self) : nil
    case .readUnseen: readUnseen
    case .returned: isWithheld ? beforeDenial.unheld : nil
    }
  }

  /// As it is once nothing holds it.
  private var unheld: Life { if case .held = self { .delivered } else { self } }
  private var isWithheld: Bool { if case .withheld = self { true } else { false } }

  private var readUnseen: Life? {
    switch self {
    case .awaitingConsent(let due, isRead: false): .awaitingConsent(due, isRead: true)
    case .withheld(.awaitingConsent(let due, isRead: false)): .withheld(.awaitingConsent(due, isRead: true))
    case .withheld(.awaitingConsent), .withheld(.read): nil
    case .withheld: .withheld(.read)
    case .awaitingConsent, .scheduled, .snoozed, .held, .delivered, .failed, .read, .dismissed, .withdrawn,
      .expired:
      nil
    }
  }

  /// Whether it is set for a time, and waits for nothing else.
  private var isSet: Bool {
    switch self {
    case .scheduled, .snoozed: true
    case .awaitingConsent, .held, .delivered, .failed, .read, .dismissed, .withdrawn, .expired, .withheld:
      false
    }
  }

  private var waitsForConsentOrTime: Bool {
    switch self {
    case .scheduled, .awaitingConsent: true
    case .snoozed, .held, .delivered, .failed, .read, .dismissed, .withdrawn, .expired, .withheld: false
    }
  }

  private var mayBeSnoozed: Bool {
    switch self {
    case .snoozed, .held, .delivered, .failed, .read, .dismissed: true
    case .scheduled, .awaitingConsent, .withdrawn, .expired, .withheld: false
    }
  }

  /// Whether a command of the person may have made it so.
  private var mayBeRestored: Bool {
    switch self {
    case .snoozed, .read, .dismissed, .withdrawn: true
    case .scheduled, .awaitingConsent, .held, .delivered, .failed, .expired, .withheld: false
    }
  }

  private func rescheduled(_ due: Due) -> Life? {
    switch self {
    case .scheduled: .scheduled(due)
    case .snoozed(_, let isChanged): .snoozed(until: due.end, isChanged: isChanged)
    case .awaitingConsent(_?, let isRead): .awaitingConsent(due, isRead: isRead)
    case .withheld(let earlier): earlier.rescheduled(due).map { .withheld($0) }
    case .awaitingConsent, .held, .delivered, .failed, .read, .dismissed, .withdrawn, .expired: nil
    }
  }

  private func change(by event: LifeEvent) -> LifeChange {
    var change = LifeChange()
    switch event {
    case .waits: change.banner = .waits
    case .released:
      change.banner = .alerts
      if case .held = self { change.event = .released }
    case .told(_, _, let waited, _, _):
      if waited { (change.banner, change.closing, change.event) = (.isQuiet, .ifBannerless, .released) }
    case .quieted: (change.banner, change.closing) = (.leaves, .ifBannerless)
    case .bannersEnded: change.closing = .ifBannerless
    case .snoozed, .unallowed: change.banner = .leaves
    case .ended(let ending):
      (change.banner, change.erases) = (.leaves, true)
      change.closing = ending == .seen ? .told(ending.closing) : .numberGoes(ending.closing)
      (change.touchesBadge, change.event) = (ending != .joined, ending.event)
    case .takenBack:
      change.closing = .numberGoes(.closed)
      // A dismissed one had left the list before.
      change.event = self == .read ? .withdrawn : nil
    case .closed: change.closing = .numberGoes(.closed)
    case .restored(let earlier, _, _, _):
      // A snooze was not told.
      if case .snoozed = self { break }
      change.event = earlier.isLive ? .restored : nil
    case .withheld: (change.banner, change.closing) = (.leaves, .numberGoes(.closed))
    case .joins, .untold, .shown, .unseen, .leftToList, .failed, .rescheduled, .allowed, .cameUnheard,
      .looked, .cleared,
      .readUnseen, .returned:
      break
    }
    return change
  }
}
