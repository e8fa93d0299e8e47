import Retry
import Testing

struct BackoffTests {
  @Test func `Each attempt waits twice as long as the one before, up to the maximum`() {
    var backoff = Backoff()
    #expect((0..<9).map { _ in backoff.next() } == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { $0 * 1_000 })
  }

  @Test func `Failures without end do not overflow`() {
    var backoff = Backoff(first: 3, most: .max)
    let delays = (0..<100).map { _ in backoff.next() }
    #expect(delays.prefix(3) == [3, 6, 12] && delays.last == .max)
    #expect(zip(delays, delays.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `A success begins anew`() {
    var backoff = Backoff(first: 50, most: 1_000)
    for _ in 0..<9 { _ = backoff.next() }
    #expect(backoff.failures == 9)
    backoff.reset()
    #expect(backoff.failures == 0 && backoff.next() == 50)
  }
}
