extension JSON {
  /// Appends the value without blanks. What was read is written so that it reads the same again; doubles keep
  /// a fraction or an exponent. U+0000, which no message may hold, becomes U+FFFD, and a double that is no
  /// number becomes null.
  package func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
    case .int(let value): bytes.append(contentsOf: String(value).utf8)
    case .double(let value): bytes.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    case .string(let text): Self.append(text, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in fields.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.append(field.name, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        field.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// The value without blanks.
  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // Most texts are copied as they are; byte by byte takes many times as long.
    let isPlain =
      text.utf8.withContiguousStorageIfAvailable { text in
        guard PlainRun(of: text).count == text.count else { return false }
        bytes.append(contentsOf: text)
        return true
      } == true
    if !isPlain { for byte in text.utf8 { appendEscaped(byte, to: &bytes) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    guard PlainRun.isSpecial(byte) else { return bytes.append(byte) }
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    case 0: bytes.append(contentsOf: "ufffd".utf8)
    default:
      let digits = String(byte, radix: 16)
      bytes.append(contentsOf: (digits.utf8.count == 1 ? "u000" : "u00").utf8)
      bytes.append(contentsOf: digits.utf8)
    }
  }
}
