/// Serves everything that waits on a loop in equal shares, on every socket and bus, between the readiness and the end
/// of each iteration. A group that floods one socket leaves the other groups their share on every socket.
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
  package func add(_ member: UInt64, to group: SchedulingGroup, ahead: Bool = false) {
    queue.add(member, to: group, ahead: ahead)
    if ended == loop.iteration { loop.nextIteration {} }
  }

  /// Something was done for the member that is being served.
  package func done() { queue.done() }

  /// Gives one group its slice. Whether to look for newcomers, and do so again.
  private func serveSlice() -> Bool {
    if iteration != loop.iteration {
      iteration = loop.iteration
      queue.endIteration()
    }
    guard queue.beginSlice(at: EventLoop.nanoseconds()) else {
      ended = iteration
      if !queue.isEmpty { loop.nextIteration {} }
      return false
    }
    while let member = queue.next(at: EventLoop.nanoseconds()) { members[member]?() }
    if queue.isEmpty { ended = iteration }
    return !queue.isEmpty
  }
}

// Equal shares of an iteration of the loop, in time and not in calls. No clock, call or connection of its own: each
// member is a number, and the time is a parameter.
//
// Invariants: a member waits in one place at most. An iteration goes in rounds: in each, every group that waits has one
// slice, of at least one piece of work, and the group with the least time in this iteration and the last comes first.
// Within a slice the group's members alternate. An iteration that ends in the middle of a round leaves out no group
// twice: a group that had nothing comes first in the next.

/// The group that a call's time is charged to. A group has one share, however many processes, connections and names it
/// has.
package enum SchedulingGroup: Hashable, Sendable {
  /// An app by its id, for which a sandbox or the desktop vouches, not the caller alone.
  case app(String)
  /// All names that neither a desktop entry nor a sandbox vouches for: inventing more of them gains nothing.
  case unvouched
  /// A process: where no app is named, and on the person's socket.
  case process(Int32)
  /// A connection to the bus, by its unique name, until its process is known.
  case connection([UInt8])
}

/// Which member is served next.
package struct FairQueue {
  /// Nanoseconds.
  package struct Pace {
    /// A group's time in each round.
    var slice: Int64
    /// No slice begins so long after an iteration's first one.
    var iteration: Int64

    package init(slice: Int64, iteration: Int64) {
      self.slice = slice
      self.iteration = iteration
    }
  }

  private struct Time {
    var last: Int64 = 0
    var now: Int64 = 0
    var sum: Int64 { last &+ now }
  }

  private let pace: Pace
  private var waiting: [SchedulingGroup: [UInt64]] = [:]
  private var place: [UInt64: SchedulingGroup] = [:]
  /// Those that wait, in the order in which they came.
  private var order: [SchedulingGroup] = []
  private var had: [SchedulingGroup: Time] = [:]
  /// The groups that have had a slice in this round.
  private var round: Set<SchedulingGroup> = []
  private var slice: (group: SchedulingGroup, since: Int64)?
  /// Whether no member was served in this slice.
  private var isFirst = false
  private var began: Int64?
  /// The groups for which something was done in this iteration.
  private var served: Set<SchedulingGroup> = []

  package init(pace: Pace) { self.pace = pace }

  package var isEmpty: Bool { place.isEmpty }

  /// Behind the group's other members, or before them where it goes `ahead`. A member that waits already keeps its
  /// place.
  package mutating func add(_ member: UInt64, to group: SchedulingGroup, ahead: Bool = false) {
    guard place[member] == nil else { return }
    place[member] = group
    if waiting[group] == nil { order.append(group) }
    if ahead {
      waiting[group, default: []].insert(member, at: 0)
    } else {
      waiting[group, default: []].append(member)
    }
  }

  /// Chooses the group of the next slice; `false` to end the iteration. It ends with the round in which a group that
  /// was served has nothing left to do, because its answers wait for the end; a group that has had a slice in this
  /// iteration or the last does not come before that. As long as all groups have more to do it goes on, so that much is
  /// stored at once.
  package mutating func beginSlice(at now: Int64) -> Bool {
    guard !isEmpty else { return false }
    let start = began ?? now
    began = start
    let isAwaited = served.contains { waiting[$0] == nil }
    if order.allSatisfy(round.contains) {
      guard !isAwaited else { return false }
      round.removeAll(keepingCapacity: true)
    }
    var next: (group: SchedulingGroup, time: Int64)?
    for group in order where !round.contains(group) {
      let time = had[group]?.sum ?? 0
      if next.map({ time < $0.time }) ?? true { next = (group, time) }
    }
    guard let next, now - start < pace.iteration, !isAwaited || next.time < pace.slice else { return false }
    round.insert(next.group)
    slice = (next.group, now)
    isFirst = true
    return true
  }

  /// Removes the next member from the queue and returns it; `nil` when the slice is over. A member with more to do is
  /// added again.
  package mutating func next(at now: Int64) -> UInt64? {
    guard let slice else { return nil }
    if isFirst || now - slice.since < pace.slice, let member = pop(from: slice.group) {
      isFirst = false
      return member
    }
    had[slice.group, default: Time()].now += max(0, now - slice.since)
    self.slice = nil
    return nil
  }

  private mutating func pop(from group: SchedulingGroup) -> UInt64? {
    guard var queue = waiting[group], let member = queue.first else { return nil }
    waiting[group] = nil
    queue.removeFirst()
    if queue.isEmpty { order.removeAll { $0 == group } } else { waiting[group] = queue }
    place[member] = nil
    return member
  }

  /// A piece of work was done for the group of this slice.
  package mutating func done() {
    if let slice { served.insert(slice.group) }
  }

  package mutating func endIteration() {
    began = nil
    round.removeAll(keepingCapacity: true)
    served.removeAll(keepingCapacity: true)
    had = had.compactMapValues { $0.now > 0 ? Time(last: $0.now) : nil }
  }
}
