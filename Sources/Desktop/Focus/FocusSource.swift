import EventLoop
import NotificationModel

/// The data of a window that identify its app.
struct WindowIdentity: Hashable, Sendable {
  /// Application ids and window classes as the window gives them, the most telling first.
  var names: [String]
  /// The window's process, by the compositor; on X11, by the client's own claim.
  var process: Int32?
}

/// A window that fills the screen, by one source.
struct FullScreen: Hashable, Sendable {
  /// Whether the window's own program keeps the screen from going idle, when the source was last asked: neither sway nor
  /// an X server has an event for it. `nil`: the source cannot tell.
  var inhibitsIdle: Bool?
}

/// The window in the foreground, by one source.
enum WindowFocus: Hashable, Sendable {
  /// The source's desktop is not running, or does not answer.
  case unknown
  /// No window: the desktop itself or a panel may have the focus.
  case none
  /// `FullScreen`: `nil` if the window leaves room for others.
  case window(WindowIdentity, FullScreen? = nil)

  var fullScreen: FullScreen? { if case .window(_, let fullScreen) = self { fullScreen } else { nil } }
}

/// Receives presence from displays, which report input as well as windows.
struct PresenceListener {
  /// The time without input after which the person counts as away.
  var milliseconds: UInt32
  /// `nil`: the source knows nothing.
  let hear: (PresenceSource, Presence?) -> Void
}

/// A source that follows which window is in the foreground, at a compositor or a display.
///
/// Invariant: used on the desktop thread; no method blocks. A source reconnects by itself when its desktop comes back.
protocol FocusSource: AnyObject {
  /// The name that is shown to the person: "X11", "sway".
  var name: String { get }
  /// Whether the session's variables name the desktop that the source follows. Otherwise its socket was found by a
  /// search.
  var isNamed: Bool { get }
  /// Called once. Reports the first focus found, and each change.
  func start(reporting: @escaping (WindowFocus) -> Void)
  /// Asks again what no event tells, of a window that fills the screen.
  func lookAgain()
  func stop()
}

extension FocusSource {
  /// Events tell all.
  func lookAgain() {}
}

/// A source for a compositor that reports the window in the foreground over a Unix socket.
protocol CompositorFocus: FocusSource, SocketFollower {
  /// Set from `start` to `stop`.
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
  /// The most bytes of an app's id (`Limits`); a longer name cannot be one.
  private static let longestName = 255

  /// `candidates`: may be missing, empty or equal; the others become the names, in order.
  init(naming candidates: [String?], process: Int32? = nil) {
    var names: [String] = []
    for case let name? in candidates
    where !name.isEmpty && name.utf8.count <= Self.longestName && !names.contains(name) {
      names.append(name)
    }
    self.init(names: names, process: process)
  }
}
