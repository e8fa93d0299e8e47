import BusWire
import Testing

struct OutgoingMessageTests {
  /// Reads the message as its receiver does.
  private func read(_ bytes: [UInt8]) throws -> Message {
    var framer = Framer(.bus)
    var rest = bytes[...]
    guard case .message(let message)? = try framer.next(&rest, wantsBody: { _ in true }) else {
      throw WireFault.prefix
    }
    #expect(rest.isEmpty && framer.isBetweenMessages)
    return message
  }

  @Test("Every field comes out as it was put in, in both byte orders", arguments: [ByteOrder.little, .big])
  func fields(_ order: ByteOrder) throws {
    for length in 1...9 {
      let text = [UInt8](repeating: UInt8(ascii: "x"), count: length)
      var message = OutgoingMessage(.error)
      message.order = order
      message.path = Array("/".utf8) + text
      message.interface = text
      message.member = text + text
      message.errorName = Array("e.".utf8) + text
      message.destination = Array(":".utf8) + text
      message.replySerial = 0x0102_0304
      message.carry([.string(text), .uint32(0x0506_0708), .strings([text, [], text])])
      let read = try read(message.bytes(serial: 9))
      let header = read.header
      #expect(header.kind == .error && header.serial == 9 && header.replySerial == 0x0102_0304)
      #expect(read.field(header.path) == message.path && read.field(header.interface) == text)
      #expect(
        read.field(header.member) == message.member && read.field(header.errorName) == message.errorName)
      #expect(read.field(header.destination) == message.destination && header.sender == nil)
      #expect(!header.wantsNoReply && header.signature.elementsEqual("suas".utf8))
      var reader = read.arguments()
      #expect(Array(reader.slice(try reader.string())) == text)
      #expect(try reader.uint32() == 0x0506_0708)
      _ = try reader.uint32()
      for expected in [text, [], text] { #expect(Array(reader.slice(try reader.string())) == expected) }
      #expect(reader.isAtEnd)
    }
  }

  @Test("A notification without hints is what the specification has, and nothing comes behind it")
  func hints() throws {
    var message = OutgoingMessage(.call)
    message.path = Array("/x".utf8)
    message.member = Array("Notify".utf8)
    message.carry([.string(Array("ab".utf8)), .strings([]), .noHints, .int32(-1)])
    let read = try read(message.bytes(serial: 1))
    #expect(read.header.signature.elementsEqual("sasa{sv}i".utf8))
    var reader = read.arguments()
    _ = try reader.string()
    #expect(try reader.uint32() == 0)
    #expect(try reader.uint32() == 0)
    try reader.align(to: 8)
    #expect(try reader.uint32() == UInt32.max)
    #expect(reader.isAtEnd)
  }

  @Test("Another's body goes on as it was", arguments: [ByteOrder.little, .big])
  func passedOn(_ order: ByteOrder) throws {
    let sample = try read(
      Sample.call("Frobnicate", to: Sample.a, interface: "org.example.Tool", ["one", "two"], order: order)
        .bytes)
    var message = OutgoingMessage(.call)
    message.order = sample.header.order
    message.wantsNoReply = true
    message.path = sample.field(sample.header.path)
    message.member = sample.field(sample.header.member)
    message.carry(sample.header.signature, sample.body)
    let passed = try read(message.bytes(serial: 3))
    #expect(passed.header.wantsNoReply && passed.header.signature == sample.header.signature)
    #expect(try passed.allStrings().map { passed.text($0) } == ["one", "two"])
  }

  @Test("A path that nobody has is a fault, or passed over where the reader is told so")
  func longPath() throws {
    var message = OutgoingMessage(.call)
    message.path = Array("/".utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    message.member = Array("M".utf8)
    var rest = message.bytes(serial: 1)[...]
    var usual = Framer(.bus)
    #expect(throws: WireFault.tooLong) { try usual.next(&rest, wantsBody: { _ in true }) }
    rest = message.bytes(serial: 1)[...]
    var patient = Framer(.bus, passesOverOdd: true)
    while let piece = try patient.next(&rest, wantsBody: { _ in true }) {
      if case .message = piece { Issue.record("a message") }
    }
    #expect(rest.isEmpty)
  }
}
