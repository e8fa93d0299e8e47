import Locks

/// mako under a sway without a screen.
package final class MakoServer: ObservedServer {
  package let name = "mako"
  package let sway: HeadlessSway
  private let bus: PrivateBus
  private let running: Mutex<ChildProcess>
  package var process: ChildProcess { running.withLock { $0 } }
  package var dataDirectory: String { sway.directory.path }

  /// Returns when the server owns its name on this bus. `settings`: its configuration.
  package init(on bus: PrivateBus, settings: String? = nil) async throws {
    self.bus = bus
    sway = try await HeadlessSway(on: bus)
    if let settings { sway.configure("mako/config", settings) }
    running = Mutex(try await sway.server("/usr/bin/mako"))
  }

  package func restart() async throws {
    let process = try await sway.server("/usr/bin/mako")
    running.withLock { $0 = process }
  }

  /// Runs makoctl and returns what it prints.
  package func control(_ arguments: String...) async throws -> String {
    try await sway.run(["/usr/bin/makoctl"] + arguments)
  }

  package func count() async throws -> Int {
    try await call("fr.emersion.Mako.ListNotifications", at: "/fr/emersion/Mako", of: bus)
      .components(of: "'app-name'")
  }

  package func list() async throws -> String? { try await control("list") }

  package func picture() async throws -> [UInt8] { try await sway.picture() }

  /// Presses the title of the newest banner, the topmost in the screen's upper right corner.
  package func press() async throws { try await sway.click(x: 1_120, y: 26) }

  package func screenshot(_ name: String) async throws { try await sway.screenshot(name) }
}
