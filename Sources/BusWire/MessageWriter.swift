/// Messages of our own, all of them short.
package enum MessageWriter {
  package enum Argument: Sendable {
    case string([UInt8])
    case uint32(UInt32)
    case uint64(UInt64)
    case strings([[UInt8]])
    case int32(Int32)
    /// A dictionary of hints without any.
    case noHints
    case variant(Bool)
    /// A dictionary of variants, with this one.
    case property([UInt8], Bool)

    var code: [UInt8] {
      switch self {
      case .string: Array("s".utf8)
      case .uint32: Array("u".utf8)
      case .uint64: Array("t".utf8)
      case .strings: Array("as".utf8)
      case .int32: Array("i".utf8)
      case .noHints, .property: Array("a{sv}".utf8)
      case .variant: Array("v".utf8)
      }
    }
  }

  /// Whom a call of ours is to.
  package enum Destination: Sendable {
    /// The bus itself.
    case driver
    /// The same, by the interface with which somebody becomes a monitor.
    case monitoring
    /// bellhop-bus.
    case own
    /// Any other: by a name of the bus, at this path, by this interface.
    case object([UInt8], path: String, interface: [UInt8])

    package var name: [UInt8] { names.name }

    fileprivate var names: (name: [UInt8], path: String, interface: [UInt8]) {
      switch self {
      case .driver: (BusName.driver, "/org/freedesktop/DBus", BusName.driver)
      case .monitoring: (BusName.driver, "/org/freedesktop/DBus", BusName.monitoring)
      case .own: (BusName.own, "/io/bellhop/Bus", BusName.ownInterface)
      case .object(let name, let path, let interface): (name, path, interface)
      }
    }
  }

  /// What a client says first: who it is (the EXTERNAL mechanism's name for this uid), and that messages follow.
  package static func greeting(uid: UInt32) -> [UInt8] {
    let name = "\(uid)".utf8.map { String($0, radix: 16) }.joined()
    return Array("\0AUTH EXTERNAL \(name)\r\nBEGIN\r\n".utf8)
  }

  package static func call(
    _ member: String, _ arguments: [Argument] = [], serial: UInt32, to destination: Destination = .driver
  ) -> [UInt8] {
    call(member, arguments, to: destination).bytes(serial: serial)
  }

  package static func call(_ member: String, _ arguments: [Argument], to destination: Destination)
    -> OutgoingMessage
  {
    let (name, path, interface) = destination.names
    var message = OutgoingMessage(.call)
    message.path = Array(path.utf8)
    message.interface = interface
    message.member = Array(member.utf8)
    message.destination = name
    message.carry(arguments)
    return message
  }

  /// An answer of our own to a call. `destination`: the caller, where it is known.
  package static func answer(
    to call: UInt32, _ answer: BusAnswer, destination: [UInt8]?, serial: UInt32
  ) -> [UInt8] {
    var message: OutgoingMessage
    switch answer {
    case .reply(let arguments):
      message = OutgoingMessage(.reply)
      message.carry(arguments)
    case .error(let name, let text):
      message = OutgoingMessage(.error)
      message.errorName = Array(name.utf8)
      message.carry([.string(Array(text.utf8))])
    }
    message.replySerial = call
    message.destination = destination
    message.sender = BusName.own
    return message.bytes(serial: serial)
  }
}
