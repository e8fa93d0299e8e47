import CLinux
import Glibc

// A binary heap of deadlines. Cancelled timers stay in the heap until their time comes or they outnumber the
// live ones; so cancelling is cheap, and the heap is never larger than twice the live timers plus a constant.

/// A timer that was set and has not fired.
package struct Timer: Hashable, Sendable {
  let id: UInt64
}

/// Timers that go off once, the earliest first; timers of one deadline in the order in which they were set.
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

extension EventLoop {
  /// Milliseconds since 1970 as the person's clock shows them, and milliseconds since the machine started,
  /// suspended time included, which never jump.
  package static func now() -> (wall: Int64, uptime: Int64) {
    (milliseconds(of: CLOCK_REALTIME), milliseconds(of: CLOCK_BOOTTIME))
  }

  /// Nanoseconds of a clock that never jumps, to measure how long something takes.
  package static func nanoseconds() -> Int64 { nanoseconds(of: CLOCK_MONOTONIC) }

  /// Nanoseconds that the calling thread has had of the processor, to measure how much something costs.
  package static func work() -> Int64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func nanoseconds(of clock: Int32) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func milliseconds(of clock: Int32) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }
}

extension itimerspec {
  /// An absolute time that is never zero, because zero would disarm; a past time is due at once.
  /// `nil` disarms.
  init(milliseconds: Int64?) {
    self.init()
    guard let milliseconds else { return }
    guard milliseconds > 0 else {
      it_value.tv_nsec = 1
      return
    }
    it_value.tv_sec = Int(milliseconds / 1_000)
    it_value.tv_nsec = Int(milliseconds % 1_000) * 1_000_000
  }
}

/// Why the wall alarm was raised.
package enum WallAlarm: Sendable {
  /// The alarm's time has come.
  case due
  /// The clock was set: times computed from it must be computed anew. The alarm stays set.
  case clockSet
}

extension EventLoop {
  /// Sets the one alarm that follows the person's clock, in place of the last; `nil` takes it away.
  package func setWallAlarm(
    at millisecondsSince1970: Int64?, _ handler: @escaping (WallAlarm) -> Void
  ) {
    wallHandler = millisecondsSince1970 == nil ? nil : handler
    // A timer that is not set would still become readable when the clock is.
    let flags = Int32(TFD_TIMER_ABSTIME) | (millisecondsSince1970 == nil ? 0 : Int32(TFD_TIMER_CANCEL_ON_SET))
    setTimer(wallDescriptor.raw, to: millisecondsSince1970, flags: flags)
  }

  func runWallAlarm() {
    // Also without a handler: a descriptor that stays readable keeps the loop awake.
    let error = drainTimer(wallDescriptor.raw)
    wallHandler?(error == ECANCELED ? .clockSet : .due)
  }

  /// An absolute time on the descriptor's own clock.
  func setTimer(_ descriptor: Int32, to milliseconds: Int64?, flags: Int32) {
    var time = itimerspec(milliseconds: milliseconds)
    do {
      try systemCall("timerfd_settime") { timerfd_settime(descriptor, flags, &time, nil) }
    } catch  where error.code == ECANCELED {
      // The clock was set since the last read: the timer is armed all the same, and the next wait reports it.
    } catch {
      // `itimerspec(milliseconds:)` makes a valid time of every number, a peer's too, and the descriptor is our own:
      // nothing that a peer or a file says leads here (timerfd_settime(2)).
      fatalError("\(error)")
    }
  }

  /// Makes a timer unready again. Returns errno, 0 for success.
  @discardableResult
  func drainTimer(_ descriptor: Int32) -> Int32 {
    var expirations: UInt64 = 0
    do {
      try systemCall("read") { read(descriptor, &expirations, MemoryLayout<UInt64>.size) }
      return 0
    } catch {
      return error.code
    }
  }
}
