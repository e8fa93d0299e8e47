import TestSupport
import Testing
import Varlink

extension SeededGenerator {
  mutating func text() -> String {
    let alphabet: [Unicode.Scalar] = [
      "a", "Z", "\"", "\\", "/", "\n", "\u{1}", "\u{7F}", "é", "\u{301}", "\u{2028}", "😀", "\u{10FFFF}", "0",
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &self) {
      text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &self)])
    }
    return String(text)
  }

  mutating func json(depth: Int = 0) -> JSON {
    switch Int.random(in: 0..<(depth < 5 ? 8 : 6), using: &self) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &self))
    case 2: return .int(Int64.random(in: .min ... .max, using: &self))
    case 3: return .int(Int64.random(in: -9...9, using: &self))
    case 4:
      let value = Double(bitPattern: next())
      return .double(value.isFinite ? value : 0.5)
    case 5: return .string(text())
    case 6: return .array((0..<Int.random(in: 0...4, using: &self)).map { _ in json(depth: depth + 1) })
    default:
      var fields: [JSON.Field] = []
      for index in 0..<Int.random(in: 0...(depth == 0 ? 20 : 4), using: &self) {
        fields.append(JSON.Field("\(index)" + text(), json(depth: depth + 1)))
      }
      return .object(fields)
    }
  }
}

@Suite struct JSONPropertyTests {
  @Test("what is written reads the same again, byte by byte", arguments: 1...4 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let value = generator.json()
      var bytes: [UInt8] = []
      value.append(to: &bytes)
      #expect(!bytes.contains(0))
      let again = try JSON(parsing: bytes)
      #expect(again == value)
      var bytesAgain: [UInt8] = []
      again.append(to: &bytesAgain)
      #expect(bytesAgain == bytes)
    }
  }

  @Test(
    "damaged bytes are read or refused, and what is read can be written",
    arguments: 1...4 as ClosedRange<UInt64>)
  func mutations(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed &* 7_919)
    let marks = Array("{}[]\",:\\u0d8eE+-.19tn \u{0}".utf8) + [0x80, 0xC0, 0xED, 0xF4, 0xFF]
    var refused = 0
    for _ in 0..<1_500 {
      var bytes: [UInt8] = []
      JSON.object([JSON.Field("v", generator.json(depth: 3))]).append(to: &bytes)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        let mark = marks[Int.random(in: 0..<marks.count, using: &generator)]
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[position] = mark
        case 1: bytes.insert(mark, at: position)
        case 2: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &generator))
        default: if bytes.count > 1 { bytes.remove(at: position) }
        }
      }
      do {
        let value = try JSON(parsing: bytes)
        #expect(try JSON(parsing: Array(value.text.utf8)) == value)
      } catch {
        #expect(error.offset <= bytes.count)
        refused += 1
      }
    }
    #expect(refused > 500)
  }

  @Test("every beginning of a message is refused, and the whole is read")
  func truncations() throws {
    let whole = Array(
      #"{"method":"a.b.C","parameters":{"t":"é\n😀\ud83d\ude00","n":[1,-2.5e3,true,null]}}"#.utf8)
    for length in 0..<whole.count {
      #expect(throws: JSONFault.self) { try JSON(parsing: Array(whole[..<length])) }
    }
    #expect(try JSON(parsing: whole)["method"] == .string("a.b.C"))
  }
}
