import BusWire
import CNotify
import Delivery
import EventLoop
import Glibc

/// Shows banners through libnotify, which calls only `org.freedesktop.Notifications` on the session bus. Runs on a
/// thread of its own, because a libnotify call may block for 25 s.
actor LibnotifySink {
  private nonisolated let thread: GLibThread
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  private let session: ServerSession

  init(_ context: SinkContext) {
    thread = GLibThread(name: "sink")
    session = ServerSession(LibnotifyConnector(), name: NotificationServer.busName, context)
  }

  private static let addressVariable = "DBUS_SESSION_BUS_ADDRESS"

  /// Called before any other thread runs: the environment has no lock.
  static func prepareEnvironment() {
    // In an environment that looks like a sandbox libnotify would talk to a portal, which knows no ids.
    setenv("NOTIFY_IGNORE_PORTAL", "1", 1)
    // GLib reads an empty variable as an address; without the variable it looks in the usual place.
    if getenv(addressVariable)?.pointee == 0 { unsetenv(addressVariable) }
  }

  /// Whether the session has a bus that GLib reaches without starting a program: with no address and no socket in the
  /// usual place, or with `autolaunch:`, GLib would launch a bus, and `unixexec:` runs a program.
  static var isThere: Bool {
    if let named = getenv(addressVariable).map({ String(cString: $0) }), !named.isEmpty {
      return !named.contains("autolaunch:") && !named.contains("unixexec:")
    }
    var status = stat()
    guard let directory = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }) else { return false }
    return stat("\(directory)/bus", &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  nonisolated func perform(_ command: SinkCommand) {
    thread.run { [self] in assumeIsolated { $0.carryOut(command) } }
  }

  private func carryOut(_ command: SinkCommand) {
    switch command {
    case .close(let handle): session.close(handle)
    case .describe, .show: session.begin(command)
    case .route(let route): if route != .usual { session.end() }
    }
  }

  nonisolated func stop() {
    thread.run { [self] in assumeIsolated { $0.session.end() } }
    thread.stop()
  }
}

/// Connects to libnotify's server.
private final class LibnotifyConnector: ServerConnector {
  func open(then: @escaping ((any ServerConnection)?) -> Void) -> AnyObject {
    let opening = Opening(then)
    if LibnotifySink.isThere { opening.begin() } else { then(nil) }
    return opening
  }

  func after(milliseconds: Int64, _ handler: @escaping () -> Void) -> AnyObject {
    GLibTimer(milliseconds: milliseconds, handler)
  }

  func identify(_ path: String, then: @escaping (String?) -> Void) { then(FileIdentity.text(at: path)) }

  private final class Opening {
    /// After a restart of the bus GLib hands out the old, closed connection until its last reference is released. That
    /// happens on this thread, in a later iteration, so the connection is asked for again after a pause.
    private static let mostTries = 10
    private static let pauseMilliseconds: Int64 = 20

    private let then: ((any ServerConnection)?) -> Void
    private let attempt = LibnotifyConnection.Attempt()
    private var again: GLibTimer?
    private var tries = 0

    init(_ then: @escaping ((any ServerConnection)?) -> Void) { self.then = then }

    func begin() {
      tries += 1
      LibnotifyConnection.open(attempt) { [weak self] in self?.opened($0) }
    }

    private func opened(_ connection: LibnotifyConnection?) {
      guard let connection, connection.isClosed, tries < Self.mostTries else {
        return then(connection)
      }
      again = GLibTimer(milliseconds: Self.pauseMilliseconds) { [weak self] in self?.begin() }
    }
  }
}
