import TestSupport
import Testing

@testable import BusWire

struct FramerTests {
  /// A conversation with something of everything.
  private static func conversation(_ speaker: Framer.Speaker) -> [UInt8] {
    let messages: [Sample] =
      switch speaker {
      case .client:
        [
          .call("Hello", to: Sample.driver), .call("RequestName", to: Sample.driver, [Sample.a]),
          .call("AddMatch", to: Sample.driver, ["sender='\(Sample.a)'"], order: .big),
          .call("Notify", to: Sample.a, interface: Sample.a, ["hello", String(repeating: "x", count: 300)]),
          .signal("ActionInvoked", interface: Sample.a, ["default"]),
        ]
      case .bus:
        [
          .reply(to: 1, from: Sample.driver),
          .signal("NameAcquired", interface: Sample.driver, from: Sample.driver, to: ":1.7", [Sample.b]),
          .call("Notify", to: Sample.b, interface: Sample.b, ["hello"], order: .big),
          .reply(to: 9, from: Sample.driver, names: [Sample.a, Sample.b]),
        ]
      }
    return (Direction.greeting[speaker] ?? []) + messages.flatMap(\.bytes)
  }

  @Test("It does not matter where what comes is cut", arguments: [Framer.Speaker.client, .bus])
  func cuts(speaker: Framer.Speaker) throws {
    let given = Self.conversation(speaker)
    var whole = Direction(speaker, .server)
    let wanted = try whole.pass(given)
    #expect(wanted.count == given.count && wanted != given)
    for cut in 0...given.count {
      var direction = Direction(speaker, .server)
      let first = try direction.pass(Array(given[..<cut]))
      #expect(try first + direction.pass(Array(given[cut...])) == wanted)
    }
    var direction = Direction(speaker, .server)
    var out: [UInt8] = []
    for byte in given { out += try direction.pass([byte]) }
    #expect(out == wanted)
  }

  @Test("A large body passes as it comes, and none of it is kept")
  func large() throws {
    var sample = Sample.call("Notify", to: Sample.a, interface: Sample.a)
    sample.fields.append((8, .signature("ay")))
    sample.body = [UInt8](repeating: 9, count: 4_000_000)
    var direction = try Direction.begun(.client, .daemon)
    var rest = sample.bytes[...]
    var total = 0
    while !rest.isEmpty {
      total += try direction.pass(Array(rest.prefix(1_000))).count
      rest = rest.dropFirst(1_000)
      #expect(direction.largestPiece <= 1_000)
    }
    #expect(total == sample.bytes.count)
  }

  @Test("A greeting that is none ends the connection")
  func greeting() {
    for text in ["AUTH\r\n", "\0AUTH\n", "\0" + String(repeating: "A", count: 17_000)] {
      #expect(throws: WireFault.greeting) {
        var direction = Direction(.client, .stranger)
        _ = try direction.pass(Array(text.utf8))
      }
    }
    #expect(throws: WireFault.greeting) {
      var framer = Framer(.bus)
      var bytes = Sample.reply(to: 1, from: Sample.driver).bytes[...]
      _ = try framer.next(&bytes, mayBegin: false, wantsBody: { _ in false })
    }
  }

  @Test("A header with something wrong in it ends the connection")
  func malformed() throws {
    let good = Sample.call("Notify", to: Sample.a, interface: Sample.a, ["x"])
    var cases: [(String, [UInt8])] = []
    func change(_ what: String, _ body: (inout Sample) -> Void) {
      var sample = good
      body(&sample)
      cases.append((what, sample.bytes))
    }
    func changeByte(_ what: String, _ index: Int, _ value: UInt8) {
      var bytes = good.bytes
      bytes[index] = value
      cases.append((what, bytes))
    }
    changeByte("byte order", 0, UInt8(ascii: "x"))
    changeByte("type 0", 1, 0)
    changeByte("version", 3, 2)
    changeByte("a body of 4 GiB", 7, 0xFF)
    changeByte("fields of 4 GiB", 15, 0xFF)
    changeByte("a field's type", 18, UInt8(ascii: "u"))
    changeByte("a field of code 0", 16, 0)
    changeByte("a text's length", 20, 0xF0)
    change("serial 0") { $0.serial = 0 }
    change("a field twice") { $0.fields.append((3, .string("Other"))) }
    change("no member") { $0.fields.removeAll { $0.code == 3 } }
    change("no path") { $0.fields.removeAll { $0.code == 1 } }
    change("a path that is none") { $0.fields[0] = (1, .path("x")) }
    change("an empty name") { $0.fields[1] = (3, .string("")) }
    change("a name that is too long") { $0.fields[1] = (3, .string(String(repeating: "a", count: 256))) }
    change("a name with a blank") { $0.fields[1] = (3, .string("a b")) }
    change("a name with a NUL") { $0.fields[1] = (3, .string("a\0b")) }
    change("a reply to nothing") { $0.fields.append((5, .number(0))) }
    change("a body without a signature") { $0.fields.removeAll { $0.code == 8 } }
    change("a signature without a body") { $0.body = [] }
    for signature in [
      "(", "()", "a", "a{vs}", "a{s}", "{ss}", "z", "(s", "s)", String(repeating: "a", count: 33) + "s",
    ] {
      change("signature \(signature)") { $0.fields[4] = (8, .signature(signature)) }
    }
    change("a path of 70 KB") { $0.fields[0] = (1, .path("/" + String(repeating: "a", count: 70_000))) }
    for (what, bytes) in cases {
      var direction = try Direction.begun(.client, .stranger)
      #expect(throws: WireFault.self, "\(what)") { _ = try direction.pass(bytes) }
    }
    var direction = try Direction.begun(.client, .stranger)
    #expect(try direction.pass(good.bytes) == good.bytes)
  }

  @Test("Whoever need not pass it on passes over a message whose header is odd, and reads the next")
  func odd() throws {
    var long = Sample.signal("Said", interface: "a.b")
    long.fields[0].value = .path("/" + String(repeating: "a", count: 80_000))
    long.body = [UInt8](repeating: 1, count: 300)
    long.fields.append((8, .signature("ay")))
    var odd = Sample.signal("Said", interface: "a.b")
    odd.fields[0].value = .path("no path")
    let bytes =
      (Direction.greeting[.bus] ?? []) + long.bytes + odd.bytes
      + Sample.signal("Next", interface: "a.b").bytes
    for size in [7, 1_000, 100_000] {
      var framer = Framer(.bus, passesOverOdd: true)
      var members: [String] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        var part = bytes[start..<min(start + size, bytes.count)]
        while let piece = try framer.next(&part, wantsBody: { _ in true }) {
          guard case .message(let message) = piece else { continue }
          members.append(String(decoding: message.field(message.header.member) ?? [], as: UTF8.self))
        }
      }
      #expect(members == ["Next"])
    }
    #expect(throws: WireFault.tooLong) {
      var framer = Framer(.bus)
      var rest = bytes[...]
      while try framer.next(&rest, wantsBody: { _ in true }) != nil {}
    }
  }

  @Test("Descriptors are waited for while a message has begun that may have some, and no longer")
  func descriptors() throws {
    var framer = Framer(.bus)
    var sample = Sample.signal("Said", interface: "a.b", ["text"])
    sample.fields.append((9, .number(2)))
    func feed(_ bytes: some Collection<UInt8>) throws {
      var part = Array(bytes)[...]
      while try framer.next(&part, wantsBody: { _ in true }) != nil {}
    }
    try feed(Direction.greeting[.bus] ?? [])
    #expect(framer.descriptorsAwaited == 0)
    try feed(sample.bytes.prefix(20))
    #expect(framer.descriptorsAwaited == .max)
    try feed(sample.bytes.dropFirst(20).dropLast())
    #expect(framer.descriptorsAwaited == 2)
    try feed(sample.bytes.suffix(1))
    #expect(framer.descriptorsAwaited == 0)
  }

  @Test("Fields, types and flags of a later version pass")
  func later() throws {
    var sample = Sample.call("Notify", to: "org.example", ["x"])
    sample.fields.append((77, .string("new")))
    sample.fields.append((78, .number(3)))
    sample.flags = 0xF0
    var direction = try Direction.begun(.client, .server)
    #expect(try direction.pass(sample.bytes) == sample.bytes)
    sample.type = 9
    #expect(try direction.pass(sample.bytes) == sample.bytes)
    let deep = String(repeating: "a", count: 32) + "s"
    sample.fields[3] = (8, .signature(deep))
    #expect(try direction.pass(sample.bytes) == sample.bytes)
  }

  @Test("A message that is damaged in any way is refused or passes with its length, never with half a name")
  func fuzz() throws {
    var random = SeededGenerator(seed: 13)
    let a = Array(Sample.a.utf8)
    let b = Array(Sample.b.utf8)
    for speaker in [Framer.Speaker.client, .bus] {
      let greeting = Direction.greeting[speaker] ?? []
      let whole = Array(Self.conversation(speaker).dropFirst(greeting.count))
      for round in 0..<5_000 {
        var bytes = whole
        for _ in 0...Int.random(in: 0..<6, using: &random) {
          let place = bytes.indices.randomElement(using: &random) ?? 0
          switch Int.random(in: 0..<4, using: &random) {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
          case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
          case 2:
            bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &random)))
          default: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 8)], at: place)
          }
        }
        var direction = try Direction.begun(speaker, [.server, .daemon, .stranger][round % 3])
        guard let out = try? direction.pass(bytes) else { continue }
        #expect(out.count <= bytes.count, "round \(round)")
        guard direction.asked == 0 else { continue }
        // Where it differs, one of the names stands in place of the other.
        var place = 0
        while place < out.count, place < bytes.count {
          if out[place] == bytes[place] {
            place += 1
            continue
          }
          // Names differ in their first byte.
          let (old, new) = (Array(bytes[place...].prefix(29)), Array(out[place...].prefix(29)))
          let isName = (old == a && new == b) || (old == b && new == a)
          guard isName else {
            // A swallowed message moves the messages behind it.
            #expect(out.count < bytes.count, "round \(round)")
            break
          }
          place += 29
        }
      }
    }
  }
}
