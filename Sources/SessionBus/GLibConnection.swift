package import BusWire
import CNotify

/// A connection to a message bus.
///
/// Invariant: used on the thread that made it, where all its handlers are called as well.
package final class GLibConnection {
  /// What the bus calls itself; it changes when the bus is started anew.
  package let guid: String
  let pointer: OpaquePointer
  private var closedHandler: UInt = 0

  /// The process's shared connection, the one that libnotify uses. Where there is none it is made to this address;
  /// one that is there already goes where it goes, and may be closed: GLib hands it out as long as anybody holds it.
  package static func share(
    _ address: GLibAddress, attempt: GLibAttempt? = nil,
    then: @escaping (Result<GLibConnection, BusError>) -> Void
  ) {
    ExitOnClose.forbid()
    SessionBusVariable.lend(to: address) {
      g_bus_get(
        G_BUS_TYPE_SESSION, attempt?.pointer,
        { _, result, data in
          var error: UnsafeMutablePointer<GError>?
          GLibConnection.finish(g_bus_get_finish(result, &error), error, data)
        }, Box(then).retained())
    }
  }

  /// Opens a connection of the caller's own; the answer comes later.
  package static func open(
    _ address: GLibAddress, attempt: GLibAttempt? = nil,
    then: @escaping (Result<GLibConnection, BusError>) -> Void
  ) {
    let flags = GDBusConnectionFlags(
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
    g_dbus_connection_new_for_address(
      address.text, flags, nil, attempt?.pointer,
      { _, result, data in
        var error: UnsafeMutablePointer<GError>?
        GLibConnection.finish(g_dbus_connection_new_for_address_finish(result, &error), error, data)
      }, Box(then).retained())
  }

  private static func finish(
    _ pointer: OpaquePointer?, _ error: UnsafeMutablePointer<GError>?, _ data: UnsafeMutableRawPointer?
  ) {
    let then = Box<(Result<GLibConnection, BusError>) -> Void>.take(data)
    then?(pointer.map { .success(GLibConnection(taking: $0)) } ?? .failure(BusError(taking: error)))
  }

  private init(taking pointer: OpaquePointer) {
    self.pointer = pointer
    guid = g_dbus_connection_get_guid(pointer).map { String(cString: $0) } ?? ""
  }

  deinit {
    if closedHandler != 0 { g_signal_handler_disconnect(UnsafeMutableRawPointer(pointer), closedHandler) }
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }

  /// What the bus calls the connection.
  package var uniqueName: String? { g_dbus_connection_get_unique_name(pointer).map { String(cString: $0) } }

  /// A note on the connection itself, which is found again on the same one by whoever shares it.
  package var note: String? {
    get {
      g_object_get_data(object, Self.noteKey).map { String(cString: $0.assumingMemoryBound(to: CChar.self)) }
    }
    set { g_object_set_data_full(object, Self.noteKey, newValue.flatMap { g_strdup($0) }, g_free) }
  }
  private static let noteKey = "bellhop-note"
  private var object: UnsafeMutablePointer<GObject> {
    UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GObject.self)
  }

  package var isClosed: Bool { g_dbus_connection_is_closed(pointer) != 0 }

  /// Calls `handler` once when the bus goes away. A second handler takes the first one's place.
  package func whenClosed(_ handler: @escaping () -> Void) {
    if closedHandler != 0 { g_signal_handler_disconnect(UnsafeMutableRawPointer(pointer), closedHandler) }
    let callback:
      @convention(c) (
        UnsafeMutableRawPointer?, gboolean, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
      ) -> Void = { _, _, _, data in Box<() -> Void>.peek(data)?() }
    closedHandler = g_signal_connect_data(
      UnsafeMutableRawPointer(pointer), "closed", unsafeBitCast(callback, to: GCallback.self),
      Box(handler).retained(), { data, _ in Box<() -> Void>.release(data) }, GConnectFlags(0))
  }

  /// Calls a method without waiting. Without `then` no answer is asked for. `startsService`: the bus may start
  /// whoever is called; otherwise nothing is ever started.
  package func call(
    _ method: BusMethod, _ arguments: [BusValue] = [], startsService: Bool = false,
    timeoutMilliseconds: Int32 = 25_000, then: ((Result<[BusValue], BusError>) -> Void)? = nil
  ) {
    let answered: GAsyncReadyCallback? =
      then == nil
      ? nil
      : { source, result, data in
        var error: UnsafeMutablePointer<GError>?
        let answer = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, &error)
        defer { if let answer { g_variant_unref(answer) } }
        let then = Box<(Result<[BusValue], BusError>) -> Void>.take(data)
        then?(answer != nil ? .success(BusValue.values(of: answer)) : .failure(BusError(taking: error)))
      }
    let flags = startsService ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START
    g_dbus_connection_call(
      pointer, method.destination, method.path, method.interface, method.member, BusValue.tuple(arguments),
      nil, flags, timeoutMilliseconds, nil, answered,
      then.map { Box($0).retained() })
  }

  /// Sends a signal to whoever listens for it. Paths and names must be as the bus demands.
  package func emit(_ member: String, of interface: String, at path: String, _ arguments: [BusValue]) {
    g_dbus_connection_emit_signal(pointer, nil, path, interface, member, BusValue.tuple(arguments), nil)
  }

  /// Waits until everything that was sent has left: for the end of a thread, which is not waited for for ever.
  package func flushAndWait() { g_dbus_connection_flush_sync(pointer, nil, nil) }

  /// Calls a method and waits for its answer: for the bus itself, which answers at once.
  package func callAndWait(
    _ method: BusMethod, _ arguments: [BusValue] = [], timeoutMilliseconds: Int32 = 5_000
  ) throws(BusError) -> [BusValue] {
    var error: UnsafeMutablePointer<GError>?
    guard
      let answer = g_dbus_connection_call_sync(
        pointer, method.destination, method.path, method.interface, method.member,
        BusValue.tuple(arguments), nil, G_DBUS_CALL_FLAGS_NO_AUTO_START, timeoutMilliseconds, nil, &error)
    else { throw BusError(taking: error) }
    defer { g_variant_unref(answer) }
    return BusValue.values(of: answer)
  }
}
