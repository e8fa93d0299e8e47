/// The types of values, as a signature names them (D-Bus specification, "Type system").
package struct Signature {
  /// Arrays within arrays, and structures within structures: 32 each.
  static let depth = 32
  /// An array holds at most so many bytes.
  static let arrayBytes = 67_108_864

  let codes: ArraySlice<UInt8>

  /// The longest signature: its length is one byte.
  private static let mostCodes = 255

  /// Checks that it names whole types.
  init(_ codes: ArraySlice<UInt8>) throws(WireFault) {
    guard codes.count <= Self.mostCodes else { throw .signature }
    self.codes = codes
    var position = codes.startIndex
    while position < codes.endIndex { position = try Self.end(of: codes, at: position, 0, 0) }
  }

  package var text: String { String(decoding: codes, as: UTF8.self) }

  package func isType(_ code: UInt8) -> Bool { codes.count == 1 && codes.first == code }

  /// Whether it is one whole type, as a variant's must be.
  var isSingle: Bool { (try? Self.end(of: codes, at: codes.startIndex, 0, 0)) == codes.endIndex }

  /// Each of the whole types.
  var types: [ArraySlice<UInt8>] {
    get throws(WireFault) {
      var types: [ArraySlice<UInt8>] = []
      var position = codes.startIndex
      while position < codes.endIndex {
        let next = try Self.end(of: codes, at: position, 0, 0)
        types.append(codes[position..<next])
        position = next
      }
      return types
    }
  }

  /// Where the type that begins there ends.
  private static func end(
    of codes: ArraySlice<UInt8>, at start: Int, _ arrays: Int, _ structures: Int
  ) throws(WireFault) -> Int {
    guard start < codes.endIndex, arrays <= depth, structures <= depth else { throw .signature }
    switch codes[start] {
    case UInt8(ascii: "a"):
      guard start + 1 < codes.endIndex, codes[start + 1] == UInt8(ascii: "{") else {
        return try end(of: codes, at: start + 1, arrays + 1, structures)
      }
      guard start + 2 < codes.endIndex, isBasic(codes[start + 2]) else { throw .signature }
      let value = try end(of: codes, at: start + 3, arrays + 1, structures + 1)
      guard value < codes.endIndex, codes[value] == UInt8(ascii: "}") else { throw .signature }
      return value + 1
    case UInt8(ascii: "("):
      var position = try end(of: codes, at: start + 1, arrays, structures + 1)
      while position < codes.endIndex, codes[position] != UInt8(ascii: ")") {
        position = try end(of: codes, at: position, arrays, structures + 1)
      }
      guard position < codes.endIndex else { throw .signature }
      return position + 1
    case UInt8(ascii: "v"): return start + 1
    case let code where isBasic(code): return start + 1
    default: throw .signature
    }
  }

  private static func isBasic(_ code: UInt8) -> Bool {
    switch code {
    case UInt8(ascii: "y"), UInt8(ascii: "b"), UInt8(ascii: "n"), UInt8(ascii: "q"), UInt8(ascii: "i"),
      UInt8(ascii: "u"), UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "s"),
      UInt8(ascii: "o"), UInt8(ascii: "g"), UInt8(ascii: "h"):
      true
    default: false
    }
  }

  /// Passes over values of these types. `depth`: how many variants they stand in.
  package func skip(_ reader: inout WireReader, depth: Int = 0) throws(WireFault) {
    for type in try types { try Self.skip(type, &reader, depth) }
  }

  /// Passes over one value.
  private static func skip(_ code: ArraySlice<UInt8>, _ reader: inout WireReader, _ depth: Int)
    throws(WireFault)
  {
    guard depth <= Self.depth, let first = code.first else { throw .signature }
    switch first {
    case UInt8(ascii: "y"): try reader.advance(1)
    case UInt8(ascii: "n"), UInt8(ascii: "q"):
      try reader.align(to: 2)
      try reader.advance(2)
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"):
      try reader.align(to: 8)
      try reader.advance(8)
    case UInt8(ascii: "s"), UInt8(ascii: "o"): _ = try reader.string()
    case UInt8(ascii: "g"): _ = try reader.signature()
    case UInt8(ascii: "v"):
      try reader.variant { codes, reader throws(WireFault) in
        try codes.skip(&reader, depth: depth + 1)
      }
    case UInt8(ascii: "a"):
      let length = Int(try reader.uint32())
      guard length <= arrayBytes else { throw .fields }
      try reader.align(to: alignment(of: code[code.startIndex + 1]))
      // The elements' type does not matter here.
      try reader.advance(length)
    case UInt8(ascii: "("):
      try reader.align(to: 8)
      try Signature(code.dropFirst().dropLast()).skip(&reader, depth: depth)
    default: _ = try reader.uint32()
    }
  }

  static func alignment(of code: UInt8) -> Int {
    switch code {
    case UInt8(ascii: "y"), UInt8(ascii: "g"), UInt8(ascii: "v"): 1
    case UInt8(ascii: "n"), UInt8(ascii: "q"): 2
    case UInt8(ascii: "x"), UInt8(ascii: "t"), UInt8(ascii: "d"), UInt8(ascii: "("), UInt8(ascii: "{"): 8
    default: 4
    }
  }
}

extension WireReader {
  /// A variant: its one type, and the reader of its value.
  package mutating func variant(_ value: (Signature, inout WireReader) throws(WireFault) -> Void)
    throws(WireFault)
  {
    let signature = try Signature(slice(try signature()))
    guard signature.isSingle else { throw .signature }
    try value(signature, &self)
  }
}
