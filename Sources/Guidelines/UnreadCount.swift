package import NotificationModel

/// "Use a badge only to show people how many unread notifications they have." What ends being unread, and
/// what does not: a badge is counted from records in these states, and set by nothing else.
package enum UnreadCount {
  package static let name = "badge.unread"

  /// Why a notification is no longer unread.
  package enum Ending: Sendable {
    case pressed, replied, dismissed, readInApp, withdrawn, expired
    /// Withdrawn by its app itself.
    case takenBack
    /// Of an app that cannot say so: its banner has come and gone before the person's eyes, or they turned to the app.
    case seen

    package var state: State {
      switch self {
      case .pressed, .replied, .readInApp, .seen: .read
      case .dismissed: .dismissed
      case .withdrawn, .takenBack: .withdrawn
      case .expired: .expired
      }
    }

    /// Whether a notification that the person could not see stays marked as missed. From then on only the list of
    /// missed notifications has it.
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
