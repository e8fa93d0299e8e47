import Synchronization

/// xfce4-notifyd under Xvfb.
public final class XfceServer: RealServer {
  public static let name = "xfce4-notifyd"
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
    try await startedServer([try program()], on: bus, environment: screen.environment(on: bus))
  }

  public func restart() async throws {
    let process = try await Self.start(on: bus, screen)
    running.withLock { $0 = process }
  }

  /// Below the libraries of whatever architecture this is.
  private static func program() throws -> String {
    let found = shell("ls /usr/lib/*/xfce4/notifyd/xfce4-notifyd").output.split(separator: "\n").first
    guard let found else { throw TimedOut(description: "xfce4-notifyd is not installed") }
    return String(found)
  }

  public func screenshot(_ name: String) async throws { try await screen.screenshot(name) }
}
