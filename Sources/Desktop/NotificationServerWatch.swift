public import Delivery
public import SessionBus
import Synchronization

/// Watches whether there is a notification server, on a thread of its own that never blocks.
public final class NotificationServerWatch: Sendable {
  private let running = Mutex<ServerWatcher?>(nil)

  private let variables: SessionBusAddress.Variables

  /// Finds the bus by the process's environment, or by these variables in its place.
  public init(variables: @escaping SessionBusAddress.Variables = SessionBusAddress.environment) {
    self.variables = variables
  }

  /// Reports what is found at first, and every change. Called on the watch's thread; `stop` must not be called
  /// from within a report.
  public func start(reporting: @escaping @Sendable (ServerPresence) -> Void) {
    let watcher = ServerWatcher(
      thread: GLibThread(name: "desktop"), variables: variables, reporting: reporting)
    running.withLock { $0 = watcher }
    watcher.thread.run { watcher.assumeIsolated { $0.connect() } }
  }

  /// Asks the bus to start a server. Does not wait; whether it comes shows in the reports.
  public func activate() {
    guard let watcher = running.withLock({ $0 }) else { return }
    watcher.thread.run { watcher.assumeIsolated { $0.activate() } }
  }

  /// Nothing is reported after this returns.
  public func stop() {
    guard let watcher = running.withLock({ $0.take() }) else { return }
    watcher.thread.run { watcher.assumeIsolated { $0.shutDown() } }
    watcher.thread.stop()
  }
}
