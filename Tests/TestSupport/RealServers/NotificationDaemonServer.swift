import Synchronization

/// notification-daemon under Xvfb.
public final class NotificationDaemonServer: RealServer {
  public static let name = "notification-daemon"
  private let bus: PrivateBus
  private let screen: VirtualScreen
  private let running: Mutex<ChildProcess>
  public var process: ChildProcess { running.withLock { $0 } }

  public init(on bus: PrivateBus) async throws {
    self.bus = bus
    screen = try await VirtualScreen()
    running = Mutex(try await Self.start(on: bus, screen))
  }

  private static func start(on bus: PrivateBus, _ screen: VirtualScreen) async throws -> ChildProcess {
    try await startedServer(
      ["/usr/lib/notification-daemon/notification-daemon"], on: bus, environment: screen.environment(on: bus))
  }

  public func restart() async throws {
    let process = try await Self.start(on: bus, screen)
    running.withLock { $0 = process }
  }

  public func screenshot(_ name: String) async throws { try await screen.screenshot(name) }
}
