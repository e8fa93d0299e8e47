import Testing
import Varlink

struct ArrayReplyTests {
  private func bytes(_ elements: [JSON], _ fields: [JSON.Field]) -> [UInt8] {
    var bytes: [UInt8] = []
    Reply.done(.object([JSON.Field("entries", .array(elements))] + fields)).append(to: &bytes)
    return bytes
  }

  @Test(arguments: [0, 1, 3]) func `it is the message that the same reply would be`(count: Int) {
    let elements = (0..<count).map { JSON.string("number \($0) \u{7}") }
    for fields in [[], [JSON.Field("more", .bool(true))]] {
      var reply = ArrayReply("entries")
      for element in elements {
        let fits = reply.append(element, limit: 1_000)
        #expect(fits)
      }
      #expect(reply.message(fields) == bytes(elements, fields))
    }
  }

  @Test func `what does not fit is left out whole`() {
    var reply = ArrayReply("entries")
    let long = JSON.string(String(repeating: "x", count: 100))
    let fit = [JSON.int(1), long, .int(2)].map { reply.append($0, limit: 100) }
    #expect(fit == [true, false, true])
    #expect(reply.message([]) == bytes([.int(1), .int(2)], []))
  }
}
