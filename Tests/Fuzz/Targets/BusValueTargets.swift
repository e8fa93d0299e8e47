import CNotify
import TestSupport

@testable import BusWire

/// What stands in the bodies of messages, and the types of it.
let busValueTargets: [FuzzTarget] = [
  FuzzTarget(
    name: "bus-signatures", parsers: ["BusWire/Signature.swift"], maximumLength: 300, check: checkSignature),
  FuzzTarget(
    name: "bus-values", parsers: ["BusWire/BusValue.swift", "BusWire/Signature.swift"], check: checkValues),
]

// MARK: Signatures

/// The input is a signature. It is one where GLib says so and D-Bus has all of its types and depths; and GLib finds the
/// same types in it. Values of them that are all zeros are as long as their alignments make them.
@Sendable private func checkSignature(_ bytes: [UInt8]) throws {
  let signature = try? Signature(bytes[...])
  let text = String(decoding: bytes, as: UTF8.self)
  let isKnown = !bytes.contains(0) && g_variant_is_signature(text) != 0 && isOfDBus(bytes)
  try require(
    (signature != nil) == isKnown, "GLib and this program differ on a signature")
  guard let signature else { return }
  let types = try signature.types
  try require(types.flatMap(Array.init) == bytes, "the types together are not the signature")
  try require(signature.isSingle == (types.count == 1), "the number of types is another")
  for type in types {
    try require(
      String(decoding: type, as: UTF8.self).withCString { g_variant_type_string_is_valid($0) } != 0,
      "GLib takes it for no type, or for several")
  }
  let zeros = [UInt8](repeating: 0, count: 4_096)
  var reader = WireReader(zeros[...], order: .little, from: 0)
  let isPassed = (try? signature.skip(&reader)) != nil
  try require(
    (isPassed ? reader.position : nil) == lengthOfZeros(bytes), "values that are zeros have another length")
}

/// How long values of these types are that are all zeros; `nil` for a variant, which would have no type.
private func lengthOfZeros(_ codes: [UInt8]) -> Int? {
  let sizes: [Character: Int] = [
    "n": 2, "q": 2, "b": 4, "i": 4, "u": 4, "h": 4, "s": 4, "o": 4, "a": 4, "x": 8, "t": 8, "d": 8, "(": 8,
    "{": 8,
  ]
  func size(_ index: Int) -> Int { sizes[Character(Unicode.Scalar(codes[index]))] ?? 1 }
  var (length, index) = (0, 0)
  func pad(to size: Int) { length = (length + size - 1) / size * size }
  while index < codes.count {
    pad(to: size(index))
    switch Character(Unicode.Scalar(codes[index])) {
    case "v": return nil
    case "(", ")": break
    case "s", "o": length += 5
    case "g": length += 2
    case "a":
      length += 4
      pad(to: size(index + 1))
      // The type of the elements, of which there are none.
      var depth = 0
      repeat {
        index += 1
        if "({".utf8.contains(codes[index]) { depth += 1 }
        if ")}".utf8.contains(codes[index]) { depth -= 1 }
      } while depth > 0 || codes[index] == UInt8(ascii: "a")
    default: length += size(index)
    }
    index += 1
  }
  return length
}

/// The rules of D-Bus that GLib's own types do not have: the length, an empty structure, entries without a dictionary,
/// types that may be nothing, and 32 arrays and 32 structures within each other.
private func isOfDBus(_ codes: [UInt8]) -> Bool {
  guard codes.count <= 255 else { return false }
  /// The arrays around each open bracket, without those that it is the element of.
  var open: [Int] = []
  var (around, arrays) = (0, 0)
  var last: Character = " "
  for code in codes.map({ Character(Unicode.Scalar($0)) }) {
    switch code {
    case "m": return false
    case "a": arrays += 1
    case "(", "{":
      guard code == "(" || last == "a" else { return false }
      open.append(around)
      (around, arrays) = (around + arrays, 0)
    case ")", "}":
      guard last != "(", let outer = open.popLast() else { return false }
      (around, arrays) = (outer, 0)
    default: break
    }
    guard around + arrays <= 32, open.count <= 32 else { return false }
    if !"a({".contains(code) { arrays = 0 }
    last = code
  }
  return true
}

// MARK: Values

/// The input is a choice of the byte order, the length of a signature, the signature, and a body. Values that GLib reads
/// from it and would write in the same way are read as the same, but for descriptors. Values that were read are written,
/// read again, and the same.
@Sendable private func checkValues(_ bytes: [UInt8]) throws {
  var choices = FuzzBytes(bytes)
  var message = OutgoingMessage(.signal)
  (message.path, message.interface, message.member) = (Array("/".utf8), Array("a.b".utf8), Array("C".utf8))
  message.order = choices.chance() ? .big : .little
  let signature = choices.prefix(Int(choices.byte()))
  let body = choices.rest()
  message.carry(signature, body[...])
  // The framer refuses signatures that are none.
  guard let sent = try? whole(message.bytes(serial: 1)) else { return }
  let values = try? sent.values()
  let known = GLibBody(message.bytes(serial: 1), bodyBytes: body.count)
  try require(known?.hasDescriptor ?? true || values != nil, "GLib reads values, and this program does not")
  guard let values else { return }
  if let known { try require(known.isSame(values), "GLib reads other values") }
  try checkTexts(of: sent, values)
  try require((try? sent.numbers(under: "id")) != nil, "values are read whose numbers are not found")
  try checkPassing(over: sent)
  try message.carry(values: values)
  let written = message.bytes(serial: 1)
  guard let again = try? whole(written) else { throw Violation("what was written cannot be read") }
  try require(
    try again.header.signature == signature && again.values().count == values.count, "other types are read")
  guard let other = GLibBody(written, bodyBytes: message.body.count) else {
    throw Violation("GLib cannot read what was written, or writes it otherwise")
  }
  try require(other.isSame(values), "GLib reads other values from what was written")
  // Numbers that are none are unequal to themselves, their bytes are not.
  try message.carry(values: again.values())
  try require(message.bytes(serial: 1) == written, "other values are read from what was written")
}

/// The texts among the arguments, as they are found without reading the others.
private func checkTexts(of message: Message, _ values: [BusValue]) throws {
  func texts(_ ranges: [Range<Int>]) -> [BusValue] { ranges.map { .string(message.text($0) ?? "") } }
  if case .string = values.first {
    let first = try message.firstString().map { [$0] } ?? []
    try require(texts(first) == [values[0]], "the first text is another")
  }
  let isText = values.map { if case .string = $0 { true } else { false } }
  if !isText.contains(false) {
    try require(try texts(message.allStrings()) == values, "the texts are others")
  }
  if values.count == 1, case .strings(let list) = values[0] {
    try require(try texts(message.strings()) == list.map { .string($0) }, "the list of texts is another")
  }
}

/// Values that can be read can be passed over, where variants are not nested more deeply than in any header.
private func checkPassing(over message: Message) throws {
  var reader = message.arguments()
  do { try Signature(message.header.signature[...]).skip(&reader) } catch {
    guard error != .signature else { return }
    throw Violation("values that were read cannot be passed over")
  }
  try require(reader.isAtEnd, "other bytes are passed over than were read")
}

private func whole(_ bytes: [UInt8]) throws -> Message {
  var (framer, rest) = (Framer(.bus), bytes[...])
  guard case .message(let message)? = try framer.next(&rest, wantsBody: { _ in true }), rest.isEmpty else {
    throw WireFault.prefix
  }
  return message
}

// MARK: GLib

/// The arguments of a message by GLib, where it reads all of them and would write the same bytes. It reads more, such as
/// bytes that are no zeros between two values.
private final class GLibBody {
  private let message: OpaquePointer

  init?(_ bytes: [UInt8], bodyBytes: Int) {
    var bytes = bytes
    let length = gsize(bytes.count)
    guard
      let message = g_dbus_message_new_from_blob(&bytes, length, G_DBUS_CAPABILITY_FLAGS_UNIX_FD_PASSING, nil)
    else { return nil }
    self.message = message
    var size = gsize(0)
    guard let again = g_dbus_message_to_blob(message, &size, G_DBUS_CAPABILITY_FLAGS_UNIX_FD_PASSING, nil)
    else {
      return nil
    }
    defer { g_free(again) }
    let body = UnsafeBufferPointer(start: again, count: Int(size)).suffix(bodyBytes)
    guard body.elementsEqual(bytes.suffix(bodyBytes)), bytes[4..<8].elementsEqual((4..<8).map { again[$0] })
    else {
      return nil
    }
  }

  deinit { g_object_unref(gpointer(message)) }

  var hasDescriptor: Bool { g_dbus_message_get_body(message).map(Self.hasDescriptor) ?? false }

  private static func hasDescriptor(_ value: OpaquePointer) -> Bool {
    if String(cString: g_variant_get_type_string(value)) == "h" { return true }
    guard g_variant_is_container(value) != 0 else { return false }
    return (0..<g_variant_n_children(value)).contains { index in
      guard let child = g_variant_get_child_value(value, index) else { return false }
      defer { g_variant_unref(child) }
      return hasDescriptor(child)
    }
  }

  func isSame(_ values: [BusValue]) -> Bool {
    guard let body = g_dbus_message_get_body(message) else { return values.isEmpty }
    return areSame(values, body)
  }
}

private func areSame(_ values: [BusValue], _ container: OpaquePointer) -> Bool {
  guard Int(g_variant_n_children(container)) == values.count else { return false }
  return values.indices.allSatisfy { index in
    guard let child = g_variant_get_child_value(container, gsize(index)) else { return false }
    defer { g_variant_unref(child) }
    return isSame(values[index], child)
  }
}

func isSame(_ value: BusValue, _ other: OpaquePointer) -> Bool {
  let type = String(cString: g_variant_get_type_string(other))
  // The entries of a dictionary are structures here.
  guard value.signature == (type.hasPrefix("{") ? "(\(type.dropFirst().dropLast()))" : type) else {
    return false
  }
  switch value {
  case .string(let text), .objectPath(let text), .signature(let text):
    return String(cString: g_variant_get_string(other, nil)).utf8.elementsEqual(text.utf8)
  case .byte(let number): return g_variant_get_byte(other) == number
  case .int16(let number): return g_variant_get_int16(other) == number
  case .uint16(let number): return g_variant_get_uint16(other) == number
  case .int32(let number): return g_variant_get_int32(other) == number
  case .uint32(let number): return g_variant_get_uint32(other) == number
  case .int64(let number): return g_variant_get_int64(other) == number
  case .uint64(let number): return g_variant_get_uint64(other) == number
  case .double(let number): return g_variant_get_double(other).bitPattern == number.bitPattern
  case .bool(let flag): return (g_variant_get_boolean(other) != 0) == flag
  case .strings(let texts): return areSame(texts.map { .string($0) }, other)
  case .array(_, let elements): return areSame(elements, other)
  case .structure(let members): return areSame(members, other)
  case .variant(let inner): return areSame([inner], other)
  case .dictionary(let entries):
    // Of two entries with one key the first counts.
    var keys: Set<String> = []
    for index in 0..<g_variant_n_children(other) {
      guard let entry = g_variant_get_child_value(other, index) else { return false }
      defer { g_variant_unref(entry) }
      guard let key = g_variant_get_child_value(entry, 0) else { return false }
      defer { g_variant_unref(key) }
      let text = String(cString: g_variant_get_string(key, nil))
      guard keys.insert(text).inserted else { continue }
      guard let value = entries[text], areSame([.string(text), .variant(value)], entry) else { return false }
    }
    return keys.count == entries.count
  }
}
