import BusWire
import CNotify

/// The process's shared connection to the session bus, on which libnotify sends the banners.
///
/// Invariant: used on the thread that made it, where all its handlers are called as well.
final class LibnotifyConnection: ServerConnection {
  let guid: String
  private let pointer: OpaquePointer
  private let reply: ReplyObserver
  private var closedHandler: UInt = 0
  private var isBegun = false

  /// The connection may be closed already: GLib hands out the shared one as long as a reference to it exists.
  static func open(_ attempt: Attempt, then: @escaping (LibnotifyConnection?) -> Void) {
    stayOnClose()
    g_bus_get(
      G_BUS_TYPE_SESSION, attempt.pointer,
      { _, result, data in
        let pointer = g_bus_get_finish(result, nil)
        Box<(LibnotifyConnection?) -> Void>.consume(data)?(pointer.map { LibnotifyConnection(taking: $0) })
      }, Box(then).retained())
  }

  /// An attempt to connect, cancelled when this object is freed. Without that a bus that never answers the greeting
  /// would block the shared connection for ever.
  final class Attempt {
    fileprivate let pointer: UnsafeMutablePointer<GCancellable>?

    init() { pointer = g_cancellable_new() }

    deinit {
      g_cancellable_cancel(pointer)
      if let pointer { g_object_unref(UnsafeMutableRawPointer(pointer)) }
    }
  }

  private init(taking pointer: OpaquePointer) {
    self.pointer = pointer
    guid = g_dbus_connection_get_guid(pointer).map { String(cString: $0) } ?? ""
    reply = ReplyObserver(pointer)
  }

  deinit {
    // Sends the last calls before the process may end.
    g_dbus_connection_flush_sync(pointer, nil, nil)
    if closedHandler != 0 { g_signal_handler_disconnect(UnsafeMutableRawPointer(pointer), closedHandler) }
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }

  var uniqueName: String? { g_dbus_connection_get_unique_name(pointer).map { String(cString: $0) } }

  let leftBanners: [UInt32] = []

  var isClosed: Bool { g_dbus_connection_is_closed(pointer) != 0 }

  /// Sets the only handler.
  func whenClosed(_ handler: @escaping () -> Void) {
    let callback:
      @convention(c) (
        UnsafeMutableRawPointer?, gboolean, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
      ) -> Void = { _, _, _, data in Box<() -> Void>.peek(data)?() }
    closedHandler = g_signal_connect_data(
      UnsafeMutableRawPointer(pointer), "closed", unsafeBitCast(callback, to: GCallback.self),
      Box(handler).retained(), { data, _ in Box<() -> Void>.release(data) }, GConnectFlags(0))
  }

  func call(
    _ method: BusMethod, _ arguments: [BusValue], timeoutMilliseconds: Int64?,
    then: ((Result<[BusValue], BusError>) -> Void)?
  ) {
    let answered: GAsyncReadyCallback? =
      then == nil
      ? nil
      : { source, result, data in
        var error: UnsafeMutablePointer<GError>?
        let answer = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error)
        defer { if let answer { g_variant_unref(answer) } }
        let then = Box<(Result<[BusValue], BusError>) -> Void>.consume(data)
        then?(answer != nil ? .success(BusValue.values(of: answer)) : .failure(BusError(taking: error)))
      }
    g_dbus_connection_call(
      pointer, method.destination, method.path, method.interface, method.member, BusValue.tuple(arguments),
      nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, timeoutMilliseconds.map { Int32(clamping: $0) } ?? .max, nil,
      answered,
      then.map { Box($0).retained() })
  }

  func signals(
    from sender: String, interface: String, member: String?, firstArgument: String?,
    _ handler: @escaping (BusSignal) -> Void
  ) -> AnyObject {
    SharedSignals(
      pointer, sender: sender, interface: interface, member: member, firstArgument: firstArgument,
      handler: handler)
  }

  func beginServer() -> Bool {
    if !isBegun { isBegun = Libnotify.begin() }
    return isBegun
  }

  func endServer() {
    if isBegun { Libnotify.end() }
    isBegun = false
  }

  func notify(
    _ banner: RenderedBanner, replacing: UInt32, of server: String,
    answered: @escaping (Result<[BusValue], BusError>, String) -> Void
  ) {
    reply.expectCall(answered: answered)
    let result = Libnotify.show(banner, replacing: replacing)
    // The filter saw the answer and has queued it.
    if reply.isAnswered { return }
    switch result {
    case .failure(.timedOut): break
    case .failure(let error): answered(.failure(error), server)
    // The filter saw no answer: libnotify called on another connection, so the sender is unknown.
    case .success(let id): answered(.success([.uint32(id)]), "")
    }
  }

  /// GLib ends the process when its bus goes away. From now on no connection does that, not even one that closes before
  /// `g_bus_get` has returned it.
  private static func stayOnClose() { _ = hook }

  private static let hook: UInt = {
    let type = g_dbus_connection_get_type()
    // The signal is registered together with the class.
    let known = g_type_class_ref(type)
    defer { g_type_class_unref(known) }
    // An emission hook runs before the connection's own handler, which would end the process.
    return g_signal_add_emission_hook(
      g_signal_lookup("closed", type), 0,
      { _, count, values, _ in
        if count > 0, let connection = g_value_get_object(values) {
          g_dbus_connection_set_exit_on_close(OpaquePointer(connection), 0)
        }
        return 1
      }, nil, nil)
  }()
}
