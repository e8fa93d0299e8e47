import Glibc
import Synchronization

/// The variable that tells GLib where the session's bus is, lent to another bus for the moment in which the process's
/// shared connection is made.
///
/// libnotify speaks on that connection and on no other, and GDBus gives nobody else a say in its address. But
/// `g_bus_get` reads the variable before it returns, on the thread that calls it, and connects afterwards: so the
/// loan is over at once, however long the connecting takes.
///
/// Invariant: the variable is there before there is a second thread, so that only its value is ever replaced: glibc
/// stores one pointer then, moves nothing, and frees no text that others may be reading. Our own readers wait for the
/// moment to be over; whoever else reads it just then finds one bus or the other, whole.
package enum SessionBusVariable {
  static let name = "DBUS_SESSION_BUS_ADDRESS"
  private static let lock = Mutex(())

  /// Called before there is a second thread. Empty counts as none.
  package static func define() { setenv(name, "", 0) }

  static var value: String? { lock.withLock { _ in read() } }

  /// `work` must not ask for the value.
  static func lend(to address: GLibAddress, _ work: () -> Void) {
    lock.withLock { _ in
      guard let own = read() else { return work() }
      if own == address.text { return work() }
      setenv(name, address.text, 1)
      work()
      setenv(name, own, 1)
    }
  }

  private static func read() -> String? { getenv(name).map { String(cString: $0) } }
}
