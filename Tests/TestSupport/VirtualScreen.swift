import Glibc
import Synchronization

/// An X server whose screen nobody sees. It can end, and begin again as the same display.
public final class VirtualScreen: Sendable {
  /// As in `DISPLAY`.
  public let display: String
  private let server: Mutex<ChildProcess?>

  public init() async throws {
    let number = try TemporaryDirectory.shared.file("display")
    // Xvfb looks for a free display itself, and says which it took.
    let server = try ChildProcess([
      "/bin/sh", "-c", "exec Xvfb -displayfd 3 -screen 0 1280x720x24 -nolisten tcp 3>\(number)",
    ])
    self.server = Mutex(server)
    display = try await eventually("a display") {
      guard let text = try? readFile(number), text.last == UInt8(ascii: "\n") else { return nil }
      return ":" + String(decoding: text.dropLast(), as: UTF8.self)
    }
  }

  public func stop() { server.withLock { $0.take() }?.kill() }

  /// After `stop`.
  public func start() async throws {
    let started = try ChildProcess([
      "/usr/bin/Xvfb", display, "-screen", "0", "1280x720x24", "-nolisten", "tcp",
    ])
    server.withLock { $0 = started }
    try await eventually("display \(display)", holds: { XPager(display) != nil })
  }

  /// Lets it hang, and go on.
  public func signal(_ number: Int32) { server.withLock { $0?.signal(number) } }

  /// A window manager on it.
  public func manager() async throws -> ChildProcess {
    let manager = try ChildProcess(["/usr/bin/openbox"], environment: environment)
    let pager = try pager()
    try await eventually("a window manager", holds: { pager.isManaged })
    return manager
  }

  /// A terminal whose window has this class.
  public func window(_ windowClass: String) async throws -> ChildProcess {
    let window = try ChildProcess(
      ["/usr/bin/xterm", "-class", windowClass, "-e", "sleep 3600"], environment: environment)
    let pager = try pager()
    try await eventually("a window of \(windowClass)", holds: { pager.window(windowClass) != nil })
    return window
  }

  public func pager() throws -> XPager {
    guard let pager = XPager(display) else { throw TimedOut(description: "no display \(display)") }
    return pager
  }

  private var environment: [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "HOME": TemporaryDirectory.shared.path,
      "XDG_CONFIG_HOME": TemporaryDirectory.shared.path,
    ]
  }
}
