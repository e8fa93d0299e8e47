import BusSocket
import BusWire

/// A parsed call at the notification name (Desktop Notifications Specification, "D-BUS Protocol").
enum ServiceCall: Hashable {
  case notify(NotifyCall)
  case close(UInt32)
  case capabilities
  case information
  case ping
  case machineID
  /// `Introspect`. The server's own description is forwarded if it answers in time.
  case description
  /// Plasma's `Inhibit`, `UnInhibit` and `Inhibited`. Apps use them if the server has the capability `inhibitions`.
  case inhibit(desktopEntry: String, reason: String)
  case uninhibit(UInt32)
  case inhibited
  case properties
  /// A call of an interface that only the server has.
  case foreign
  case refused(NotifyError)

  /// The most bytes of the body of `Notify`: of a longer one both ends are read.
  static let mostNotifyBytes = PictureData.bytes + 2 * Message.endBytes
  /// The same of any other call: a longer one is refused.
  static let mostOtherBytes = BusClient.mostHeldBytes

  /// Whether to read the body of a call whose header has arrived. A `Notify` that is too large because of its picture
  /// is still read, without the picture.
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

  /// The hints are ignored: none is defined yet.
  private static func inhibit(_ message: Message) -> ServiceCall? {
    guard message.header.signature.elementsEqual("ssa{sv}".utf8) else { return nil }
    var reader = message.arguments()
    guard let entry = try? reader.string(), let reason = try? reader.string() else { return nil }
    return .inhibit(desktopEntry: message.text(entry) ?? "", reason: message.text(reason) ?? "")
  }

  private static func isAboutInhibited(_ message: Message) -> Bool {
    guard let names = try? message.allStrings(), names.count == 2 else { return false }
    return isOurs(names[0], message)
      && message.text(names[1]) == ServiceIntrospection.inhibited
  }

  /// Whether the call is for the notification interface, and not for another one of the server at the same path.
  private static func isAboutProperties(_ message: Message) -> Bool {
    guard let interface = try? message.firstString() else { return false }
    return isOurs(interface, message)
  }

  /// An empty interface name means any interface with such a property (D-Bus specification,
  /// "org.freedesktop.DBus.Properties").
  private static func isOurs(_ interface: Range<Int>, _ message: Message) -> Bool {
    interface.isEmpty || message.field(interface, is: BusName.notifications)
  }

  /// The kind of call, by its header alone.
  enum Member {
    case notify, close, capabilities, information, ping, machineID, description, allProperties, property
    case inhibit, uninhibit
    /// A call by the interface name that only we use towards the server; refused, since it would bypass the daemon.
    case server
    case other

    init(_ message: Message) {
      let header = message.header
      let member = message.text(header.member) ?? ""
      let interface = message.text(header.interface) ?? Self.usualInterface[member]
      let isHere = message.text(header.path) == ServiceNames.path
      self =
        switch (interface, member) {
        case (ServiceNames.notifications, "Notify") where isHere: .notify
        case (ServiceNames.notifications, "CloseNotification") where isHere: .close
        case (ServiceNames.notifications, "GetCapabilities") where isHere: .capabilities
        case (ServiceNames.notifications, "GetServerInformation") where isHere: .information
        case (ServiceNames.peer, "Ping"): .ping
        case (ServiceNames.peer, "GetMachineId"): .machineID
        case (ServiceNames.introspectable, "Introspect") where isHere: .description
        case (ServiceNames.notifications, "Inhibit") where isHere: .inhibit
        case (ServiceNames.notifications, "UnInhibit") where isHere: .uninhibit
        case (ServiceNames.properties, "GetAll") where isHere: .allProperties
        case (ServiceNames.properties, "Get") where isHere: .property
        case (ServiceNames.server, _): .server
        default: .other
        }
    }

    /// Whether the caller's process must be known first: for posting and closing notifications, for quiet, and for
    /// forwarded calls, because the server's time is shared fairly, too.
    var needsCaller: Bool {
      switch self {
      case .notify, .close, .description, .inhibit, .uninhibit, .allProperties, .property, .other: true
      case .capabilities, .information, .ping, .machineID, .server: false
      }
    }

    /// The interface of a call without one, by its member.
    private static let usualInterface = [
      "Notify": ServiceNames.notifications, "CloseNotification": ServiceNames.notifications,
      "GetCapabilities": ServiceNames.notifications, "GetServerInformation": ServiceNames.notifications,
      "Inhibit": ServiceNames.notifications, "UnInhibit": ServiceNames.notifications,
      "Ping": ServiceNames.peer, "GetMachineId": ServiceNames.peer, "Introspect": ServiceNames.introspectable,
    ]
  }
}

/// The capabilities and the introspection XML of the service itself.
enum ServiceIntrospection {
  static let inhibited = "Inhibited"

  /// What Bellhop does with any server: apps hear when to be quiet, and the list keeps what was not seen.
  private static let own: Set = ["inhibitions", "persistence"]

  /// Those of nearly every server, told until one has described itself.
  private static let usual = ["actions", "body", "body-markup"]

  /// Apps ask once and keep the answer for as long as they run, also if another server follows. `servers`: the
  /// capabilities of the last server; empty where there was no server yet.
  static func capabilities(besides servers: [String]) -> [[UInt8]] {
    own.union(servers.isEmpty ? usual : servers).sorted().map { Array($0.utf8) }
  }

  static let xml = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
      <interface name="org.freedesktop.Notifications">
        <method name="Notify">
          <arg name="app_name" type="s" direction="in"/>
          <arg name="replaces_id" type="u" direction="in"/>
          <arg name="app_icon" type="s" direction="in"/>
          <arg name="summary" type="s" direction="in"/>
          <arg name="body" type="s" direction="in"/>
          <arg name="actions" type="as" direction="in"/>
          <arg name="hints" type="a{sv}" direction="in"/>
          <arg name="expire_timeout" type="i" direction="in"/>
          <arg name="id" type="u" direction="out"/>
        </method>
        <method name="CloseNotification"><arg name="id" type="u" direction="in"/></method>
        <method name="GetCapabilities"><arg name="capabilities" type="as" direction="out"/></method>
        <method name="GetServerInformation">
          <arg name="name" type="s" direction="out"/>
          <arg name="vendor" type="s" direction="out"/>
          <arg name="version" type="s" direction="out"/>
          <arg name="spec_version" type="s" direction="out"/>
        </method>
        <method name="Inhibit">
          <arg name="desktop_entry" type="s" direction="in"/>
          <arg name="reason" type="s" direction="in"/>
          <arg name="hints" type="a{sv}" direction="in"/>
          <arg name="cookie" type="u" direction="out"/>
        </method>
        <method name="UnInhibit"><arg name="cookie" type="u" direction="in"/></method>
        <property name="Inhibited" type="b" access="read"/>
        <signal name="NotificationClosed"><arg name="id" type="u"/><arg name="reason" type="u"/></signal>
        <signal name="ActionInvoked"><arg name="id" type="u"/><arg name="action_key" type="s"/></signal>
        <signal name="ActivationToken"><arg name="id" type="u"/><arg name="activation_token" type="s"/></signal>
        <signal name="NotificationReplied"><arg name="id" type="u"/><arg name="text" type="s"/></signal>
      </interface>
      <interface name="org.freedesktop.DBus.Introspectable">
        <method name="Introspect"><arg name="xml_data" type="s" direction="out"/></method>
      </interface>
      <interface name="org.freedesktop.DBus.Peer">
        <method name="Ping"/>
        <method name="GetMachineId"><arg name="machine_uuid" type="s" direction="out"/></method>
      </interface>
      <interface name="org.freedesktop.DBus.Properties">
        <method name="Get">
          <arg name="interface_name" type="s" direction="in"/>
          <arg name="property_name" type="s" direction="in"/>
          <arg name="value" type="v" direction="out"/>
        </method>
        <method name="GetAll">
          <arg name="interface_name" type="s" direction="in"/>
          <arg name="properties" type="a{sv}" direction="out"/>
        </method>
        <method name="Set">
          <arg name="interface_name" type="s" direction="in"/>
          <arg name="property_name" type="s" direction="in"/>
          <arg name="value" type="v" direction="in"/>
        </method>
        <signal name="PropertiesChanged">
          <arg name="interface_name" type="s"/>
          <arg name="changed_properties" type="a{sv}"/>
          <arg name="invalidated_properties" type="as"/>
        </signal>
      </interface>
    </node>
    """
}
