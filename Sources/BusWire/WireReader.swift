// D-Bus specification, "Marshaling (Wire Format)": every value is aligned to its size, counted from the message's
// first byte; what lies between is zero.

/// The order of the bytes of a number, as a message's first byte names it.
package enum ByteOrder: UInt8, Sendable {
  case little = 0x6C  // l
  case big = 0x42  // B
}

/// Reads values one after the other, and never beyond the end.
package struct WireReader {
  private let bytes: ArraySlice<UInt8>
  private let order: ByteOrder
  /// Where the next value begins, before its alignment.
  package private(set) var position: Int

  /// `bytes` must begin where the message, or a part of it whose place is a multiple of eight, begins.
  init(_ bytes: ArraySlice<UInt8>, order: ByteOrder, from position: Int) {
    self.bytes = bytes
    self.order = order
    self.position = position
  }

  package var isAtEnd: Bool { position >= bytes.endIndex }

  package mutating func align(to size: Int) throws(WireFault) {
    let remainder = (position - bytes.startIndex) % size
    guard remainder != 0 else { return }
    for index in try take(size - remainder) where bytes[index] != 0 { throw .fields }
  }

  package mutating func byte() throws(WireFault) -> UInt8 { bytes[try take(1).lowerBound] }

  package mutating func uint32() throws(WireFault) -> UInt32 {
    try align(to: 4)
    return Self.uint32(bytes[try take(4)], order)
  }

  package mutating func uint16() throws(WireFault) -> UInt16 {
    try align(to: 2)
    let value = bytes[try take(2)].reduce(into: UInt16(0)) { $0 = $0 << 8 | UInt16($1) }
    return order == .big ? value : value.byteSwapped
  }

  package mutating func uint64() throws(WireFault) -> UInt64 {
    try align(to: 8)
    let value = bytes[try take(8)].reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
    return order == .big ? value : value.byteSwapped
  }

  /// A reader of the next so many bytes alone, which are passed over here.
  package mutating func part(_ count: Int) throws(WireFault) -> WireReader {
    let range = try take(count)
    return WireReader(bytes[..<range.upperBound], order: order, from: range.lowerBound)
  }

  /// Four bytes.
  static func uint32(_ bytes: ArraySlice<UInt8>, _ order: ByteOrder) -> UInt32 {
    let value = bytes.reduce(into: UInt32(0)) { $0 = $0 << 8 | UInt32($1) }
    return order == .big ? value : value.byteSwapped
  }

  /// Where the text of a string or an object path stands, without its NUL.
  package mutating func string() throws(WireFault) -> Range<Int> { try text(Int(try uint32())) }

  /// The same of a signature.
  package mutating func signature() throws(WireFault) -> Range<Int> { try text(Int(try byte())) }

  private mutating func text(_ length: Int) throws(WireFault) -> Range<Int> {
    let range = try take(length)
    guard bytes[try take(1).lowerBound] == 0, !bytes[range].contains(0) else { throw .fields }
    return range
  }

  package func slice(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// Passes over so many bytes.
  @discardableResult
  package mutating func take(_ count: Int) throws(WireFault) -> Range<Int> {
    guard count <= bytes.endIndex - position else { throw .fields }
    defer { position += count }
    return position..<(position + count)
  }
}
