// A strict reader of RFC 8259, narrowed to what Varlink allows.
//
// Invariant: `position` never passes the end of `bytes`. Past the end, `next` is a zero byte, which JSON does not allow
// anywhere, so the end is never mistaken for input.

/// Bytes that are not the JSON this package accepts. Never quotes them.
package struct JSONFault: Error, Hashable, Sendable {
  /// The offset of the faulty byte, from 0.
  package let offset: Int
  package let reason: String

  init(at offset: Int, _ reason: String) {
    self.offset = offset
    self.reason = reason
  }
}

extension JSON {
  /// Reads one value; apart from it, only white space is allowed. Refuses invalid UTF-8, a byte order
  /// mark, unescaped control characters, U+0000 in any form, lone surrogates, an object with two fields of
  /// one name, nesting past `maximumDepth`, integers beyond 64 bits and numbers beyond a double.
  package init(parsing bytes: [UInt8]) throws(JSONFault) {
    try self.init(parsing: bytes, maximumDepth: Self.maximumDepth)
  }

  /// Reads JSON that does not come from a peer, with another bound on nesting.
  package init(parsing bytes: [UInt8], maximumDepth: Int) throws(JSONFault) {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSON, JSONFault> in
      var reader = JSONReader(bytes: buffer, maximumDepth: maximumDepth)
      do throws(JSONFault) { return .success(try reader.document()) } catch { return .failure(error) }
    }
    self = try result.get()
  }
}

private struct JSONReader {
  /// Only valid during the call that lends the bytes.
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0
  private let maximumDepth: Int
  private var depth = 0

  init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// The byte to be read next, 0 behind the end.
  var next: UInt8 {
    @inline(__always) get { position < bytes.count ? bytes[position] : 0 }
  }

  func fault(_ reason: String) -> JSONFault { JSONFault(at: position, reason) }

  mutating func document() throws(JSONFault) -> JSON {
    let value = try value()
    skipBlanks()
    guard position == bytes.count else { throw fault("something follows the value") }
    return value
  }

  private mutating func skipBlanks() {
    while true {
      switch next {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  private mutating func value() throws(JSONFault) -> JSON {
    skipBlanks()
    switch next {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw fault("a value is missing")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONFault) -> JSON {
    for index in 0..<word.utf8CodeUnitCount {
      guard next == word.utf8Start[index] else { throw fault("an unknown word") }
      position += 1
    }
    return value
  }

  private mutating func enter() throws(JSONFault) {
    guard depth < maximumDepth else { throw fault("nested more than \(maximumDepth) deep") }
    depth += 1
    position += 1
  }

  private mutating func leave() {
    depth -= 1
    position += 1
  }

  private mutating func array() throws(JSONFault) -> [JSON] {
    try enter()
    var elements: [JSON] = []
    skipBlanks()
    while next != UInt8(ascii: "]") {
      elements.append(try value())
      try separator(before: UInt8(ascii: "]"))
    }
    leave()
    return elements
  }

  private mutating func object() throws(JSONFault) -> [JSON.Field] {
    try enter()
    var fields: [JSON.Field] = []
    var names = FieldNames()
    skipBlanks()
    while next != UInt8(ascii: "}") {
      guard next == UInt8(ascii: "\"") else { throw fault("a field's name is missing") }
      let name = try string()
      guard names.insert(name, into: fields) else { throw fault("two fields of one name") }
      skipBlanks()
      guard next == UInt8(ascii: ":") else { throw fault("a colon is missing") }
      position += 1
      fields.append(JSON.Field(name, try value()))
      try separator(before: UInt8(ascii: "}"))
    }
    leave()
    return fields
  }

  /// Reads a comma and the blanks after it, or stops at the bracket; a comma before the bracket is a fault.
  private mutating func separator(before end: UInt8) throws(JSONFault) {
    skipBlanks()
    if next == end { return }
    guard next == UInt8(ascii: ",") else { throw fault("a comma or a closing bracket is missing") }
    position += 1
    skipBlanks()
    guard next != end else { throw fault("a comma stands before a closing bracket") }
  }
}

/// The names of one object so far. A few are compared one by one; past that they are hashed, so that an object
/// of thousands of fields costs no more per field.
private struct FieldNames {
  private static let fewNames = 16
  private var many: Set<[UInt8]> = []

  /// Whether the name is new; `fields` are those before it.
  mutating func insert(_ name: String, into fields: [JSON.Field]) -> Bool {
    guard fields.count >= Self.fewNames else {
      return !fields.contains { $0.name.hasSameBytes(as: name) }
    }
    if many.isEmpty { many = Set(fields.map { Array($0.name.utf8) }) }
    return many.insert(Array(name.utf8)).inserted
  }
}

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

  /// Reads a string on from its first escape: the text differs from the bytes, and is built in a buffer.
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

  /// Reads an escape, after its backslash.
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

extension JSONReader {
  /// Reads a number: an integer where it has neither fraction nor exponent, else a double.
  mutating func number() throws(JSONFault) -> JSON {
    let start = position
    if next == UInt8(ascii: "-") { position += 1 }
    let firstDigit = next
    let magnitude = try digits()
    if firstDigit == UInt8(ascii: "0"), position - start > (bytes[start] == firstDigit ? 1 : 2) {
      throw fault("a number begins with a zero")
    }
    switch next {
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): return try double(from: start)
    default: break
    }
    guard let magnitude else { throw fault("an integer beyond 64 bits") }
    let isNegative = bytes[start] == UInt8(ascii: "-")
    guard let value = isNegative ? Int64(exactly: 0 - Int128(magnitude)) : Int64(exactly: magnitude) else {
      throw fault("an integer beyond 64 bits")
    }
    return .int(value)
  }

  /// Reads at least one digit; `nil` if the number exceeds 64 bits.
  private mutating func digits() throws(JSONFault) -> UInt64? {
    let start = position
    var value: UInt64? = 0
    while case UInt8(ascii: "0")...UInt8(ascii: "9") = next {
      if let small = value {
        let (product, high) = small.multipliedReportingOverflow(by: 10)
        let (sum, over) = product.addingReportingOverflow(UInt64(next - UInt8(ascii: "0")))
        value = high || over ? nil : sum
      }
      position += 1
    }
    guard position > start else { throw fault("a digit is missing") }
    return value
  }

  /// Reads fraction and exponent; `start` is where the number began.
  private mutating func double(from start: Int) throws(JSONFault) -> JSON {
    if next == UInt8(ascii: ".") {
      position += 1
      _ = try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      _ = try digits()
    }
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<position]), as: UTF8.self)
    guard let value = Double(text), value.isFinite else { throw fault("a number beyond a double") }
    return .double(value)
  }
}

/// The bytes of a JSON string up to the first special one: a control character, a quotation mark or a backslash. Most
/// strings are one such run; reading eight bytes at a time needs a fifth of the instructions.
struct PlainRun {
  private(set) var count = 0
  private(set) var isASCII = true

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    var above: UInt64 = 0
    while bytes.count - count >= 8 {
      let eight = raw.loadUnaligned(fromByteOffset: count, as: UInt64.self)
      guard !Self.hasSpecial(eight) else { break }
      above |= eight
      count += 8
    }
    while count < bytes.count, !Self.isSpecial(bytes[count]) {
      above |= UInt64(bytes[count])
      count += 1
    }
    isASCII = above & Self.highBits == 0
  }

  static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether one of the eight bytes is special. A subtraction sets a byte's highest bit, if it was clear, exactly if
  /// the byte is below the subtrahend (Warren, Hacker's Delight, 6-1). An exclusive or first makes bytes 0 that equal
  /// the one looked for.
  private static func hasSpecial(_ eight: UInt64) -> Bool {
    let quotes = eight ^ ones &* UInt64(UInt8(ascii: "\""))
    let slashes = eight ^ ones &* UInt64(UInt8(ascii: "\\"))
    let found =
      (eight &- ones &* 0x20) & ~eight | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
    return found & highBits != 0
  }
}
