import Locks

/// Xvfb: an X11 screen in memory. It does not reset when its last client leaves.
package final class VirtualScreen: Sendable {
  /// The value for `DISPLAY`.
  package let display: String
  private let process: Mutex<ChildProcess?>
  private let size: String
  private let directory = TemporaryDirectory()

  package init(size: String = "1280x720") async throws {
    self.size = size
    let number = try TemporaryDirectory.shared.file("display")
    // Xvfb chooses a free display, and prints its number.
    let process = try ChildProcess([
      "/bin/sh", "-c",
      """
      exec Xvfb -displayfd 3 -screen 0 \(size)x24 -nolisten tcp -noreset -fbdir '\(directory.path)' 3>\(number)
      """,
    ])
    self.process = Mutex(process)
    display = try await eventually("a display") {
      guard let text = try? readFile(number), text.last == UInt8(ascii: "\n") else { return nil }
      return ":" + String(decoding: text.dropLast(), as: UTF8.self)
    }
  }

  /// A screen that can end and start again as the same display: other programs do not use a number like this one.
  package init(number: Int32) async throws {
    display = ":\(number)"
    size = "1280x720"
    process = Mutex(nil)
    try await start()
  }

  package func stop() { process.withLock { $0.take() }?.kill() }

  /// Starts again after `stop`.
  package func start() async throws {
    let started = try ChildProcess([
      "/usr/bin/Xvfb", display, "-screen", "0", "\(size)x24", "-nolisten", "tcp", "-noreset", "-fbdir",
      directory.path,
    ])
    process.withLock { $0 = started }
    try await eventually("display \(display)") {
      guard started.isRunning else { throw TimedOut(description: "Xvfb: \(started.output())") }
      return XPager(display) == nil ? nil : ()
    }
  }

  /// Sends a signal to Xvfb, to stop or continue it.
  package func signal(_ number: Int32) { process.withLock { $0?.signal(number) } }

  /// The environment of a program on this screen and this bus. The program's files go beside the bus's.
  package func environment(on bus: PrivateBus) -> [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "DBUS_SESSION_BUS_ADDRESS": bus.address,
      "HOME": bus.directory.path, "XDG_CONFIG_HOME": bus.directory.path, "XDG_DATA_HOME": bus.directory.path,
      "XDG_CACHE_HOME": bus.directory.path,
    ]
  }

  /// The framebuffer, from the file behind the screen.
  func picture() throws -> [UInt8] { try readFile("\(directory.path)/Xvfb_screen0") }

  package func click(x: Int, y: Int, button: Int = 1) async throws {
    _ = try await run(
      ["/usr/bin/xdotool", "mousemove", "\(x)", "\(y)", "click", "\(button)"], ["DISPLAY": display])
  }

  func screenshot(_ name: String) async throws {
    guard let path = screenshotPath(name) else { return }
    _ = try await run(["/usr/bin/import", "-window", "root", path], ["DISPLAY": display])
  }
}
