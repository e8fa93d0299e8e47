package import NotificationModel

/// The person's wish for quiet is not fought, wherever they made it: a banner that the server keeps back by its
/// own Do Not Disturb is handed over all the same, and what became of it is told.
package enum ServerMuted {
  package static let name = "server.muted"

  /// `state`: what the person did, as "dunst is paused".
  package static func decision(_ state: String) -> Ruling {
    Ruling(name, .notShown, .keptBack, .name(state))
  }
}

/// What the notification server made of a banner, and what it could not show of it.
package enum ServerAnswer {
  package static let name = "delivery.sink"
}

/// What comes by the desktop's own interface goes on to the server as it came; what of it could not is told.
package enum HandedOn {
  package static let name = "front.whole"
}

/// A notification that its app calls transient is shown, and is in no list. If it is held back it never comes. Its text
/// is not stored.
package enum Transient {
  package static let name = "front.transient"

  package static func ruling(isShown: Bool) -> Ruling {
    isShown ? Ruling(name, .withdrawn, .passesBy) : Ruling(name, .dropped, .passesUnshown)
  }
}

/// The person puts a notification off until a time of their own.
package enum PuttingOff {
  package static let name = "list.snooze"
}

/// The person is told, once they can see it, of notifications that came while they could not. Notifications that cannot
/// wait get banners of their own, and so do the others while they are few. More of them are counted in one line for all
/// apps.
package enum WhatWasMissed {
  package static let name = "alerts.missed"
  package static let ruling = Ruling(name, .summarised, .missedInLine)
  package static let comesAgain = Ruling(name, .released, .missedComesAgain)
}
