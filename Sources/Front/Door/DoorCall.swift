import BusSocket
import BusWire

/// What a call at the notification name asks for (Desktop Notifications Specification, "D-BUS Protocol").
enum DoorCall: Hashable {
  case notify(NotifyCall)
  case close(UInt32)
  case capabilities
  case information
  case ping
  case machineID
  /// The description of the methods. The server's own is passed on if it answers at once.
  case description
  /// Plasma's `Inhibit`, `UnInhibit` and `Inhibited`. Apps use them if the server has the capability `inhibitions`.
  case inhibit(desktopEntry: String, reason: String)
  case uninhibit(UInt32)
  case inhibited
  case properties
  /// Of something that only the server has.
  case foreign
  case refused(DoorError)

  /// Of calls that are passed on.
  static let mostOtherBytes = BusClient.mostHeldBytes

  /// Whether the body of a call is to be read, which is not here yet. Of a picture that is too large the rest matters.
  static func wantsBody(_ header: Message) -> Bool {
    Member(header) == .notify || header.header.bodyLength <= mostOtherBytes
  }

  init(_ message: Message) {
    guard message.hasBody || Member(message) == .notify && message.hasEnds else {
      self = .refused(.tooLong)
      return
    }
    switch Member(message) {
    case .notify: self = (try? NotifyCall(message)).map { .notify($0) } ?? .refused(.arguments)
    case .close: self = message.number.map { .close($0) } ?? .refused(.arguments)
    case .capabilities: self = .capabilities
    case .information: self = .information
    case .ping: self = .ping
    case .machineID: self = .machineID
    case .description: self = .description
    case .inhibit: self = Self.inhibit(message) ?? .refused(.arguments)
    case .uninhibit: self = message.number.map { .uninhibit($0) } ?? .refused(.arguments)
    case .property: self = Self.isAboutInhibited(message) ? .inhibited : .foreign
    case .allProperties: self = Self.isAboutProperties(message) ? .properties : .foreign
    case .server: self = .refused(.unknownInterface)
    case .other: self = .foreign
    }
  }

  /// The hints have no meaning yet.
  private static func inhibit(_ message: Message) -> DoorCall? {
    guard message.header.signature.elementsEqual("ssa{sv}".utf8) else { return nil }
    var reader = message.arguments()
    guard let entry = try? reader.string(), let reason = try? reader.string() else { return nil }
    return .inhibit(desktopEntry: message.text(entry) ?? "", reason: message.text(reason) ?? "")
  }

  private static func isAboutInhibited(_ message: Message) -> Bool {
    guard let names = try? message.allStrings(), names.count == 2 else { return false }
    return isOurs(names[0], message)
      && message.text(names[1]) == DoorDescription.inhibited
  }

  /// Of the interface itself, not of another that the server has at the same path.
  private static func isAboutProperties(_ message: Message) -> Bool {
    guard let interface = try? message.firstString() else { return false }
    return isOurs(interface, message)
  }

  /// None means any that has such a property (D-Bus specification, "org.freedesktop.DBus.Properties").
  private static func isOurs(_ interface: Range<Int>, _ message: Message) -> Bool {
    interface.isEmpty || message.field(interface, is: BusName.notifications)
  }

  /// Which call it is, by its header.
  enum Member {
    case notify, close, capabilities, information, ping, machineID, description, allProperties, property
    case inhibit, uninhibit
    /// By the interface that only we may use: it would reach the server past us.
    case server
    case other

    init(_ message: Message) {
      let header = message.header
      let member = message.text(header.member) ?? ""
      let interface = message.text(header.interface) ?? Self.usualInterface[member]
      let isHere = message.text(header.path) == DoorNames.path
      self =
        switch (interface, member) {
        case (DoorNames.notifications, "Notify") where isHere: .notify
        case (DoorNames.notifications, "CloseNotification") where isHere: .close
        case (DoorNames.notifications, "GetCapabilities") where isHere: .capabilities
        case (DoorNames.notifications, "GetServerInformation") where isHere: .information
        case (DoorNames.peer, "Ping"): .ping
        case (DoorNames.peer, "GetMachineId"): .machineID
        case (DoorNames.introspectable, "Introspect") where isHere: .description
        case (DoorNames.notifications, "Inhibit") where isHere: .inhibit
        case (DoorNames.notifications, "UnInhibit") where isHere: .uninhibit
        case (DoorNames.properties, "GetAll") where isHere: .allProperties
        case (DoorNames.properties, "Get") where isHere: .property
        case (DoorNames.server, _): .server
        default: .other
        }
    }

    /// Whether it must be known whose it is: of a notification and its end, and of what is passed on, because the server's
    /// time is shared, too.
    var needsCaller: Bool {
      switch self {
      case .notify, .close, .description, .inhibit, .uninhibit, .allProperties, .property, .other: true
      case .capabilities, .information, .ping, .machineID, .server: false
      }
    }

    /// A call may leave its interface out; then its member decides.
    private static let usualInterface = [
      "Notify": DoorNames.notifications, "CloseNotification": DoorNames.notifications,
      "GetCapabilities": DoorNames.notifications, "GetServerInformation": DoorNames.notifications,
      "Inhibit": DoorNames.notifications, "UnInhibit": DoorNames.notifications,
      "Ping": DoorNames.peer, "GetMachineId": DoorNames.peer, "Introspect": DoorNames.introspectable,
    ]
  }
}
