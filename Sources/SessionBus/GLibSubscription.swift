package import BusWire
import CNotify

/// Hears signals for as long as it lives. Made and ended on the connection's thread, where its handler is
/// called too. Of a sender who says more than that thread can hear, the rest is dropped; of the bus itself, nothing.
package struct GLibSubscription: ~Copyable {
  private let connection: GLibConnection
  private let id: UInt32
  private let bound: SignalBound?

  /// `sender`: a unique name, or one that the bus itself owns; a well-known name could be taken by another
  /// between the signal and its hearing. `firstArgument`: only signals whose first argument is this.
  package init(
    _ connection: GLibConnection, sender: String, interface: String, member: String? = nil,
    path: String? = nil, firstArgument: String? = nil, handler: @escaping (BusSignal) -> Void
  ) {
    self.connection = connection
    bound = sender == BusMethod.busName ? nil : SignalBound(connection, sender: sender)
    id = g_dbus_connection_signal_subscribe(
      connection.pointer, sender, interface, member, path, firstArgument, G_DBUS_SIGNAL_FLAGS_NONE,
      { _, sender, _, _, member, arguments, data in
        guard let sender, let member else { return }
        Box<(BusSignal) -> Void>.peek(data)?(
          BusSignal(
            sender: String(cString: sender), member: String(cString: member),
            arguments: BusValue.values(of: arguments)))
      }, Box(handler).retained(), { Box<(BusSignal) -> Void>.release($0) })
  }

  deinit { g_dbus_connection_signal_unsubscribe(connection.pointer, id) }
}
