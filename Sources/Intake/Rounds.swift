// Equal shares of an iteration of the loop, in time and not in calls. No clock, call or connection of its own: what
// waits is a number, and the time is told.
//
// Invariants: a connection waits in one place at most. An iteration goes in rounds: in each, everybody who waits has
// one slice, of one thing to do at least, and who has had the least time in this iteration and the last comes first.
// Within a slice the sharer's connections alternate. An iteration that ends in the middle of a round leaves out nobody
// twice: who had nothing comes first in the next.

/// Who is served next.
struct Rounds {
  /// Nanoseconds.
  struct Pace {
    /// What a sharer has of each round.
    var slice: Int64
    /// So long after an iteration's first slice no other begins.
    var iteration: Int64
  }

  private struct Time {
    var last: Int64 = 0
    var now: Int64 = 0
    var sum: Int64 { last &+ now }
  }

  private let pace: Pace
  private var waiting: [Sharer: [ConnectionID]] = [:]
  private var place: [ConnectionID: Sharer] = [:]
  /// Those that wait, in the order in which they came.
  private var order: [Sharer] = []
  private var had: [Sharer: Time] = [:]
  /// Who has had a slice in this round.
  private var round: Set<Sharer> = []
  private var slice: (sharer: Sharer, since: Int64)?
  /// Whether nobody was taken out in this slice.
  private var isFirst = false
  private var began: Int64?
  /// For whom something was done in this iteration.
  private var served: Set<Sharer> = []

  init(pace: Pace) { self.pace = pace }

  var isEmpty: Bool { place.isEmpty }

  func contains(_ connection: ConnectionID) -> Bool { place[connection] != nil }

  /// Behind the sharer's other connections, or before them where it goes `ahead`; where it waits already, it stays.
  mutating func add(_ connection: ConnectionID, of sharer: Sharer, ahead: Bool = false) {
    guard place[connection] == nil else { return }
    place[connection] = sharer
    if waiting[sharer] == nil { order.append(sharer) }
    if ahead {
      waiting[sharer, default: []].insert(connection, at: 0)
    } else {
      waiting[sharer, default: []].append(connection)
    }
  }

  /// Whose slice is next is decided; `false` where the iteration is to end. It ends with the round in which somebody is
  /// left with nothing to do, whose answers wait for the end: those who have had a slice in this iteration or the last
  /// do not come before it. As long as all have more to do it goes on, so that much is stored at once.
  mutating func beginSlice(at now: Int64) -> Bool {
    guard !isEmpty else { return false }
    let start = began ?? now
    began = start
    let isAwaited = served.contains { waiting[$0] == nil }
    if order.allSatisfy(round.contains) {
      guard !isAwaited else { return false }
      round.removeAll(keepingCapacity: true)
    }
    var next: (sharer: Sharer, time: Int64)?
    for sharer in order where !round.contains(sharer) {
      let time = had[sharer]?.sum ?? 0
      if next.map({ time < $0.time }) ?? true { next = (sharer, time) }
    }
    guard let next, now - start < pace.iteration, !isAwaited || next.time < pace.slice else { return false }
    round.insert(next.sharer)
    slice = (next.sharer, now)
    isFirst = true
    return true
  }

  /// Takes out the next one; `nil` when the slice is over. Whoever has more to do is added again.
  mutating func next(at now: Int64) -> ConnectionID? {
    guard let slice else { return nil }
    if isFirst || now - slice.since < pace.slice, let connection = take(of: slice.sharer) {
      isFirst = false
      return connection
    }
    had[slice.sharer, default: Time()].now += max(0, now - slice.since)
    self.slice = nil
    return nil
  }

  private mutating func take(of sharer: Sharer) -> ConnectionID? {
    guard var queue = waiting[sharer], let connection = queue.first else { return nil }
    waiting[sharer] = nil
    queue.removeFirst()
    if queue.isEmpty { order.removeAll { $0 == sharer } } else { waiting[sharer] = queue }
    place[connection] = nil
    return connection
  }

  /// Something was done for the sharer that has its slice.
  mutating func done() {
    if let slice { served.insert(slice.sharer) }
  }

  mutating func endIteration() {
    began = nil
    round.removeAll(keepingCapacity: true)
    served.removeAll(keepingCapacity: true)
    had = had.compactMapValues { $0.now > 0 ? Time(last: $0.now) : nil }
  }
}
