/// Serves everything that waits on a loop in equal shares, on every socket and bus, between the readiness and the end
/// of each iteration.
package final class Scheduler {
  /// A slice is a call or two that store something; an iteration, 64 of them by a client that is alone.
  private static let pace = FairQueue.Pace(slice: 50_000, iteration: 10_000_000)

  private let loop: EventLoop
  private var queue = FairQueue(pace: pace)
  private var members: [UInt64: () -> Void] = [:]
  private var lastMember: UInt64 = 0
  /// The iteration to which the queue's times belong, and the last one whose slices are over.
  private var iteration: UInt64 = 0
  private var ended: UInt64 = 0

  /// The loop has one scheduler.
  package init(_ loop: EventLoop) {
    self.loop = loop
    loop.onReady = { [weak self] in self?.serveSlice() ?? false }
  }

  /// `serve`: does one piece of the member's work.
  package func join(_ serve: @escaping () -> Void) -> UInt64 {
    lastMember += 1
    members[lastMember] = serve
    return lastMember
  }

  /// The member is served no more.
  package func leave(_ member: UInt64) { members[member] = nil }

  /// Has the member served once, in this iteration or the next ones.
  package func add(_ member: UInt64, to account: Account, ahead: Bool = false) {
    queue.add(member, to: account, ahead: ahead, at: EventLoop.nanoseconds())
    if ended == loop.iteration { loop.nextIteration {} }
  }

  /// Something was done for the member that is being served.
  package func done() { queue.done() }

  /// Milliseconds for which somebody has waited without being served.
  package var longestWait: Int64 { queue.longestWait(at: EventLoop.nanoseconds()) / 1_000_000 }

  /// Gives one group its slice. Whether to look for newcomers, and do so again.
  private func serveSlice() -> Bool {
    if iteration != loop.iteration {
      iteration = loop.iteration
      queue.endIteration()
    }
    guard queue.beginSlice(at: EventLoop.nanoseconds(), work: EventLoop.work()) else {
      ended = iteration
      if !queue.isEmpty { loop.nextIteration {} }
      return false
    }
    while let member = queue.next(at: EventLoop.nanoseconds(), work: EventLoop.work()) { members[member]?() }
    if queue.isEmpty { ended = iteration }
    return !queue.isEmpty
  }
}
