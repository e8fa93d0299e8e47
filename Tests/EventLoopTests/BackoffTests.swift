import Retry
import Testing

struct BackoffTests {
  @Test func `Each attempt waits twice as long as the one before, up to the maximum`() {
    var backoff = Backoff()
    #expect((0..<9).map { _ in backoff.next() } == [1, 2, 4, 8, 16, 32, 60, 60, 60].map { $0 * 1_000 })
  }

  @Test func `A maximum near the largest number there is does not overflow`() {
    var backoff = Backoff(first: .max / 3, most: .max)
    #expect((0..<3).map { _ in backoff.next() } == [.max / 3, .max / 3 * 2, .max])
  }

  @Test func `A success begins anew`() {
    var backoff = Backoff(first: 50, most: 1_000)
    #expect(!backoff.hasFailed)
    for _ in 0..<9 { _ = backoff.next() }
    #expect(backoff.hasFailed)
    backoff.reset()
    #expect(!backoff.hasFailed && backoff.next() == 50)
  }
}
