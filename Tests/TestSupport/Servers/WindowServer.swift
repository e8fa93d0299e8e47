import Locks

/// A server under Xvfb that does not say what it shows: its banners are the windows on the screen.
package final class WindowServer: ObservedServer {
  package let name: String
  private let program: String
  private let bus: PrivateBus
  private let screen: VirtualScreen
  /// Where people press a banner, beside its upper left corner.
  private let target: @Sendable (ScreenArea) -> (x: Int, y: Int)
  private let running: Mutex<ChildProcess>
  package var process: ChildProcess { running.withLock { $0 } }
  package var dataDirectory: String { bus.directory.path }

  /// notification-daemon. A press anywhere beside the buttons, such as on the title, is one on the banner.
  package static func notificationDaemon(on bus: PrivateBus) async throws -> WindowServer {
    try await WindowServer("/usr/lib/notification-daemon/notification-daemon", on: bus) { _ in (90, 30) }
  }

  /// xfce4-notifyd, in the library directory of this architecture. It shows the press on the banner as the first of its
  /// buttons, at the bottom.
  package static func xfce(on bus: PrivateBus) async throws -> WindowServer {
    let found = shell("ls /usr/lib/*/xfce4/notifyd/xfce4-notifyd").output.split(separator: "\n").first
    guard let found else { throw TimedOut(description: "xfce4-notifyd is not installed") }
    return try await WindowServer(String(found), on: bus) { banner in (50, banner.height - 31) }
  }

  /// Returns when the server owns its name on this bus.
  private init(
    _ program: String, on bus: PrivateBus, target: @escaping @Sendable (ScreenArea) -> (x: Int, y: Int)
  ) async throws {
    self.program = program
    name = program.split(separator: "/").last.map(String.init) ?? program
    self.bus = bus
    self.target = target
    screen = try await VirtualScreen()
    running = Mutex(try await Self.start(program, on: bus, screen))
  }

  private static func start(_ program: String, on bus: PrivateBus, _ screen: VirtualScreen) async throws
    -> ChildProcess
  {
    try await startedServer(
      bus.launch.prefix + [program], on: bus, environment: screen.environment(on: bus))
  }

  package func restart() async throws {
    let process = try await Self.start(program, on: bus, screen)
    running.withLock { $0 = process }
  }

  package func count() async throws -> Int { try await screen.banners(of: process).count }

  package func list() async throws -> String? { nil }

  package func picture() async throws -> [UInt8] { try screen.picture() }

  package func press() async throws {
    guard let banner = try await screen.banners(of: process).first else { return }
    let (x, y) = target(banner)
    try await screen.click(x: banner.x + x, y: banner.y + y)
  }

  package func screenshot(_ name: String) async throws { try await screen.screenshot(name) }
}
