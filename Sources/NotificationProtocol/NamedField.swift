internal import NotificationModel
internal import Varlink

/// A field of a noun that is named once, for reading as well as for writing.
struct NamedField<Noun>: Sendable {
  let read: @Sendable (inout ShapeReader, inout Noun) throws(FieldFault) -> Void
  /// `nil` where there is nothing to write.
  let written: @Sendable (Noun) -> JSON.Field?

  init<Value>(_ name: String, _ place: any WritableKeyPath<Noun, Value> & Sendable, _ form: FieldForm<Value>)
  {
    read = { (fields, noun) throws(FieldFault) in
      noun[keyPath: place] = try fields.required(name, try form.read(&fields, name))
    }
    written = { JSON.Field(name, form.json($0[keyPath: place])) }
  }

  /// One that may be absent.
  init<Value>(_ name: String, _ place: any WritableKeyPath<Noun, Value?> & Sendable, _ form: FieldForm<Value>)
  {
    read = { (fields, noun) throws(FieldFault) in noun[keyPath: place] = try form.read(&fields, name) }
    written = { noun in noun[keyPath: place].map { JSON.Field(name, form.json($0)) } }
  }
}

/// What a field can hold: how it is read, and how it is written.
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
