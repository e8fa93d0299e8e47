import SessionBus

/// One of the two buses that a desktop has.
enum DesktopBus {
  case session, system

  func address(in variables: SessionBusAddress.Variables) -> GLibAddress? {
    switch self {
    case .session: SessionBusAddress.current(in: variables)
    case .system: SystemBusAddress.current(in: variables)
    }
  }

  func socketPath(in variables: SessionBusAddress.Variables) -> String? {
    switch self {
    case .session: SessionBusAddress.socketPath(in: variables)
    case .system: SystemBusAddress.socketPath(in: variables)
    }
  }
}
