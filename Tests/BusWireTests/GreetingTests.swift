import BusWire
import Testing

struct GreetingTests {
  private static let guid = "0123456789abcdefABCDEF0123456789"

  @Test func `a client names its uid, each digit as the two of its byte`() {
    #expect(Greeting.client(uid: 1_000) == Array("\0AUTH EXTERNAL 31303030\r\nBEGIN\r\n".utf8))
    #expect(Greeting.client(uid: 0) == Array("\0AUTH EXTERNAL 30\r\nBEGIN\r\n".utf8))
  }

  @Test func `the bus lets a client in with its number`() throws {
    #expect(try Greeting.guid(in: Array("OK \(Self.guid)\r\n".utf8)[...]) == Self.guid)
  }

  @Test(arguments: [
    "", "OK\r\n", "OK \r\n", "OK \(guid)", "OK \(guid)\n", "OK  \(guid)\r\n", "OK \(guid) \r\n",
    "ok \(guid)\r\n", "OK \(guid)0\r\n", "OK \(guid.dropLast())\r\n", "OK \(guid.dropLast())g\r\n",
    "OK \(guid.dropLast(2))é\r\n", "REJECTED EXTERNAL\r\n", "ERROR\r\n", "DATA \(guid)\r\n",
    "AGREE_UNIX_FD\r\n",
  ])
  func `any other line lets no client in`(line: String) {
    #expect(throws: WireFault.greeting) { try Greeting.guid(in: Array(line.utf8)[...]) }
  }
}
