/// A JSON value of a message. Objects keep the order of their fields, and have no two fields of one name.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number written without fraction and exponent.
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Field])

  /// A field of an object.
  package struct Field: Hashable, Sendable {
    package var name: String
    package var value: JSON
    package init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Deeper nesting serves no interface and costs stack: the outermost array or object counts as one.
  package static let maximumDepth = 16

  /// The object with more fields after its own.
  package func adding(_ more: [Field]) -> JSON {
    guard case .object(let fields) = self else { return self }
    return .object(fields + more)
  }

  /// The value of the field with this name, compared byte by byte; `nil` without such a field, or if this is not an
  /// object.
  package subscript(name: String) -> JSON? {
    guard case .object(let fields) = self else { return nil }
    return fields.first { $0.name.hasSameBytes(as: name) }?.value
  }
}

extension String {
  /// Swift compares strings by canonical equivalence, under which two different names can be equal.
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    let isSame = utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
    }
    // Strings that were bridged into Swift are not stored contiguously.
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}

extension JSON {
  /// Appends the value without blanks. A value that was read is written so that it reads the same again; doubles keep a
  /// fraction or an exponent. U+0000, which messages must not hold, becomes U+FFFD, and a double that is not finite
  /// becomes null.
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

/// A last reply with one long array, written element by element, since writing the array at once would take too long.
package struct ArrayReply {
  private var bytes: [UInt8]
  private var isEmpty = true

  package init(_ field: String) {
    bytes = Array(#"{"parameters":{"#.utf8)
    JSON.string(field).append(to: &bytes)
    bytes.append(contentsOf: ":[".utf8)
  }

  /// Adds an element, unless the array would then exceed `limit` bytes. Returns whether it was added.
  package mutating func append(_ element: JSON, limit: Int) -> Bool {
    let count = bytes.count
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    element.append(to: &bytes)
    guard bytes.count <= limit else {
      bytes.removeLast(bytes.count - count)
      return false
    }
    isEmpty = false
    return true
  }

  /// The whole message with its NUL, and with these fields after the array.
  package consuming func message(_ fields: [JSON.Field]) -> [UInt8] {
    bytes.append(UInt8(ascii: "]"))
    for field in fields {
      bytes.append(UInt8(ascii: ","))
      JSON.string(field.name).append(to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      field.value.append(to: &bytes)
    }
    bytes.append(contentsOf: "}}\0".utf8)
    return bytes
  }
}
