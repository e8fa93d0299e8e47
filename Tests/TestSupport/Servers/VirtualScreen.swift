import Glibc
import Synchronization

/// Xvfb: an X11 screen in memory. It can end, and begin again as the same display.
public final class VirtualScreen: Sendable {
  /// As in `DISPLAY`.
  public let display: String
  private let server: Mutex<ChildProcess?>
  private let directory = TemporaryDirectory()

  public init() async throws {
    let number = "\(directory.path)/display"
    let options = Self.options(directory.path).joined(separator: " ")
    // Xvfb looks for a free display itself, and says which it took.
    let server = try ChildProcess(["/bin/sh", "-c", "exec Xvfb -displayfd 3 \(options) 3>\(number)"])
    self.server = Mutex(server)
    display = try await eventually("a display") {
      guard let text = try? readFile(number), text.last == UInt8(ascii: "\n") else { return nil }
      return ":" + String(decoding: text.dropLast(), as: UTF8.self)
    }
  }

  private static func options(_ directory: String) -> [String] {
    ["-screen", "0", "1280x720x24", "-nolisten", "tcp", "-fbdir", directory]
  }

  public func stop() { server.withLock { $0.take() }?.kill() }

  /// After `stop`.
  public func start() async throws {
    let started = try ChildProcess(["/usr/bin/Xvfb", display] + Self.options(directory.path))
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

  /// What a program on this screen and this bus finds the two by. Its files go where the bus's are.
  func environment(on bus: PrivateBus) -> [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "DBUS_SESSION_BUS_ADDRESS": bus.address,
      "HOME": bus.directory.path, "XDG_CONFIG_HOME": bus.directory.path, "XDG_DATA_HOME": bus.directory.path,
      "XDG_CACHE_HOME": bus.directory.path,
    ]
  }

  /// All of it, as Xvfb itself keeps it in a file.
  func picture() throws -> [UInt8] { try readFile("\(directory.path)/Xvfb_screen0") }

  /// The windows of a process that can be seen, and are of a size to read.
  func banners(of process: ChildProcess) async throws -> [ScreenArea] {
    let search = ["/usr/bin/xdotool", "search", "--onlyvisible", "--pid", "\(process.pid)", "--name", "."]
    // It fails when it finds none.
    guard let found = try? await run(search, ["DISPLAY": display]) else { return [] }
    var areas: [ScreenArea] = []
    for window in found.split(separator: "\n") {
      let question = ["/usr/bin/xdotool", "getwindowgeometry", "--shell", String(window)]
      // It may have gone meanwhile.
      guard let geometry = try? await run(question, ["DISPLAY": display]),
        let area = ScreenArea(geometry: geometry), area.height > 1
      else { continue }
      areas.append(area)
    }
    return areas
  }

  func click(x: Int, y: Int) async throws {
    _ = try await run(
      ["/usr/bin/xdotool", "mousemove", "--sync", "\(x)", "\(y)", "click", "1"], ["DISPLAY": display])
  }

  func screenshot(_ name: String) async throws {
    guard let path = screenshotPath(name) else { return }
    _ = try await run(["/usr/bin/import", "-window", "root", path], ["DISPLAY": display])
  }

  private var environment: [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "HOME": TemporaryDirectory.shared.path,
      "XDG_CONFIG_HOME": TemporaryDirectory.shared.path,
    ]
  }
}

/// Where a window is.
struct ScreenArea: Hashable {
  var x: Int
  var y: Int
  var height: Int

  /// As `xdotool getwindowgeometry --shell` prints it.
  init?(geometry: String) {
    let lines = geometry.split(separator: "\n").map { $0.split(separator: "=") }
    func value(_ name: String) -> Int? {
      lines.first { $0.count == 2 && $0[0] == name }.flatMap { Int($0[1]) }
    }
    guard let x = value("X"), let y = value("Y"), let height = value("HEIGHT") else { return nil }
    (self.x, self.y, self.height) = (x, y, height)
  }
}
