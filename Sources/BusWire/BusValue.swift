/// A value as it travels on the bus, of any type but a descriptor, which means something in its own message only. One
/// that comes from a peer is read by its actual type, never by the expected one.
package indirect enum BusValue: Hashable, Sendable {
  case string(String)
  case objectPath(String)
  case signature(String)
  case byte(UInt8)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case bool(Bool)
  case strings([String])
  /// `a{sv}`; the values stand here without the variants around them.
  case dictionary([String: BusValue])
  /// Elements of one type; the signature stands here because an empty array has no element to show it. The entries of a
  /// dictionary are structures of two.
  case array(of: String, [BusValue])
  case structure([BusValue])
  case variant(BusValue)

  /// Values in one message, those within others counted too: no desktop sends so many.
  package static let mostValues = 65_536
  /// Containers within containers: of arrays and of structures the specification allows 32 each.
  private static let mostDepth = 2 * Signature.depth

  /// The content of a variant, however many variants are around it; any other value itself.
  package var unwrapped: BusValue { if case .variant(let value) = self { value.unwrapped } else { self } }
}

/// A method and where it is.
package struct BusMethod: Hashable, Sendable {
  /// The bus's own name, which is its interface as well.
  package static let busName = "org.freedesktop.DBus"

  package var destination: String
  package var path: String
  package var interface: String
  package var member: String

  package init(_ member: String, of interface: String, at path: String, on destination: String) {
    self.member = member
    self.interface = interface
    self.path = path
    self.destination = destination
  }

  /// A method of the bus itself.
  package static func bus(_ member: String) -> BusMethod {
    BusMethod(member, of: busName, at: "/org/freedesktop/DBus", on: busName)
  }
}

/// Why a call on the bus gave no answer that can be used. Carries no text of the peer but the error's name.
package enum BusError: Error, Hashable, Sendable {
  /// Nothing came within the time given; it may still come.
  case timedOut
  /// The connection to the bus is lost, or was never made.
  case disconnected
  /// The peer, or the bus in its place, answered with an error of this name; or the answer was not one.
  case refused(String)
}

/// A signal as it came from the bus.
package struct BusSignal: Hashable, Sendable {
  /// The unique name of the sender, as the bus vouches for it.
  package var sender: String
  package var member: String
  package var arguments: [BusValue]

  package init(sender: String, member: String, arguments: [BusValue]) {
    self.sender = sender
    self.member = member
    self.arguments = arguments
  }
}

// MARK: Reading

extension Message {
  /// The arguments, each of the type that the signature gives it.
  package func values() throws(WireFault) -> [BusValue] {
    guard hasBody else { throw .arguments }
    var reader = arguments()
    var values: [BusValue] = []
    var budget = BusValue.mostValues
    for type in try Signature(header.signature[...]).types {
      values.append(try BusValue(type, &reader, &budget))
    }
    guard reader.isAtEnd else { throw .arguments }
    return values
  }
}

extension BusValue {
  /// Reads one value of one whole type, with containers in it at most `levels` deep; `text` makes each string of its
  /// bytes.
  package init(
    _ type: Signature, _ reader: inout WireReader, levels: Int, text: (ArraySlice<UInt8>) -> String
  ) throws(WireFault) {
    var budget = Self.mostValues
    try self.init(type.codes, &reader, &budget, depth: Self.mostDepth - levels, text)
  }

  /// `budget`: of values that may still be made.
  fileprivate init(
    _ type: ArraySlice<UInt8>, _ reader: inout WireReader, _ budget: inout Int, depth: Int = 0,
    _ text: (ArraySlice<UInt8>) -> String = Self.text
  ) throws(WireFault) {
    guard depth <= Self.mostDepth, let code = type.first else { throw .signature }
    guard budget > 0 else { throw .arguments }
    budget -= 1
    switch code {
    case UInt8(ascii: "y"): self = .byte(try reader.byte())
    case UInt8(ascii: "n"): self = .int16(Int16(bitPattern: try reader.uint16()))
    case UInt8(ascii: "q"): self = .uint16(try reader.uint16())
    case UInt8(ascii: "i"): self = .int32(Int32(bitPattern: try reader.uint32()))
    case UInt8(ascii: "u"): self = .uint32(try reader.uint32())
    case UInt8(ascii: "x"): self = .int64(Int64(bitPattern: try reader.uint64()))
    case UInt8(ascii: "t"): self = .uint64(try reader.uint64())
    case UInt8(ascii: "d"): self = .double(Double(bitPattern: try reader.uint64()))
    case UInt8(ascii: "b"):
      let number = try reader.uint32()
      guard number <= 1 else { throw .arguments }
      self = .bool(number == 1)
    case UInt8(ascii: "s"): self = .string(text(reader.slice(try reader.string())))
    case UInt8(ascii: "o"):
      let path = Self.text(reader.slice(try reader.string()))
      guard Self.isObjectPath(path) else { throw .arguments }
      self = .objectPath(path)
    case UInt8(ascii: "g"): self = .signature(try Signature(reader.slice(try reader.signature())).text)
    case UInt8(ascii: "v"):
      let inner = try Signature(reader.slice(try reader.signature()))
      guard inner.isSingle else { throw .signature }
      self = .variant(try BusValue(inner.codes, &reader, &budget, depth: depth + 1, text))
    case UInt8(ascii: "a"): self = try Self.array(of: type.dropFirst(), &reader, &budget, depth, text)
    case UInt8(ascii: "h"): throw .descriptors
    default:
      try reader.align(to: 8)
      var members: [BusValue] = []
      for member in try Signature(type.dropFirst().dropLast()).types {
        members.append(try BusValue(member, &reader, &budget, depth: depth + 1, text))
      }
      self = .structure(members)
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  private static func array(
    of type: ArraySlice<UInt8>, _ reader: inout WireReader, _ budget: inout Int, _ depth: Int,
    _ text: (ArraySlice<UInt8>) -> String
  ) throws(WireFault) -> BusValue {
    let length = Int(try reader.uint32())
    guard length <= Signature.arrayBytes, let code = type.first else { throw .arguments }
    try reader.align(to: Signature.alignment(of: code))
    var rest = try reader.part(length)
    var elements: [BusValue] = []
    while !rest.isAtEnd { elements.append(try BusValue(type, &rest, &budget, depth: depth + 1, text)) }
    return .list(of: Self.text(type), elements)
  }

  /// An array in the form that its type has here. The elements are of that type.
  package static func list(of type: String, _ elements: [BusValue]) -> BusValue {
    switch type {
    case "s": return .strings(elements.compactMap { if case .string(let text) = $0 { text } else { nil } })
    case "{sv}":
      let entries = elements.compactMap { entry -> (String, BusValue)? in
        guard case .structure(let pair) = entry, pair.count == 2, case .string(let key) = pair[0],
          case .variant(let value) = pair[1]
        else { return nil }
        return (key, value)
      }
      return .dictionary(Dictionary(entries) { first, _ in first })
    default: return .array(of: type, elements)
    }
  }
}

// MARK: Writing

extension OutgoingMessage {
  /// A call. A value that D-Bus has no form for is a fault.
  package init(_ method: BusMethod, _ arguments: [BusValue]) throws(WireFault) {
    self.init(.call)
    path = Array(method.path.utf8)
    interface = Array(method.interface.utf8)
    member = Array(method.member.utf8)
    destination = Array(method.destination.utf8)
    try carry(values: arguments)
  }

  /// A body of any values. One that D-Bus has no form for is a fault.
  package mutating func carry(values: [BusValue]) throws(WireFault) {
    var writer = WireWriter(order)
    for value in values { try value.write(to: &writer) }
    let types = Array(values.map(\.signature).joined().utf8)
    _ = try Signature(types[...])
    carry(types, writer.bytes[...])
  }
}

extension BusValue {
  /// The value's D-Bus signature; empty for a value that D-Bus cannot carry.
  package var signature: String {
    switch self {
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .byte: "y"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .bool: "b"
    case .strings: "as"
    case .dictionary: "a{sv}"
    case .array(let type, _): "a\(type)"
    case .structure(let members): "(\(members.map(\.signature).joined()))"
    case .variant: "v"
    }
  }

  func write(to writer: inout WireWriter, depth: Int = 0) throws(WireFault) {
    guard depth <= Self.mostDepth else { throw .arguments }
    switch self {
    case .string(let text): try writer.append(checked: text)
    case .objectPath(let path):
      guard Self.isObjectPath(path) else { throw .arguments }
      try writer.append(checked: path)
    case .signature(let codes):
      _ = try Signature(Array(codes.utf8)[...])
      writer.append(signature: Array(codes.utf8))
    case .byte(let number): writer.append([number])
    case .int16(let number): writer.append(UInt16(bitPattern: number))
    case .uint16(let number): writer.append(number)
    case .int32(let number): writer.append(UInt32(bitPattern: number))
    case .uint32(let number): writer.append(number)
    case .int64(let number): writer.append(UInt64(bitPattern: number))
    case .uint64(let number): writer.append(number)
    case .double(let number): writer.append(number.bitPattern)
    case .bool(let flag): writer.append(UInt32(flag ? 1 : 0))
    case .strings(let texts):
      try writer.array(alignedTo: 4) { writer throws(WireFault) in
        for text in texts { try writer.append(checked: text) }
      }
    case .dictionary(let entries):
      try writer.array(alignedTo: 8) { writer throws(WireFault) in
        for entry in Self.entries(of: entries) { try entry.write(to: &writer, depth: depth + 1) }
      }
    case .array(let type, let elements):
      guard try Signature(Array("a\(type)".utf8)[...]).isSingle, let code = type.utf8.first else {
        throw .signature
      }
      // The entries of a dictionary look like structures.
      let wanted = code == UInt8(ascii: "{") ? "(\(type.dropFirst().dropLast()))" : type
      try writer.array(alignedTo: Signature.alignment(of: code)) { writer throws(WireFault) in
        for element in elements {
          guard element.signature == wanted else { throw .arguments }
          try element.write(to: &writer, depth: depth + 1)
        }
      }
    case .structure(let members):
      guard !members.isEmpty else { throw .arguments }
      writer.pad(to: 8)
      for member in members { try member.write(to: &writer, depth: depth + 1) }
    case .variant(let value):
      let codes = Array(value.signature.utf8)
      guard try Signature(codes[...]).isSingle else { throw .signature }
      writer.append(signature: codes)
      try value.write(to: &writer, depth: depth + 1)
    }
  }

  /// The entries of a dictionary as structures, in the order of their keys: the same value has the same bytes.
  package static func entries(of dictionary: [String: BusValue]) -> [BusValue] {
    dictionary.sorted { $0.key < $1.key }.map { .structure([.string($0.key), .variant($0.value)]) }
  }

  /// D-Bus specification, "Valid Object Paths".
  static func isObjectPath(_ text: String) -> Bool {
    guard text.hasPrefix("/") else { return false }
    return text == "/"
      || text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        .allSatisfy {
          !$0.isEmpty
            && $0.allSatisfy { byte in
              (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 95
            }
        }
  }
}

// MARK: Outside of messages

extension [String: BusValue] {
  /// The dictionary alone, as an `a{sv}` in little-endian order; the same one has the same bytes.
  package func bytes() throws(WireFault) -> [UInt8] {
    var writer = WireWriter(.little)
    try BusValue.dictionary(self).write(to: &writer)
    return writer.bytes
  }

  /// Reads what `bytes` has written.
  package init(bytes: [UInt8]) throws(WireFault) {
    var (reader, budget) = (WireReader(bytes[...], order: .little, from: 0), BusValue.mostValues)
    guard case .dictionary(let entries) = try BusValue(Array("a{sv}".utf8)[...], &reader, &budget),
      reader.isAtEnd
    else { throw .arguments }
    self = entries
  }
}
