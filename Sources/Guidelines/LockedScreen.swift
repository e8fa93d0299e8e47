package import NotificationModel

/// How an explanation speaks of a screen that counts as locked.
package enum LockedScreen {
  /// The name of what shows the screen to others, among those who say that it is locked.
  package static let sharing = "screen sharing"

  /// `holders`: who says that it is locked; `nil` while it only counts as locked, for want of an answer.
  package static func clause(_ holders: [String]?) -> Reason {
    switch holders {
    case nil: Reason(.notKnownWhetherLocked)
    case []?: Reason(.isLocked)
    case [sharing]?: Reason(.isShared)
    case let holders?: Reason(.isLockedBy, .name(holders.joined(separator: ", ")))
    }
  }
}
