import BusWire
import Front
import NotificationModel
import TestSupport
import Testing

@Suite("A call of Notify, read from the wire")
struct ReadingNotifyTests {
  /// As libnotify 0.8 sent it, of every type that a hint has.
  private static let recorded = bytes(
    """
    6c0100015c010000090000009500000001016f001e0000002f6f72672f667265656465736b746f702f4e6f74696669636174
    696f6e730000020173001d0000006f72672e667265656465736b746f702e4e6f74696669636174696f6e7300000006017300
    040000003a312e3100000000080167000d73757373736173617b73767d6900000000000003017300060000004e6f74696679
    000007017300040000003a312e32000000000800000050617263656c6c7900000000000000000b0000006d61696c2d756e72
    656164001200000050617263656c203c623e686572653c2f623e00001d00000049742069732061742074686520646f6f7220
    26616d703b20776169747300000000000000f00000000800000063617465676f7279000173000b000000696d2e7265636569
    76656400090000007472616e7369656e74000179000100000000000005000000782d6f646400016400000000000000000000
    f83f0e00000073757070726573732d736f756e6400016200000001000000000000001f000000782d63616e6f6e6963616c2d
    707269766174652d73796e6368726f6e6f7573000173000006000000766f6c756d6500000000000007000000757267656e63
    7900017900020500000076616c75650001690000000028000000000000000a00000073656e6465722d706964000178000000
    00000000b27400000000000088130000
    """)

  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = hexadecimal.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// `nil` where the bytes are not a message, or lack a part of its body.
  private func call(_ bytes: [UInt8], held: Int = .max) throws -> NotifyCall? {
    var framer = Framer(.bus, mostBodyBytes: held)
    var rest = bytes[...]
    while !rest.isEmpty {
      var part = rest.prefix(70_000)
      rest = rest.dropFirst(part.count)
      guard case .message(let message)? = try framer.next(&part, wantsBody: { _ in true }) else { continue }
      #expect(message.bytes.count - message.header.length <= held)
      return try NotifyCall(message)
    }
    return nil
  }

  @Test func `What libnotify sent comes out as it was said`() throws {
    var hints = NotifyHints()
    hints.urgency = 2
    hints.category = "im.received"
    hints.isTransient = true
    hints.suppressesSound = true
    hints.tag = "volume"
    hints.isTagSynchronous = true
    hints.value = 40
    let expected = NotifyCall(
      appName: "Parcelly", icon: "mail-unread", summary: "Parcel <b>here</b>",
      body: "It is at the door &amp; waits", hints: hints, expireTimeout: 5_000)
    var read = try #require(try call(Self.recorded))
    #expect(
      read.hints.handedOn.values == [
        "category": .string("im.received"), "value": .int32(40), "x-odd": .double(1.5),
      ])
    read.hints.handedOn = HandedOnHints()
    #expect(read == expected)
  }

  @Test func `Hints of any type are read as they came`() throws {
    let message = WrittenMessage.notify("one") { hints in
      hints.add("as", "as") { values in
        values.addArray(alignedTo: 4) { texts in for text in ["file:///a", "it's"] { texts.add(text) } }
      }
      hints.add("none", "as") { $0.addArray(alignedTo: 4) { _ in } }
      hints.add("wrapped", "v") { values in
        values.add(signature: "u")
        values.add(number: 7)
      }
      hints.add("pairs", "a(su)") { values in
        values.addArray(alignedTo: 8) { pair in
          pair.pad(to: 8)
          pair.add("one")
          pair.add(number: 1)
        }
      }
      hints.add("names", "a{su}") { values in
        values.addArray(alignedTo: 8) { pair in
          pair.pad(to: 8)
          pair.add("one")
          pair.add(number: 1)
        }
      }
      hints.add("single", "(u)") { values in
        values.pad(to: 8)
        values.add(number: 1)
      }
      hints.add("file", "h") { $0.add(number: 0) }
      hints.add("after", "u") { $0.add(number: 9) }
    }
    let read = try #require(try call(message.bytes)).hints.handedOn.values
    let one = BusValue.structure([.string("one"), .uint32(1)])
    let expected: [String: BusValue] = [
      "as": .strings(["file:///a", "it's"]), "none": .strings([]), "wrapped": .variant(.uint32(7)),
      "pairs": .array(of: "(su)", [one]), "names": .array(of: "{su}", [one]),
      "single": .structure([.uint32(1)]), "after": .uint32(9),
    ]
    #expect(read == expected)
  }

  @Test func `What is nested deeper than anything that is sent is left out`() throws {
    func kept(_ depth: Int) throws -> Bool {
      let message = WrittenMessage.notify("one") { hints in
        hints.add("deep", "v") { values in
          for _ in 0..<depth { values.add(signature: "v") }
          values.add(signature: "u")
          values.add(number: 1)
        }
      }
      return try call(message.bytes)?.hints.handedOn.values["deep"] != nil
    }
    #expect(try kept(10))
    #expect(try !kept(17))
  }

  @Test func `Cut off anywhere it is no call`() throws {
    for length in Self.recorded.indices {
      var framer = Framer(.bus)
      var rest = Self.recorded[..<length]
      #expect(try framer.next(&rest, wantsBody: { _ in true }) == nil)
    }
  }

  @Test func `Whatever bytes are in it, it is read to its end or not at all`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<20_000 {
      var bytes = Self.recorded
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
      }
      let call = (try? call(bytes)).flatMap { $0 }
      #expect((call?.hints.handedOn.values.count ?? 0) <= 32)
    }
  }

  @Test
  func `Of what is longer than anything that is taken the end is not copied, and what is made of it says so`()
    throws
  {
    let long = String(repeating: "é", count: 500_000)
    let call = try #require(try call(WrittenMessage.notify(app: "a", long, body: long).bytes))
    #expect(call.summary.utf8.count < 70_000 && call.body.utf8.count < 70_000)
    let app = try #require(PostingApp(AppID("a"), .claim))
    let post = FrontPost(call, from: app, visibleID: 1, now: Timestamp(milliseconds: 0))
    let cut = post.repairs.compactMap { repair -> Repair.Field? in
      if case .cut(let field, _, _, _) = repair { field } else { nil }
    }
    #expect(Set(cut) == [.summary, .body])
    #expect(
      post.request.title?.contains("\u{FFFD}") == false && post.request.body?.contains("\u{FFFD}") == false)
  }

  @Test func `Of a message that is too large only both ends are held, and what stands there is read`() throws
  {
    let message = WrittenMessage.notify("one") { hints in
      hints.add("desktop-entry", "s") { $0.add("firefox") }
      hints.add("image-data", "(iiibiiay)") { values in
        values.pad(to: 8)
        for number in [800, 800, 2_400, 0, 8, 3] as [UInt32] { values.add(number: number) }
        values.addArray(alignedTo: 1) { $0.add(String(repeating: "x", count: 1_920_000)) }
      }
      hints.add("category", "s") { $0.add("im") }
    }.bytes
    let whole = try #require(try call(message))
    #expect(whole.hints.imageData != nil && whole.expireTimeout == -1)
    for held in stride(from: 1_024, through: 4_096, by: 8) {
      var expected = whole
      expected.hints.imageData?.bytes = []
      #expect(try call(message, held: held) == expected)
    }
  }

  @Test func `Of several pictures those behind the gap cost nothing but what follows them`() throws {
    let message = WrittenMessage.notify("one") { hints in
      hints.add("category", "s") { $0.add("im") }
      for name in ["image-data", "image_data", "icon_data"] {
        hints.add(name, "(iiibiiay)") { values in
          values.pad(to: 8)
          for number in [100, 100, 300, 0, 8, 3] as [UInt32] { values.add(number: number) }
          values.addArray(alignedTo: 1) { $0.add(String(repeating: "x", count: 30_000)) }
        }
      }
    }.bytes
    for held in stride(from: 1_024, through: 80_000, by: 8) {
      let call = try #require(try call(message, held: held))
      #expect(call.summary == "one" && call.hints.category == "im" && call.expireTimeout == -1)
    }
  }

  @Test func `A call that goes without its picture has all its words`() throws {
    let written = WrittenMessage.notify("one", body: String(repeating: "x", count: 65_536)) {
      hints in
      hints.add("image-data", "(iiibiiay)") { values in
        values.pad(to: 8)
        for number in [800, 800, 2_400, 0, 8, 3] as [UInt32] { values.add(number: number) }
        values.addArray(alignedTo: 1) { $0.add(String(repeating: "x", count: 1_920_000)) }
      }
      hints.add("category", "s") { $0.add("im") }
    }
    var framer = Framer(.bus)
    var bytes = written.bytes[...]
    guard case .message(var message)? = try framer.next(&bytes, wantsBody: { _ in true }) else { throw Cut() }
    var expected = try NotifyCall(message)
    expected.hints.imageData?.bytes = []
    for _ in 1...2 {
      message.leaveOutMiddle()
      #expect(message.bytes.count == message.header.length + 2 * Message.endBytes)
      #expect(try NotifyCall(message) == expected)
    }
    let picture = try #require(expected.hints.imageData)
    #expect(throws: PictureFault.noRoom) { try PictureData(picture) }
  }

  private struct Cut: Error {}

  @Test func `A text that reaches beyond what is held ends there`() throws {
    let message = WrittenMessage.notify("one", body: String(repeating: "é", count: 100_000)) { hints in
      hints.add("category", "s") { $0.add("im") }
    }.bytes
    let call = try #require(try call(message, held: 8_192))
    #expect(call.body.utf8.count < 4_096 && call.body.hasPrefix("éé") && call.hints.category == "im")
  }

  @Test func `Whatever is left out of a message, it is read to its end or not at all`() {
    var generator = SeededGenerator(seed: 8)
    for held in 0...Self.recorded.count {
      for _ in 0..<20 {
        var bytes = Self.recorded
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
        let whole = (try? call(bytes)).flatMap { $0 }
        guard let part = (try? call(bytes, held: held)).flatMap({ $0 }), let whole else { continue }
        #expect(whole.appName.hasPrefix(part.appName) && whole.summary.hasPrefix(part.summary))
        #expect(part.replaces == whole.replaces && part.expireTimeout == whole.expireTimeout)
      }
    }
  }
}
