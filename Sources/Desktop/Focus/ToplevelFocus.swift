import EventLoop
import Glibc

/// Follows the window in the foreground and whether there is input, at compositors with wlr-foreign-toplevel-management
/// and ext-idle-notify, such as those built on wlroots.
final class ToplevelFocus: CompositorFocus {
  let name = "wlr-foreign-toplevel"
  private(set) var isNamed = false
  private let variables: SessionVariables
  let loop: EventLoop
  private let presence: PresenceListener
  private let user: UInt32
  var link: SocketLink<WindowFocus>?
  private var connection: ToplevelConnection?
  private var monitor: DescriptorMonitor?

  /// `user`: the owner of the sockets to look for where no variable names one.
  init(
    variables: @escaping SessionVariables, _ loop: EventLoop, user: UInt32 = geteuid(),
    presence: PresenceListener
  ) {
    self.variables = variables
    self.loop = loop
    self.presence = presence
    self.user = user
  }

  func connect() -> SocketAttempt {
    let paths = sockets
    for path in paths {
      guard let descriptor = UnixSocket.connect(to: path),
        let connection = ToplevelConnection(descriptor, idleMilliseconds: presence.milliseconds)
      else { continue }
      self.connection = connection
      isNamed = variables("WAYLAND_DISPLAY") != nil
      monitor = DescriptorMonitor(descriptor, loop) { [weak self] in self?.dispatch() }
      return .connected
    }
    return paths.isEmpty ? .nothingThere : .refused
  }

  /// The display that the session names; without one, all displays that are found.
  private var sockets: [String] {
    let runtime = variables("XDG_RUNTIME_DIR")
    if let display = variables("WAYLAND_DISPLAY") {
      let path = display.hasPrefix("/") ? display : runtime.map { "\($0)/\(display)" }
      return [path].compactMap(\.self).filter(UnixSocket.exists)
    }
    guard let runtime else { return [] }
    return UnixSocket.sockets(in: runtime, of: user) { $0.hasPrefix("wayland-") }
  }

  var directories: [String] {
    let named = variables("WAYLAND_DISPLAY").flatMap(UnixSocket.directory(of:))
    return [named, variables("XDG_RUNTIME_DIR")].compactMap(\.self)
  }

  /// Reports once for all events that arrived together, so that the moment without a window between two is not
  /// reported.
  private func dispatch() {
    guard let connection else { return }
    guard connection.dispatch() else { return link?.lost() ?? () }
    presence.hear(.wayland, connection.presence)
    link?.report(connection.focus)
  }

  func disconnect() {
    // First the monitor, because the connection closes the descriptor.
    monitor = nil
    if connection != nil { presence.hear(.wayland, nil) }
    connection = nil
  }
}
