// A strict reader of RFC 8259, narrowed to what Varlink allows.
//
// Invariant: `position` never passes the end of `bytes`. Behind the end stands, as it were, a zero byte, which
// is allowed nowhere in JSON: reading one is never confused with reading on.

/// Bytes that are not the JSON this package accepts. Never quotes them.
package struct JSONFault: Error, Hashable, Sendable {
  /// The byte at which it shows, counted from 0.
  package let offset: Int
  package let reason: String

  init(at offset: Int, _ reason: String) {
    self.offset = offset
    self.reason = reason
  }
}

extension JSON {
  /// Reads one value, which must be all there is but for white space. Refuses invalid UTF-8, a byte order
  /// mark, unescaped control characters, U+0000 in any form, lone surrogates, an object with two fields of
  /// one name, nesting past `maximumDepth`, integers beyond 64 bits and numbers beyond a double.
  package init(parsing bytes: [UInt8]) throws(JSONFault) {
    try self.init(parsing: bytes, maximumDepth: Self.maximumDepth)
  }

  /// The same with another bound on nesting, for what does not come from a peer of ours.
  package init(parsing bytes: [UInt8], maximumDepth: Int) throws(JSONFault) {
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<JSON, JSONFault> in
      var reader = JSONReader(bytes: buffer, maximumDepth: maximumDepth)
      do throws(JSONFault) { return .success(try reader.document()) } catch { return .failure(error) }
    }
    self = try result.get()
  }
}

struct JSONReader {
  /// Valid only within the call that lends the bytes.
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

  /// Reads a comma and what blanks follow, or stops at the bracket; a comma before the bracket is a fault.
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
