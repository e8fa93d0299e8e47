extension Message {
  /// Where the numbers of four bytes (`i`, `u`) stand that have this key in a dictionary, at any depth.
  package func numbers(under key: String) throws(WireFault) -> [Range<Int>] {
    guard hasBody else { throw .arguments }
    var search = EntrySearch(key: Array(key.utf8))
    var reader = arguments()
    for type in try Signature(header.signature[...]).types { try search.pass(type, &reader) }
    guard reader.isAtEnd else { throw .arguments }
    return search.found
  }
}

/// Passes over values, and notes where numbers with a key stand.
private struct EntrySearch {
  let key: [UInt8]
  private(set) var found: [Range<Int>] = []
  /// Of values that may still be passed.
  private var budget = BusValue.mostValues

  init(key: [UInt8]) { self.key = key }

  mutating func pass(_ type: ArraySlice<UInt8>, _ reader: inout WireReader, depth: Int = 0) throws(WireFault)
  {
    guard depth <= 2 * Signature.depth, budget > 0 else { throw .arguments }
    budget -= 1
    switch type.first {
    case UInt8(ascii: "v"):
      let inner = try Signature(reader.slice(try reader.signature()))
      guard inner.isSingle else { throw .signature }
      try pass(inner.codes, &reader, depth: depth + 1)
    case UInt8(ascii: "a"):
      let element = type.dropFirst()
      guard let code = element.first else { throw .signature }
      let length = Int(try reader.uint32())
      try reader.align(to: Signature.alignment(of: code))
      var elements = try reader.part(length)
      while !elements.isAtEnd { try pass(element, &elements, depth: depth + 1) }
    case UInt8(ascii: "{"): try passEntry(type.dropFirst().dropLast(), &reader, depth)
    case UInt8(ascii: "("):
      try reader.align(to: 8)
      for member in try Signature(type.dropFirst().dropLast()).types {
        try pass(member, &reader, depth: depth + 1)
      }
    default: try Signature(type).skip(&reader)
    }
  }

  private mutating func passEntry(_ types: ArraySlice<UInt8>, _ reader: inout WireReader, _ depth: Int)
    throws(WireFault)
  {
    try reader.align(to: 8)
    guard types.elementsEqual("sv".utf8) else {
      for part in try Signature(types).types { try pass(part, &reader, depth: depth + 1) }
      return
    }
    let name = reader.slice(try reader.string())
    guard name.elementsEqual(key) else { return try pass(types.dropFirst(), &reader, depth: depth + 1) }
    let type = try Signature(reader.slice(try reader.signature()))
    guard type.isSingle else { throw .signature }
    try pass(type.codes, &reader, depth: depth + 1)
    if type.isType(UInt8(ascii: "i")) || type.isType(UInt8(ascii: "u")) {
      found.append((reader.position - 4)..<reader.position)
    }
  }
}
