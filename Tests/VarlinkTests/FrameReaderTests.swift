import Testing
import Varlink

private func frames(_ reader: inout FrameReader) throws -> [[UInt8]] {
  var frames: [[UInt8]] = []
  while let frame = try reader.next() { frames.append(frame) }
  return frames
}

@Suite struct FrameReaderTests {
  static let stream = Array("{\"a\":1}\u{0}\u{0}second\u{0}third".utf8)
  static let expected = ["{\"a\":1}", "", "second"].map { Array($0.utf8) }

  @Test("a stream cut in two anywhere yields the same messages", arguments: 0...stream.count)
  func splitAnywhere(position: Int) throws {
    var reader = FrameReader(limit: 64)
    reader.append(Self.stream[..<position])
    var found = try frames(&reader)
    reader.append(Self.stream[position...])
    found += try frames(&reader)
    #expect(found == Self.expected)
    #expect(reader.isInsideMessage)
  }

  @Test("single bytes add up to messages, and raw buffers are taken as they are")
  func oneByteAtATime() throws {
    var reader = FrameReader(limit: 8)
    var found: [[UInt8]] = []
    for byte in Self.stream {
      withUnsafeBytes(of: byte) { reader.append($0) }
      found += try frames(&reader)
    }
    #expect(found == Self.expected)
  }

  @Test("between messages nothing has begun")
  func knowsWhereItStands() throws {
    var reader = FrameReader(limit: 8)
    #expect(!reader.isInsideMessage)
    reader.append([1])
    #expect(reader.isInsideMessage)
    #expect(try reader.next() == nil)
    reader.append([0])
    #expect(try reader.next() == [1])
    #expect(!reader.isInsideMessage)
    #expect(try reader.next() == nil)
  }

  @Test(
    "a message of exactly the limit passes, one byte more does not, ended or not",
    arguments: [1, 2, 64, 9_000])
  func limit(limit: Int) throws {
    var reader = FrameReader(limit: limit)
    let longest = [UInt8](repeating: 7, count: limit)
    reader.append(longest)
    #expect(try reader.next() == nil)
    reader.append([0])
    #expect(try reader.next() == longest)
    reader.append(longest + [7])
    #expect(throws: FrameFault.tooLong(limit: limit, given: limit + 1)) { try reader.next() }
    reader.append([0])
    #expect(throws: FrameFault.tooLong(limit: limit, given: limit + 1)) { try reader.next() }
    var ended = FrameReader(limit: limit)
    ended.append([0] + longest + [7, 0])
    #expect(try ended.next() == [])
    #expect(throws: FrameFault.tooLong(limit: limit, given: limit + 1)) { try ended.next() }
  }

  @Test("many messages in one read keep their order, and a beginning outlives them")
  func manyInOneRead() throws {
    var reader = FrameReader(limit: 64)
    var stream: [UInt8] = []
    for number in 0..<5_000 { stream += Array("message \(number)\u{0}".utf8) }
    var found: [[UInt8]] = []
    // 1,021 is prime: reads end everywhere within messages.
    for start in stride(from: 0, to: stream.count, by: 1_021) {
      reader.append(stream[start..<min(start + 1_021, stream.count)])
      found += try frames(&reader)
    }
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == (0..<5_000).map { "message \($0)" })
    #expect(!reader.isInsideMessage)
  }
}
