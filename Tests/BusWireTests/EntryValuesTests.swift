import Testing

@testable import BusWire

/// The numbers with a key, in the dictionaries of a message.
struct EntryValuesTests {
  private func message(_ values: [BusValue], _ order: ByteOrder = .little, cutBy cut: Int = 0) throws
    -> Message
  {
    var outgoing = OutgoingMessage(.signal)
    outgoing.order = order
    try outgoing.carry(values: values)
    return try message(outgoing.signature, outgoing.body.dropLast(cut), order)
  }

  private func message(_ signature: [UInt8], _ body: ArraySlice<UInt8>, _ order: ByteOrder = .little) throws
    -> Message
  {
    var outgoing = OutgoingMessage(.signal)
    outgoing.order = order
    (outgoing.path, outgoing.interface, outgoing.member) = (
      Array("/".utf8), Array("a.b".utf8), Array("C".utf8)
    )
    outgoing.carry(signature, body)
    var (framer, rest) = (Framer(.bus), outgoing.bytes(serial: 1)[...])
    guard case .message(let message)? = try framer.next(&rest, wantsBody: { _ in true }) else {
      throw WireFault.prefix
    }
    return message
  }

  private static let values: [BusValue] = [
    .byte(1), .dictionary(["id": .uint32(1), "ids": .uint32(9), "no": .string("id")]),
    .array(
      of: "a{sv}",
      [.dictionary(["": .double(1), "id": .int32(2)]), .dictionary([:]), .dictionary(["id": .byte(9)])]),
    .structure([.uint64(8), .variant(.variant(.array(of: "a{sv}", [.dictionary(["id": .uint32(3)])])))]),
    .array(of: "{su}", [.structure([.string("id"), .uint32(9)])]),
    .dictionary(["id": .dictionary(["id": .int32(4)])]),
    .uint32(9),
  ]

  @Test(arguments: [ByteOrder.little, .big])
  func `All are found, and can be exchanged in their place`(_ order: ByteOrder) throws {
    var message = try message(Self.values, order)
    let places = try message.numbers(under: "id")
    #expect(places.map { message.number(at: $0) } == [1, 2, 3, 4])
    for place in places { message.put(message.number(at: place) + 1_000_000, at: place) }
    #expect(
      try message.numbers(under: "id").map { message.number(at: $0) } == [
        1_000_001, 1_000_002, 1_000_003, 1_000_004,
      ])
    #expect(try message.values().last == .uint32(9))
    #expect(
      try message.values()[1]
        == .dictionary(["id": .uint32(1_000_001), "ids": .uint32(9), "no": .string("id")]))
  }

  @Test func `None is found in a body that cannot be read`() throws {
    for cut in 1..<20 {
      let message = try message(Self.values, .little, cutBy: cut)
      #expect(throws: WireFault.self) { try message.numbers(under: "id") }
    }
  }

  @Test func `Containers that are too deep are a fault`() throws {
    let deep = (0..<100_000).flatMap { _ in [1, UInt8(ascii: "v"), 0] as [UInt8] }
    let message = try message(Array("v".utf8), (deep + [1, UInt8(ascii: "y"), 0, 7])[...])
    #expect(throws: WireFault.arguments) { try message.numbers(under: "id") }
  }

  @Test func `More values than a server has are a fault`() throws {
    let values = [BusValue](repeating: .variant(.byte(1)), count: 40_000)
    let message = try message([.array(of: "v", values)])
    #expect(throws: WireFault.arguments) { try message.numbers(under: "id") }
  }
}
