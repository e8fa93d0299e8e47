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

/// The windows that a compositor has announced. Changes of a window apply with its next `done` event.
///
/// Invariant: no more than `capacity` windows, with names no longer than a message of Wayland's.
struct ToplevelWindows<Handle: Hashable> {
  /// The value for "activated" in the array of a window's states.
  static var activated: UInt32 { 2 }

  private struct Window {
    var name: String?
    var isActivated = false
    var announcedName: String?
    var willBeActivated = false
  }

  private let capacity: Int
  private var windows: [Handle: Window] = [:]
  /// The activated windows, the latest last: each seat has its own.
  private var activationOrder: [Handle] = []

  init(capacity: Int) { self.capacity = capacity }

  var focus: WindowFocus {
    guard let handle = activationOrder.last else { return .none }
    return .window(WindowIdentity(naming: [windows[handle]?.name]))
  }

  /// Returns false when there is no room for one more.
  mutating func add(_ handle: Handle) -> Bool {
    guard windows.count < capacity else { return false }
    windows[handle] = Window()
    return true
  }

  mutating func name(_ handle: Handle, _ name: String) { windows[handle]?.announcedName = name }

  mutating func state(_ handle: Handle, isActivated: Bool) { windows[handle]?.willBeActivated = isActivated }

  mutating func done(_ handle: Handle) {
    guard var window = windows[handle] else { return }
    if window.willBeActivated != window.isActivated {
      activationOrder.removeAll { $0 == handle }
      if window.willBeActivated { activationOrder.append(handle) }
    }
    window.name = window.announcedName
    window.isActivated = window.willBeActivated
    windows[handle] = window
  }

  mutating func remove(_ handle: Handle) {
    windows[handle] = nil
    activationOrder.removeAll { $0 == handle }
  }
}
