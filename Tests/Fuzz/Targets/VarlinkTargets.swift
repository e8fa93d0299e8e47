import Foundation
import TestSupport
import Varlink

let varlinkTargets: [FuzzTarget] = [
  FuzzTarget(name: "frames", parsers: ["Varlink/FrameReader.swift"], check: checkFrames),
  FuzzTarget(name: "json", parsers: ["Varlink/JSONReader.swift", "Varlink/JSON.swift"], check: checkJSON),
  FuzzTarget(
    name: "varlink-messages",
    parsers: ["Varlink/Call.swift", "Varlink/FieldReader.swift", "Varlink/Service.swift"],
    check: checkMessages),
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

/// JSON that was read is written, read again, and the same. Foundation reads the same value from it. Bytes that are
/// refused are refused by Foundation as well, or break one of the rules that are the reader's own.
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

/// A call and a reply that were read are written, read again, and the same; and an answer to a call of the service
/// itself is a reply that can be read.
@Sendable private func checkMessages(_ bytes: [UInt8]) throws {
  if let call = try? Call(parsing: bytes) {
    let written = call.bytes
    try require(
      written.last == 0 && written.firstIndex(of: 0) == written.count - 1, "a call with a NUL in it")
    try require(
      (try? Call(parsing: written.dropLast())) == call, "another call is read from what was written")
    if let answer = service?.answer(call) { try checkReply(answer) }
  }
  if let reply = try? Reply(parsing: bytes) {
    try checkReply(reply)
    if case .failed(let error) = reply, let field = InvalidField(error) {
      try require(
        error.parameters["parameter"] == .string(field.path), "an error names another parameter than its own")
    }
  }
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
