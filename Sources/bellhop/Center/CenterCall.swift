import BellhopClient
import NotificationModel

/// What the daemon is asked to do.
enum CenterCall: Equatable, Sendable {
  case press(NotificationID, ItemID, text: String?)
  case read([NotificationID])
  case markSeen(NotificationID)
  case dismiss([NotificationID])
  /// `nil` stands for all apps.
  case clear(AppID?)
  case erase(Erasing)
  case undo
  case snooze(NotificationID, until: Timestamp)
  case doNotDisturb(Bool, until: Timestamp?)
  case explain(NotificationID)
  case settings(AppID)
  case change(AppID, AppSettings)
  case authorize(AppID, Authorization, until: Timestamp?)
}

/// What came of it.
enum CenterAnswer: Equatable, Sendable {
  case done
  case dismissed(Int)
  case restored(Int)
  /// `keeper`: the server that may have a copy.
  case erased(Int, keeper: String?)
  case putOff(Timestamp)
  case doNotDisturb(Bool, until: Timestamp?)
  case explained(NotificationID, [DatedDecision], [Advice])
  /// As they are now; after a change, too.
  case settings(AppEntry)
  case failed(CenterCall, String)
}
