/// Which bytes of ASCII a text has, and whether it has others: most rules that look for marks have nothing to look at.
struct ByteSet: ExpressibleByStringLiteral, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0
  private(set) var isASCII = true

  init(_ bytes: [UInt8]) { for byte in bytes { insert(byte) } }

  init(stringLiteral marks: StaticString) {
    marks.withUTF8Buffer { for byte in $0 { insert(byte) } }
  }

  @inline(__always)
  private mutating func insert(_ byte: UInt8) {
    let bit: UInt64 = 1 << UInt64(byte & 63)
    switch byte {
    case ..<64: low |= bit
    case ..<128: high |= bit
    default: isASCII = false
    }
  }

  func hasAny(of others: ByteSet) -> Bool { low & others.low | high & others.high != 0 }
}
