/// A message of our own, or one of others' that is passed on in our name.
package struct OutgoingMessage: Sendable {
  package var kind: MessageHeader.Kind
  /// The byte order of the body, if it was read from another message.
  package var order = ByteOrder.little
  package var wantsNoReply = false
  /// Whether the bus may start a service that owns the destination.
  package var startsService = true
  package var path: [UInt8]?
  package var interface: [UInt8]?
  package var member: [UInt8]?
  package var errorName: [UInt8]?
  package var replySerial: UInt32?
  package var destination: [UInt8]?
  /// The bus itself writes this field; bellhop-bus does in answers of its own.
  var sender: [UInt8]?
  /// The types of the body's values; empty where there is no body.
  package private(set) var signature: [UInt8] = []
  package private(set) var body: ArraySlice<UInt8> = []

  package init(_ kind: MessageHeader.Kind) { self.kind = kind }

  /// A body of our own.
  package mutating func carry(_ arguments: [MessageWriter.Argument]) {
    var writer = WireWriter(order)
    for argument in arguments { writer.append(argument) }
    signature = arguments.flatMap(\.code)
    body = writer.bytes[...]
  }

  /// A body that is already written, in this message's order.
  package mutating func carry(_ signature: [UInt8], _ body: ArraySlice<UInt8>) {
    self.signature = signature
    self.body = body
  }

  /// The message as it goes over the wire.
  package func bytes(serial: UInt32) -> [UInt8] {
    var fields = WireWriter(order)
    append(1, "o", path, to: &fields)
    append(2, "s", interface, to: &fields)
    append(3, "s", member, to: &fields)
    append(4, "s", errorName, to: &fields)
    if let replySerial {
      begin(5, "u", &fields)
      fields.append(replySerial)
    }
    append(6, "s", destination, to: &fields)
    append(7, "s", sender, to: &fields)
    if !signature.isEmpty {
      begin(8, "g", &fields)
      fields.append(signature: signature)
    }
    var message = WireWriter(order)
    message.append([order.rawValue, kind.rawValue, (wantsNoReply ? 1 : 0) | (startsService ? 0 : 2), 1])
    message.append(UInt32(truncatingIfNeeded: body.count))
    message.append(serial)
    message.append(UInt32(truncatingIfNeeded: fields.bytes.count))
    message.append(fields.bytes)
    message.pad(to: 8)
    message.append(body)
    return message.bytes
  }

  private func append(_ code: UInt8, _ type: Unicode.Scalar, _ text: [UInt8]?, to fields: inout WireWriter) {
    guard let text else { return }
    begin(code, type, &fields)
    fields.append(text: text)
  }

  private func begin(_ code: UInt8, _ type: Unicode.Scalar, _ fields: inout WireWriter) {
    fields.pad(to: 8)
    fields.append([code, 1, UInt8(ascii: type), 0])
  }
}

/// Messages of our own, all of them short.
package enum MessageWriter {
  package enum Argument: Sendable {
    case string([UInt8])
    case uint32(UInt32)
    case uint64(UInt64)
    case strings([[UInt8]])
    case numbers([UInt32])
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
      case .numbers: Array("au".utf8)
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
    /// bellhop-bus.
    case own
    /// Any other: by a name of the bus, at this path, by this interface.
    case object([UInt8], path: String, interface: [UInt8])

    package var name: [UInt8] { names.name }

    fileprivate var names: (name: [UInt8], path: String, interface: [UInt8]) {
      switch self {
      case .driver: (BusName.driver, "/org/freedesktop/DBus", BusName.driver)
      case .own: (BusName.own, "/io/bellhop/Bus", BusName.ownInterface)
      case .object(let name, let path, let interface): (name, path, interface)
      }
    }
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
