import BusSocket
import Delivery
import EventLoop
import NotificationModel

/// Runs `bellhop front off` at the end of a front for a time. The service manager runs it; this process runs no program.
///
/// Invariant: each request is answered once. Without a session bus it waits for one.
final class FrontReturn: BusFollower {
  private static let unit = "io.bellhop.FrontOff"

  private let command: [String]
  private let services: ServiceManager
  private let background: Background
  private let reporting: (AppStartFailure?) -> Void
  private var hasBus = false
  private var isDue = false

  /// `command`: the program and its arguments before the subcommand.
  init(
    _ command: [String], _ services: ServiceManager, _ background: Background,
    reporting: @escaping (AppStartFailure?) -> Void
  ) {
    self.command = command
    self.services = services
    self.background = background
    self.reporting = reporting
  }

  func begin() {
    isDue = true
    run()
  }

  func arrived(on connection: BusClient) {
    hasBus = true
    run()
  }

  func left() { hasBus = false }

  private func run() {
    guard isDue, hasBus else { return }
    isDue = false
    background.run { [command] in
      command.first.flatMap { DesktopEntries.program($0) }
    } then: { [self] found in
      guard let found, let name = AppID(Self.unit) else { return reporting(.notInstalled) }
      let words = command + ["front", "off"]
      let entry = LaunchEntry(
        name: "bellhop front off", isBusActivatable: false,
        command: .success(LaunchEntry.Command(program: found, arguments: words)))
      switch TransientUnit.make(for: name, entry, token: nil) {
      case .failure(let failure): reporting(failure)
      case .success(let unit): services.start(unit) { [self] in started($0) }
      }
    }
  }

  private func started(_ failure: AppStartFailure?) {
    guard failure == .noBus else { return reporting(failure) }
    isDue = true
    run()
  }
}
