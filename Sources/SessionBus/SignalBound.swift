import CNotify
import Synchronization

/// Keeps few the signals of one sender that wait for a thread: GDBus queues each that comes, and reads on.
///
/// Invariant: of what comes between two rounds of the thread's context no more is let through than a round takes, so
/// that at most two rounds' wait; the rest is dropped. GDBus runs the filter on a thread of its own; all that it shares
/// with ours is inside the mutex.
struct SignalBound: ~Copyable {
  private let connection: GLibConnection
  private let filter: UInt32

  /// Of the signals that come to the thread on which it is made.
  init(_ connection: GLibConnection, sender: String) {
    self.connection = connection
    filter = g_dbus_connection_add_filter(
      connection.pointer,
      { _, message, incoming, data in
        guard let message, incoming != 0, let entry = Box<SignalEntry>.peek(data), !entry.admits(message)
        else {
          return message
        }
        g_object_unref(UnsafeMutableRawPointer(message))
        return nil
      }, Box(SignalEntry(sender)).retained(), { Box<SignalEntry>.release($0) })
  }

  deinit { g_dbus_connection_remove_filter(connection.pointer, filter) }
}

/// What the bound and GDBus's thread share.
private final class SignalEntry: Sendable {
  private let sender: String
  private let round = Mutex(SignalRound())
  // GMainContext locks itself: every call made on it here is allowed from any thread.
  private nonisolated(unsafe) let context: OpaquePointer?

  init(_ sender: String) {
    self.sender = sender
    context = g_main_context_ref_thread_default()
  }

  deinit { g_main_context_unref(context) }

  func admits(_ message: OpaquePointer) -> Bool {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_SIGNAL,
      let sender = g_dbus_message_get_sender(message), strcmp(sender, self.sender) == 0
    else { return true }
    let body = g_dbus_message_get_body(message)
    let bytes = body.map { Int(clamping: g_variant_get_size($0)) } ?? 0
    switch round.withLock({ $0.admit(bytes: bytes) }) {
    case .first: endRound()
    case .further: break
    case .none: return false
    }
    return true
  }

  /// GLib runs sources of one priority in turn, so the round's end comes behind all signals that were let through before.
  private func endRound() {
    let source = g_idle_source_new()
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        Box<SignalEntry>.peek(data)?.round.withLock { $0 = SignalRound() }
        return 0
      }, Box(self).retained(), { Box<SignalEntry>.release($0) })
    g_source_attach(source, context)
    g_source_unref(source)
  }
}

/// The signals that were let through since the thread has come round.
struct SignalRound {
  /// A server that closes all that it shows says no more than this at once.
  static let most = 2_048
  static let mostBytes = 4_194_304

  enum Place { case first, further }

  private var count = 0
  private var bytes = 0

  /// `nil` for one that there is no room for. The first has it, however long it is.
  mutating func admit(bytes size: Int) -> Place? {
    guard count > 0 else {
      (count, bytes) = (1, size)
      return .first
    }
    guard count < Self.most, bytes < Self.mostBytes, size <= Self.mostBytes - bytes else { return nil }
    count += 1
    bytes += size
    return .further
  }
}
