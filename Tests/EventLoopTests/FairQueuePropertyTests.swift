import TestSupport
import Testing

@testable import EventLoop

/// Any arrivals and any costs: groups of several members, groups that come back at once, new ones without an end, and
/// pieces of work that are longer than an iteration.
struct FairQueuePropertyTests {
  /// A queue that is played by chance, and the turns of each account since each other one began to wait.
  private struct Play {
    static let pace = FairQueue.Pace(slice: 50, iteration: 400)
    static let regulars = (0..<5).flatMap { number in
      Account.Door.allCases.map { Account(.app("\(number)"), at: $0) }
    }

    var random: SeededGenerator
    var queue = FairQueue(pace: pace)
    var now: Int64 = 0
    /// The pieces of work that each member still has.
    var left: [UInt64: (account: Account, pieces: [Int64])] = [:]
    var lastMember: UInt64 = 0
    /// What each account was charged for its turns, a long one as an iteration.
    var had: [Account: Int64] = [:]
    var lastTurn: [Account: Int64] = [:]
    /// What the others had had when the account began to wait.
    var waits: [Account: [Account: Int64]] = [:]

    mutating func chance(_ range: ClosedRange<Int64>) -> Int64 { .random(in: range, using: &random) }

    mutating func arrive() {
      lastMember += 1
      let isNew = chance(1...4) == 1
      let account =
        isNew
        ? Account(.process(Int32(lastMember)), at: .apps)
        : Self.regulars[Int(chance(0...Int64(Self.regulars.count - 1)))]
      let longest = [10, 300, 5_000][Int(chance(0...2))]
      let pieces = (0..<chance(1...12)).map { _ in chance(1...Int64(longest)) }
      left[lastMember] = (account, pieces)
      add(lastMember, to: account)
    }

    mutating func add(_ member: UInt64, to account: Account) {
      queue.add(member, to: account, at: now)
      if waits[account] == nil { waits[account] = had }
    }

    /// Gives one turn; `turn` is called before it with the account and what the others had had when it began to wait.
    mutating func serve(_ check: (Account, [Account: Int64], Play) -> Void) {
      guard queue.beginSlice(at: now, work: now) else { return queue.endIteration() }
      let begin = now
      var served: Account?
      while let member = queue.next(at: now, work: now) {
        guard var work = left[member] else { continue }
        if served == nil, let since = waits.removeValue(forKey: work.account) {
          check(work.account, since, self)
        }
        served = work.account
        now += work.pieces.removeFirst()
        queue.done()
        left[member] = work.pieces.isEmpty ? nil : work
        if !work.pieces.isEmpty { add(member, to: work.account) }
        if chance(1...3) == 1 { arrive() }
      }
      guard let served else { return }
      let charge = min(now - begin, Self.pace.iteration)
      had[served, default: 0] += charge
      lastTurn[served] = charge
      // Where it has more to do, it waits anew from here.
      waits[served] = left.values.contains { $0.account == served } ? had : nil
    }
  }

  @Test(arguments: 1...20)
  func `one that waits has its turn once each other at its door has had what it had last, and a turn more`(
    seed: Int
  ) {
    var play = Play(random: SeededGenerator(seed: UInt64(seed)))
    let turn = Play.pace.iteration
    var most: (group: Int64, door: Int64) = (0, 0)
    for _ in 0..<1_500 {
      if play.queue.isEmpty || play.left.count < 40 && play.chance(1...3) == 1 { play.arrive() }
      if play.chance(1...20) == 1 { play.now += play.chance(1...1_000) }
      play.serve { account, since, play in
        var meanwhile: [Account.Door: Int64] = [:]
        for (other, had) in play.had where other != account {
          let time = had - since[other, default: 0]
          guard time > 0 else { continue }
          meanwhile[other.door, default: 0] += time
          if other.door == account.door {
            most.group = max(most.group, time - play.lastTurn[account, default: 0])
          }
        }
        let own = meanwhile.removeValue(forKey: account.door) ?? 0
        most.door = max(most.door, (meanwhile.values.max() ?? 0) - own)
      }
    }
    #expect(most.group <= turn)
    #expect(most.door <= 2 * turn)
  }

  @Test(
    arguments: [[28_000, 28_000], [300, 28_000, 5_000], [10, 10, 10, 400], [1, 1_000_000]] as [[Int64]])
  func `groups with slow calls have equal shares, and one with short calls waits for a slice of each at most`(
    costs: [Int64]
  ) {
    let pace = FairQueue.Pace(slice: 50, iteration: 10_000)
    var queue = FairQueue(pace: pace)
    var now: Int64 = 0
    var had = [Int64](repeating: 0, count: costs.count)
    // Two connections of each, which never have nothing left.
    for index in costs.indices {
      for second in [0, 1] {
        queue.add(UInt64(2 * index + second), to: Account(.app("\(index)"), at: .apps), at: now)
      }
    }
    let visitor: UInt64 = 999
    var came: Int64?
    var worst: Int64 = 0
    for _ in 0..<20_000 {
      if came == nil {
        came = now
        queue.add(visitor, to: Account(.app("visitor"), at: .apps), at: now)
      }
      guard queue.beginSlice(at: now, work: now) else {
        queue.endIteration()
        continue
      }
      while let member = queue.next(at: now, work: now) {
        queue.done()
        if let since = came, member == visitor {
          worst = max(worst, now - since)
          came = nil
          now += 1
          continue
        }
        let group = Int(member / 2)
        now += costs[group]
        had[group] += min(costs[group], pace.iteration)
        queue.add(member, to: Account(.app("\(group)"), at: .apps), at: now)
      }
    }
    #expect(worst <= costs.map { $0 + pace.slice }.reduce(0, +))
    #expect((had.max() ?? 0) - (had.min() ?? 0) <= 2 * pace.iteration)
  }

  @Test func `new groups without an end do not put off one that has had more than its share`() {
    let pace = FairQueue.Pace(slice: 50, iteration: 10_000)
    var queue = FairQueue(pace: pace)
    var now: Int64 = 0
    let heavy = Account(.app("heavy"), at: .apps)
    var (last, waiting): (UInt64, Int) = (0, 0)
    var turns: [Int64] = []
    queue.add(0, to: heavy, at: now)
    for _ in 0..<20_000 {
      while waiting < 2 {
        (last, waiting) = (last + 1, waiting + 1)
        queue.add(last, to: Account(.process(Int32(last)), at: .apps), at: now)
      }
      guard queue.beginSlice(at: now, work: now) else {
        queue.endIteration()
        continue
      }
      while let member = queue.next(at: now, work: now) {
        queue.done()
        if member == 0 {
          turns.append(now)
          now += 10_000
          queue.add(0, to: heavy, at: now)
        } else {
          waiting -= 1
          now += 300
        }
      }
    }
    let waits = zip(turns, turns.dropFirst()).map { $1 - $0 - 10_000 }
    #expect(waits.count > 50)
    #expect((waits.max() ?? 0) <= 10 * 10_000)
  }
}
