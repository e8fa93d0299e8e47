import Locks

/// xfce4-notifyd under Xvfb.
package final class XfceServer: ObservedServer {
  package let name = "xfce4-notifyd"
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
      bus.launch.prefix + [try program()], on: bus, environment: screen.environment(on: bus))
  }

  package func restart() async throws {
    let process = try await Self.start(on: bus, screen)
    running.withLock { $0 = process }
  }

  /// In the library directory of this architecture.
  private static func program() throws -> String {
    let found = shell("ls /usr/lib/*/xfce4/notifyd/xfce4-notifyd").output.split(separator: "\n").first
    guard let found else { throw TimedOut(description: "xfce4-notifyd is not installed") }
    return String(found)
  }

  package func count() async throws -> Int { try await screen.banners(of: process).count }

  package func list() async throws -> String? { nil }

  package func picture() async throws -> [UInt8] { try screen.picture() }

  /// xfce4-notifyd shows the press on the banner as the first of its buttons, at the bottom.
  package func press() async throws {
    guard let banner = try await screen.banners(of: process).first else { return }
    try await screen.click(x: banner.x + 50, y: banner.y + banner.height - 31)
  }

  package func screenshot(_ name: String) async throws { try await screen.screenshot(name) }
}
