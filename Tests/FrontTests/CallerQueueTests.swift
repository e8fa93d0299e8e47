import BusWire
import EventLoop
import NotificationModel
import TestSupport
import Testing

@testable import Front

@Suite("Calls that wait, and each caller's share of them")
struct CallerQueueTests {
  private static let burst = 3

  private final class Limits {
    var limits: RateLimits = {
      var limits = RateLimits()
      (limits.postBurst, limits.postRefillPerSecond) = (CallerQueueTests.burst, 10)
      return limits
    }()
  }

  /// Several connections' queues, with a clock that the test moves.
  private struct Play {
    let limits = Limits()
    let shares: CallerShares
    var now = Uptime(milliseconds: 5)
    private var serial: UInt32 = 0

    init() { shares = CallerShares { [limits] in limits.limits } }

    /// `process`: `nil` where it is not known yet.
    func queue(_ connection: String, _ process: Int32? = 1) -> CallerQueue {
      CallerQueue(
        CallerQueue.Key(connection: Array(connection.utf8), app: nil), shares,
        process.map { Caller(process: $0, place: nil) }, now: now)
    }

    /// Its outcome: the serial of a call that may wait, or why it may not.
    mutating func notify(
      _ queue: CallerQueue, replaces: UInt32 = 0, tag: String? = nil, bytes: Int = 0
    ) throws -> Result<UInt32, Refused> {
      serial += 1
      let written = WrittenMessage.notify(
        serial: serial, replaces: replaces, "x", body: String(repeating: "x", count: bytes)
      ) { values in if let tag { values.add("x-dunst-stack-tag", "s") { $0.add(tag) } } }
      return try come(written.from(String(decoding: queue.key.connection, as: UTF8.self)), queue)
    }

    mutating func close(_ queue: CallerQueue, _ number: UInt32) throws -> Result<UInt32, Refused> {
      serial += 1
      let written = WrittenMessage.call(
        "CloseNotification", serial: serial, to: ServiceRig.a, path: ServiceRig.path, interface: ServiceRig.a
      ).with("u") { $0.add(number: number) }
      return try come(written.from(String(decoding: queue.key.connection, as: UTF8.self)), queue)
    }

    private func come(_ written: WrittenMessage, _ queue: CallerQueue) throws -> Result<UInt32, Refused> {
      var framer = Framer(.bus)
      var rest = written.bytes[...]
      guard case .message(let message)? = try framer.next(&rest, wantsBody: { _ in true }) else {
        throw Odd()
      }
      let reference = try #require(CallReference(message))
      let call = WaitingCall(message: message, reference: reference, member: ServiceCall.Member(message))
      return switch queue.admit(call, now: now) {
      case .admitted: .success(reference.serial)
      case .refused(let error): .failure(Refused(error: error))
      }
    }

    /// The work that can be done now, in its order: the serials that each answers.
    func done(_ queue: CallerQueue) -> [[UInt32]] {
      var done: [[UInt32]] = []
      while !queue.isEmpty, queue.wait(at: now) == .none, let call = queue.removeFirst(now: now) {
        done.append(call.references.map(\.serial))
      }
      return done
    }

    mutating func pass(milliseconds: Int64) { now = now.advanced(byMilliseconds: milliseconds) }
  }

  private struct Refused: Error, Hashable { let error: NotifyError }
  private struct Odd: Error {}

  private var play = Play()
  private let tooMany = Refused(error: .tooMany(retryAfterMilliseconds: 100))
  private let full = Refused(error: .tooManyWaiting)

  @Test("Within the rate all wait, and are done in their order")
  mutating func withinRate() throws {
    let queue = play.queue("a")
    for serial in 1...3 { #expect(try play.notify(queue) == .success(UInt32(serial))) }
    #expect(try play.close(queue, 7) == .success(4))
    #expect(play.done(queue) == [[1], [2], [3], [4]])
  }

  @Test(
    "Over it, one waits for its turn, and each further one is refused with the time when it would be taken")
  mutating func overRate() throws {
    let queue = play.queue("a")
    for _ in 1...3 { _ = try play.notify(queue) }
    _ = play.done(queue)
    #expect(try play.notify(queue) == .success(4))
    #expect(try play.notify(queue) == .failure(tooMany))
    #expect(play.done(queue) == [])
    play.pass(milliseconds: 100)
    #expect(play.done(queue) == [[4]])
    #expect(try play.notify(queue) == .success(6))
  }

  @Test("All connections of one process have one rate, and another process has its own")
  mutating func oneProcess() throws {
    let queues = (1...5).map { play.queue("\($0)") }
    for queue in queues { _ = try play.notify(queue) }
    #expect(queues.map { play.done($0).count } == [1, 1, 1, 0, 0])
    let other = play.queue("other", 2)
    #expect(try play.notify(other) == .success(6))
    #expect(play.done(other) == [[6]])
    play.pass(milliseconds: 100)
    #expect(queues.map { play.done($0).count } == [0, 0, 0, 1, 0])
  }

  @Test(
    "Over the rate an update takes the place of the one that waits, which is answered with it",
    arguments: [(5, nil), (0, "volume")] as [(UInt32, String?)])
  mutating func update(_ number: UInt32, _ tag: String?) throws {
    let queue = play.queue("a")
    for _ in 1...4 { _ = try play.notify(queue) }
    _ = play.done(queue)
    for serial in 5...40 {
      #expect(try play.notify(queue, replaces: number, tag: tag) == .success(UInt32(serial)))
    }
    #expect(try play.notify(queue, replaces: 6) == .success(41))
    play.pass(milliseconds: 300)
    #expect(play.done(queue) == [[4], Array(5...40), [41]])
  }

  @Test("It passes no closing: what was said last is done last")
  mutating func closing() throws {
    let queue = play.queue("a")
    for _ in 1...4 { _ = try play.notify(queue) }
    _ = play.done(queue)
    _ = try play.notify(queue, replaces: 5)
    _ = try play.close(queue, 5)
    _ = try play.notify(queue, replaces: 5)
    _ = try play.notify(queue, replaces: 5)
    play.pass(milliseconds: 1_000)
    #expect(play.done(queue) == [[4], [5], [6], [7, 8]])
  }

  @Test("What was refused by the app's own rate waits, and a newer update of the same thing takes its place")
  mutating func putBack() throws {
    let queue = play.queue("a")
    _ = try play.notify(queue, replaces: 5)
    let call = try #require(queue.removeFirst(now: play.now))
    queue.putBack(call, .number(5), for: 20, now: play.now)
    #expect(play.done(queue) == [] && queue.wait(at: play.now) == .pause(20))
    // Others of the process are within its rate.
    let other = play.queue("b")
    _ = try play.notify(other)
    #expect(play.done(other) == [[2]])
    _ = try play.notify(queue, replaces: 5)
    play.pass(milliseconds: 20)
    #expect(play.done(queue) == [[1, 3]])
  }

  @Test("With many answers owed an update is done although the rate does not allow it")
  mutating func owed() throws {
    let queue = play.queue("a")
    for _ in 1...4 { _ = try play.notify(queue) }
    play.pass(milliseconds: 100)
    _ = play.done(queue)
    for _ in 0..<3_000 { #expect(throws: Never.self) { try play.notify(queue, replaces: 5).get() } }
    #expect(play.done(queue).map(\.count) == [1_025, 1_025])
    play.pass(milliseconds: 100)
    #expect(play.done(queue).map(\.count) == [950])
  }

  @Test(
    "256 calls of one connection wait until its process is known, and then those within the process's rate")
  mutating func unidentified() throws {
    let queue = play.queue("a", nil)
    for serial in 1...256 { #expect(try play.notify(queue) == .success(UInt32(serial))) }
    #expect(try play.notify(queue) == .failure(full))
    let refused = queue.identify(as: Caller(process: 1, place: nil), now: play.now)
    #expect(refused.map(\.0.reference.serial) == Array(5...256))
    #expect(refused.allSatisfy { $0.1 == tooMany.error })
    #expect(play.done(queue) == [[1], [2], [3]])
    play.pass(milliseconds: 100)
    #expect(play.done(queue) == [[4]])
    #expect(queue.share.group == .process(1))
  }

  @Test("Large pictures have a room of their own, of which one process has half; past it only the words wait")
  mutating func pictures() throws {
    let picture = CallerShares.mostPictureBytesOfOne / 2 - 1_024
    let queues = (1...3).map { (number: Int32) in play.queue("\(number)", number) }
    /// How many of the pictures wait after a call with another.
    func waiting(_ queue: CallerQueue) throws -> Int {
      _ = try play.notify(queue, bytes: picture).get()
      return queue.share.pictureBytes / picture
    }
    for queue in queues.prefix(2) { #expect(try (1...3).map { _ in try waiting(queue) } == [1, 2, 2]) }
    #expect(try waiting(queues[2]) == 0)
    _ = play.done(queues[0])
    #expect(try waiting(queues[2]) == 1)
    #expect(play.done(queues[1]).count == 3)
  }

  @Test("Small pictures count against their caller's own bytes, and keep out nobody's text")
  mutating func bytes() throws {
    play.limits.limits.postBurst = 100
    let picture = 512 * 1_024
    let queues = (1...4).map { (number: Int32) in play.queue("\(number)", number) }
    for (queue, most) in zip(queues, [47, 47, 33]) {
      for _ in 1...most { _ = try play.notify(queue, bytes: picture).get() }
      #expect(try play.notify(queue, bytes: picture) == .failure(full))
    }
    #expect(try play.notify(queues[3], bytes: picture) == .failure(full))
    #expect(throws: Never.self) { try play.notify(queues[3], bytes: 10_000).get() }
    _ = play.done(queues[0])
    #expect(throws: Never.self) { try play.notify(queues[3], bytes: picture).get() }
  }

  @Test("An update that takes another's place needs room for what it has more")
  mutating func largerUpdate() throws {
    let queue = play.queue("a")
    for _ in 1...3 { _ = try play.notify(queue) }
    _ = play.done(queue)
    let picture = 512 * 1_024
    for number in 1...50 { _ = try play.notify(queue, replaces: UInt32(number)) }
    for number in 1...47 { _ = try play.notify(queue, replaces: UInt32(number), bytes: picture - 600).get() }
    _ = try play.notify(queue, replaces: 48, bytes: picture - 60_000).get()
    #expect(try play.notify(queue, replaces: 50, bytes: picture) == .failure(full))
    #expect(throws: Never.self) { try play.notify(queue, replaces: 1, bytes: 1).get() }
    #expect(throws: Never.self) { try play.notify(queue, replaces: 50, bytes: picture).get() }
  }

  @Test("A reload of the configuration reaches those who have posted before")
  mutating func reload() throws {
    _ = try play.notify(play.queue("a"))
    play.limits.limits.postBurst = 1
    let queue = play.queue("b")
    #expect(throws: Never.self) { try play.notify(queue).get() }
    #expect(play.done(queue).count == 1)
    _ = try play.notify(queue)
    #expect(play.done(queue).isEmpty && queue.wait(at: play.now) == .rate(100))
  }

  @Test("What waits, or is being posted, tells which number it updates")
  mutating func holdsUpdate() throws {
    let queue = play.queue("a")
    _ = try play.notify(queue, replaces: 5)
    #expect(queue.holdsUpdate(of: 5) && !queue.holdsUpdate(of: 6))
    let call = try #require(queue.removeFirst(now: play.now))
    #expect(!queue.holdsUpdate(of: 5))
    queue.isPosting(call)
    #expect(queue.holdsUpdate(of: 5) && queue.wait(at: play.now) == .answer)
    queue.hasPosted()
    #expect(!queue.holdsUpdate(of: 5))
  }
}
