package import NotificationModel

/// "Use a badge only to show people how many unread notifications they have." A badge is the count of an app's unread
/// records, and only the endings below change it.
package enum UnreadCount {
  package static let name = "badge.unread"

  /// Why a notification is no longer unread.
  package enum Ending: Sendable {
    case pressed, replied, dismissed, readInApp, withdrawn, expired
    /// Withdrawn by the app.
    case takenBack
    /// Read as far as can be known, for an app that cannot report it: the person saw its banner come and go, or turned
    /// to the app.
    case seen

    package var state: State {
      switch self {
      case .pressed, .replied, .readInApp, .seen: .read
      case .dismissed: .dismissed
      case .withdrawn, .takenBack: .withdrawn
      case .expired: .expired
      }
    }

    /// Whether a notification that the person could not see stays marked as missed, and appears only in the list of
    /// missed notifications from then on.
    package var leavesMissed: Bool {
      switch self {
      case .expired, .takenBack: true
      case .pressed, .replied, .dismissed, .readInApp, .withdrawn, .seen: false
      }
    }

    package var effect: Effect {
      switch self {
      case .pressed, .replied, .readInApp, .seen: .read
      case .dismissed: .dismissed
      case .withdrawn, .takenBack: .withdrawn
      case .expired: .expired
      }
    }
  }
}
