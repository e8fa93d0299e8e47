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
  /// What can be called here, and the interface's properties: the server's, where it says them at once.
  case description
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
    case .allProperties: self = Self.isAboutProperties(message) ? .properties : .foreign
    case .server: self = .refused(.unknownInterface)
    case .other: self = .foreign
    }
  }

  /// Of the interface itself, not of another that the server has at the same path.
  private static func isAboutProperties(_ message: Message) -> Bool {
    guard let interface = try? message.firstString() else { return false }
    return message.field(interface, is: BusName.notifications)
  }

  /// Which call it is, by its header.
  enum Member {
    case notify, close, capabilities, information, ping, machineID, description, allProperties
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
        case (DoorNames.properties, "GetAll") where isHere: .allProperties
        case (DoorNames.server, _): .server
        default: .other
        }
    }

    /// Whether it must be known whose it is: of a notification and its end, and of what is passed on, because the server's
    /// time is shared, too.
    var needsCaller: Bool {
      switch self {
      case .notify, .close, .description, .allProperties, .other: true
      case .capabilities, .information, .ping, .machineID, .server: false
      }
    }

    /// A call may leave its interface out; then its member decides.
    private static let usualInterface = [
      "Notify": DoorNames.notifications, "CloseNotification": DoorNames.notifications,
      "GetCapabilities": DoorNames.notifications, "GetServerInformation": DoorNames.notifications,
      "Ping": DoorNames.peer, "GetMachineId": DoorNames.peer, "Introspect": DoorNames.introspectable,
    ]
  }
}
