import Synchronization

/// Xvfb: an X11 screen in memory. Whoever the last client is, it keeps what it has.
package final class VirtualScreen: Sendable {
  /// As in `DISPLAY`.
  package let display: String
  private let process: Mutex<ChildProcess?>
  private let size: String
  private let directory = TemporaryDirectory()

  package init(size: String = "1280x720") async throws {
    self.size = size
    let number = try TemporaryDirectory.shared.file("display")
    // Xvfb looks for a free display itself, and says which it took.
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

  /// One that can end and begin again as the same display: nobody else takes a number like this one meanwhile.
  package init(number: Int32) async throws {
    display = ":\(number)"
    size = "1280x720"
    process = Mutex(nil)
    try await start()
  }

  package func stop() { process.withLock { $0.take() }?.kill() }

  /// After `stop`.
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

  /// Lets it hang, and go on.
  package func signal(_ number: Int32) { process.withLock { $0?.signal(number) } }

  /// What a program on this screen and this bus finds the two by. Its files go where the bus's are.
  package func environment(on bus: PrivateBus) -> [String: String?] {
    [
      "DISPLAY": display, "WAYLAND_DISPLAY": nil, "DBUS_SESSION_BUS_ADDRESS": bus.address,
      "HOME": bus.directory.path, "XDG_CONFIG_HOME": bus.directory.path, "XDG_DATA_HOME": bus.directory.path,
      "XDG_CACHE_HOME": bus.directory.path,
    ]
  }

  /// Everything that is drawn, as the file behind the screen has it.
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
