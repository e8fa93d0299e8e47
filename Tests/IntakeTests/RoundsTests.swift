import NotificationModel
import Testing

@testable import Intake

/// Who is served when, with a clock that moves as much as each thing takes.
struct RoundsTests {
  private static let pace = Rounds.Pace(slice: 50, iteration: 400)

  /// Runs iterations until nothing waits: what each sharer has to do, and when it comes, by the times that its things take.
  private struct Play {
    var rounds = Rounds(pace: RoundsTests.pace)
    var now: Int64 = 0
    var left: [ConnectionID: (sharer: Sharer, things: [Int64])] = [:]
    /// What was done, iteration by iteration, by connection.
    var done: [[UInt64]] = []

    mutating func come(_ number: UInt64, of sharer: Sharer, _ things: [Int64]) {
      let id = ConnectionID(number: number)
      left[id] = (sharer, (left[id]?.things ?? []) + things)
      rounds.add(id, of: sharer)
    }

    /// `between`: after a slice.
    mutating func iterate(_ between: (inout Play) -> Void = { _ in }) {
      var served: [UInt64] = []
      while rounds.beginSlice(at: now) {
        while let id = rounds.next(at: now) {
          guard var work = left[id], !work.things.isEmpty else { continue }
          served.append(id.number)
          rounds.done()
          now += work.things.removeFirst()
          left[id] = work
          if !work.things.isEmpty { rounds.add(id, of: work.sharer) }
        }
        between(&self)
      }
      rounds.endIteration()
      done.append(served)
    }
  }

  private func app(_ name: String) throws -> Sharer { .app(try #require(AppID(name))) }

  @Test func `one that is alone goes on until it has nothing left`() throws {
    var play = Play()
    play.come(1, of: try app("a"), Array(repeating: 10, count: 30))
    play.iterate()
    #expect(play.done == [Array(repeating: 1, count: 30)])
  }

  @Test func `an iteration ends after its time, and the next goes on`() throws {
    var play = Play()
    play.come(1, of: try app("a"), Array(repeating: 10, count: 50))
    play.iterate()
    play.iterate()
    #expect(play.done.map(\.count) == [40, 10])
  }

  @Test func `connections of one sharer alternate, however many they are`() throws {
    var play = Play()
    for number in 1...3 { play.come(UInt64(number), of: try app("a"), [10, 10]) }
    play.come(9, of: try app("b"), [10, 10])
    play.iterate()
    play.iterate()
    #expect(play.done == [[1, 2, 3, 1, 2, 9, 9], [3]])
  }

  @Test func `what goes on is gone on with before the sharer's others`() throws {
    var rounds = Rounds(pace: Self.pace)
    let sharer = try app("a")
    rounds.add(ConnectionID(number: 1), of: sharer)
    rounds.add(ConnectionID(number: 2), of: sharer, ahead: true)
    _ = rounds.beginSlice(at: 0)
    let served = (0..<3).map { rounds.next(at: $0)?.number }
    #expect(served == [2, 1, nil])
  }

  @Test func `time is shared, and not calls`() throws {
    var play = Play()
    play.come(1, of: try app("a"), Array(repeating: 50, count: 20))
    play.come(2, of: try app("b"), Array(repeating: 5, count: 100))
    play.iterate()
    #expect(play.done[0].count { $0 == 1 } == 4)
    #expect(play.done[0].count { $0 == 2 } == 40)
  }

  @Test func `one thing is done in every slice, however long it takes`() throws {
    var play = Play()
    play.come(1, of: try app("a"), [300, 300])
    play.come(2, of: try app("b"), [10, 10])
    play.iterate()
    #expect(play.done == [[1, 2, 2]])
    play.iterate()
    #expect(play.done[1] == [1])
  }

  @Test func `who has nothing left ends the iteration, and those with more go on in the next`() throws {
    var play = Play()
    let heavy = [try app("a"), try app("b"), try app("c")]
    for (index, sharer) in heavy.enumerated() {
      play.come(UInt64(index + 1), of: sharer, Array(repeating: 60, count: 20))
    }
    play.iterate()
    #expect(play.done[0] == [1, 2, 3, 1, 2, 3, 1])
    play.come(9, of: .notVouchedFor, [10])
    play.iterate()
    // The newcomer has had the least; those who have had a slice lately do not come before its answer.
    #expect(play.done[1] == [9])
    // Nobody is left out twice.
    play.come(9, of: .notVouchedFor, [10])
    play.iterate()
    #expect(play.done[2] == [2, 3, 1, 9])
  }

  @Test func `who comes in the middle of an iteration is next`() throws {
    var play = Play()
    for number in 1...4 {
      play.come(UInt64(number), of: .process(Int32(number)), Array(repeating: 60, count: 20))
    }
    play.iterate()
    play.iterate { play in
      if play.left[ConnectionID(number: 9)] == nil { play.come(9, of: .process(9), [10]) }
    }
    #expect(play.done[1].count == 2)
    #expect(play.done[1].last == 9)
  }

  @Test func `several that have little to do are answered together`() throws {
    var play = Play()
    play.come(1, of: .process(1), Array(repeating: 60, count: 20))
    play.iterate()
    for number in 2...20 { play.come(UInt64(number), of: .process(Int32(number)), [10]) }
    play.iterate()
    #expect(play.done[1] == Array(2...20))
  }

  @Test func `one that waits is not added twice, and one that is gone is not waited for`() throws {
    var rounds = Rounds(pace: Self.pace)
    rounds.add(ConnectionID(number: 1), of: .process(1))
    rounds.add(ConnectionID(number: 1), of: .process(2))
    _ = rounds.beginSlice(at: 0)
    let served = (0..<2).map { rounds.next(at: $0)?.number }
    #expect(served == [1, nil])
    #expect(rounds.isEmpty)
    let hasMore = rounds.beginSlice(at: 1)
    #expect(!hasMore)
  }
}
