import Testing

@testable import BusWire

/// Values of any type in messages: a written value is read as the same, and an invalid one is a fault.
struct BusValueTests {
  private static let each: [(BusValue, String)] = [
    (.string("a é"), "s"), (.string(""), "s"), (.objectPath("/org/example"), "o"), (.signature("a{sv}"), "g"),
    (.byte(255), "y"), (.int16(-2), "n"), (.uint16(65_535), "q"), (.int32(.min), "i"), (.uint32(.max), "u"),
    (.int64(.min), "x"), (.uint64(.max), "t"), (.double(-0.5), "d"), (.bool(true), "b"), (.bool(false), "b"),
    (.strings([]), "as"), (.strings(["a", "", "bcd"]), "as"), (.dictionary([:]), "a{sv}"),
    (.dictionary(["a": .int64(7), "bc": .strings(["d"]), "": .variant(.byte(1))]), "a{sv}"),
    (.array(of: "t", []), "at"), (.array(of: "t", [.uint64(1), .uint64(2)]), "at"),
    (.array(of: "y", [.byte(0), .byte(9)]), "ay"),
    (.array(of: "as", [.strings(["a"]), .strings([])]), "aas"),
    (
      .array(of: "{us}", [.structure([.uint32(1), .string("a")]), .structure([.uint32(2), .string("b")])]),
      "a{us}"
    ),
    (.array(of: "(sa{sv})", [.structure([.string("a"), .dictionary(["b": .double(1)])])]), "a(sa{sv})"),
    (.structure([.byte(1), .structure([.int64(2)]), .string("a")]), "(y(x)s)"),
    (.variant(.structure([.uint32(3), .variant(.string("a"))])), "v"),
  ]

  private func written(_ values: [BusValue], _ order: ByteOrder = .little) throws -> [UInt8] {
    var message = OutgoingMessage(.signal)
    message.order = order
    (message.path, message.interface, message.member) = (Array("/".utf8), Array("a.b".utf8), Array("C".utf8))
    try message.carry(values: values)
    return message.bytes(serial: 1)
  }

  private func read(_ bytes: [UInt8]) throws -> Message {
    var framer = Framer(.bus)
    var rest = bytes[...]
    guard case .message(let message)? = try framer.next(&rest, wantsBody: { _ in true }) else {
      throw WireFault.prefix
    }
    return message
  }

  @Test(arguments: [ByteOrder.little, .big])
  func `A value of each type is read as it was written, at any place`(_ order: ByteOrder) throws {
    for (value, type) in Self.each {
      // The bytes before it move it through all alignments.
      for before in 0..<9 {
        let values = [BusValue](repeating: .byte(7), count: before) + [value, .byte(8)]
        let read = try read(written(values, order))
        #expect(String(decoding: read.header.signature, as: UTF8.self).dropFirst(before) == type + "y")
        #expect(try read.values() == values)
      }
    }
    let all = Self.each.map(\.0)
    #expect(try read(written(all, order)).values() == all)
  }

  @Test(arguments: [
    BusValue.string("a\0b"), .objectPath(""), .objectPath("a"), .objectPath("/a/"), .objectPath("/a-b"),
    .objectPath("//"), .signature("a"), .structure([]), .array(of: "s", [.byte(1)]), .array(of: "", []),
    .array(of: "ss", []), .array(of: "{vs}", []), .variant(.structure([])),
  ])
  func `A value that D-Bus has no form for is not written`(_ value: BusValue) {
    #expect(throws: WireFault.self) { try written([value]) }
    #expect(throws: WireFault.self) { try written([.variant(value)]) }
  }

  @Test func `Values that are nested too deeply are neither written nor read`() throws {
    func nested(_ depth: Int) -> BusValue { (0..<depth).reduce(.byte(1)) { value, _ in .variant(value) } }
    #expect(try read(written([nested(60)])).values() == [nested(60)])
    #expect(throws: WireFault.self) { try written([nested(70)]) }
    // A variant within a variant takes four bytes: "v", and its signature's length and end.
    var message = OutgoingMessage(.signal)
    (message.path, message.interface, message.member) = (Array("/".utf8), Array("a.b".utf8), Array("C".utf8))
    let body = [UInt8]((0..<70_000).flatMap { _ in [1, UInt8(ascii: "v"), 0] })
    message.carry(Array("v".utf8), body[...])
    #expect(throws: WireFault.self) { try read(message.bytes(serial: 1)).values() }
  }

  @Test func `Values whose types are longer or deeper than a signature may be are not written`() throws {
    func bytes(_ count: Int) -> [BusValue] { Array(repeating: .byte(1), count: count) }
    func nested(_ depth: Int) -> BusValue { (0..<depth).reduce(.byte(1)) { value, _ in .structure([value]) } }
    let codes = String(repeating: "y", count: 255)
    #expect(try read(written(bytes(255))).values() == bytes(255))
    #expect(try read(written([nested(32), .signature(codes)])).values() == [nested(32), .signature(codes)])
    for values in [bytes(256), [nested(33)], [.signature(codes + "y")]] {
      #expect(throws: WireFault.self) { try written(values) }
    }
  }

  @Test func `A message with more values than any desktop sends is a fault, however they are nested`() throws
  {
    func numbers(_ count: Int) -> BusValue { .array(of: "y", Array(repeating: .byte(1), count: count)) }
    let most = BusValue.mostValues
    #expect(try read(written([numbers(most - 1)])).values() == [numbers(most - 1)])
    #expect(throws: WireFault.self) { try read(written([numbers(most)])).values() }
    let nested = BusValue.array(of: "ay", Array(repeating: numbers(most / 16), count: 16))
    #expect(throws: WireFault.self) { try read(written([nested])).values() }
  }

  @Test func `A body that is cut, or damaged in any byte, is a fault or other values, and nothing else`()
    throws
  {
    let whole = try written(Self.each.map(\.0))
    let header = try read(whole).header
    var isOther = 0
    for place in header.length..<whole.count {
      for change: UInt8 in [1, 0x80, 0xFF] {
        var damaged = whole
        damaged[place] ^= change
        if (try? read(damaged).values()) != nil { isOther += 1 }
      }
      var cut = OutgoingMessage(.signal)
      (cut.path, cut.interface, cut.member) = (Array("/".utf8), Array("a.b".utf8), Array("C".utf8))
      cut.carry(header.signature, whole[header.length..<place])
      if place > header.length { #expect(throws: WireFault.self) { try read(cut.bytes(serial: 1)).values() } }
    }
    #expect(isOther > 0)
  }

  @Test func `A truth value is 0 or 1, and behind the last value there is nothing`() throws {
    for (types, body) in [("b", [2, 0, 0, 0]), ("y", [1, 1])] as [(String, [UInt8])] {
      var message = OutgoingMessage(.signal)
      (message.path, message.interface, message.member) = (
        Array("/".utf8), Array("a.b".utf8), Array("C".utf8)
      )
      message.carry(Array(types.utf8), body[...])
      #expect(throws: WireFault.self) { try read(message.bytes(serial: 1)).values() }
    }
  }
}
