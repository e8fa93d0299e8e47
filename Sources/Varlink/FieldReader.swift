/// A field that is not as its interface declares: its path and the reason, never its value.
package struct InvalidField: Error, Hashable, Sendable {
  /// The path from the outermost object, like `notification.actions[1].title`.
  package let path: String
  /// A predicate of the field, which begins with "is", "has" or "must", or a sentence that stands alone.
  package let reason: String
  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  fileprivate static let unknown = "is unknown"

  /// Whether the interface has no field of this name.
  package var isUnknown: Bool { reason == Self.unknown }

  package var isPredicate: Bool { ["is ", "has ", "must "].contains { reason.hasPrefix($0) } }
}

/// The place of a value, from the outermost object on. The text of a path is built only when it is reported.
package struct FieldPlace: Sendable {
  private let name: String
  private let index: Int?

  /// `name`: empty for a call's parameters. `index`: of an element of the array there.
  package init(_ name: String = "", _ index: Int? = nil) {
    self.name = name
    self.index = index
  }

  package var path: String { index.map { "\(name)[\($0)]" } ?? name }
}

/// Reads an object field by field; `finish` refuses fields that were not read by name. A field that holds null counts
/// as absent.
package struct FieldReader {
  private let fields: [JSON.Field]
  private let place: FieldPlace
  private var wasAskedFor: [Bool]

  package init(_ value: JSON, at place: FieldPlace = FieldPlace()) throws(InvalidField) {
    guard case .object(let fields) = value else {
      throw InvalidField(path: place.path, reason: "must be an object")
    }
    self.fields = fields
    self.place = place
    wasAskedFor = Array(repeating: false, count: fields.count)
  }

  /// The path of the object.
  package var path: String { place.path }

  package func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  /// The value of any type; `nil` if the field is absent or null.
  package mutating func value(_ name: String) -> JSON? {
    guard let index = fields.firstIndex(where: { $0.name.hasSameBytes(as: name) }) else { return nil }
    wasAskedFor[index] = true
    let value = fields[index].value
    return value == .null ? nil : value
  }

  package mutating func string(_ name: String) throws(InvalidField) -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw invalid(name, "must be a string") }
    return text
  }

  package mutating func bool(_ name: String) throws(InvalidField) -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let flag) = value else { throw invalid(name, "must be true or false") }
    return flag
  }

  /// A number written as 1.0 or 1e3 is an integer too, as far as a double can tell integers apart: 2^53.
  package mutating func int(_ name: String) throws(InvalidField) -> Int64? {
    switch value(name) {
    case nil: return nil
    case .int(let number): return number
    case .double(let number) where number.magnitude <= 9_007_199_254_740_992:
      // The bound makes the conversion safe; Int64(exactly:) would need the C library's rounding.
      let whole = Int64(number)
      if Double(whole) == number { return whole }
    default: break
    }
    throw invalid(name, "must be an integer")
  }

  package mutating func double(_ name: String) throws(InvalidField) -> Double? {
    switch value(name) {
    case nil: return nil
    case .double(let number): return number
    case .int(let number): return Double(number)
    default: throw invalid(name, "must be a number")
    }
  }

  package mutating func object(_ name: String) throws(InvalidField) -> JSON? {
    guard let value = value(name) else { return nil }
    guard case .object = value else { throw invalid(name, "must be an object") }
    return value
  }

  package mutating func array(_ name: String) throws(InvalidField) -> [JSON]? {
    guard let value = value(name) else { return nil }
    guard case .array(let elements) = value else { throw invalid(name, "must be an array") }
    return elements
  }

  package mutating func requiredString(_ name: String) throws(InvalidField) -> String {
    guard let text = try string(name) else { throw invalid(name, "is missing") }
    return text
  }

  /// Refuses the first field that was not read. The fault repeats its name only if the name is a possible field name:
  /// other names may be content.
  package func finish() throws(InvalidField) {
    guard let index = wasAskedFor.firstIndex(of: false) else { return }
    let name = fields[index].name
    guard name.isDeclarableName else { throw InvalidField(path: path, reason: "has an unknown field") }
    throw invalid(name, InvalidField.unknown)
  }

  private func invalid(_ name: String, _ reason: String) -> InvalidField {
    InvalidField(path: path(of: name), reason: reason)
  }
}

extension String {
  /// Whether the text has the form of a name in an interface description: letters, digits and underscores, at most 64.
  var isDeclarableName: Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
