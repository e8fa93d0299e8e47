import Guidelines

/// Whether the screen is locked, as everything on the desktop that knows tells it.
package enum ScreenLock: Hashable, Sendable {
  /// Not everybody who may know has answered yet.
  case undecided
  case unlocked
  /// By whom, as it is told to the person; never empty.
  case locked(by: [String])

  /// What counts as a lock although the person is still there.
  package static let sharing = LockedScreen.sharing

  /// Somebody says that the person has locked the screen, or left it.
  var isPersonAway: Bool { holders.contains { $0 != Self.sharing } }

  /// In doubt the screen counts as locked.
  package var hides: Bool { self != .unlocked }

  var holders: [String] {
    switch self {
    case .undecided, .unlocked: []
    case .locked(let names): names
    }
  }
}

/// The lock that what is on screen was last made to follow.
struct FollowedLock: Hashable {
  var hides = false
  /// Not in doubt. What an earlier process left on screen keeps its form until somebody says locked or unlocked.
  var isCertain = true
}
