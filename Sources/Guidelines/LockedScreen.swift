/// How an explanation speaks of a screen that counts as locked.
package enum LockedScreen {
  /// The name of what shows the screen to others, among those who say that it is locked.
  package static let sharing = "screen sharing"

  /// `holders`: who says that it is locked; `nil` while it only counts as locked, for want of an answer.
  package static func clause(_ holders: [String]?) -> String {
    switch holders {
    case nil: "it is not known yet whether the screen is locked"
    case []?: "the screen is locked"
    case [sharing]?: "the screen is shared"
    case let holders?: "the screen is locked (\(holders.joined(separator: ", ")))"
    }
  }
}
