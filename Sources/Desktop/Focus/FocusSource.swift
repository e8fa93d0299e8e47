import EventLoop
import NotificationModel

/// What a window says of the app that it belongs to.
struct WindowIdentity: Hashable, Sendable {
  /// Application ids and window classes as the window gives them, the most telling first.
  var names: [String]
  /// The process that the window's display names; a client's own claim on X11.
  var process: Int32?
}

/// Which window is in front, as one source knows it.
enum WindowFocus: Hashable, Sendable {
  /// There is no such desktop here, or it does not answer.
  case unknown
  /// The desktop itself, a panel, or nothing.
  case none
  case window(WindowIdentity)
}

/// Hears of input, which a display tells beside its windows.
struct PresenceListener {
  /// The time without input after which the person counts as away.
  var milliseconds: UInt32
  /// `nil`: the source knows nothing.
  let hear: (PresenceSource, Presence?) -> Void
}

/// One way to learn which window is in front: a compositor's or a display's.
///
/// Invariant: used on the desktop thread; nothing it does waits. It connects again by itself when its desktop
/// comes back.
protocol FocusSource: AnyObject {
  /// As it is told to the person: "X11", "sway".
  var name: String { get }
  /// Whether the session's variables lead to the desktop it follows, rather than a socket that lay about.
  var isNamed: Bool { get }
  /// Once. Reports what is found at first, and every change.
  func start(reporting: @escaping (WindowFocus) -> Void)
  func stop()
}

/// A compositor that tells over a socket of its own which window is in front.
protocol CompositorFocus: FocusSource, SocketFollower {
  /// While it is followed.
  var link: SocketLink<WindowFocus>? { get set }
  var loop: EventLoop { get }
}

extension CompositorFocus {
  func start(reporting: @escaping (WindowFocus) -> Void) {
    let link = SocketLink(self, loop, unknown: .unknown, reporting: reporting)
    self.link = link
    link.connect()
  }

  func stop() {
    link = nil
    disconnect()
  }
}

extension WindowIdentity {
  /// An app's id is no longer than this (`Limits`), so a longer name can lead to none.
  private static let longestName = 255

  /// Of names that may be missing or say the same.
  init(naming candidates: [String?], process: Int32? = nil) {
    var names: [String] = []
    for case let name? in candidates
    where !name.isEmpty && name.utf8.count <= Self.longestName && !names.contains(name) {
      names.append(name)
    }
    self.init(names: names, process: process)
  }
}
