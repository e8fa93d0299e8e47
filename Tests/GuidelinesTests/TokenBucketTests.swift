import Guidelines
import NotificationModel
import Testing

@Suite("Token buckets")
struct TokenBucketTests {
  private let start = Uptime(milliseconds: 1_000)
  private func after(_ milliseconds: Int64) -> Uptime { start.advanced(byMilliseconds: milliseconds) }

  @Test("ten at once, and one more every six seconds")
  func alerts() {
    var bucket = TokenBucket(capacity: 10, refill: 1, perMilliseconds: 6_000, now: start)
    for _ in 0..<10 {
      #expect(!bucket.isEmpty(at: start))
      bucket.consume(at: start)
    }
    #expect(bucket.isEmpty(at: start))
    #expect(bucket.wait(at: start) == 6_000)
    #expect(bucket.isEmpty(at: after(5_999)))
    #expect(!bucket.isEmpty(at: after(6_000)))
    #expect(bucket.isFull(at: after(60_000)))
  }

  @Test("many small steps refill as much as one large one")
  func smallSteps() {
    var bucket = TokenBucket(capacity: 5, refill: 200, perMilliseconds: 1_000, now: start)
    for _ in 0..<5 { bucket.consume(at: start) }
    for step in 1...4 { bucket.refill(after(Int64(step))) }
    #expect(bucket.isEmpty(at: after(4)))
    #expect(!bucket.isEmpty(at: after(5)))
  }

  @Test("a million at a million a second, and a clock at its end, trap nothing")
  func extremes() {
    var bucket = TokenBucket(
      capacity: 1_000_000, refill: 1_000_000, perMilliseconds: 1_000, now: Uptime(milliseconds: 0))
    bucket.consume(at: Uptime(milliseconds: .max))
    #expect(!bucket.isEmpty(at: Uptime(milliseconds: .max)))
    var slow = TokenBucket(
      capacity: 1_000_000, refill: 1, perMilliseconds: 1_000_000_000, now: Uptime(milliseconds: 0))
    slow.consume(at: Uptime(milliseconds: .max))
    #expect(!slow.isFull(at: Uptime(milliseconds: .max)))
  }
}
