// A binary heap of deadlines. Cancelled timers stay in the heap until their time comes or they outnumber the
// live ones; so cancelling is cheap, and the heap is never larger than twice what lives plus a constant.

/// A timer that was set and has not fired.
package struct Timer: Hashable, Sendable {
  let id: UInt64
}

/// One-shot timers, the earliest first; those of one deadline in the order in which they were set.
struct TimerQueue {
  private struct Entry {
    var deadline: Int64
    var id: UInt64
    func isBefore(_ other: Entry) -> Bool { (deadline, id) < (other.deadline, other.id) }
  }

  /// Below this many it is not worth sweeping.
  private static let sweepThreshold = 64

  private var heap: [Entry] = []
  private var handlers: [UInt64: () -> Void] = [:]
  private var lastID: UInt64 = 0

  /// How many entries are kept, cancelled ones included.
  var count: Int { heap.count }

  /// The earliest deadline of a timer that was not cancelled.
  mutating func earliest() -> Int64? {
    while let first = heap.first {
      if handlers[first.id] != nil { return first.deadline }
      removeFirst()
    }
    return nil
  }

  mutating func insert(deadline: Int64, _ handler: @escaping () -> Void) -> Timer {
    lastID += 1
    handlers[lastID] = handler
    heap.append(Entry(deadline: deadline, id: lastID))
    siftUp(from: heap.count - 1)
    return Timer(id: lastID)
  }

  mutating func cancel(_ timer: Timer) {
    handlers[timer.id] = nil
    guard heap.count > Self.sweepThreshold + 2 * handlers.count else { return }
    // Sorted is a valid heap.
    heap = heap.filter { handlers[$0.id] != nil }.sorted { $0.isBefore($1) }
  }

  /// Takes out the earliest timer due at `now`.
  mutating func popDue(at now: Int64) -> (() -> Void)? {
    guard let deadline = earliest(), deadline <= now else { return nil }
    return handlers.removeValue(forKey: removeFirst())
  }

  @discardableResult
  private mutating func removeFirst() -> UInt64 {
    let id = heap[0].id
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      siftDown()
    }
    return id
  }

  private mutating func siftUp(from start: Int) {
    var child = start
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var child = 2 * parent + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1].isBefore(heap[child]) { child += 1 }
      guard heap[child].isBefore(heap[parent]) else { return }
      heap.swapAt(child, parent)
      parent = child
    }
  }
}

/// Calls its handler once, so many milliseconds from now, unless it is let go of before.
package final class Delay {
  private let loop: EventLoop
  private let timer: Timer

  package init(_ milliseconds: Int64, _ loop: EventLoop, _ handler: @escaping () -> Void) {
    self.loop = loop
    timer = loop.setTimer(at: EventLoop.now().uptime + milliseconds, handler)
  }

  deinit { loop.cancel(timer) }
}
