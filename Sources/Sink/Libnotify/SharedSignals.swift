import BusWire
import CNotify
import Locks

/// A subscription to signals that ends with this object. Made and freed on the connection's thread, where its handler
/// is called too. A sender that is faster than that thread loses its excess signals; the bus itself loses none.
final class SharedSignals {
  private let connection: OpaquePointer
  private let id: UInt32
  private let bound: MessageFilter?

  /// `sender`: a unique name, or a name that the bus itself owns; a well-known name could change its owner between the
  /// signal and the handler. `firstArgument`: only signals with this first argument.
  init(
    _ connection: OpaquePointer, sender: String, interface: String, member: String?,
    firstArgument: String?, handler: @escaping (BusSignal) -> Void
  ) {
    self.connection = connection
    g_object_ref(UnsafeMutableRawPointer(connection))
    if sender == BusMethod.busName {
      bound = nil
    } else {
      let entry = SignalEntry(sender)
      bound = MessageFilter(connection) { message, isIncoming in !isIncoming || entry.admits(message) }
    }
    id = g_dbus_connection_signal_subscribe(
      connection, sender, interface, member, nil, firstArgument, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, sender, _, _, member, arguments, data in
        guard let sender, let member else { return }
        Box<(BusSignal) -> Void>.peek(data)?(
          BusSignal(
            sender: String(cString: sender), member: String(cString: member),
            arguments: BusValue.values(of: arguments)))
      }, Box(handler).retained(), { Box<(BusSignal) -> Void>.release($0) })
  }

  deinit {
    g_dbus_connection_signal_unsubscribe(connection, id)
    g_object_unref(UnsafeMutableRawPointer(connection))
  }
}

/// Bounds how many signals of one sender wait for a thread: GDBus queues every signal that comes, and reads on.
///
/// Invariant: between two rounds of the thread's context at most `SignalRound.most` signals are let through, so that at
/// most two rounds' worth wait; the rest is dropped.
private final class SignalEntry: Sendable {
  private let sender: String
  private let round = Mutex(SignalRound())
  private let context = MainContext.current

  /// To be made on the thread that receives the signals.
  init(_ sender: String) { self.sender = sender }

  func admits(_ message: OpaquePointer) -> Bool {
    guard g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_SIGNAL,
      let sender = g_dbus_message_get_sender(message), strcmp(sender, self.sender) == 0
    else { return true }
    let body = g_dbus_message_get_body(message)
    let bytes = body.map { Int(clamping: g_variant_get_size($0)) } ?? 0
    switch round.withLock({ $0.admit(bytes: bytes) }) {
    // Queued now, the round's end runs after all signals that were let through before it.
    case .first:
      context.attach(g_idle_source_new()) { [self] in
        round.withLock { $0 = SignalRound() }
      }
    case .further: break
    case .none: return false
    }
    return true
  }
}

/// Counts the signals let through since the thread's last round.
struct SignalRound {
  /// A server that closes all its banners at once sends fewer signals than this.
  static let most = 2_048
  static let mostBytes = 4_194_304

  enum Place { case first, further }

  private var count = 0
  private var bytes = 0

  /// `nil` when there is no room for the signal. The first of a round always fits, however long it is.
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
