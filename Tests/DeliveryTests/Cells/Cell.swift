import NotificationModel

/// A row of the table: the life of the earlier one, the call, and what becomes of it.
struct Cell: Hashable, Sendable, CustomStringConvertible {
  enum Life: String, Sendable {
    case unreadOnScreen, unreadBannerGone, held, snoozed, scheduled, waitingForConsent
    case read, pressed, dismissed, withdrawn, expired, denied
    case dismissedOnScreen, dismissedBeforeRestart, readAndDismissed, cleared
  }

  enum Call: String, Sendable {
    case samePost, laterPost, progressStep, progressOfAlarm, silentText, newText, newMessage, sameMessage,
      raisedLevel
    case withdraw, markRead, markThreadRead
  }

  enum Way: Sendable { case named, unnamed, numbered, unnumbered }

  let life: Life
  let call: Call
  /// Of the notification that was posted last.
  let state: State
  let badge: Int
  let listed: Int
  let alerts: Bool

  init(_ life: Life, _ call: Call, _ state: State, badge: Int, listed: Int, alerts: Bool = false) {
    (self.life, self.call, self.state) = (life, call, state)
    (self.badge, self.listed, self.alerts) = (badge, listed, alerts)
  }

  var description: String {
    "\(life), \(call): \(state), badge \(badge), \(listed) listed, \(alerts ? "alerts" : "no alert")"
  }
}

extension Cell.Call {
  /// Whether the earlier one has progress.
  var isOfProgress: Bool { self == .progressStep || self == .progressOfAlarm }
  /// The kind of the earlier one.
  var kindBefore: Kind? { self == .progressOfAlarm ? .alarm : nil }
}
