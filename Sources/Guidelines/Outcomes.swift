package import NotificationModel

/// Without a notification server the alert waits for one; the app does not.
package enum ServerReachability: Guideline {
  package static let name = "delivery.server"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.alert == .now else { return }
    guard let obstacle = situation.server.obstacle else { return }
    judgement.record(name, .held, obstacle)
    judgement.conclude(.held)
    judgement.weaken(to: .later)
  }
}

extension Reachability {
  /// Why a banner is not shown now, if that is so.
  package var obstacle: Reason.Key? {
    switch self {
    case .reachable: nil
    case .absent: .noServer
    case .notAnswering: .serverNotAnswering
    }
  }
}

/// Where no guideline has anything to say, a decision says just that: every outcome has one.
package enum DefaultOutcome: Guideline {
  package static let name = "delivery"

  /// Judges last.
  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.decisions.isEmpty else { return }
    judgement.record(name, .presented, .clearWay)
  }
}

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
