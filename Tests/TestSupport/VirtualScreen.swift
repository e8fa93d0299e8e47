import Glibc
import Synchronization

/// An X server whose screen nobody sees. It can end, and begin again as the same display.
public final class VirtualScreen: Sendable {
  /// As in `DISPLAY`.
  public let display: String
  private let server: Mutex<ChildProcess?>
  private let directory = TemporaryDirectory()

  public init() async throws {
    let number = "\(directory.path)/display"
    let options = "-screen 0 1280x720x24 -nolisten tcp -fbdir \(directory.path)"
    // Xvfb looks for a free display itself, and says which it took.
    let server = try ChildProcess([
      "/bin/sh", "-c", "exec Xvfb -displayfd 3 \(options) 3>\(number)",
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

  /// Everything that is drawn, as the file behind the screen has it.
  func pixels() throws -> [UInt8] { try readFile("\(directory.path)/Xvfb_screen0") }

  func click(x: Int, y: Int) async throws {
    _ = try await run(
      ["/usr/bin/xdotool", "mousemove", "--sync", "\(x)", "\(y)", "click", "1"], ["DISPLAY": display])
  }

  func screenshot(_ name: String) async throws {
    guard let path = screenshotPath(name) else { return }
    _ = try await run(["/usr/bin/import", "-window", "root", path], ["DISPLAY": display])
  }

  /// What a program on this screen and this bus finds the two by. Its files go where the bus's are.
  func environment(on bus: PrivateBus) -> [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "DBUS_SESSION_BUS_ADDRESS": bus.address,
      "HOME": bus.directory.path, "XDG_CONFIG_HOME": bus.directory.path, "XDG_DATA_HOME": bus.directory.path,
      "XDG_CACHE_HOME": bus.directory.path,
    ]
  }

  private var environment: [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "HOME": TemporaryDirectory.shared.path,
      "XDG_CONFIG_HOME": TemporaryDirectory.shared.path,
    ]
  }
}
