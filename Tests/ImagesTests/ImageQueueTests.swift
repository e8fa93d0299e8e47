import Delivery
import Synchronization
import Testing

@testable import Images

struct ImageQueueTests {
  private final class Line {
    private var queue = ImageQueue()
    func add(_ job: ImageJob, now: Int64) -> ImageFault? { queue.add(job, now: now) }
    func addsThread(now: Int64) -> Bool { queue.addsThread(now: now) }
    func next(now: Int64) -> ImageJob? { queue.next(now: now) }
    func ended(_ job: ImageJob) { queue.ended(job) }
  }

  private func job(
    _ process: Int32, _ path: String = "/a.png", isWanted: @escaping @Sendable () -> Bool = { true }
  )
    -> ImageJob
  { ImageJob(process: process, sources: [.file(path)], copies: false, isWanted: isWanted, then: { _ in }) }

  @Test func `one process has no more than its share of the places`() {
    let queue = Line()
    for _ in 0..<16 { #expect(queue.add(job(1), now: 0) == nil) }
    #expect(queue.add(job(1), now: 0) == .busy(limit: 16))
    for process: Int32 in 2..<17 {
      for _ in 0..<16 { #expect(queue.add(job(process), now: 0) == nil) }
    }
    #expect(queue.add(job(17), now: 0) == .busy(limit: 256))
  }

  @Test func `what nobody waits for any more has no place, and no turn`() {
    let isWanted = Atomic(true)
    let queue = Line()
    for process: Int32 in 1...256 {
      _ = queue.add(job(process) { isWanted.load(ordering: .relaxed) }, now: 0)
    }
    #expect(queue.add(job(300), now: 0) == .busy(limit: 256))
    isWanted.store(false, ordering: .relaxed)
    #expect(queue.add(job(300), now: 0) == nil)
    #expect(queue.addsThread(now: 0))
    #expect(queue.next(now: 0)?.process == 300)
  }

  @Test func `there are as many threads as jobs that can be begun, and at most four at work`() {
    let queue = Line()
    #expect(!queue.addsThread(now: 0))
    for _ in 0..<3 { _ = queue.add(job(1), now: 0) }
    #expect(queue.addsThread(now: 0) && !queue.addsThread(now: 0))
    for process: Int32 in 2...6 { _ = queue.add(job(process), now: 0) }
    #expect((0..<6).map { _ in queue.addsThread(now: 0) } == [true, true, true, false, false, false])
    #expect((0..<4).map { _ in queue.next(now: 0)?.process } == [1, 2, 3, 4])
    #expect(!queue.addsThread(now: 1_999))
    // All four are at one file for long.
    #expect((0..<3).map { _ in queue.addsThread(now: 2_000) } == [true, true, false])
    #expect((0..<2).map { _ in queue.next(now: 2_000)?.process } == [5, 6])
  }

  @Test func `a bounded number of threads is lost to files that never answer`() {
    let queue = Line()
    var now: Int64 = 0
    for process: Int32 in 1...64 {
      #expect(queue.add(job(process, "/dead/\(process)"), now: now) == nil)
      #expect(queue.addsThread(now: now))
      #expect(queue.next(now: now)?.process == process)
      now += 2_000
    }
    #expect(queue.add(job(65), now: now) == .busy(limit: 256))
    queue.ended(job(7))
    #expect(queue.add(job(65), now: now) == nil)
    #expect(queue.next(now: now)?.process == 65)
  }

  @Test func `a file that has kept somebody waiting for long is not begun with again`() {
    let queue = Line()
    _ = queue.add(job(1, "/dead"), now: 0)
    _ = queue.addsThread(now: 0)
    _ = queue.next(now: 0)
    #expect(queue.add(job(2, "/dead"), now: 9_999) == nil)
    let fault = queue.add(job(3, "/dead"), now: 10_000)
    #expect(fault == .unusable("has kept another waiting, and has not answered yet"))
    #expect(!queue.addsThread(now: 10_000))
    queue.ended(job(1))
    #expect(queue.next(now: 10_000)?.process == 2)
  }
}
