extension JSONReader {
  /// Reads a string from its opening quotation mark on.
  mutating func string() throws(JSONFault) -> String {
    position += 1
    let start = position
    let run = PlainRun(of: UnsafeBufferPointer(rebasing: bytes[start...]))
    position += run.count
    guard position < bytes.count else { throw fault("a string does not end") }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      let content = UnsafeBufferPointer(rebasing: bytes[start..<position])
      let text = try text(of: content, isASCII: run.isASCII)
      position += 1
      return text
    case UInt8(ascii: "\\"): return try escapedString(from: start)
    default: throw fault("an unescaped control character")
    }
  }

  /// The same once an escape was met: now the text differs from the bytes and is put together elsewhere.
  private mutating func escapedString(from start: Int) throws(JSONFault) -> String {
    var content = Array(bytes[start..<position])
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        guard let text = String(validating: content, as: UTF8.self) else { throw fault("not UTF-8") }
        position += 1
        return text
      case UInt8(ascii: "\\"):
        position += 1
        content.append(contentsOf: try escape().utf8)
      case 0..<0x20: throw fault("an unescaped control character")
      case let byte:
        content.append(byte)
        position += 1
      }
    }
    throw fault("a string does not end")
  }

  /// Swift's own validation knows overlong forms and surrogates; for ASCII there is nothing to validate.
  private func text(of content: UnsafeBufferPointer<UInt8>, isASCII: Bool) throws(JSONFault) -> String {
    if isASCII { return String(decoding: content, as: UTF8.self) }
    guard let text = String(validating: content, as: UTF8.self) else { throw fault("not UTF-8") }
    return text
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
    let kind = next
    let scalar: Unicode.Scalar
    switch kind {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scalar = Unicode.Scalar(kind)
    case UInt8(ascii: "b"): scalar = "\u{8}"
    case UInt8(ascii: "f"): scalar = "\u{C}"
    case UInt8(ascii: "n"): scalar = "\n"
    case UInt8(ascii: "r"): scalar = "\r"
    case UInt8(ascii: "t"): scalar = "\t"
    case UInt8(ascii: "u"):
      position += 1
      return try unicodeEscape()
    default: throw fault("an unknown escape")
    }
    position += 1
    return scalar
  }

  /// Reads the digits behind `\u`, and the second half of a pair of surrogates.
  private mutating func unicodeEscape() throws(JSONFault) -> Unicode.Scalar {
    let first = try fourDigits()
    guard (0xD800...0xDBFF).contains(first) else {
      guard let scalar = Unicode.Scalar(first) else { throw fault("a lone surrogate") }
      guard scalar != "\0" else { throw fault("U+0000 is not allowed") }
      return scalar
    }
    for expected in [UInt8(ascii: "\\"), UInt8(ascii: "u")] {
      guard next == expected else { throw fault("a lone surrogate") }
      position += 1
    }
    let second = try fourDigits()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw fault("a lone surrogate") }
    return scalar
  }

  private mutating func fourDigits() throws(JSONFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(next)).hexDigitValue else {
        throw fault("four hexadecimal digits are missing")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
