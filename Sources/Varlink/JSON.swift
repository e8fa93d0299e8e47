/// A JSON value as it stood in a message. Objects keep the order of their fields, and have no two of one name.
package enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number written without fraction and exponent.
  case int(Int64)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Field])

  /// One field of an object.
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

  /// An object with more fields behind its own.
  package func adding(_ more: [Field]) -> JSON {
    guard case .object(let fields) = self else { return self }
    return .object(fields + more)
  }

  /// The field of an object with this name, byte by byte; `nil` where there is none, or no object.
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
    // Those that come from elsewhere than Swift are not stored in one piece.
    return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
  }
}
