/// A value of any type as text, by which it is kept: in GVariant's text format, as far as it takes to read it again.
package enum ValueText {
  /// Deeper than any program nests what it sends; GLib's reader takes 128.
  fileprivate static let depth = 16

  /// The value in GVariant's text format, and the reader behind it. `strings`: makes of a text the quoted one that is
  /// to stand for it. `nil` for one that means nothing outside of its message, or is no number, or is nested too
  /// deeply.
  package static func read(
    _ type: Signature, _ reader: inout WireReader, strings: (ArraySlice<UInt8>) -> String
  ) -> String? {
    var text = ""
    do throws(WireFault) { try add(type.codes, &reader, strings, to: &text, 0) } catch { return nil }
    return text
  }

  /// GLib's text format has no literals for infinities, NaN and numbers this small.
  fileprivate static func hasLiteral(_ number: Double) -> Bool { number.isFinite && !number.isSubnormal }

  /// Adds a value of one whole type.
  private static func add(
    _ type: ArraySlice<UInt8>, _ reader: inout WireReader, _ strings: (ArraySlice<UInt8>) -> String,
    to text: inout String, _ depth: Int
  ) throws(WireFault) {
    guard depth <= Self.depth, let code = type.first else { throw .signature }
    switch code {
    case UInt8(ascii: "y"): text += "\(try reader.byte())"
    case UInt8(ascii: "b"): text += try reader.uint32() != 0 ? "true" : "false"
    case UInt8(ascii: "n"): text += "\(Int16(bitPattern: try reader.uint16()))"
    case UInt8(ascii: "q"): text += "\(try reader.uint16())"
    case UInt8(ascii: "i"): text += "\(Int32(bitPattern: try reader.uint32()))"
    case UInt8(ascii: "u"): text += "\(try reader.uint32())"
    case UInt8(ascii: "x"): text += "\(Int64(bitPattern: try reader.uint64()))"
    case UInt8(ascii: "t"): text += "\(try reader.uint64())"
    case UInt8(ascii: "d"):
      let number = Double(bitPattern: try reader.uint64())
      guard Self.hasLiteral(number) else { throw .fields }
      text += "\(number)"
    case UInt8(ascii: "s"), UInt8(ascii: "o"): text += strings(reader.slice(try reader.string()))
    case UInt8(ascii: "g"): text += strings(reader.slice(try reader.signature()))
    case UInt8(ascii: "v"):
      let inner = try Signature(reader.slice(try reader.signature()))
      guard inner.isSingle else { throw .signature }
      text += "<@\(inner.text) "
      try add(inner.codes, &reader, strings, to: &text, depth + 1)
      text += ">"
    case UInt8(ascii: "a"):
      let element = type.dropFirst()
      let length = Int(try reader.uint32())
      try reader.align(to: Signature.alignment(of: element.first ?? code))
      var elements = try reader.part(length)
      let isDictionary = element.first == UInt8(ascii: "{")
      text += isDictionary ? "{" : "["
      var isFirst = true
      while !elements.isAtEnd {
        if !isFirst { text += "," }
        isFirst = false
        try add(element, &elements, strings, to: &text, depth + 1)
      }
      text += isDictionary ? "}" : "]"
    case UInt8(ascii: "{"):
      try reader.align(to: 8)
      try add(type.dropFirst().prefix(1), &reader, strings, to: &text, depth + 1)
      text += ":"
      try add(type.dropFirst(2).dropLast(), &reader, strings, to: &text, depth + 1)
    case UInt8(ascii: "("):
      try reader.align(to: 8)
      let members = try Signature(type.dropFirst().dropLast()).types
      text += "("
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        try add(member, &reader, strings, to: &text, depth + 1)
      }
      text += members.count == 1 ? ",)" : ")"
    // A file descriptor.
    default: throw .signature
    }
  }
}

extension BusValue {
  /// Reads a text that `ValueText` has written for a value of this type; `nil` for any other text.
  package init?(written text: String, type: String) {
    do throws(WireFault) {
      let signature = try Signature(Array(type.utf8)[...])
      guard signature.isSingle else { return nil }
      var reader = ValueTextReader(rest: Array(text.utf8)[...])
      self = try reader.value(signature.codes, depth: 0)
      guard reader.rest.isEmpty else { return nil }
    } catch { return nil }
  }
}

private struct ValueTextReader {
  var rest: ArraySlice<UInt8>

  mutating func value(_ type: ArraySlice<UInt8>, depth: Int) throws(WireFault) -> BusValue {
    guard depth <= ValueText.depth, let code = type.first else { throw .signature }
    switch code {
    case UInt8(ascii: "y"): return .byte(try literal())
    case UInt8(ascii: "n"): return .int16(try literal())
    case UInt8(ascii: "q"): return .uint16(try literal())
    case UInt8(ascii: "i"): return .int32(try literal())
    case UInt8(ascii: "u"): return .uint32(try literal())
    case UInt8(ascii: "x"): return .int64(try literal())
    case UInt8(ascii: "t"): return .uint64(try literal())
    case UInt8(ascii: "d"):
      let number: Double = try literal()
      guard ValueText.hasLiteral(number) else { throw .arguments }
      return .double(number)
    case UInt8(ascii: "b"): return .bool(try literal())
    case UInt8(ascii: "s"): return .string(try text())
    case UInt8(ascii: "o"):
      let path = try text()
      guard BusValue.isObjectPath(path) else { throw .arguments }
      return .objectPath(path)
    case UInt8(ascii: "g"):
      let codes = try text()
      _ = try Signature(Array(codes.utf8)[...])
      return .signature(codes)
    case UInt8(ascii: "v"):
      try expect("<@")
      let inner = try Signature(rest.prefix { $0 != UInt8(ascii: " ") })
      guard inner.isSingle else { throw .signature }
      rest = rest.dropFirst(inner.codes.count)
      try expect(" ")
      let value = try value(inner.codes, depth: depth + 1)
      try expect(">")
      return .variant(value)
    case UInt8(ascii: "a"):
      let element = type.dropFirst()
      let isDictionary = element.first == UInt8(ascii: "{")
      try expect(isDictionary ? "{" : "[")
      var elements: [BusValue] = []
      while !skips(isDictionary ? "}" : "]") {
        if !elements.isEmpty { try expect(",") }
        elements.append(try value(element, depth: depth + 1))
      }
      return .list(of: String(decoding: element, as: UTF8.self), elements)
    case UInt8(ascii: "{"):
      let key = try value(type.dropFirst().prefix(1), depth: depth + 1)
      try expect(":")
      return .structure([key, try value(type.dropFirst(2).dropLast(), depth: depth + 1)])
    case UInt8(ascii: "("):
      try expect("(")
      var members: [BusValue] = []
      for member in try Signature(type.dropFirst().dropLast()).types {
        if !members.isEmpty { try expect(",") }
        members.append(try value(member, depth: depth + 1))
      }
      if members.count == 1 { try expect(",") }
      try expect(")")
      return .structure(members)
    // A file descriptor.
    default: throw .signature
    }
  }

  /// A number or a truth value in the form in which it is written: Swift also reads `+5` and `0x1p4`.
  private mutating func literal<Literal: LosslessStringConvertible>() throws(WireFault) -> Literal {
    let word = word()
    guard let literal = Literal(word), literal.description == word else { throw .arguments }
    return literal
  }

  private mutating func word() -> String {
    let word = rest.prefix { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"),
        UInt8(ascii: "+"), UInt8(ascii: "."):
        true
      default: false
      }
    }
    rest = rest.dropFirst(word.count)
    return String(decoding: word, as: UTF8.self)
  }

  /// In quotation marks. A backslash stands before each mark and each backslash in it, and nowhere else.
  private mutating func text() throws(WireFault) -> String {
    try expect("'")
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "'") { return String(decoding: bytes, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let escaped = rest.popFirst(), escaped == byte || escaped == UInt8(ascii: "'") else { break }
      bytes.append(escaped)
    }
    throw .arguments
  }

  private mutating func expect(_ mark: StaticString) throws(WireFault) {
    guard skips(mark) else { throw .arguments }
  }

  private mutating func skips(_ mark: StaticString) -> Bool {
    let isThere = mark.withUTF8Buffer { rest.starts(with: $0) }
    if isThere { rest = rest.dropFirst(mark.utf8CodeUnitCount) }
    return isThere
  }
}
