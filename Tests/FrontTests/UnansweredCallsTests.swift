import NotificationModel
import Testing

@testable import Front

@Suite("Calls that wait for their server")
struct UnansweredCallsTests {
  private func reference(_ serial: UInt32) -> UnansweredCalls.Reference {
    UnansweredCalls.Reference(name: Array(":1.9".utf8), serial: serial)
  }

  private func at(_ milliseconds: Int64) -> Uptime { Uptime(milliseconds: milliseconds) }

  @Test func `One is taken by its answer, once`() {
    var calls = UnansweredCalls()
    #expect(calls.add(NotifyCall(appName: "a", summary: "one"), reference(1), now: at(0)) == 0)
    #expect(calls.contains(reference(1)) && !calls.contains(reference(2)))
    #expect(calls.remove(reference(2)) == nil)
    #expect(calls.remove(reference(1))?.summary == "one")
    #expect(calls.remove(reference(1)) == nil && calls.deadline == nil)
  }

  @Test func `Those that nobody answers are given up after half a minute`() {
    var calls = UnansweredCalls()
    for serial in 1...3 {
      _ = calls.add(
        NotifyCall(appName: "a", summary: ""), reference(UInt32(serial)), now: at(Int64(serial) * 1_000))
    }
    #expect(calls.deadline == at(31_000))
    #expect(calls.giveUp(now: at(30_999)) == 0)
    #expect(calls.giveUp(now: at(32_000)) == 2)
    #expect(calls.remove(reference(3)) != nil)
  }

  @Test func `They take no more than so much, however few they are`() {
    var calls = UnansweredCalls()
    let large = NotifyCall(appName: "a", summary: "", body: String(repeating: "x", count: 900_000))
    #expect(calls.add(large, reference(1), now: at(0)) == 0)
    #expect(calls.add(large, reference(2), now: at(0)) == 0)
    #expect(calls.add(large, reference(3), now: at(0)) == 1)
    #expect(calls.remove(reference(1)) == nil && calls.remove(reference(3)) != nil)
  }
}
