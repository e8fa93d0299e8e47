import NotificationModel
import Records
import Store
import TestSupport
import Testing

@Suite struct NotificationTests {
  private let scratch: Scratch
  private let store: SQLiteStore

  init() throws {
    scratch = try Scratch()
    store = try scratch.open()
  }

  @Test func `A record comes back as it was stored, numbered from one`() throws {
    var stored = record(request(title: "One"))
    stored.id = try store.insert(stored)
    #expect(stored.id == NotificationID(1))
    #expect(try store.record(stored.id) == stored)
    #expect(try store.record(NotificationID(2)) == nil)
  }

  @Test func `What was inserted last is gone with its transaction, and with its row`() throws {
    let id = try store.insert(record(state: .read))
    store.rollback()
    #expect(try store.record(id) == nil)
    let again = try store.insert(record(state: .read))
    #expect(try store.prune(before: Timestamp(milliseconds: .max), but: [:], rows: 0, limit: 10) == 1)
    #expect(try store.record(again) == nil)
  }

  @Test func `An update writes every field but the app`() throws {
    var random = SeededGenerator(seed: 7)
    var stored = anyRecord(&random)
    stored.id = try store.insert(stored)
    for _ in 0..<50 {
      var next = anyRecord(&random)
      next.request.app = stored.request.app
      next.id = stored.id
      try store.update(next)
      #expect(try store.record(stored.id) == next)
    }
  }

  @Test func `Any record survives the way through the file`() throws {
    var random = SeededGenerator(seed: 42)
    var stored: [NotificationRecord] = []
    for _ in 0..<300 {
      var next = anyRecord(&random)
      next.id = try store.insert(next)
      stored.append(next)
    }
    try store.commit()
    store.close()
    let again = try scratch.open()
    for record in stored { #expect(try again.record(record.id) == record) }
  }

  @Test(arguments: [true, false])
  func `Every field set and every field empty are both kept`(full: Bool) throws {
    var random = SeededGenerator(seed: 1)
    var stored = anyRecord(&random, chance: full ? 1 : 0)
    stored.id = try store.insert(stored)
    #expect(try store.record(stored.id) == stored)
    #expect((stored.request.title != nil) == full)
  }

  @Test func `No actions and an empty list of actions are different things`() throws {
    let none = try store.insert(record(request(actions: nil)))
    let empty = try store.insert(record(request(actions: [])))
    #expect(try store.record(none)?.request.actions == nil)
    #expect(try store.record(empty)?.request.actions == [])
  }

  @Test func `Empty text and a NUL within text are text`() throws {
    let id = try store.insert(record(request(title: "", body: "a\u{0}b")))
    let stored = try #require(try store.record(id))
    #expect(stored.request.title?.isEmpty == true)
    #expect(stored.request.body.map { Array($0.utf8) } == [0x61, 0, 0x62])
    #expect(try store.live(like: stored.request, standing: .unread, limit: 1).first?.id == id)
    #expect(try store.live(like: request(title: "", body: "a"), standing: .unread, limit: 1).first == nil)
  }

  @Test(arguments: [
    (State.delivered, Standing.unread), (.held, .unread), (.failed, .unread), (.scheduled, .scheduled),
    (.awaitingConsent, .awaitingConsent),
  ])
  func `A thing is found where it stands and nowhere else`(state: State, standing: Standing) throws {
    let name = OpaqueName.literal("thing")
    let trigger: Trigger? = state == .scheduled ? .at(.at(1)) : nil
    func at(_ trigger: Trigger?, _ request: NotificationRequest) -> NotificationRequest {
      var request = request
      request.trigger = trigger
      return request
    }
    func insert(_ request: NotificationRequest) throws -> NotificationID {
      try store.insert(record(at(trigger, request), state: state))
    }
    let named = try insert(request(identifier: "thing"))
    let unnamed = try insert(request(body: "b"))
    #expect(try store.records(app: .mail, identifier: name).map(\.id) == [named])
    for place in [Standing.unread, .scheduled, .awaitingConsent] {
      let like = try store.live(like: at(trigger, request(body: "b")), standing: place, limit: 1).first?.id
      #expect(like == (place == standing ? unnamed : nil))
      // A notification for another time is no duplicate; once it is there, its time is over.
      let later = try store.live(like: at(.at(.at(2)), request(body: "b")), standing: place, limit: 1).first?
        .id
      #expect(later == (place == .unread && standing == .unread ? unnamed : nil))
    }
    #expect(try store.records(app: .literal("org.example.Other"), identifier: name).isEmpty)
  }

  @Test func `What the person has put off is not what its app has scheduled`() throws {
    _ = try store.insert(record(request(), state: .scheduled))
    #expect(try store.live(like: request(), standing: .scheduled, limit: 1).first == nil)
  }

  @Test func `The same text is found unread, else put off, else read`() throws {
    let read = try store.insert(record(request(), state: .read))
    #expect(try store.sameThing(as: request())?.id == read)
    let putOff = try store.insert(record(request(), state: .scheduled))
    #expect(try store.sameThing(as: request())?.id == putOff)
    let unread = try store.insert(record(request()))
    #expect(try store.sameThing(as: request())?.id == unread)
    #expect(try store.live(like: request(), standing: .unread, limit: 9).map(\.id) == [unread, putOff])
    #expect(try store.sameThing(as: request(title: "Another")) == nil)
  }

  @Test func `The last one that has ended is found by its identifier`() throws {
    let named = request(identifier: "thing")
    for state in [State.read, .dismissed, .delivered] { _ = try store.insert(record(named, state: state)) }
    #expect(try store.lastEnded(app: .mail, identifier: .literal("thing"))?.state == .dismissed)
    #expect(try store.lastEnded(app: .mail, identifier: .literal("other")) == nil)
  }

  @Test(arguments: [State.read, .dismissed, .withdrawn, .expired])
  func `What is read or gone is not found again`(state: State) throws {
    _ = try store.insert(record(request(identifier: "thing"), state: state))
    _ = try store.insert(record(request(), state: state))
    #expect(try store.live(like: request(), standing: .unread, limit: 1).first == nil)
    #expect(try store.records(app: .mail, identifier: .literal("thing")).isEmpty)
  }

  @Test func `An app's newest levels are counted, so many of them and no older ones`() throws {
    let levels: [InterruptionLevel] = [.timeSensitive, .active, .timeSensitive]
    for (seconds, level) in levels.enumerated() {
      _ = try store.insert(record(request(level: level), posted: .at(Int64(seconds))))
    }
    _ = try store.insert(record(request("org.example.Other"), posted: .at(3)))
    func count(since seconds: Int64, _ limit: Int) throws -> LevelCount {
      try store.recentLevels(app: .mail, since: .at(seconds), limit: limit)
    }
    #expect(try count(since: 0, 3) == LevelCount(all: 3, timeSensitive: 2))
    #expect(try count(since: 0, 2) == LevelCount(all: 2, timeSensitive: 1))
    #expect(try count(since: 2, 3) == LevelCount(all: 1, timeSensitive: 1))
  }

  @Test func `All with one identifier are found, the newest last`() throws {
    let first = try store.insert(record(request(identifier: "thing")))
    let second = try store.insert(record(request(identifier: "thing")))
    #expect(try store.records(app: .mail, identifier: .literal("thing")).map(\.id) == [first, second])
  }

  @Test func `Identifiers that look alike are different when their bytes differ`() throws {
    let composed = try store.insert(record(request(identifier: "caf\u{E9}")))
    let decomposed = try store.insert(record(request(identifier: "cafe\u{301}")))
    #expect(try store.records(app: .mail, identifier: .literal("caf\u{E9}")).map(\.id) == [composed])
    #expect(try store.records(app: .mail, identifier: .literal("cafe\u{301}")).map(\.id) == [decomposed])
  }

  @Test func `Content that looks alike is different when its bytes differ`() throws {
    let composed = try store.insert(record(request(title: "caf\u{E9}")))
    #expect(
      try store.live(like: request(title: "caf\u{E9}"), standing: .unread, limit: 1).first?.id == composed)
    #expect(try store.live(like: request(title: "cafe\u{301}"), standing: .unread, limit: 1).first == nil)
  }

  @Test(arguments: [
    request(thread: "t"), request(category: "c"), request(title: "Other"), request(title: nil),
    request(subtitle: ""), request(body: "b"), request(image: "mail-unread"),
    request("org.example.Other"),
  ])
  func `A difference in any one field makes another thing`(other: NotificationRequest) throws {
    let id = try store.insert(record(request()))
    #expect(try store.live(like: request(), standing: .unread, limit: 1).first?.id == id)
    #expect(try store.live(like: other, standing: .unread, limit: 1).first == nil)
    let another = try store.insert(record(other))
    #expect(try store.live(like: other, standing: .unread, limit: 1).first?.id == another)
  }

  @Test func `Target, actions and progress make no other thing`() throws {
    let id = try store.insert(record(request(progress: 1)))
    var other = request(actions: [Action(id: .literal("a"), title: "A")], progress: 50)
    other.target = OpaqueObject(json: "{}")
    #expect(try store.live(like: other, standing: .unread, limit: 1).first?.id == id)
  }

  @Test func `With an identifier or a sender nothing is found by its content`() throws {
    _ = try store.insert(record(request(identifier: "thing")))
    _ = try store.insert(record(request(sender: Sender(name: "Ann"))))
    #expect(try store.live(like: request(), standing: .unread, limit: 1).first == nil)
  }
}
