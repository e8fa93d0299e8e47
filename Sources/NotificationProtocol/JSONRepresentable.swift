package import Varlink

/// A noun that has a form in JSON: the one that an interface declares.
///
/// Whoever receives a call refuses fields that are not declared. Whoever receives a reply passes over them: a
/// newer daemon may say more than an older client has heard of.
package protocol JSONRepresentable: Sendable {
  /// Asks for every field that is declared, and for no other.
  init(fields: inout ShapeReader) throws(FieldFault)
  var json: JSON { get }
  /// What is declared of a noun that calls carry; `nil` for one that is in replies alone.
  static var declaredFields: [DeclaredField]? { get }
}

extension JSONRepresentable {
  package static var declaredFields: [DeclaredField]? { nil }

  /// Reads what was sent in a call. `path` is where it stood; empty for the whole of the parameters.
  package init(json: JSON, path: String) throws(FieldFault) {
    self = try ShapeReader.read(json, at: FieldPlace(path), unknownFields: .refused)
  }

  /// Reads what came in a reply.
  package init(reply json: JSON, path: String) throws(FieldFault) {
    self = try ShapeReader.read(json, at: FieldPlace(path), unknownFields: .passedOver)
  }
}

extension JSON {
  /// An object of those fields that there are.
  package init(fields: KeyValuePairs<String, JSON?>) {
    var present: [Field] = []
    present.reserveCapacity(fields.count)
    for case (let name, let value?) in fields { present.append(Field(name, value)) }
    self = .object(present)
  }
}

extension String {
  package var json: JSON { .string(self) }
}

extension Bool {
  package var json: JSON { .bool(self) }
  /// For fields whose absence means false.
  package var jsonIfTrue: JSON? { self ? .bool(true) : nil }
}

extension BinaryInteger {
  /// Clamped to 64 bits.
  package var json: JSON { .int(Int64(clamping: self)) }
}

extension Double {
  package var json: JSON { .double(self) }
}

extension RawRepresentable where RawValue == String {
  package var json: JSON { .string(rawValue) }
}

extension Sequence where Element: JSONRepresentable {
  // Not by a key path: a generic one is put together anew at every use.
  package var json: JSON { .array(map { $0.json }) }
}
