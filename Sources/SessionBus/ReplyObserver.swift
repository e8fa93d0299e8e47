package import BusWire
import CNotify
import Synchronization

/// Sees the answer to a call that somebody else makes on a connection, also when the caller has given up on it.
///
/// Invariant: at most one observed call is on its way. GDBus runs the filter on a thread of its own; all that it
/// shares with ours is inside the mutex.
package struct ReplyObserver: ~Copyable {
  /// An answer, and the unique name of who gave it.
  package struct Answer: Sendable {
    package var sender: String
    package var result: Result<[BusValue], BusError>
  }

  private let connection: GLibConnection
  private let watch: ReplyWatch
  private let filter: UInt32

  /// Observes calls of this member and interface, whatever their destination.
  package init(_ connection: GLibConnection, _ method: BusMethod) {
    self.connection = connection
    watch = ReplyWatch(method)
    filter = g_dbus_connection_add_filter(
      connection.pointer,
      { _, message, incoming, data in
        if let message, let watch = Box<ReplyWatch>.peek(data) {
          if incoming != 0 { watch.received(message) } else { watch.sent(message) }
        }
        return message
      }, Box(watch).retained(), { Box<ReplyWatch>.release($0) })
  }

  deinit { g_dbus_connection_remove_filter(connection.pointer, filter) }

  /// The next call is the one to observe; what was known of an earlier one is forgotten. `answered` is called once with
  /// the answer, if one comes, on any thread and before signals that come after it are handed on.
  package func expectCall(answered: @escaping @Sendable (Answer) -> Void) {
    watch.state.withLock { $0 = ReplyWatch.State(awaitingCall: true, answered: answered) }
  }

  /// Whether the answer has come.
  package var isAnswered: Bool { watch.state.withLock { $0.isAnswered } }
}

/// What the observer and GDBus's thread share.
private final class ReplyWatch: Sendable {
  struct State {
    var awaitingCall = false
    var serial: UInt32?
    var isAnswered = false
    var answered: (@Sendable (ReplyObserver.Answer) -> Void)?
  }

  let method: BusMethod
  let state = Mutex(State())

  init(_ method: BusMethod) { self.method = method }

  func sent(_ message: OpaquePointer) {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
      g_dbus_message_get_member(message).map({ String(cString: $0) }) == method.member,
      g_dbus_message_get_interface(message).map({ String(cString: $0) }) == method.interface
    else { return }
    let serial = g_dbus_message_get_serial(message)
    state.withLock { state in
      guard state.awaitingCall else { return }
      state.awaitingCall = false
      state.serial = serial
    }
  }

  func received(_ message: OpaquePointer) {
    let serial = g_dbus_message_get_reply_serial(message)
    guard serial != 0, state.withLock({ $0.serial == serial }) else { return }
    let sender = g_dbus_message_get_sender(message).map { String(cString: $0) } ?? ""
    let result: Result<[BusValue], BusError> =
      switch g_dbus_message_get_message_type(message) {
      case G_DBUS_MESSAGE_TYPE_METHOD_RETURN:
        .success(BusValue.values(of: g_dbus_message_get_body(message)))
      default:
        .failure(.refused(g_dbus_message_get_error_name(message).map { String(cString: $0) } ?? ""))
      }
    let answer = ReplyObserver.Answer(sender: sender, result: result)
    let answered = state.withLock { state in
      state.isAnswered = true
      defer { state.answered = nil }
      return state.answered
    }
    answered?(answer)
  }
}
