import Synchronization

/// swaync under a sway without a screen.
public final class SwayNotificationCenter: RealServer {
  public static let name = "swaync"
  private let sway: HeadlessSway
  private let running: Mutex<ChildProcess>
  public var process: ChildProcess { running.withLock { $0 } }

  public init(on bus: PrivateBus) async throws {
    sway = try await HeadlessSway(on: bus)
    running = Mutex(try await sway.server("/usr/bin/swaync"))
  }

  public func restart() async throws {
    let process = try await sway.server("/usr/bin/swaync")
    running.withLock { $0 = process }
  }

  public func screenshot(_ name: String) async throws { try await sway.screenshot(name) }
}
