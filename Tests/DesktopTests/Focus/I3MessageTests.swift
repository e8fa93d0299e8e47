import TestSupport
import Testing

@testable import Desktop

@Suite struct I3MessageTests {
  private let messages = [
    I3Message(type: I3Message.subscribe, payload: Array(#"{"success":true}"#.utf8)),
    I3Message(type: I3Message.windowEvent, payload: []),
    I3Message(type: I3Message.getTree, payload: [UInt8](repeating: 0xFF, count: 70_000)),
  ]

  private func read(_ pieces: [[UInt8]]) throws -> [I3Message] {
    var reader = I3MessageReader()
    var read: [I3Message] = []
    for piece in pieces {
      reader.append(piece)
      while let message = try reader.next() { read.append(message) }
    }
    return read
  }

  @Test func `a message begins as the protocol says`() {
    let bytes = I3Message(type: 4, payload: [7]).bytes
    #expect(bytes.starts(with: "i3-ipc".utf8) && bytes.count == 15 && bytes.last == 7)
    #expect(bytes[6..<10].elementsEqual(withUnsafeBytes(of: UInt32(1)) { Array($0) }))
    #expect(bytes[10..<14].elementsEqual(withUnsafeBytes(of: UInt32(4)) { Array($0) }))
  }

  @Test(arguments: [1, 2, 5, 13, 14, 15, 4_096, 1_000_000])
  func `messages are the same in whatever pieces they come`(size: Int) throws {
    let bytes = messages.flatMap(\.bytes)
    let pieces = stride(from: 0, to: bytes.count, by: size).map {
      Array(bytes[$0..<min($0 + size, bytes.count)])
    }
    #expect(try read(pieces) == messages)
  }

  @Test func `half a message is waited for`() throws {
    #expect(try read([Array(messages[0].bytes.dropLast())]) == [])
    #expect(try read([[]]) == [])
  }

  @Test(arguments: ["j", "i3-ipx", "HTTP/1.1 200 OK\r\n\r\n", "i3-ipC0000"])
  func `what is no message is refused at the first byte that differs`(text: String) {
    #expect(throws: I3MessageReader.Fault.self) { try read([Array(text.utf8)]) }
  }

  @Test func `a message that is too long is refused before it has come`() {
    func header(_ length: UInt32) -> [UInt8] {
      var bytes = I3Message(type: 4, payload: []).bytes
      withUnsafeBytes(of: length) { bytes.replaceSubrange(6..<10, with: $0) }
      return bytes
    }
    #expect(throws: I3MessageReader.Fault.self) { try read([header(.max)]) }
    #expect(throws: I3MessageReader.Fault.self) {
      try read([header(UInt32(I3MessageReader.maximumLength) + 1)])
    }
    #expect(throws: Never.self) { try read([header(UInt32(I3MessageReader.maximumLength))]) }
  }

  @Test func `random bytes after a good message end the conversation or are waited for`() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let noise = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var reader = I3MessageReader()
      reader.append(messages[0].bytes + noise)
      let first = try reader.next()
      #expect(first == messages[0])
      _ = try? reader.next()
    }
  }
}
