package import Delivery
package import EventLoop
import Glibc
import NotificationModel
import Synchronization

/// An environment variable's value; `nil` for none and for an empty one.
package typealias SessionVariables = @Sendable (String) -> String?

/// Learns how the desktop stands, and does there what Delivery asks for, on a loop that it never blocks.
package final class DesktopWatch: Sendable {
  private let running = Mutex<DesktopWatcher?>(nil)
  private let variables: SessionVariables
  private let idleMilliseconds: UInt32
  private let bellhop: [String]

  /// Those of the process, as they are at the moment.
  package static let environment: SessionVariables = { name in
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Finds the desktop by the process's environment, or by these variables in its place. `idleMilliseconds`: the
  /// time without input after which the person counts as away. `bellhop`: the command line, and its arguments before
  /// any subcommand.
  package init(
    variables: @escaping SessionVariables = environment,
    idleMilliseconds: UInt32 = Presence.milliseconds, bellhop: [String] = ["bellhop"]
  ) {
    self.variables = variables
    self.idleMilliseconds = idleMilliseconds
    self.bellhop = bellhop
  }

  /// Reports what is found at first, and every change. Called on the loop's thread; `stop` must not be called
  /// from within a report. `missingBus`: called there as well, once for each time that the session bus is gone or not
  /// there at first, with the kind of its address where it has one. `thread`: is to end after this is stopped.
  package func start(
    on thread: LoopThread,
    reporting: @escaping @Sendable (DesktopReport) -> Void,
    missingBus: @escaping @Sendable (String?) -> Void = { _ in }
  ) {
    let watcher = DesktopWatcher(
      loop: thread.loop, variables: variables, idleMilliseconds: idleMilliseconds,
      bellhop: bellhop, reporting: reporting, missingBus: missingBus)
    running.withLock { $0 = watcher }
    watcher.loop.post { watcher.assumeIsolated { $0.start() } }
  }

  /// Does not wait.
  package func perform(_ command: DesktopCommand) {
    guard let watcher = running.withLock({ $0 }) else { return }
    watcher.loop.post { watcher.assumeIsolated { $0.perform(command) } }
  }

  /// Nothing is reported once the loop has come to this.
  package func stop() {
    guard let watcher = running.withLock({ $0.take() }) else { return }
    watcher.loop.post { watcher.assumeIsolated { $0.shutDown() } }
  }
}
