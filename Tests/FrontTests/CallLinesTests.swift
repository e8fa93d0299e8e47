import NotificationModel
import Testing

@testable import Front

@Suite("Calls that wait for their caller to be known")
struct CallLinesTests {
  private let now = Uptime(milliseconds: 5)
  private var lines = CallLines<Int>()

  private mutating func add(_ call: Int, _ caller: String, size: Int = 1) -> Bool {
    lines.add(call, by: Array(caller.utf8), size: size, now: now)
  }

  private mutating func takeAll(_ caller: String) -> [Int] {
    var calls: [Int] = []
    while let call = lines.takeFirst(of: Array(caller.utf8)) { calls.append(call) }
    return calls
  }

  @Test("Each caller's come in their order")
  mutating func order() {
    for call in 1...6 { #expect(add(call, call % 2 == 0 ? "even" : "odd")) }
    #expect(takeAll("even") == [2, 4, 6])
    #expect(!lines.isWaiting(Array("even".utf8)) && lines.isWaiting(Array("odd".utf8)))
    #expect(takeAll("even") == [])
    #expect(lines.waiting.count == 1 && lines.waiting.first?.since == now)
  }

  @Test("256 of one caller may wait, and others are not kept out by them")
  mutating func bound() {
    for call in 1...256 { #expect(add(call, "a")) }
    #expect(!add(257, "a") && add(1, "b"))
    #expect(takeAll("a").count == 256)
    #expect(add(1, "a"))
  }

  @Test("All of them together take no more than 64 MiB, which come free again")
  mutating func bytes() {
    for call in 1...16 { #expect(add(call, "a", size: 4 * 1_048_576)) }
    #expect(!add(17, "b"))
    _ = takeAll("a")
    #expect(add(17, "b"))
  }

  @Test("512 callers may wait")
  mutating func callers() {
    for caller in 1...512 { #expect(add(1, ":1.\(caller)")) }
    #expect(!add(1, ":1.513") && add(2, ":1.1"))
  }
}
