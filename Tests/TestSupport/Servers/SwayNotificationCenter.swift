import Locks

/// swaync under a sway without a screen.
package final class SwayNotificationCenter: ObservedServer {
  package let name = "swaync"
  package let sway: HeadlessSway
  private let running: Mutex<ChildProcess>
  package var process: ChildProcess { running.withLock { $0 } }
  package var dataDirectory: String { sway.directory.path }

  /// Returns when the server owns its name on this bus. `settings`: its configuration, in JSON.
  package init(on bus: PrivateBus, settings: String? = nil) async throws {
    sway = try await HeadlessSway(on: bus)
    if let settings { sway.configure("swaync/config.json", settings) }
    running = Mutex(try await sway.server("/usr/bin/swaync"))
  }

  package func restart() async throws {
    let process = try await sway.server("/usr/bin/swaync")
    running.withLock { $0 = process }
  }

  package func count() async throws -> Int {
    Int(try await sway.run(["/usr/bin/swaync-client", "-c"]).prefix { $0.isNumber }) ?? 0
  }

  package func list() async throws -> String? { nil }

  package func picture() async throws -> [UInt8] { try await sway.picture() }

  /// Presses the title of the newest banner, the topmost in the screen's upper right corner.
  package func press() async throws { try await sway.click(x: 1_000, y: 26) }

  package func screenshot(_ name: String) async throws { try await sway.screenshot(name) }
}
