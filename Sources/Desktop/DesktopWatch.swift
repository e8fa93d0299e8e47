package import Delivery
import NotificationModel
package import SessionBus
import Synchronization

/// Learns how the desktop stands, and does there what Delivery asks for, on a thread of its own that never
/// blocks.
package final class DesktopWatch: Sendable {
  private let running = Mutex<DesktopWatcher?>(nil)
  private let variables: SessionBusAddress.Variables
  private let idleMilliseconds: UInt32
  private let bellhop: [String]

  /// Finds the desktop by the process's environment, or by these variables in its place. `idleMilliseconds`: the
  /// time without input after which the person counts as away. `bellhop`: the command line, and its arguments before
  /// any subcommand.
  package init(
    variables: @escaping SessionBusAddress.Variables = SessionBusAddress.environment,
    idleMilliseconds: UInt32 = Presence.milliseconds, bellhop: [String] = ["bellhop"]
  ) {
    self.variables = variables
    self.idleMilliseconds = idleMilliseconds
    self.bellhop = bellhop
  }

  /// Reports what is found at first, and every change. Called on the watch's thread; `stop` must not be called
  /// from within a report. `missingBus`: called there as well, once for each time that the session bus is gone or not
  /// there at first, with the kind of its address where it has one.
  package func start(
    reporting: @escaping @Sendable (DesktopReport) -> Void,
    missingBus: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    let watcher = DesktopWatcher(
      thread: GLibThread(name: "desktop"), variables: variables, idleMilliseconds: idleMilliseconds,
      bellhop: bellhop, reporting: reporting, missingBus: missingBus)
    running.withLock { $0 = watcher }
    watcher.thread.run { watcher.assumeIsolated { $0.start() } }
  }

  /// Does not wait.
  package func perform(_ command: DesktopCommand) {
    guard let watcher = running.withLock({ $0 }) else { return }
    watcher.thread.run { watcher.assumeIsolated { $0.perform(command) } }
  }

  /// Nothing is reported after this returns.
  package func stop() {
    guard let watcher = running.withLock({ $0.take() }) else { return }
    watcher.thread.run { watcher.assumeIsolated { $0.shutDown() } }
    watcher.thread.stop()
  }
}
