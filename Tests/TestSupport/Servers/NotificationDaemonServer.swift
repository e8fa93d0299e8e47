import Locks

/// notification-daemon under Xvfb.
package final class NotificationDaemonServer: ObservedServer {
  package let name = "notification-daemon"
  private let bus: PrivateBus
  private let screen: VirtualScreen
  private let running: Mutex<ChildProcess>
  package var process: ChildProcess { running.withLock { $0 } }

  /// Returns when the server owns its name on this bus.
  package init(on bus: PrivateBus) async throws {
    self.bus = bus
    screen = try await VirtualScreen()
    running = Mutex(try await Self.start(on: bus, screen))
  }

  private static func start(on bus: PrivateBus, _ screen: VirtualScreen) async throws -> ChildProcess {
    try await startedServer(
      bus.launch.prefix + ["/usr/lib/notification-daemon/notification-daemon"], on: bus,
      environment: screen.environment(on: bus))
  }

  package func restart() async throws {
    let process = try await Self.start(on: bus, screen)
    running.withLock { $0 = process }
  }

  package func count() async throws -> Int { try await screen.banners(of: process).count }

  package func list() async throws -> String? { nil }

  package func picture() async throws -> [UInt8] { try screen.picture() }

  /// Presses the title: a press anywhere beside the buttons is one on the banner.
  package func press() async throws {
    guard let banner = try await screen.banners(of: process).first else { return }
    try await screen.click(x: banner.x + 90, y: banner.y + 30)
  }

  package func screenshot(_ name: String) async throws { try await screen.screenshot(name) }
}
