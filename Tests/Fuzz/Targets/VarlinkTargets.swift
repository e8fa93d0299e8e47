import Foundation
import TestSupport
import Varlink

let varlinkTargets: [FuzzTarget] = [
  FuzzTarget(name: "frames", parsers: ["Varlink/FrameReader.swift"], check: checkFrames),
  FuzzTarget(name: "json", parsers: ["Varlink/JSONReader.swift", "Varlink/JSON.swift"], check: checkJSON),
  FuzzTarget(
    name: "varlink-messages", parsers: ["Varlink/Call.swift", "Varlink/Service.swift"], check: checkMessages),
  FuzzTarget(name: "varlink-fields", parsers: ["Varlink/FieldReader.swift"], check: checkFields),
  FuzzTarget(
    name: "interface-descriptions", parsers: ["Varlink/InterfaceDescription.swift"], maximumLength: 1_024,
    check: checkDescription),
]

// MARK: Frames

/// A stream has the same messages however it is cut into reads, and however many reads come before they are looked at:
/// those that a plain search for NULs finds, up to the first that is longer than the limit, which is a fault for ever.
@Sendable private func checkFrames(_ bytes: [UInt8]) throws {
  var choices = FuzzBytes(bytes)
  let limit = choices.below(256)
  // A buffer that has grown is freed, which short inputs do not reach.
  let repeats = 1 + choices.below(8)
  let pieces = choices.pieces()
  let reads = [[[UInt8]]](repeating: pieces, count: repeats).flatMap { $0 }
  let stream = Array(reads.joined())

  var wanted: [[UInt8]] = []
  var rest = stream[...]
  while let end = rest.firstIndex(of: 0), end - rest.startIndex <= limit {
    wanted.append(Array(rest[..<end]))
    rest = rest[(end + 1)...]
  }
  let isTooLong = rest.prefix { $0 != 0 }.count > limit

  for cut in [reads, [stream]] {
    var reader = FrameReader(limit: limit)
    var found: [[UInt8]] = []
    var isFault = false
    for (number, read) in cut.enumerated() where !isFault {
      reader.append(read)
      guard number == cut.count - 1 || read.count % 2 == 0 else { continue }
      do { while let frame = try reader.next() { found.append(frame) } } catch { isFault = true }
    }
    try require(found == wanted, "other messages than the NULs in the stream end")
    try require(
      isFault == isTooLong, "a message that is too long, or none that is, and the reader says otherwise")
    if isFault {
      try require((try? reader.next()) == nil, "a message is read behind a fault")
    } else {
      try require(
        reader.isInsideMessage == !rest.isEmpty, "the reader does not know whether a message has begun")
    }
  }
}

// MARK: JSON

/// JSON that was read is written, read again, and the same, in one piece and, if it is an array, element by element.
/// Foundation reads the same value from it. Bytes that are refused are refused by Foundation as well, or break one of the
/// rules that are the reader's own.
@Sendable private func checkJSON(_ bytes: [UInt8]) throws {
  let value: JSON
  do throws(JSONFault) { value = try JSON(parsing: bytes) } catch {
    try require(error.offset <= bytes.count, "a fault behind the end")
    guard !isStricter(error, bytes) else { return }
    try require(foundation(bytes) == nil, "Foundation reads it: \(error.reason)")
    return
  }
  var written: [UInt8] = []
  value.append(to: &written)
  try require(!written.contains(0), "a NUL is written")
  let again = try? JSON(parsing: written)
  try require(again == value, "another value is read from what was written")
  guard let other = foundation(bytes) else { throw Violation("Foundation does not read it") }
  try require(isSame(value, other), "Foundation reads another value")
  if case .array(let elements) = value { try checkArrayReply(elements) }
}

/// The reply has each element with which it is no longer than the limit.
private func checkArrayReply(_ elements: [JSON]) throws {
  let limit = 64
  let rest = [JSON.Field("more", .bool(true))]
  var reply = ArrayReply("values")
  var kept: [JSON] = []
  for element in elements {
    let text = (kept + [element]).map(\.text).joined(separator: ",")
    let fits = #"{"parameters":{"values":["#.utf8.count + text.utf8.count <= limit
    try require(reply.append(element, limit: limit) == fits, "an element is taken: \(!fits), at \(text)")
    if fits { kept.append(element) }
  }
  let message = reply.message(rest)
  try require(
    (try? Reply(parsing: message.dropLast()))
      == .done(JSON.object([.init("values", .array(kept))]).adding(rest)),
    "another array is read than was written")
}

private func foundation(_ bytes: [UInt8]) -> Any? {
  try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
}

/// The faults of what Foundation reads all the same: it takes trailing commas, U+0000, other encodings, deeper nesting,
/// the last of two fields of one name, and numbers as near as it can.
private func isStricter(_ fault: JSONFault, _ bytes: [UInt8]) -> Bool {
  let own = [
    "a comma stands before a closing bracket", "U+0000 is not allowed", "two fields of one name",
    "an integer beyond 64 bits", "a number beyond a double", "nested more than \(JSON.maximumDepth) deep",
  ]
  return own.contains(fault.reason) || bytes.contains(0) || bytes.starts(with: [0xEF, 0xBB, 0xBF])
    || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
}

private func isSame(_ value: JSON, _ other: Any) -> Bool {
  switch value {
  case .null: return other is NSNull
  case .bool(let flag): return (other as? NSNumber)?.boolValue == flag
  case .int(let number): return (other as? NSNumber)?.int64Value == number
  case .double(let number):
    // Foundation reads some numbers by way of decimal ones.
    return (other as? NSNumber).map { abs($0.doubleValue - number) <= abs(number) * 1e-12 } ?? false
  case .string(let text): return (other as? String)?.utf8.elementsEqual(text.utf8) ?? false
  case .array(let elements):
    guard let others = other as? [Any], others.count == elements.count else { return false }
    return zip(elements, others).allSatisfy(isSame)
  case .object(let fields):
    guard let others = other as? [String: Any] else { return false }
    // Names that differ in their bytes alone are one name to Foundation.
    guard others.count == fields.count else { return Set(fields.map(\.name)).count == others.count }
    return fields.allSatisfy { field in others[field.name].map { isSame(field.value, $0) } ?? false }
  }
}

// MARK: Calls and replies

/// A message is a call, or a reply, if its JSON has the form that the protocol gives to one. What was read is written,
/// read again, and the same. An answer to a call of the service itself is a reply that can be read.
@Sendable private func checkMessages(_ bytes: [UInt8]) throws {
  switch Result(catching: { () throws(CallFault) in try Call(parsing: bytes) }) {
  case .success(let call): try checkCall(call, Envelope(bytes, JSON.maximumDepth))
  case .failure(let fault):
    try require(Envelope(bytes, JSON.maximumDepth)?.isCall != true, "a call is refused: \(fault.reason)")
  }
  // Replies nest the values of calls.
  let envelope = Envelope(bytes, JSON.maximumDepth + 8)
  switch Result(catching: { () throws(CallFault) in try Reply(parsing: bytes) }) {
  case .success(let reply):
    try require(envelope?.isReply == true, "no reply is read as one")
    try checkReply(reply)
    if case .failed(let error) = reply, let field = InvalidField(error) {
      try require(
        error.parameters["parameter"] == .string(field.path), "an error names another parameter than its own")
    }
  case .failure(let fault): try require(envelope?.isReply != true, "a reply is refused: \(fault.reason)")
  }
}

private struct Envelope {
  private let message: JSON

  init?(_ bytes: [UInt8], _ maximumDepth: Int) {
    guard let message = try? JSON(parsing: bytes, maximumDepth: maximumDepth), case .object = message else {
      return nil
    }
    self.message = message
  }

  private func value(_ name: String) -> JSON? { message[name] == .null ? nil : message[name] }
  private func isFlagOrMissing(_ name: String) -> Bool {
    if case .bool? = value(name) { true } else { value(name) == nil }
  }

  var method: String? { if case .string(let name)? = value("method") { name } else { nil } }
  var parameters: JSON { value("parameters") ?? .object([]) }
  func isSet(_ name: String) -> Bool { value(name) == .bool(true) }

  private var hasParameters: Bool { if case .object = parameters { true } else { false } }

  var isCall: Bool {
    method != nil && hasParameters && ["oneway", "more", "upgrade"].allSatisfy(isFlagOrMissing)
      && !isSet("upgrade") && !(isSet("oneway") && isSet("more"))
  }

  var isReply: Bool {
    let isError = if case .string? = value("error") { true } else { false }
    return hasParameters && isFlagOrMissing("continues") && (isError || value("error") == nil)
      && !(isError && isSet("continues"))
  }
}

private func checkCall(_ call: Call, _ envelope: Envelope?) throws {
  guard let envelope, envelope.isCall, let method = envelope.method else {
    throw Violation("no call is read as one")
  }
  let expected = Call(
    method: method, parameters: envelope.parameters, oneway: envelope.isSet("oneway"),
    more: envelope.isSet("more"))
  try require(call == expected, "another call is read than its fields say")
  let written = call.bytes
  try require(
    written.last == 0 && written.firstIndex(of: 0) == written.count - 1, "a call with a NUL in it")
  try require((try? Call(parsing: written.dropLast())) == call, "another call is read from what was written")
  if let answer = service?.answer(call) { try checkReply(answer) }
}

private func checkReply(_ reply: Reply) throws {
  var written: [UInt8] = []
  reply.append(to: &written)
  try require(written.last == 0 && written.firstIndex(of: 0) == written.count - 1, "a reply with a NUL in it")
  try require(
    (try? Reply(parsing: written.dropLast())) == reply, "another reply is read from what was written")
}

private let service = InterfaceDescription(
  text: """
    interface org.example.Test
    # [Requires 'more' flag]
    method Watch() -> ()
    method Get(name: string) -> (value: ?string)
    """
).map {
  Service(vendor: "v", product: "p", version: "1", url: "https://example.org", interfaces: [$0])
}

// MARK: Fields

/// The fields of an object are read by name and kind, and those within `object` and `list` likewise. A field of another
/// kind, one that is missing, and the first that was not asked for, are refused by their paths; the last by the
/// object's own path if its name could be content.
@Sendable private func checkFields(_ bytes: [UInt8]) throws {
  if let value = try? JSON(parsing: bytes) { try checkFields(of: value, at: FieldPlace()) }
}

private func checkFields(of value: JSON, at place: FieldPlace) throws {
  guard case .object(let fields) = value else {
    let read = Result { () throws(InvalidField) in try FieldReader(value, at: place) }
    guard case .failure(let fault) = read else { throw Violation("fields of no object") }
    return try require(fault.path == place.path, "no object, at \(fault.path)")
  }
  var reader = try FieldReader(value, at: place)
  func path(_ name: String) -> String { place.path.isEmpty ? name : place.path + "." + name }
  func check<Field: Equatable>(
    _ name: String, _ read: (inout FieldReader, String) throws(InvalidField) -> Field?,
    isRequired: Bool = false,
    as expected: (JSON) -> Field?
  ) throws {
    let given = value[name].flatMap { $0 == .null ? nil : $0 }
    let isRefused = given.map { expected($0) == nil } ?? isRequired
    switch Result(catching: { () throws(InvalidField) in try read(&reader, name) }) {
    case .success(let found):
      try require(!isRefused && found == given.flatMap(expected), "\(String(describing: found)) for \(name)")
    case .failure(let fault): try require(isRefused && fault.path == path(name), "\(fault) for \(name)")
    }
  }
  try check("any", { $0.value($1) }) { $0 }
  try check("text", { (reader, name) throws(InvalidField) in try reader.string(name) }, as: text)
  try check(
    "name", { (reader, name) throws(InvalidField) in try reader.requiredString(name) }, isRequired: true,
    as: text)
  try check("flag", { (reader, name) throws(InvalidField) in try reader.bool(name) }) {
    if case .bool(let flag) = $0 { flag } else { nil }
  }
  try check("whole", { (reader, name) throws(InvalidField) in try reader.int(name) }, as: whole)
  try check("number", { (reader, name) throws(InvalidField) in try reader.double(name) }) {
    if case .double(let number) = $0 {
      number
    } else if case .int(let number) = $0 {
      Double(number)
    } else {
      nil
    }
  }
  try check("object", { (reader, name) throws(InvalidField) in try reader.object(name) }) {
    if case .object = $0 { $0 } else { nil }
  }
  try check("list", { (reader, name) throws(InvalidField) in try reader.array(name) }) {
    if case .array(let values) = $0 { values } else { nil }
  }

  let known = ["any", "text", "name", "flag", "whole", "number", "object", "list"]
  let unknown = fields.first { !known.contains($0.name) }?.name
  switch Result(catching: { () throws(InvalidField) in try reader.finish() }) {
  case .success: try require(unknown == nil, "\(unknown ?? "") is known")
  case .failure(let fault):
    let isWord = unknown?.wholeMatch(of: /[A-Za-z0-9_]{1,64}/) != nil
    try require(
      unknown != nil && fault.path == (isWord ? path(unknown ?? "") : place.path), "\(fault) at the end")
  }

  if let object = value["object"], object != .null {
    try checkFields(of: object, at: FieldPlace(reader.path(of: "object")))
  }
  guard case .array(let values)? = value["list"] else { return }
  for (index, value) in values.enumerated() {
    try checkFields(of: value, at: FieldPlace(reader.path(of: "list"), index))
  }
}

private func text(_ value: JSON) -> String? { if case .string(let text) = value { text } else { nil } }

/// A double is an integer up to 2^53.
private func whole(_ value: JSON) -> Int64? {
  switch value {
  case .int(let number): number
  case .double(let number): abs(number) <= 0x1p53 ? Int64(exactly: number) : nil
  default: nil
  }
}

// MARK: Interface descriptions

/// The declarations that were read are written, read again, and the same. Names of methods are words, and a method that
/// requires `more` supports it.
@Sendable private func checkDescription(_ bytes: [UInt8]) throws {
  guard let description = InterfaceDescription(text: String(decoding: bytes, as: UTF8.self)) else { return }
  for name in [description.name] + description.methods.map(\.name) {
    try require(
      !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"(),:#".utf8.contains($0) },
      "a name that is no word")
  }
  try require(
    description.methods.allSatisfy { !$0.requiresMore || $0.supportsMore }, "more is required, not supported")
  guard let declarations = try? Declarations(description) else { return }
  let written = InterfaceDescription(text: text(of: declarations, named: description.name))
  guard let again = try written.map({ try Declarations($0) }) else {
    throw Violation("the declarations are written in no interface")
  }
  try require(
    again.types == declarations.types && again.errors == declarations.errors
      && again.methods.mapValues(\.parameters) == declarations.methods.mapValues(\.parameters)
      && again.methods.mapValues(\.results) == declarations.methods.mapValues(\.results),
    "other declarations are read from what was written")
  for (name, type) in declarations.types {
    try require(
      declarations.fields(of: .nullable(.array(.named(name)))) == declarations.fields(of: type),
      "\(name) has other fields than its type")
  }
}

/// Every token on a line of its own: a combining mark at the beginning of one would join a blank before it.
private func text(of declarations: Declarations, named name: String) -> String {
  var tokens = ["interface \(name)"]
  for (name, type) in declarations.types { tokens += ["type", name] + words(type) }
  for (name, type) in declarations.errors { tokens += ["error", name] + words(type) }
  for (name, method) in declarations.methods {
    tokens += ["method", name] + words(method.parameters) + ["->"] + words(method.results)
  }
  return tokens.joined(separator: "\n")
}

private func words(_ type: DeclaredType) -> [String] {
  switch type {
  case .bool: ["bool"]
  case .int: ["int"]
  case .float: ["float"]
  case .string: ["string"]
  case .object: ["object"]
  case .named(let name): [name]
  case .nullable(let inner): ["?"] + words(inner)
  case .array(let inner): ["[]"] + words(inner)
  case .structure(let fields):
    ["("] + fields.map { [$0.name, ":"] + words($0.type) }.joined(separator: [","]) + [")"]
  case .enumeration(let cases): ["("] + cases.map { [$0] }.joined(separator: [","]) + [")"]
  }
}
