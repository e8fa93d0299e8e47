package import NotificationModel

/// Without a notification server the alert waits for one; the app does not wait.
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
  /// Why a banner cannot be shown now; `nil` if it can.
  package var obstacle: Reason.Key? {
    switch self {
    case .reachable: nil
    case .absent: .noServer
    case .notAnswering: .serverNotAnswering
    }
  }
}

/// Records a decision if no other guideline has: every outcome can be explained.
package enum DefaultOutcome: Guideline {
  package static let name = "delivery"

  /// Has to be the last to judge.
  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.decisions.isEmpty else { return }
    judgement.record(name, .presented, .clearWay)
  }
}

/// Bellhop respects the Do Not Disturb of the notification server: a banner is handed over all the same, and the
/// decision says that the server keeps it back.
package enum ServerMuted {
  package static let name = "server.muted"

  /// `state`: the server's state in words, such as "dunst is paused".
  package static func decision(_ state: String) -> Ruling {
    Ruling(name, .notShown, .keptBack, .name(state))
  }
}

/// The notification server's answer to a banner, and the parts that the server could not show.
package enum ServerAnswer {
  package static let name = "delivery.sink"
}

/// Notifications of the desktop's own interface go on to the server as they came; the decision names the parts that
/// could not.
package enum ForwardedPost {
  package static let name = "front.whole"
}

/// A notification that its app calls transient is shown and not listed, and its text is not stored. While something holds
/// it, it is kept, and listed, like any other. What comes too fast, or may have no banner, never comes.
package enum Transient {
  package static let name = "front.transient"

  package static func ruling(isShown: Bool) -> Ruling {
    isShown ? Ruling(name, .withdrawn, .passesBy) : Ruling(name, .dropped, .passesUnshown)
  }
  package static let isKept = Ruling(name, .waiting, .passesLater)
  package static let staysListed = Ruling(name, .waiting, .passesFromList)
}

/// While the disk has no room, what comes by the desktop's own interface is in memory alone.
package enum StorageRoom {
  package static let name = "delivery.storage"
  package static let ruling = Ruling(name, .unstored, .keptInMemory)
}

/// The person puts a notification off until a time that they choose.
package enum Snoozing {
  package static let name = "list.snooze"

  package static func putOff(until time: Timestamp) -> Ruling {
    Ruling(name, .scheduled, .putOff, .time(time))
  }
}

/// As soon as the person can see the screen, they are told of notifications that came while they could not.
/// Notifications that cannot wait get banners of their own, and so do those that have not alerted yet if they are few.
/// One banner for all apps, the missed notice, tells all others.
package enum MissedAlerts {
  package static let name = "alerts.missed"
  package static let ruling = Ruling(name, .summarised, .missedInLine)
  package static let comesAgain = Ruling(name, .released, .missedComesAgain)
}
