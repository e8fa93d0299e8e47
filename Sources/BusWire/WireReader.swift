// D-Bus specification, "Marshaling (Wire Format)": every value is aligned to its size, counted from the message's
// first byte; what lies between is zero.

/// The order of the bytes of a number, as a message's first byte names it.
package enum ByteOrder: UInt8, Sendable {
  case little = 0x6C  // l
  case big = 0x42  // B
}

/// Reads values one after the other, and never beyond the end. In a message whose middle was left out, values inside
/// the gap can be skipped and a text that reaches into the gap ends there; reading any other value there is a fault.
package struct WireReader {
  /// The message's bytes without those in the gap.
  private let bytes: ArraySlice<UInt8>
  private let gap: Range<Int>
  private let end: Int
  private let order: ByteOrder
  /// Where the next value begins, before its alignment.
  package private(set) var position: Int

  /// `bytes` must begin where the message, or a part of it whose place is a multiple of eight, begins.
  init(_ bytes: ArraySlice<UInt8>, order: ByteOrder, from position: Int, leavingOut gap: Range<Int>? = nil) {
    self.bytes = bytes
    self.gap = gap ?? bytes.endIndex..<bytes.endIndex
    end = bytes.endIndex + self.gap.count
    self.order = order
    self.position = position
  }

  /// Reads a range of another reader's bytes.
  private init(_ other: WireReader, _ range: Range<Int>) {
    (bytes, gap, order) = (other.bytes, other.gap, other.order)
    (position, end) = (range.lowerBound, range.upperBound)
  }

  /// The bytes of the whole message, which a slice of it keeps.
  package var messageBytes: Int { bytes.count }

  package var isAtEnd: Bool { position >= end }

  package mutating func align(to size: Int) throws(WireFault) {
    let remainder = (position - bytes.startIndex) % size
    guard remainder != 0 else { return }
    guard slice(try advance(size - remainder)).allSatisfy({ $0 == 0 }) else { throw .fields }
  }

  package mutating func byte() throws(WireFault) -> UInt8 { try whole(advance(1)).first ?? 0 }

  package mutating func uint32() throws(WireFault) -> UInt32 {
    try align(to: 4)
    return Self.uint32(try whole(advance(4)), order)
  }

  package mutating func uint16() throws(WireFault) -> UInt16 {
    try align(to: 2)
    let value = try whole(advance(2)).reduce(into: UInt16(0)) { $0 = $0 << 8 | UInt16($1) }
    return order == .big ? value : value.byteSwapped
  }

  package mutating func uint64() throws(WireFault) -> UInt64 {
    try align(to: 8)
    let value = try whole(advance(8)).reduce(into: UInt64(0)) { $0 = $0 << 8 | UInt64($1) }
    return order == .big ? value : value.byteSwapped
  }

  /// A reader of the next so many bytes alone, which are passed over here.
  package mutating func part(_ count: Int) throws(WireFault) -> WireReader {
    WireReader(self, try advance(count))
  }

  /// Four bytes.
  static func uint32(_ bytes: ArraySlice<UInt8>, _ order: ByteOrder) -> UInt32 {
    let value = bytes.reduce(into: UInt32(0)) { $0 = $0 << 8 | UInt32($1) }
    return order == .big ? value : value.byteSwapped
  }

  /// Where the text of a string or an object path stands, without its NUL.
  package mutating func string() throws(WireFault) -> Range<Int> { try text(Int(try uint32())) }

  /// Skips a string without reading its text, and returns its range.
  @discardableResult
  package mutating func skipText() throws(WireFault) -> Range<Int> {
    let range = try advance(Int(try uint32()))
    try advance(1)
    return range
  }

  /// The range of a signature, behind which the reader then stands.
  package mutating func signature() throws(WireFault) -> Range<Int> { try text(Int(try byte())) }

  private mutating func text(_ length: Int) throws(WireFault) -> Range<Int> {
    let range = try advance(length)
    guard slice(try advance(1)).allSatisfy({ $0 == 0 }), !slice(range).contains(0) else { throw .fields }
    return range
  }

  /// The bytes that were passed over there, up to the gap.
  package func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
    if range.upperBound <= gap.lowerBound { return bytes[range] }
    if range.lowerBound < gap.lowerBound { return bytes[range.lowerBound..<gap.lowerBound] }
    let upper = max(range.upperBound, gap.upperBound) - gap.count
    return bytes[max(range.lowerBound - gap.count, gap.lowerBound)..<upper]
  }

  /// Whether something in the middle of the message is not here.
  package var hasGap: Bool { !gap.isEmpty }

  /// Whether all of it is here.
  package func isHere(_ range: Range<Int>) -> Bool { !range.overlaps(gap) }

  private func whole(_ range: Range<Int>) throws(WireFault) -> ArraySlice<UInt8> {
    guard isHere(range) else { throw .fields }
    return slice(range)
  }

  /// Passes over so many bytes.
  @discardableResult
  package mutating func advance(_ count: Int) throws(WireFault) -> Range<Int> {
    guard count <= end - position else { throw .fields }
    defer { position += count }
    return position..<(position + count)
  }
}

/// Writes values one after the other, as `WireReader` reads them.
struct WireWriter {
  private let order: ByteOrder
  private(set) var bytes: [UInt8] = []

  /// The first byte written must be the message's first, or one at a multiple of eight in it.
  init(_ order: ByteOrder) { self.order = order }

  mutating func pad(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  /// Appends the bytes as they are.
  mutating func append(_ more: some Collection<UInt8>) { bytes += more }

  mutating func append(_ number: some FixedWidthInteger) {
    let size = number.bitWidth / 8
    pad(to: size)
    let number = order == .big ? number.byteSwapped : number
    bytes += (0..<size).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// A string, or an object path.
  mutating func append(text: [UInt8]) {
    append(UInt32(truncatingIfNeeded: text.count))
    bytes += text + [0]
  }

  /// A text that a peer may have made: one with a NUL would end there.
  mutating func append(checked text: String) throws(WireFault) {
    guard !text.utf8.contains(0) else { throw .arguments }
    append(text: Array(text.utf8))
  }

  /// An array: its length, which counts no padding before the first element, and its elements.
  mutating func array(
    alignedTo size: Int, _ elements: (inout WireWriter) throws(WireFault) -> Void
  ) throws(WireFault) {
    append(UInt32(0))
    let place = bytes.count - 4
    pad(to: size)
    let start = bytes.count
    try elements(&self)
    guard bytes.count - start <= Signature.arrayBytes else { throw .tooLong }
    var length = WireWriter(order)
    length.append(UInt32(bytes.count - start))
    bytes.replaceSubrange(place..<(place + 4), with: length.bytes)
  }

  mutating func append(signature: [UInt8]) {
    bytes += [UInt8(truncatingIfNeeded: signature.count)] + signature + [0]
  }

  mutating func append(_ argument: MessageWriter.Argument) {
    switch argument {
    case .uint32(let number): append(number)
    case .uint64(let number): append(number)
    case .string(let text): append(text: text)
    case .strings(let texts):
      // The array's length is that of its elements, which begin at a multiple of four as it does.
      var elements = WireWriter(order)
      for text in texts { elements.append(text: text) }
      append(UInt32(truncatingIfNeeded: elements.bytes.count))
      append(elements.bytes)
    case .numbers(let numbers):
      append(UInt32(truncatingIfNeeded: numbers.count * MemoryLayout<UInt32>.size))
      for number in numbers { append(number) }
    case .int32(let number): append(UInt32(bitPattern: number))
    case .noHints:
      // An empty array of entries ends at a multiple of eight, where its entries would begin.
      append(UInt32(0))
      pad(to: 8)
    case .variant(let flag):
      append(signature: Array("b".utf8))
      append(UInt32(flag ? 1 : 0))
    case .property(let name, let flag):
      // The array's length is that of its entry, which begins at a multiple of eight.
      var entry = WireWriter(order)
      entry.append(text: name)
      entry.append(.variant(flag))
      append(UInt32(truncatingIfNeeded: entry.bytes.count))
      pad(to: 8)
      append(entry.bytes)
    }
  }
}

/// A fault in a D-Bus stream, after which its connection is closed. No case holds the stream's content.
package enum WireFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line of the greeting that has no end within the bound, or messages before they were begun.
  case greeting
  /// The first sixteen bytes: byte order, type, version, serial, lengths.
  case prefix
  /// The fields behind them.
  case fields
  /// A signature that names no types.
  case signature
  /// Arguments that do not match the signature.
  case arguments
  /// More than this program takes.
  case tooLong
  /// Descriptors that a message speaks of and that did not come with it, or more than it speaks of.
  case descriptors

  package var description: String {
    switch self {
    case .greeting: "a greeting that cannot be read"
    case .prefix: "a message whose first bytes cannot be read"
    case .fields: "a message whose fields cannot be read"
    case .signature: "a signature that names no types"
    case .arguments: "arguments that are not what their signature says"
    case .tooLong: "a message that is too long"
    case .descriptors: "descriptors that do not belong to their message"
    }
  }
}
