/// Where the system's bus is.
package enum SystemBusAddress {
  /// Where the specification of D-Bus has it. Whether it is there shows when it is connected to.
  private static let defaultSocket = "/run/dbus/system_bus_socket"

  package static func current(in variables: SessionBusAddress.Variables) -> GLibAddress? {
    guard let text = variables("DBUS_SYSTEM_BUS_ADDRESS") else { return GLibAddress(socket: defaultSocket) }
    return GLibAddress(text)
  }

  /// The socket file whose appearance makes the bus reachable; `nil` for abstract and other addresses.
  package static func socketPath(in variables: SessionBusAddress.Variables) -> String? {
    guard let text = variables("DBUS_SYSTEM_BUS_ADDRESS") else { return defaultSocket }
    return GLibAddress.socketPath(of: text)
  }
}
