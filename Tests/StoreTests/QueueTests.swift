import NotificationModel
import Records
import Store
import TestSupport
import Testing

@Suite struct QueueTests {
  private let scratch: Scratch
  private let store: SQLiteStore
  private let other = "org.example.Other"

  init() throws {
    scratch = try Scratch()
    store = try scratch.open()
  }

  @Test func `The unread count follows every change, also one that is undone`() throws {
    var first = record()
    first.id = try store.insert(first)
    _ = try store.insert(record(request(other)))
    _ = try store.insert(record(state: .scheduled))
    try store.commit()
    #expect(try store.unreadCount(app: .mail) == 1)
    #expect(try store.unreadCount(app: nil) == 2)
    #expect(try store.unreadCount(app: .literal(other)) == 1)
    _ = first.apply(.ended(.seen))
    try store.update(first)
    #expect(try store.unreadCount(app: .mail) == 0)
    store.rollback()
    #expect(try store.unreadCount(app: .mail) == 1)
    #expect(try store.unreadCount(app: .literal("org.example.Unknown")) == 0)
  }

  @Test func `Unread ones are counted by thread, and without one`() throws {
    for thread in ["a", "a", "b", nil] { _ = try store.insert(record(request(thread: thread))) }
    _ = try store.insert(record(request(thread: "a"), state: .read))
    _ = try store.insert(record(request(other, thread: "a")))
    #expect(try store.unreadCount(app: .mail, thread: .literal("a")) == 2)
    #expect(try store.unreadCount(app: .mail, thread: nil) == 1)
    #expect(try store.unreadCount(app: .mail, thread: .literal("c")) == 0)
  }

  @Test func `States are counted for one app and for all`() throws {
    _ = try store.insert(record(state: .held))
    _ = try store.insert(record(request(other), state: .held))
    #expect(try store.count(app: .mail, state: .held) == 1)
    #expect(try store.count(app: nil, state: .held) == 2)
    #expect(try store.count(app: nil, state: .failed) == 0)
  }

  @Test func `Records of one state come in the order of their ids`() throws {
    let ids = try (0..<3).map { _ in try store.insert(record(state: .awaitingConsent)) }
    _ = try store.insert(record(request(other), state: .awaitingConsent))
    #expect(
      try store.records(app: .mail, state: .awaitingConsent, limit: 2).map(\.id) == Array(ids.prefix(2)))
  }

  @Test func `Unread ones come newest last, and with a limit the newest`() throws {
    let ids = try (0..<4).map { _ in try store.insert(record()) }
    let foreign = try store.insert(record(request(other)))
    #expect(try store.unreadRecords(app: .mail, limit: 10).map(\.id) == ids)
    #expect(try store.unreadRecords(app: .mail, limit: 2).map(\.id) == Array(ids.suffix(2)))
    #expect(try store.unreadRecords(app: nil, limit: 2).map(\.id) == [ids[3], foreign])
  }

  @Test func `What is due and what expires come earliest first, and the next deadline is the earliest`()
    throws
  {
    #expect(try store.nextDeadline() == nil)
    let late = try store.insert(record(state: .scheduled, due: .at(30)))
    let soon = try store.insert(record(state: .scheduled, due: .at(20)))
    _ = try store.insert(record(state: .withdrawn, due: .at(1), expiry: Expiry(moment: .at(1))))
    #expect(try store.nextDeadline() == .at(20))
    let unread = try store.insert(record(expiry: Expiry(moment: .at(15))))
    let asked = try store.insert(record(state: .awaitingConsent, expiry: Expiry(lapse: .at(10))))
    #expect(try store.nextDeadline() == .at(10))
    #expect(try store.due(by: .at(19), limit: 9).isEmpty)
    #expect(try store.due(by: .at(30), limit: 9).map(\.id) == [soon, late])
    #expect(try store.due(by: .at(30), limit: 1).map(\.id) == [soon])
    #expect(try store.expired(by: .at(15), limit: 9).map(\.id) == [asked, unread])
    #expect(try store.expired(by: .at(14), limit: 9).map(\.id) == [asked])
  }

  @Test(arguments: [
    (ListQuery(), [5, 4, 3, 2, 1]),
    (ListQuery(limit: 2), [5, 4]),
    (ListQuery(before: ListPlace(came: .at(0), id: NotificationID(3))), [2, 1]),
    (ListQuery(app: .mail), [4, 3, 2, 1]),
    (ListQuery(app: .mail, before: ListPlace(came: .at(0), id: NotificationID(4)), limit: 1), [3]),
    (ListQuery(unreadOnly: true), [5, 3, 2, 1]),
    (ListQuery(states: [.read]), [4]),
    (ListQuery(states: [.read, .held]), [5, 4]),
    (ListQuery(states: []), []),
    (ListQuery(search: "HELLO"), [1]),
    (ListQuery(search: "ÄRGER"), [2]),
    (ListQuery(search: "100%"), [3]),
    (ListQuery(search: "1_0"), []),
    (ListQuery(search: "ann"), [4]),
    (ListQuery(search: "nothing", searchApps: [.literal("org.example.Other")]), [5]),
    (
      ListQuery(
        app: .mail, search: "r", unreadOnly: true, before: ListPlace(came: .at(0), id: NotificationID(3))),
      [2]
    ),
    (ListQuery(search: ""), [5, 4, 3, 2, 1]),
    (ListQuery(limit: -1), []),
  ])
  func `A list is what the query asks for, newest first`(query: ListQuery, ids: [Int64]) throws {
    _ = try store.insert(record(request(title: "Hello")))
    _ = try store.insert(record(request(title: nil, body: "ärger")))
    _ = try store.insert(record(request(subtitle: "100% sure")))
    _ = try store.insert(
      record(request(title: nil, body: "b", sender: Sender(name: "Ann")), state: .read))
    _ = try store.insert(record(request(other), state: .held))
    #expect(try store.list(query).map(\.id.number) == ids)
  }

  @Test func `Pruning removes the old and the excess with their decisions, and nothing that is needed`()
    throws
  {
    let read = { (posted: Int64) in record(state: .read, posted: .at(posted)) }
    let old = try store.insert(read(1))
    let needed = try [
      store.insert(record(posted: .at(1))),
      store.insert(record(state: .scheduled, posted: .at(1))),
      store.insert(record(state: .awaitingConsent, posted: .at(1))),
    ]
    let excess = try store.insert(read(50))
    let young = try store.insert(read(51))
    for id in [old, young] {
      try store.append([Ruling(guideline: "g", effect: "e", reason: Reason(key: "w"))], to: id, at: .at(1))
    }
    #expect(try store.prune(before: .at(10), but: [:], rows: 100, limit: 0) == 0)
    #expect(try store.prune(before: .at(10), but: [:], rows: 1, limit: 1) == 1)
    #expect(try store.record(old) == nil)
    #expect(try store.record(excess) != nil)
    #expect(try store.prune(before: .at(10), but: [:], rows: 1, limit: 9) == 1)
    #expect(try store.record(excess) == nil)
    #expect(try store.prune(before: .at(10), but: [:], rows: 1, limit: 9) == 0)
    for id in needed + [young] { #expect(try store.record(id) != nil) }
    #expect(try store.decisions(of: old).isEmpty)
    #expect(try store.decisions(of: young).count == 1)
    let next = try store.insert(record())
    #expect(next > young)
  }

  @Test func `An app's own days count in the place of all others', be they more or fewer`() throws {
    let chat = try #require(AppID("org.example.Chat"))
    let read = { (app: AppID, posted: Int64) in
      record(NotificationRequest(app: app), state: .read, posted: .at(posted))
    }
    let mails = try [5, 15, 25].map { try store.insert(read(AppID.mail, $0)) }
    let chats = try [5, 15, 25].map { try store.insert(read(chat, $0)) }
    #expect(try store.prune(before: .at(10), but: [chat: .at(20)], rows: 100, limit: 2) == 2)
    #expect(try store.prune(before: .at(10), but: [chat: .at(20)], rows: 100, limit: 9) == 1)
    #expect(try store.prune(before: .at(30), but: [.mail: .at(10)], rows: 100, limit: 9) == 1)
    #expect(try mails.map { try store.record($0) != nil } == [false, true, true])
    #expect(try chats.allSatisfy { try store.record($0) == nil })
  }

  @Test func `What is withheld is in no list and no count, is found by its app, and is not pruned`() throws {
    let named = NotificationRequest(app: .mail, identifier: OpaqueName("a"))
    var record = record(named, posted: .at(1))
    _ = record.apply(.withheld)
    let id = try store.insert(record)
    try store.append([Ruling(guideline: "g", effect: "e", reason: Reason(key: "w"))], to: id, at: .at(1))
    #expect(try store.prune(before: .at(10), but: [:], rows: 0, limit: 9) == 0)
    #expect(try store.prune(before: .at(0), but: [.mail: .at(10)], rows: 9, limit: 9) == 0)
    for states in [nil, State.allCases] { #expect(try store.list(ListQuery(states: states)).isEmpty) }
    #expect(try store.postCount(app: .mail, since: .at(0), rows: 9) == 0)
    #expect(try store.unreadCount(app: .mail) == 0 && store.withheldCount(app: .mail) == 1)
    for (name, isFound) in [("a", true), ("b", false)] {
      let found = try store.records(
        app: .mail, identifier: .literal(name), isCurrent: false, after: NotificationID(0), limit: 9)
      #expect(found.isEmpty != isFound)
    }
    let stood = try #require(try store.withheld(app: .mail, limit: 9).first?.asItStood)
    #expect(stood.unread && stood.state == .delivered && !stood.isWithheld)
    try store.update(stood)
    #expect(try store.unreadCount(app: .mail) == 1 && store.withheldCount(app: .mail) == 0)
  }

  @Test func `The number of a pruned record is not given again`() throws {
    let last = try store.insert(record(state: .read))
    #expect(try store.prune(before: .at(1), but: [:], rows: 0, limit: 9) == 1)
    try store.commit()
    store.close()
    #expect(try scratch.open().insert(record()) > last)
  }
}
