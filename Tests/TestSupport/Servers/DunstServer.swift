import Locks

/// dunst under Xvfb.
package final class DunstServer: ObservedServer {
  package let name = "dunst"
  private let bus: PrivateBus
  private let screen: VirtualScreen
  private let arguments: [String]
  private let running: Mutex<ChildProcess>
  package var process: ChildProcess { running.withLock { $0 } }
  package var dataDirectory: String { bus.directory.path }

  /// Returns when the server owns its name on this bus.
  package convenience init(on bus: PrivateBus) async throws {
    try await self.init(on: bus, screen: VirtualScreen())
  }

  /// `settings`: lines of dunst's section `[global]`, in place of the default configuration.
  package init(on bus: PrivateBus, screen: VirtualScreen, settings: String? = nil) async throws {
    self.bus = bus
    self.screen = screen
    arguments =
      try settings.map { settings in
        let file = try TemporaryDirectory.shared.file("dunstrc")
        writeFile(file, "[global]\n\(settings)\n")
        return ["-conf", file]
      } ?? []
    running = Mutex(try await Self.start(arguments, on: bus, screen))
  }

  private static func start(_ arguments: [String], on bus: PrivateBus, _ screen: VirtualScreen) async throws
    -> ChildProcess
  {
    try await startedServer(
      bus.launch.prefix + ["/usr/bin/dunst"] + arguments, on: bus,
      environment: screen.environment(on: bus))
  }

  package func restart() async throws {
    let process = try await Self.start(arguments, on: bus, screen)
    running.withLock { $0 = process }
  }

  /// Runs dunstctl and returns what it prints.
  package func control(_ arguments: String...) async throws -> String {
    try await run(["/usr/bin/dunstctl"] + arguments, ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  package func count() async throws -> Int {
    let answer = try await call(
      "org.freedesktop.DBus.Properties.Get", at: "/org/freedesktop/Notifications", of: bus,
      "org.dunstproject.cmd0", "displayedLength")
    return Int(answer.filter(\.isNumber).dropFirst("32".count)) ?? 0
  }

  /// dunst lists only closed banners, so all of them are closed first.
  package func list() async throws -> String? {
    _ = try await control("close-all")
    return try await control("history")
  }

  package func picture() async throws -> [UInt8] { try screen.picture() }

  /// Presses the title of the newest banner, in the screen's upper right corner, with the middle button: the left one
  /// closes it.
  package func press() async throws { try await screen.click(x: 1_120, y: 65, button: 2) }

  package func screenshot(_ name: String) async throws { try await screen.screenshot(name) }
}
