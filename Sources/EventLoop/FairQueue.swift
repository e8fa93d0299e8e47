// Equal shares of the loop's work, in time and not in calls. No clock, call or connection of its own: each member is a
// number, and the time is a parameter.
//
// Two times: `now`, which passes for all and ends turns and iterations, and `work`, the processor's time for the loop's
// thread, by which turns are charged. On a busy machine the thread may be interrupted in any turn, for longer than
// hundreds of turns.
//
// Invariants: a member waits in one place at most. The time is shared among the doors at which a member waits, and a
// door's share among the groups that wait there. Within a slice the group's members alternate.

/// The group and the door that a call's time is charged to.
package struct Account: Hashable, Sendable {
  /// The doors share the daemon's time equally, so that no number of callers at one closes another.
  package enum Door: CaseIterable, Hashable, Sendable {
    /// The apps' socket.
    case apps
    /// The desktop's own notification name.
    case front
    /// The person's socket.
    case person
    /// The person's socket, for calls that lock the screen's private texts away.
    case lock
  }

  package var door: Door
  package var group: SchedulingGroup

  package init(_ group: SchedulingGroup, at door: Door) {
    (self.group, self.door) = (group, door)
  }
}

/// The callers that have one share at a door, however many processes, connections and names they have.
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
    /// A group's time in one turn. A turn is one piece of work at least.
    var slice: Int64
    /// No slice begins so long after an iteration's first one.
    var iteration: Int64

    package init(slice: Int64, iteration: Int64) {
      self.slice = slice
      self.iteration = iteration
    }
  }

  private let pace: Pace
  private var doors: Turns<Account.Door>
  private var groups: [Account.Door: Turns<SchedulingGroup>] = [:]
  private var members: [Account: [UInt64]] = [:]
  private var place: [UInt64: Account] = [:]
  private var slice: (account: Account, since: Int64, work: Int64)?
  /// Whether no member was served in this slice.
  private var isFirst = false
  private var began: Int64?
  /// The accounts for which something was done in this iteration.
  private var served: Set<Account> = []

  package init(pace: Pace) {
    self.pace = pace
    doors = Turns(pace)
  }

  package var isEmpty: Bool { place.isEmpty }

  /// Adds a member behind the account's other members, or with `ahead` before them. A member that waits already keeps
  /// its place.
  package mutating func add(_ member: UInt64, to account: Account, ahead: Bool = false, at now: Int64) {
    guard place[member] == nil else { return }
    place[member] = account
    doors.enter(account.door, at: now)
    groups[account.door, default: Turns(pace)].enter(account.group, at: now)
    if ahead {
      members[account, default: []].insert(member, at: 0)
    } else {
      members[account, default: []].append(member)
    }
  }

  /// Chooses the account of the next slice; `false` to end the iteration. Once an account that was served has nothing
  /// left, because its answers wait for the end, only newcomers that have had no more than their share are served. As
  /// long as all have more to do it goes on, so that much is stored at once.
  package mutating func beginSlice(at now: Int64, work: Int64) -> Bool {
    let start = began ?? now
    began = start
    guard now - start < pace.iteration, let door = doors.next, let group = groups[door.key]?.next else {
      return false
    }
    let account = Account(group.key, at: door.key)
    let isAwaited = served.contains { members[$0] == nil }
    guard !isAwaited || group.isNew && max(door.debt, group.debt) < pace.slice else { return false }
    slice = (account, now, work)
    isFirst = true
    return true
  }

  /// Removes the next member from the queue and returns it; `nil` when the slice is over. A member with more to do is
  /// added again.
  package mutating func next(at now: Int64, work: Int64) -> UInt64? {
    guard let slice else { return nil }
    if isFirst || now - slice.since < pace.slice, let member = removeFirst(of: slice.account) {
      isFirst = false
      return member
    }
    self.slice = nil
    let (account, time) = (slice.account, max(0, work - slice.work))
    groups[account.door]?.charge(account.group, time, waitsOn: members[account] != nil, at: now)
    doors.charge(account.door, time, waitsOn: groups[account.door]?.isEmpty == false, at: now)
    return nil
  }

  private mutating func removeFirst(of account: Account) -> UInt64? {
    guard var waiting = members.removeValue(forKey: account), !waiting.isEmpty else { return nil }
    let member = waiting.removeFirst()
    if !waiting.isEmpty { members[account] = waiting }
    place[member] = nil
    return member
  }

  /// A piece of work was done for the account of this slice.
  package mutating func done() {
    if let slice { served.insert(slice.account) }
  }

  package mutating func endIteration() {
    began = nil
    served.removeAll(keepingCapacity: true)
    doors.forgetPaidDebts()
    for door in groups.keys { groups[door]?.forgetPaidDebts() }
  }

  /// Nanoseconds for which some group has waited without a slice; 0 where none waits.
  package func longestWait(at now: Int64) -> Int64 {
    groups.values.map { $0.longestWait(at: now) }.max() ?? 0
  }
}

/// Whose turn it is, by the time that each has had: start-time fair queueing (Goyal, Vin and Cheng, 1996), with a clock
/// that runs as fast as an equal share.
///
/// Each turn is charged. A key that waits stands at the time at which its turn is due: now, or once the others have had
/// as much as it had. A newcomer is due now: behind those that were due before, and before all that have had more than
/// their share. The clock goes on with every turn, so that each key's time comes, however many others arrive.
private struct Turns<Key: Hashable> {
  private struct Waiting {
    let key: Key
    let due: Int64
    /// The beginning of its wait, by the real clock.
    let since: Int64
    /// Whether it had nothing to do before.
    let isNew: Bool
  }

  private let pace: FairQueue.Pace
  /// The time that an equal share amounts to.
  private var clock: Int64 = 0
  private var waiting: [Waiting] = []
  /// The times after the clock at which keys are due that do not wait.
  private var debts: [Key: Int64] = [:]
  private var emptySince: Int64 = 0

  init(_ pace: FairQueue.Pace) { self.pace = pace }

  var isEmpty: Bool { waiting.isEmpty }

  /// The key whose turn it is, and how much more than its share it has had.
  var next: (key: Key, debt: Int64, isNew: Bool)? { first.map { ($0.key, $0.due - clock, $0.isNew) } }
  private var first: Waiting? { waiting.min { $0.due < $1.due } }

  /// Does nothing for a key that waits.
  mutating func enter(_ key: Key, at now: Int64) {
    guard !waiting.contains(where: { $0.key == key }) else { return }
    // A time in which no key waits is free for all.
    if waiting.isEmpty { clock += max(0, now - emptySince) }
    let due = max(clock, debts.removeValue(forKey: key) ?? clock)
    waiting.append(Waiting(key: key, due: due, since: now, isNew: true))
  }

  /// Charges a waiting key for its turn.
  mutating func charge(_ key: Key, _ time: Int64, waitsOn: Bool, at now: Int64) {
    guard let index = waiting.firstIndex(where: { $0.key == key }) else { return }
    // A turn that took longer does not put off the next one for ever.
    let charge = min(time, pace.iteration)
    clock += charge / Int64(waiting.count)
    let due = waiting.remove(at: index).due + charge
    if waitsOn {
      waiting.append(Waiting(key: key, due: due, since: now, isNew: false))
    } else {
      debts[key] = due
      if waiting.isEmpty { emptySince = now }
    }
    // The clock stands at the next turn at the earliest, which is due now, and not long after it, or newcomers would
    // wait.
    if let next = first?.due { clock = min(max(clock, next), next + pace.slice) }
  }

  mutating func forgetPaidDebts() { debts = debts.filter { $0.value > clock } }

  func longestWait(at now: Int64) -> Int64 { waiting.map { now - $0.since }.max() ?? 0 }
}
