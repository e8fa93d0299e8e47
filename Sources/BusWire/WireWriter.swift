/// Writes values one after the other, as `WireReader` reads them.
struct WireWriter {
  private let order: ByteOrder
  private(set) var bytes: [UInt8] = []

  /// What is written begins where the message, or a part of it whose place is a multiple of eight, begins.
  init(_ order: ByteOrder) { self.order = order }

  mutating func pad(to size: Int) {
    while bytes.count % size != 0 { bytes.append(0) }
  }

  /// As they are.
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
    case .int32(let number): append(UInt32(bitPattern: number))
    case .noHints:
      // Its entries would begin at a multiple of eight, and so it ends at one.
      append(UInt32(0))
      pad(to: 8)
    case .variant(let flag):
      append(signature: Array("b".utf8))
      append(UInt32(flag ? 1 : 0))
    case .property(let name, let flag):
      // Its length is that of its entry, which begins at a multiple of eight.
      var entry = WireWriter(order)
      entry.append(text: name)
      entry.append(.variant(flag))
      append(UInt32(truncatingIfNeeded: entry.bytes.count))
      pad(to: 8)
      append(entry.bytes)
    }
  }
}
