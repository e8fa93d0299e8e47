package import NotificationModel
package import Varlink

/// Reads an object as the interfaces declare it, field by field: types, ranges, names and limits. A field that holds null counts as absent.
package struct ShapeReader {
  package enum UnknownFields: Sendable {
    case refused, passedOver
  }

  private var fields: FieldReader
  private let unknownFields: UnknownFields

  package init(
    _ json: JSON, at place: FieldPlace = FieldPlace(), unknownFields: UnknownFields = .refused
  ) throws(FieldFault) {
    do throws(InvalidField) { fields = try FieldReader(json, at: place) } catch { throw FieldFault(error) }
    self.unknownFields = unknownFields
  }

  /// Refuses fields that were not asked for, where they are to be refused.
  package func finish() throws(FieldFault) {
    guard unknownFields == .refused else { return }
    do throws(InvalidField) { try fields.finish() } catch { throw FieldFault(error) }
  }

  package func path(of name: String) -> String { fields.path(of: name) }

  package func invalid(_ name: String, _ reason: String) -> FieldFault {
    .invalid(path: path(of: name), reason: reason)
  }

  /// A fault of the object rather than of one field.
  package func invalidWhole(_ reason: String) -> FieldFault { .invalid(path: fields.path, reason: reason) }

  /// The value of a field that must be there.
  package func required<Value>(_ name: String, _ value: Value?) throws(FieldFault) -> Value {
    guard let value else { throw invalid(name, "is missing") }
    return value
  }

  // MARK: Plain values

  package mutating func text(_ name: String, limit: Int) throws(FieldFault) -> String? {
    let text: String?
    do throws(InvalidField) { text = try fields.string(name) } catch { throw FieldFault(error) }
    if let given = text?.utf8.count, given > limit {
      throw .tooLarge(field: path(of: name), limit: limit, given: given)
    }
    return text
  }

  package mutating func text(_ name: String, within limit: TextLimit) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: .max) else { return nil }
    if let (limit, given, unit) = limit.excess(of: text) {
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

  /// An object that is not looked into.
  package mutating func object(_ name: String) throws(FieldFault) -> JSON? {
    do throws(InvalidField) { return try fields.object(name) } catch { throw FieldFault(error) }
  }

  // MARK: Nouns

  package mutating func value<Value: JSONRepresentable>(_ name: String) throws(FieldFault) -> Value? {
    guard let object = try object(name) else { return nil }
    return try Self.read(object, at: FieldPlace(path(of: name)), unknownFields: unknownFields)
  }

  package mutating func values<Value: JSONRepresentable>(
    _ name: String, limit: Int = .max
  ) throws(FieldFault) -> [Value]? {
    let unknownFields = unknownFields
    return try elements(name, limit: limit) { (json, place) throws(FieldFault) in
      try Self.read(json, at: place, unknownFields: unknownFields)
    }
  }

  /// Passes over the elements that are not known.
  package mutating func values<Value: JSONRepresentable>(
    _ name: String, where isKnown: (JSON) -> Bool
  ) throws(FieldFault) -> [Value]? {
    let unknownFields = unknownFields
    let known = try elements(name, limit: .max) { (json, place) throws(FieldFault) -> Value? in
      isKnown(json) ? try Self.read(json, at: place, unknownFields: unknownFields) : nil
    }
    return known?.compactMap { $0 }
  }

  /// Reads each element of an array, of which there may be `limit`.
  mutating func elements<Element>(
    _ name: String, limit: Int, _ read: (JSON, FieldPlace) throws(FieldFault) -> Element
  ) throws(FieldFault) -> [Element]? {
    let elements: [JSON]?
    do throws(InvalidField) { elements = try fields.array(name) } catch { throw FieldFault(error) }
    guard let elements else { return nil }
    guard elements.count <= limit else { throw invalid(name, "must have at most \(limit) elements") }
    var values: [Element] = []
    values.reserveCapacity(elements.count)
    let array = path(of: name)
    for (index, element) in elements.enumerated() {
      values.append(try read(element, FieldPlace(array, index)))
    }
    return values
  }

  static func read<Value: JSONRepresentable>(
    _ json: JSON, at place: FieldPlace, unknownFields: UnknownFields
  ) throws(FieldFault) -> Value {
    var reader = try ShapeReader(json, at: place, unknownFields: unknownFields)
    do throws(FieldFault) {
      let value = try Value(fields: &reader)
      try reader.finish()
      return value
    } catch {
      guard unknownFields == .refused, let declared = Value.declaredFields else { throw error }
      throw error.orUnknownField(of: json, at: place, declared: declared)
    }
  }

  private static func bounds(_ range: ClosedRange<Int64>) -> String {
    range.upperBound == .max
      ? "must be at least \(range.lowerBound)" : "must be from \(range.lowerBound) to \(range.upperBound)"
  }
}
