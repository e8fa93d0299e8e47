/// A value of any type as text, by which it is kept.
package enum ValueText {
  /// Deeper than any program nests what it sends; GLib's reader takes 128.
  private static let depth = 16

  /// The value in GVariant's text format, and the reader behind it. `strings`: makes of a text the quoted one that is to
  /// stand for it. `nil` for one that means nothing outside of its message, or is no number, or is nested too deeply.
  package static func read(
    _ type: Signature, _ reader: inout WireReader, strings: (ArraySlice<UInt8>) -> String
  ) -> String? {
    var text = ""
    do throws(WireFault) { try add(type.codes, &reader, strings, to: &text, 0) } catch { return nil }
    return text
  }

  /// One value, of one whole type.
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
      // Of numbers so small the format has none.
      guard number.isFinite, !number.isSubnormal else { throw .fields }
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
