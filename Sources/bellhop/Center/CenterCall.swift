import NotificationModel

/// What the daemon is asked to do.
enum CenterCall: Equatable, Sendable {
  case press(NotificationID, ItemID, text: String?)
  case read([NotificationID])
  case dismiss([NotificationID])
  case undo
  case snooze(NotificationID, until: Timestamp)
  case doNotDisturb(Bool)
  case explain(NotificationID)
  case settings(AppID)
  case change(AppID, AppSettings)
  case authorize(AppID, Authorization)
}

/// What came of it.
enum CenterAnswer: Equatable, Sendable {
  case done
  case dismissed(Int)
  case restored(Int)
  case explained(NotificationID, [DatedDecision], [Advice])
  /// As they are now; after a change, too.
  case settings(AppEntry)
  case failed(CenterCall, String)
}
