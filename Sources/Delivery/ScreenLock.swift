/// Whether the screen is locked, as everything on the desktop that knows tells it.
public enum ScreenLock: Hashable, Sendable {
  /// Not everybody who may know has answered yet.
  case undecided
  case unlocked
  /// By whom, as it is told to the person; never empty.
  case locked(by: [String])

  /// In doubt the screen counts as locked.
  public var hides: Bool { self != .unlocked }

  var holders: [String] {
    switch self {
    case .undecided: ["not known yet"]
    case .unlocked: []
    case .locked(let names): names
    }
  }
}
