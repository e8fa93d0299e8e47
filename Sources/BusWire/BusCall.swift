/// A call to bellhop-bus itself, which never reaches the bus: destination `io.bellhop.Bus`, path `/io/bellhop/Bus`,
/// interface `io.bellhop.Bus1`. BusWire.md describes each.
package enum BusCall: Hashable, Sendable {
  case translate
  case serve
  case setWhenDown(WhenDown)
  case getServer
  case getLeftBanners
  case handOver
  case takeOver
  case ping
  case introspect
}

/// The answer of bellhop-bus to a call.
package enum BusAnswer: Sendable {
  case reply([MessageWriter.Argument])
  case error(name: String, text: String)

  /// No connection here owns the server's name.
  package static let noServer = BusAnswer.error(
    name: "io.bellhop.Bus1.Error.NoServer", text: "no notification server is here")
  package static let failed = BusAnswer.error(
    name: "org.freedesktop.DBus.Error.Failed", text: "the calling process cannot be told from others")
  fileprivate static let unknownMethod = BusAnswer.error(
    name: "org.freedesktop.DBus.Error.UnknownMethod", text: "io.bellhop.Bus has no such method")
  fileprivate static let invalidArguments = BusAnswer.error(
    name: "org.freedesktop.DBus.Error.InvalidArgs", text: "the arguments are not the method's")
}

/// The use of the notification name while it has no owner.
package enum WhenDown: String, Sendable {
  /// After a while the server here gets it.
  case server
  /// It waits for the front.
  case wait
}

extension BusCall {
  /// The most that a call's arguments take.
  static let argumentBytes = 1_024

  /// The call in a message, or the error to answer with.
  package static func read(_ message: Message) throws(WireFault) -> Asked {
    let header = message.header
    let member = message.field(header.member).map { String(decoding: $0, as: UTF8.self) } ?? ""
    let types = String(decoding: header.signature, as: UTF8.self)
    let word = try message.firstString().map { String(decoding: message.bytes[$0], as: UTF8.self) }
    if let interface = message.field(header.interface), interface != BusName.ownInterface {
      switch (String(decoding: interface, as: UTF8.self), member, types) {
      case ("org.freedesktop.DBus.Peer", "Ping", ""): return .call(.ping)
      case ("org.freedesktop.DBus.Introspectable", "Introspect", ""): return .call(.introspect)
      default: return .answer(.unknownMethod)
      }
    }
    switch (member, types) {
    case ("Translate", ""): return .call(.translate)
    case ("Serve", ""): return .call(.serve)
    case ("GetServer", ""): return .call(.getServer)
    case ("GetLeftBanners", ""): return .call(.getLeftBanners)
    case ("HandOver", ""): return .call(.handOver)
    case ("TakeOver", ""): return .call(.takeOver)
    case ("SetWhenDown", "s"):
      return word.flatMap(WhenDown.init).map { .call(.setWhenDown($0)) } ?? .answer(.invalidArguments)
    case ("Translate", _), ("Serve", _), ("GetServer", _), ("GetLeftBanners", _), ("HandOver", _),
      ("TakeOver", _), ("SetWhenDown", _):
      return .answer(.invalidArguments)
    default: return .answer(.unknownMethod)
    }
  }

  package enum Asked {
    case call(BusCall)
    case answer(BusAnswer)
  }

  /// The description for introspection.
  package static let description = """
    <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
    <node>
      <interface name="io.bellhop.Bus1">
        <method name="Translate"/>
        <method name="Serve"><arg name="path" type="s" direction="out"/></method>
        <method name="SetWhenDown"><arg name="when_down" type="s" direction="in"/></method>
        <method name="GetServer">
          <arg name="pid" type="u" direction="out"/><arg name="unique_name" type="s" direction="out"/>
        </method>
        <method name="GetLeftBanners"><arg name="numbers" type="au" direction="out"/></method>
        <method name="HandOver"/>
        <method name="TakeOver"/>
      </interface>
    </node>
    """
}

extension BusMethod {
  /// A method of bellhop-bus itself, for those behind it.
  package static func own(_ member: String) -> BusMethod {
    BusMethod(member, of: "io.bellhop.Bus1", at: "/io/bellhop/Bus", on: "io.bellhop.Bus")
  }
}

/// The names that this is about, as the bytes that stand in messages.
package enum BusName {
  /// The notification name: apps call it, and every notification server requests it.
  package static let notifications = Array("org.freedesktop.Notifications".utf8)
  /// The name that a server behind this bus gets instead. Equally long, so that no message changes its length.
  package static let server = Array("io.bellhop.NotificationServer".utf8)
  /// The daemon's own, which it has for as long as it runs, and by which the bus can start it while the notification
  /// name has another owner.
  package static let daemon = Array("io.bellhop.Daemon".utf8)
  /// The bus itself: its name and its interface.
  package static let driver = Array("org.freedesktop.DBus".utf8)
  /// bellhop-bus, to those behind it alone.
  package static let own = Array("io.bellhop.Bus".utf8)
  package static let ownInterface = Array("io.bellhop.Bus1".utf8)
}

/// Where bellhop-bus listens, below the person's runtime directory.
package enum BusPlace {
  package static let directory = "bellhop-bus"
  package static let file = "bus"

  package static func path(in runtime: String) -> String { "\(runtime)/\(directory)/\(file)" }
}
