import Synchronization

/// mako under a sway without a screen.
public final class MakoServer: ObservedServer {
  public let name = "mako"
  public let sway: HeadlessSway
  private let running: Mutex<ChildProcess>
  public var process: ChildProcess { running.withLock { $0 } }

  /// Returns when the server owns its name on this bus.
  public init(on bus: PrivateBus) async throws {
    sway = try await HeadlessSway(on: bus)
    running = Mutex(try await sway.server("/usr/bin/mako"))
  }

  public func restart() async throws {
    let process = try await sway.server("/usr/bin/mako")
    running.withLock { $0 = process }
  }

  /// Runs makoctl and returns what it prints.
  public func control(_ arguments: String...) async throws -> String {
    try await sway.run(["/usr/bin/makoctl"] + arguments)
  }

  public func count() async throws -> Int { try await control("list").components(of: "\"app-name\"") }

  public func list() async throws -> String? { try await control("list") }

  public func picture() async throws -> [UInt8] { try await sway.picture() }

  /// On the title: the newest is the topmost, in the screen's upper right corner.
  public func press() async throws { try await sway.click(x: 1_120, y: 26) }

  public func screenshot(_ name: String) async throws { try await sway.screenshot(name) }
}
