// D-Bus specification, "Marshaling (Wire Format)": every value is aligned to its size, counted from the message's
// first byte; what lies between is zero.

/// The order of the bytes of a number, as a message's first byte names it.
package enum ByteOrder: UInt8, Sendable {
  case little = 0x6C  // l
  case big = 0x42  // B
}

/// Reads values one after the other, and never beyond the end.
struct WireReader {
  private let bytes: ArraySlice<UInt8>
  private let order: ByteOrder
  /// Where the next value begins, before its alignment.
  private(set) var position: Int

  /// `bytes` must begin where the message, or a part of it whose place is a multiple of eight, begins.
  init(_ bytes: ArraySlice<UInt8>, order: ByteOrder, from position: Int) {
    self.bytes = bytes
    self.order = order
    self.position = position
  }

  var isAtEnd: Bool { position >= bytes.endIndex }

  mutating func align(to size: Int) throws(WireFault) {
    let remainder = (position - bytes.startIndex) % size
    guard remainder != 0 else { return }
    for index in try take(size - remainder) where bytes[index] != 0 { throw .fields }
  }

  mutating func byte() throws(WireFault) -> UInt8 { bytes[try take(1).lowerBound] }

  mutating func uint32() throws(WireFault) -> UInt32 {
    try align(to: 4)
    return Self.uint32(bytes[try take(4)], order)
  }

  /// Four bytes.
  static func uint32(_ bytes: ArraySlice<UInt8>, _ order: ByteOrder) -> UInt32 {
    let value = bytes.reduce(into: UInt32(0)) { $0 = $0 << 8 | UInt32($1) }
    return order == .big ? value : value.byteSwapped
  }

  /// Where the text of a string or an object path stands, without its NUL.
  mutating func string() throws(WireFault) -> Range<Int> { try text(Int(try uint32())) }

  /// The same of a signature.
  mutating func signature() throws(WireFault) -> Range<Int> { try text(Int(try byte())) }

  private mutating func text(_ length: Int) throws(WireFault) -> Range<Int> {
    let range = try take(length)
    guard bytes[try take(1).lowerBound] == 0, !bytes[range].contains(0) else { throw .fields }
    return range
  }

  func slice(_ range: Range<Int>) -> ArraySlice<UInt8> { bytes[range] }

  /// Passes over so many bytes.
  @discardableResult
  mutating func take(_ count: Int) throws(WireFault) -> Range<Int> {
    guard count <= bytes.endIndex - position else { throw .fields }
    defer { position += count }
    return position..<(position + count)
  }
}
