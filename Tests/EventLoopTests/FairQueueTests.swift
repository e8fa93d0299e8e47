import TestSupport
import Testing

@testable import EventLoop

/// The order of service, with a clock that advances by the time of each job.
struct FairQueueTests {
  private static let pace = FairQueue.Pace(slice: 50, iteration: 400)

  /// Runs iterations until no job waits: the jobs of each member, their arrival, and their times.
  private struct Play {
    var queue = FairQueue(pace: FairQueueTests.pace)
    var now: Int64 = 0
    var left: [UInt64: (account: Account, things: [Int64])] = [:]
    /// The jobs done, iteration by iteration, by member.
    var done: [[UInt64]] = []
    /// The time that each account has had.
    var had: [Account: Int64] = [:]

    mutating func come(
      _ number: UInt64, of group: SchedulingGroup, at door: Account.Door = .apps, _ things: [Int64]
    ) {
      let account = Account(group, at: door)
      left[number] = (account, (left[number]?.things ?? []) + things)
      queue.add(number, to: account, at: now)
    }

    /// `between`: after a slice.
    mutating func iterate(_ between: (inout Play) -> Void = { _ in }) {
      var served: [UInt64] = []
      while queue.beginSlice(at: now, work: now) {
        while let id = queue.next(at: now, work: now) {
          guard var work = left[id], !work.things.isEmpty else { continue }
          served.append(id)
          queue.done()
          let time = work.things.removeFirst()
          now += time
          had[work.account, default: 0] += time
          left[id] = work.things.isEmpty ? nil : work
          if !work.things.isEmpty { queue.add(id, to: work.account, at: now) }
        }
        between(&self)
      }
      queue.endIteration()
      done.append(served)
    }
  }

  private func app(_ name: String) -> SchedulingGroup { .app(name) }

  @Test func `one that is alone goes on until it has nothing left`() throws {
    var play = Play()
    play.come(1, of: app("a"), Array(repeating: 10, count: 30))
    play.iterate()
    #expect(play.done == [Array(repeating: 1, count: 30)])
  }

  @Test func `an iteration ends after its time, and the next goes on`() throws {
    var play = Play()
    play.come(1, of: app("a"), Array(repeating: 10, count: 50))
    play.iterate()
    play.iterate()
    #expect(play.done.map(\.count) == [40, 10])
  }

  @Test func `members of one group alternate, however many they are`() throws {
    var play = Play()
    for number in 1...3 { play.come(UInt64(number), of: app("a"), [10, 10]) }
    play.come(9, of: app("b"), [10, 10])
    play.iterate()
    play.iterate()
    #expect(play.done == [[1, 2, 3, 1, 2, 9, 9], [3]])
  }

  @Test func `what goes on is gone on with before the group's others`() throws {
    var queue = FairQueue(pace: Self.pace)
    let account = Account(app("a"), at: .apps)
    queue.add(1, to: account, at: 0)
    queue.add(2, to: account, ahead: true, at: 0)
    _ = queue.beginSlice(at: 0, work: 0)
    let served = (0..<3).map { queue.next(at: $0, work: $0) }
    #expect(served == [2, 1, nil])
  }

  @Test func `time is shared, and not calls`() throws {
    var play = Play()
    play.come(1, of: app("a"), Array(repeating: 50, count: 20))
    play.come(2, of: app("b"), Array(repeating: 5, count: 100))
    play.iterate()
    #expect(play.done[0].count { $0 == 1 } == 4)
    #expect(play.done[0].count { $0 == 2 } == 40)
  }

  @Test func `one thing is done in every slice, however long it takes`() throws {
    var play = Play()
    play.come(1, of: app("a"), [300, 300])
    play.come(2, of: app("b"), [10, 10])
    play.iterate()
    #expect(play.done == [[1, 2, 2]])
    play.iterate()
    #expect(play.done[1] == [1])
  }

  @Test
  func `a group with nothing left ends the iteration, and those that had their share go on in the next`()
    throws
  {
    var play = Play()
    let heavy = [app("a"), app("b"), app("c")]
    for (index, sharer) in heavy.enumerated() {
      play.come(UInt64(index + 1), of: sharer, Array(repeating: 60, count: 20))
    }
    play.iterate()
    #expect(play.done[0] == [1, 2, 3, 1, 2, 3, 1])
    play.come(9, of: .unvouched, [10])
    play.iterate()
    // Two of the three have had less, and are due before it; none comes between it and its answer.
    #expect(play.done[1] == [2, 3, 9])
  }

  @Test func `one that comes in the middle of an iteration waits for nobody who has had more than a share`()
    throws
  {
    var play = Play()
    for number in 1...4 {
      play.come(UInt64(number), of: .process(Int32(number)), Array(repeating: 60, count: 20))
    }
    play.iterate()
    play.iterate { play in
      if play.had[Account(.process(9), at: .apps)] == nil, play.left[9] == nil {
        play.come(9, of: .process(9), [10])
      }
    }
    let served = try #require(play.done[1].firstIndex(of: 9))
    // The slice before it came, and one of each other.
    #expect(served <= 5)
  }

  @Test func `several that have little to do are answered together`() throws {
    var play = Play()
    play.come(1, of: .process(1), Array(repeating: 60, count: 20))
    play.iterate()
    for number in 2...20 { play.come(UInt64(number), of: .process(Int32(number)), [10]) }
    play.iterate()
    #expect(Set(play.done[1]).isSuperset(of: 2...20))
  }

  @Test func `a turn in which the machine was busy with others is not charged`() throws {
    var queue = FairQueue(pace: Self.pace)
    var (now, work): (Int64, Int64) = (0, 0)
    var order: [UInt64] = []
    // Each piece costs ten; the first lasts as long as a hundred.
    for time in [1_000, 10, 10, 10] as [Int64] {
      for member in [1, 2] as [UInt64] {
        queue.add(member, to: Account(app("\(member)"), at: .apps), at: now)
      }
      let isServed = queue.beginSlice(at: now, work: work)
      #expect(isServed)
      order += [queue.next(at: now, work: work)].compactMap { $0 }
      (now, work) = (now + time, work + 10)
      while let member = queue.next(at: now, work: work) { order.append(member) }
      queue.endIteration()
    }
    #expect(order == [1, 2, 1, 2])
  }

  @Test func `one that waits is not added twice, and one that is gone is not waited for`() throws {
    var queue = FairQueue(pace: Self.pace)
    queue.add(1, to: Account(.process(1), at: .apps), at: 0)
    queue.add(1, to: Account(.process(2), at: .apps), at: 0)
    _ = queue.beginSlice(at: 0, work: 0)
    let served = (0..<2).map { queue.next(at: $0, work: $0) }
    #expect(served == [1, nil])
    #expect(queue.isEmpty)
    let hasMore = queue.beginSlice(at: 1, work: 1)
    #expect(!hasMore)
  }

  @Test func `each door has its share, however many groups wait at another`() throws {
    var play = Play()
    for number in 1...30 {
      play.come(UInt64(number), of: .process(Int32(number)), Array(repeating: 50, count: 400))
    }
    play.come(101, of: .process(1), at: .person, Array(repeating: 50, count: 400))
    play.come(102, of: .process(2), at: .front, Array(repeating: 50, count: 400))
    for _ in 0..<30 { play.iterate() }
    let total = play.now
    for account in [Account(.process(1), at: .person), Account(.process(2), at: .front)] {
      let had = play.had[account, default: 0]
      #expect(abs(had - total / 3) <= 100)
    }
  }

  @Test func `a lock is next, whatever waits at the person's own socket`() throws {
    var play = Play()
    for number in 1...8 {
      play.come(UInt64(number), of: .process(Int32(number)), at: .person, Array(repeating: 200, count: 20))
    }
    for _ in 0..<5 { play.iterate() }
    play.come(99, of: .process(9), at: .lock, [10])
    let before = play.now
    play.iterate()
    #expect(play.done.last?.last == 99)
    #expect(play.now - before <= 210)
  }
}
