// D-Bus specification, "Message Format": the byte order, type, flags and version, the body's length, the serial, an
// array of fields, and zeros up to a multiple of eight; then the body.

/// A message's header. Ranges refer to the bytes that it was read from.
package struct MessageHeader: Sendable {
  package enum Kind: UInt8, Sendable {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  package let order: ByteOrder
  /// `nil` for a type of a later version, which is passed on.
  package let kind: Kind?
  /// Whether the caller waits for no answer.
  package let wantsNoReply: Bool
  package let serial: UInt32
  /// The header's own bytes, and those of the body behind it.
  package let length: Int
  package let bodyLength: Int

  package private(set) var path: Range<Int>?
  package private(set) var interface: Range<Int>?
  package private(set) var member: Range<Int>?
  package private(set) var destination: Range<Int>?
  package private(set) var sender: Range<Int>?
  package private(set) var replySerial: UInt32?
  /// The types of the body's arguments; empty where there is no body.
  package private(set) var signature: [UInt8] = []
  /// How many file descriptors belong to it.
  package private(set) var descriptors = 0
  package private(set) var errorName: Range<Int>?

  /// Reads the bytes of a whole header; `prefix` was read from the first of them.
  init(_ bytes: [UInt8], _ prefix: Prefix) throws(WireFault) {
    order = prefix.order
    kind = Kind(rawValue: prefix.type)
    wantsNoReply = prefix.flags & 0x1 != 0
    serial = prefix.serial
    length = prefix.headerLength
    bodyLength = prefix.bodyLength
    try readFields(bytes, end: Prefix.bytes + prefix.fieldsLength)
    guard bytes[(Prefix.bytes + prefix.fieldsLength)...].allSatisfy({ $0 == 0 }) else { throw .fields }
    try checkRequired()
    guard signature.isEmpty == (bodyLength == 0) else { throw .arguments }
  }

  private mutating func readFields(_ bytes: [UInt8], end: Int) throws(WireFault) {
    var reader = WireReader(bytes[..<end], order: order, from: Prefix.bytes)
    var seen: UInt16 = 0
    while !reader.isAtEnd {
      try reader.align(to: 8)
      let code = try reader.byte()
      guard code != 0 else { throw .fields }
      if let known = Field(rawValue: code) {
        guard seen & 1 << code == 0 else { throw .fields }
        seen |= 1 << code
        try reader.variant { [bytes] signature, reader throws(WireFault) in
          guard signature.isType(known.type) else { throw .fields }
          try read(known, &reader, bytes)
        }
      } else {
        // A field of a later version of D-Bus, which is passed on.
        try reader.variant { signature, reader throws(WireFault) in try signature.skip(&reader) }
      }
    }
  }

  private mutating func read(_ field: Field, _ reader: inout WireReader, _ bytes: [UInt8]) throws(WireFault) {
    switch field {
    case .path:
      let range = try reader.string()
      guard bytes[range].first == UInt8(ascii: "/") else { throw .fields }
      path = range
    case .interface: interface = try name(&reader, bytes)
    case .member: member = try name(&reader, bytes)
    case .errorName: errorName = try name(&reader, bytes)
    case .replySerial:
      let serial = try reader.uint32()
      guard serial != 0 else { throw .fields }
      replySerial = serial
    case .destination: destination = try name(&reader, bytes)
    case .sender: sender = try name(&reader, bytes)
    case .signature:
      let codes = bytes[try reader.signature()]
      _ = try Signature(codes)
      signature = Array(codes)
    case .descriptors: descriptors = Int(try reader.uint32())
    }
  }

  /// "Valid Names": at most 255 bytes of ASCII without blanks. The bus checks the rest.
  private func name(_ reader: inout WireReader, _ bytes: [UInt8]) throws(WireFault) -> Range<Int> {
    let range = try reader.string()
    guard (1...255).contains(range.count), bytes[range].allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .fields
    }
    return range
  }

  private func checkRequired() throws(WireFault) {
    let isWhole =
      switch kind {
      case .call: path != nil && member != nil
      case .reply: replySerial != nil
      case .error: replySerial != nil && errorName != nil
      case .signal: path != nil && interface != nil && member != nil
      case nil: true
      }
    guard isWhole else { throw .fields }
  }
}

extension MessageHeader {
  /// Codes of the fields, and the type of each.
  private enum Field: UInt8 {
    case path = 1
    case interface, member, errorName, replySerial, destination, sender, signature, descriptors

    var type: UInt8 {
      switch self {
      case .path: UInt8(ascii: "o")
      case .signature: UInt8(ascii: "g")
      case .replySerial, .descriptors: UInt8(ascii: "u")
      default: UInt8(ascii: "s")
      }
    }
  }

  /// The sixteen bytes that say how long the rest is.
  struct Prefix {
    static let bytes = 16
    /// The longest whole message (D-Bus specification).
    static let mostMessageBytes = 134_217_728
    /// The specification allows 64 MiB. All fields but the path are names of at most 255 bytes, and real paths are far
    /// shorter than this; the fields are kept while they are read.
    static let mostFieldBytes = 65_536

    let order: ByteOrder
    let type: UInt8
    let flags: UInt8
    let bodyLength: Int
    let serial: UInt32
    let fieldsLength: Int
    var headerLength: Int { (Self.bytes + fieldsLength + 7) / 8 * 8 }
    var isTooLong: Bool { fieldsLength > Self.mostFieldBytes }

    init(_ bytes: ArraySlice<UInt8>) throws(WireFault) {
      guard let first = bytes.first, let order = ByteOrder(rawValue: first) else { throw .prefix }
      var reader = WireReader(bytes, order: order, from: bytes.startIndex)
      _ = try reader.byte()
      (self.order, type, flags) = (order, try reader.byte(), try reader.byte())
      guard try reader.byte() == 1, type != 0 else { throw .prefix }
      bodyLength = Int(try reader.uint32())
      serial = try reader.uint32()
      fieldsLength = Int(try reader.uint32())
      guard serial != 0 else { throw .prefix }
      guard headerLength + bodyLength <= Self.mostMessageBytes else { throw .tooLong }
    }
  }
}
