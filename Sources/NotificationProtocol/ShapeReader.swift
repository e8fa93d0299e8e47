package import NotificationModel
package import Varlink

/// Reads an object as the interfaces declare it, field by field: types, ranges, names and limits. A field that holds
/// null counts as absent.
package struct ShapeReader {
  /// A call is held to the limits of sizes, and to the declared fields. A reply may have other fields, from a newer
  /// daemon, and longer texts: calls of the desktop's own interface have wider limits.
  package enum Message: Sendable {
    case call, reply
  }

  private var fields: FieldReader
  private let message: Message

  package init(
    _ json: JSON, at place: FieldPlace = FieldPlace(), in message: Message = .call
  ) throws(FieldFault) {
    do throws(InvalidField) { fields = try FieldReader(json, at: place) } catch { throw FieldFault(error) }
    self.message = message
  }

  /// Whether sizes are limited.
  var isLimited: Bool { message == .call }

  /// Refuses fields of a call that were not read.
  package func finish() throws(FieldFault) {
    guard message == .call else { return }
    do throws(InvalidField) { try fields.finish() } catch { throw FieldFault(error) }
  }

  package func path(of name: String) -> String { fields.path(of: name) }

  package func invalid(_ name: String, _ reason: String) -> FieldFault {
    .invalid(path: path(of: name), reason: reason)
  }

  /// A fault of the object rather than of one field.
  package func invalidWhole(_ reason: String) -> FieldFault { .invalid(path: fields.path, reason: reason) }

  /// The value of a required field.
  package func required<Value>(_ name: String, _ value: Value?) throws(FieldFault) -> Value {
    guard let value else { throw invalid(name, "is missing") }
    return value
  }

  // MARK: Plain values

  package mutating func text(_ name: String, limit: Int) throws(FieldFault) -> String? {
    let text: String?
    do throws(InvalidField) { text = try fields.string(name) } catch { throw FieldFault(error) }
    if isLimited, let given = text?.utf8.count, given > limit {
      throw .tooLarge(field: path(of: name), limit: limit, given: given)
    }
    return text
  }

  package mutating func text(_ name: String, within limit: TextLimit) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: .max) else { return nil }
    if isLimited, let (limit, given, unit) = limit.excess(of: text) {
      throw .tooLarge(field: path(of: name), limit: limit, given: given, unit: unit)
    }
    return text
  }

  package mutating func bool(_ name: String) throws(FieldFault) -> Bool? {
    do throws(InvalidField) { return try fields.bool(name) } catch { throw FieldFault(error) }
  }

  package mutating func int64(_ name: String, in range: ClosedRange<Int64>) throws(FieldFault) -> Int64? {
    let number: Int64?
    do throws(InvalidField) { number = try fields.int(name) } catch { throw FieldFault(error) }
    guard let number else { return nil }
    guard range.contains(number) else { throw invalid(name, Self.bounds(range)) }
    return number
  }

  package mutating func int(_ name: String, in range: ClosedRange<Int> = 0...Int.max) throws(FieldFault)
    -> Int?
  {
    try int64(name, in: Int64(range.lowerBound)...Int64(range.upperBound)).map { Int($0) }
  }

  package mutating func double(_ name: String, in range: ClosedRange<Double>) throws(FieldFault) -> Double? {
    let number: Double?
    do throws(InvalidField) { number = try fields.double(name) } catch { throw FieldFault(error) }
    guard let number else { return nil }
    guard range.contains(number) else {
      throw invalid(name, "must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// An object with any fields.
  package mutating func object(_ name: String) throws(FieldFault) -> JSON? {
    do throws(InvalidField) { return try fields.object(name) } catch { throw FieldFault(error) }
  }

  // MARK: Declared types

  package mutating func value<Value: JSONRepresentable>(_ name: String) throws(FieldFault) -> Value? {
    guard let object = try object(name) else { return nil }
    return try Self.read(object, at: FieldPlace(path(of: name)), in: message)
  }

  package mutating func values<Value: JSONRepresentable>(
    _ name: String, limit: Int = .max
  ) throws(FieldFault) -> [Value]? {
    let message = message
    return try elements(name, limit: limit) { (json, place) throws(FieldFault) in
      try Self.read(json, at: place, in: message)
    }
  }

  /// Skips unknown elements.
  package mutating func values<Value: JSONRepresentable>(
    _ name: String, where isKnown: (JSON) -> Bool
  ) throws(FieldFault) -> [Value]? {
    let message = message
    let known = try elements(name, limit: .max) { (json, place) throws(FieldFault) -> Value? in
      isKnown(json) ? try Self.read(json, at: place, in: message) : nil
    }
    return known?.compactMap { $0 }
  }

  /// Reads each element of an array, of at most `limit` elements in a call.
  mutating func elements<Element>(
    _ name: String, limit: Int, _ read: (JSON, FieldPlace) throws(FieldFault) -> Element
  ) throws(FieldFault) -> [Element]? {
    let elements: [JSON]?
    do throws(InvalidField) { elements = try fields.array(name) } catch { throw FieldFault(error) }
    guard let elements else { return nil }
    guard !isLimited || elements.count <= limit else {
      throw invalid(name, "must have at most \(limit) elements")
    }
    var values: [Element] = []
    values.reserveCapacity(elements.count)
    let array = path(of: name)
    for (index, element) in elements.enumerated() {
      values.append(try read(element, FieldPlace(array, index)))
    }
    return values
  }

  static func read<Value: JSONRepresentable>(
    _ json: JSON, at place: FieldPlace, in message: Message
  ) throws(FieldFault) -> Value {
    var reader = try ShapeReader(json, at: place, in: message)
    do throws(FieldFault) {
      let value = try Value(fields: &reader)
      try reader.finish()
      return value
    } catch {
      guard message == .call, let declared = Value.declaredFields else { throw error }
      throw error.orUnknownField(of: json, at: place, declared: declared)
    }
  }

  private static func bounds(_ range: ClosedRange<Int64>) -> String {
    range.upperBound == .max
      ? "must be at least \(range.lowerBound)" : "must be from \(range.lowerBound) to \(range.upperBound)"
  }
}

/// A field that is not as the interfaces declare. Never holds the value of the field.
package enum FieldFault: Error, Hashable, Sendable {
  /// `path` names the field, like `notification.actions[1].title`.
  case invalid(path: String, reason: String)
  /// The field is longer than its limit.
  case tooLarge(field: String, limit: Int, given: Int, unit: SizeUnit = .bytes)

  init(_ fault: InvalidField) { self = .invalid(path: fault.path, reason: fault.reason) }

  /// The error that the caller sees.
  package var callError: CallError {
    switch self {
    case .invalid(let path, let reason): ServiceError.invalidParameter(path, reason: reason)
    case .tooLarge(let field, let limit, let given, let unit):
      NotificationsError.tooLarge(field: field, limit: limit, given: given, unit: unit).callError
    }
  }
}

extension FieldFault {
  /// The fault to report for an object with this fault: its first undeclared field, if there is one, since a misspelt
  /// field reads as a missing one. Searched only after a fault, so that objects without one are read once.
  package func orUnknownField(
    of object: JSON, at place: FieldPlace = FieldPlace(), declared: [DeclaredField]
  ) -> FieldFault {
    do throws(InvalidField) {
      var fields = try FieldReader(object, at: place)
      for field in declared { _ = fields.value(field.name) }
      try fields.finish()
      return self
    } catch {
      return FieldFault(error)
    }
  }
}

/// A type with a form in JSON, which an interface declares.
package protocol JSONRepresentable: Sendable {
  /// Reads exactly the declared fields.
  init(fields: inout ShapeReader) throws(FieldFault)
  var json: JSON { get }
  /// The declared fields of a type that calls carry; `nil` for a type that is only in replies.
  static var declaredFields: [DeclaredField]? { get }
}

extension JSONRepresentable {
  package static var declaredFields: [DeclaredField]? { nil }

  /// Reads a value of a call. `path` is its place in the parameters; empty for the parameters as a whole.
  package init(json: JSON, path: String) throws(FieldFault) {
    self = try ShapeReader.read(json, at: FieldPlace(path), in: .call)
  }

  /// Reads a value of a reply.
  package init(reply json: JSON, path: String) throws(FieldFault) {
    self = try ShapeReader.read(json, at: FieldPlace(path), in: .reply)
  }
}

extension JSON {
  /// An object of the fields with a value.
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
  // A closure instead of a key path: a generic key path is built anew at every use.
  package var json: JSON { .array(map { $0.json }) }
}

/// A field of a type, declared once for reading and writing.
struct NamedField<Noun>: Sendable {
  let read: @Sendable (inout ShapeReader, inout Noun) throws(FieldFault) -> Void
  /// `nil` if the field is left out.
  let written: @Sendable (Noun) -> JSON.Field?

  init<Value>(_ name: String, _ place: any WritableKeyPath<Noun, Value> & Sendable, _ form: FieldForm<Value>)
  {
    read = { (fields, noun) throws(FieldFault) in
      noun[keyPath: place] = try fields.required(name, try form.read(&fields, name))
    }
    written = { JSON.Field(name, form.json($0[keyPath: place])) }
  }

  /// An optional field.
  init<Value>(_ name: String, _ place: any WritableKeyPath<Noun, Value?> & Sendable, _ form: FieldForm<Value>)
  {
    read = { (fields, noun) throws(FieldFault) in noun[keyPath: place] = try form.read(&fields, name) }
    written = { noun in noun[keyPath: place].map { JSON.Field(name, form.json($0)) } }
  }
}

/// How the value of a field is read and written.
struct FieldForm<Value: Sendable>: Sendable {
  let read: @Sendable (inout ShapeReader, String) throws(FieldFault) -> Value?
  let json: @Sendable (Value) -> JSON
}

extension FieldForm<String> {
  static var text: Self {
    Self(read: { (fields, name) throws(FieldFault) in try fields.text(name, limit: .max) }, json: { $0.json })
  }
}

extension FieldForm<Bool> {
  static var flag: Self {
    Self(read: { (fields, name) throws(FieldFault) in try fields.bool(name) }, json: { $0.json })
  }
}

extension FieldForm<Int> {
  static var count: Self {
    Self(read: { (fields, name) throws(FieldFault) in try fields.int(name) }, json: { $0.json })
  }
}

extension FieldForm<Timestamp> {
  static var time: Self {
    Self(read: { (fields, name) throws(FieldFault) in try fields.time(name) }, json: { $0.json })
  }
}

extension FieldForm<[String]> {
  static var texts: Self {
    Self(
      read: { (fields, name) throws(FieldFault) in try fields.strings(name) },
      json: { .array($0.map(\.json)) })
  }
}

extension FieldForm<[AppID]> {
  static var apps: Self {
    Self(
      read: { (fields, name) throws(FieldFault) in try fields.apps(name) }, json: { .array($0.map(\.json)) })
  }
}
