/// Messages of our own, all of them short.
package enum MessageWriter {
  package enum Argument: Sendable {
    case string([UInt8])
    case uint32(UInt32)
    case strings([[UInt8]])

    var code: [UInt8] {
      switch self {
      case .string: Array("s".utf8)
      case .uint32: Array("u".utf8)
      case .strings: Array("as".utf8)
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
    let (name, path, interface) = destination.names
    let fields: [(UInt8, UInt8, [UInt8])] = [
      (1, UInt8(ascii: "o"), Array(path.utf8)), (2, UInt8(ascii: "s"), interface),
      (3, UInt8(ascii: "s"), Array(member.utf8)), (6, UInt8(ascii: "s"), name),
    ]
    return message(.call, fields, arguments, serial: serial)
  }

  /// An answer of our own to a call. `destination`: the caller, where it is known.
  package static func answer(
    to call: UInt32, _ answer: BusAnswer, destination: [UInt8]?, serial: UInt32
  ) -> [UInt8] {
    var fields: [(UInt8, UInt8, [UInt8])] = [(7, UInt8(ascii: "s"), BusName.own)]
    if let destination { fields.append((6, UInt8(ascii: "s"), destination)) }
    switch answer {
    case .reply(let arguments): return message(.reply, fields, arguments, serial: serial, to: call)
    case .error(let name, let text):
      fields.append((4, UInt8(ascii: "s"), Array(name.utf8)))
      return message(.error, fields, [.string(Array(text.utf8))], serial: serial, to: call)
    }
  }

  private static func message(
    _ kind: MessageHeader.Kind, _ texts: [(code: UInt8, type: UInt8, text: [UInt8])], _ arguments: [Argument],
    serial: UInt32, to call: UInt32? = nil
  ) -> [UInt8] {
    var body: [UInt8] = []
    for argument in arguments { append(argument, to: &body) }
    var fields: [UInt8] = []
    for field in texts {
      pad(&fields, to: 8)
      fields += [field.code, 1, field.type, 0]
      append(.string(field.text), to: &fields)
    }
    if let call {
      pad(&fields, to: 8)
      fields += [5, 1, UInt8(ascii: "u"), 0]
      append(call, to: &fields)
    }
    if !arguments.isEmpty {
      pad(&fields, to: 8)
      let codes = arguments.flatMap(\.code)
      fields += [8, 1, UInt8(ascii: "g"), 0, UInt8(truncatingIfNeeded: codes.count)] + codes + [0]
    }
    var bytes: [UInt8] = [ByteOrder.little.rawValue, kind.rawValue, 0, 1]
    append(UInt32(truncatingIfNeeded: body.count), to: &bytes)
    append(serial, to: &bytes)
    append(UInt32(truncatingIfNeeded: fields.count), to: &bytes)
    bytes += fields
    pad(&bytes, to: 8)
    return bytes + body
  }

  private static func append(_ argument: Argument, to bytes: inout [UInt8]) {
    pad(&bytes, to: 4)
    switch argument {
    case .uint32(let number): append(number, to: &bytes)
    case .string(let text):
      append(UInt32(truncatingIfNeeded: text.count), to: &bytes)
      bytes += text + [0]
    case .strings(let texts):
      var elements: [UInt8] = []
      for text in texts { append(.string(text), to: &elements) }
      append(UInt32(truncatingIfNeeded: elements.count), to: &bytes)
      bytes += elements
    }
  }

  private static func append(_ number: UInt32, to bytes: inout [UInt8]) {
    bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private static func pad(_ bytes: inout [UInt8], to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }
}
