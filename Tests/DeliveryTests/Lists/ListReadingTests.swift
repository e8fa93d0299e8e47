import Delivery
import NotificationModel
import Records
import Testing

/// Lists that are read piece by piece.
@Suite struct ListReadingTests {
  private func desk(_ count: Int) throws -> Desk {
    let desk = try Desk()
    for number in 1...count {
      let app = number % 3 == 0 ? chat : mail
      try desk.post(
        NotificationRequest(
          app: app, title: "\(number)", body: number % 50 == 0 ? "Needle" : "Hay", level: .passive))
    }
    _ = try desk.perform { engine, now in
      try engine.markRead((1...count / 2).map { NotificationID(Int64($0)) }, now: now)
    }
    return desk
  }

  private static let queries = [
    ListQuery(limit: 1_000), ListQuery(limit: 7), ListQuery(limit: 0), ListQuery(app: mail, limit: 300),
    ListQuery(states: [.read], limit: 20), ListQuery(unreadOnly: true, limit: 1_000),
    ListQuery(
      app: chat, states: [.read], before: ListPlace(came: Desk.noon, id: NotificationID(100)), limit: 9),
    ListQuery(search: "needle", limit: 3), ListQuery(search: "needle", limit: 1_000),
    ListQuery(search: "chat", limit: 1_000), ListQuery(search: "nowhere"),
    ListQuery(since: Desk.noon, limit: 1_000), ListQuery(since: Desk.noon.advanced(bySeconds: 3_600)),
    ListQuery(app: chat, unreadOnly: true, since: Desk.noon.advanced(bySeconds: 30), limit: 9),
  ]

  @Test("in pieces it is the same as in one")
  func same() throws {
    let desk = try desk(200)
    let all = try desk.perform { try $0.entries(ListQuery(limit: 1_000), now: $1).entries }
    #expect(all.map(\.record.id.number) == (1...200).reversed())
    for query in Self.queries { try compare(query, with: all, desk) }
  }

  private func compare(_ query: ListQuery, with all: [ListedNotification], _ desk: Desk) throws {
    let (entries, more) = try desk.perform { try $0.entries(query, now: $1) }
    let expected = all.filter { listed in
      let record = listed.record
      let text = "\(listed.entry.appName) \(listed.entry.body ?? "")".lowercased()
      return query.app.map { $0 == record.request.app } ?? true
        && query.states.map { $0.contains(record.state) } ?? true && (!query.unreadOnly || record.unread)
        && query.before.map { record.place < $0 } ?? true
        && query.since.map { record.came >= $0 } ?? true
        && query.search.map { text.contains($0) } ?? true
    }
    #expect(entries.map(\.record.id) == expected.prefix(query.limit).map(\.record.id))
    #expect(more == (expected.count > query.limit))
  }

  @Test("a piece is small, also where nothing is found")
  func small() throws {
    let desk = try desk(200)
    for query in [ListQuery(limit: 1_000), ListQuery(search: "nowhere")] {
      var reading = ListCursor(query)
      var pieces = 0
      while !reading.isOver {
        let (next, count) = try desk.perform { [reading] engine, now in
          var reading = reading
          let count = try engine.entries(&reading, now: now).elements.count
          return (reading, count)
        }
        reading = next
        pieces += 1
        #expect(count <= 8)
      }
      #expect(pieces >= 4)
    }
  }

  @Test("a list of what is missed or unread looks at nothing else")
  func narrow() throws {
    let desk = try desk(200)
    _ = try desk.perform { try $0.markRead((101...195).map { NotificationID($0) }, now: $1) }
    for (query, ids) in [
      (ListQuery(missedOnly: true), []), (ListQuery(unreadOnly: true), [200, 199, 198, 197, 196]),
      (ListQuery(app: chat, unreadOnly: true), [198]),
    ] as [(ListQuery, [Int64])] {
      var reading = ListCursor(query)
      #expect(try piece(&reading, of: desk).elements.map(\.record.id.number) == ids)
      #expect(reading.isOver)
    }
  }

  private func piece(_ reading: inout ListCursor, of desk: Desk) throws -> ListPiece<ListedNotification> {
    let (next, piece) = try desk.perform { [reading] engine, now in
      var reading = reading
      let piece = try engine.entries(&reading, now: now)
      return (reading, piece)
    }
    reading = next
    return piece
  }

  @Test("what changes between two pieces is told as it is then, and nothing twice")
  func change() throws {
    let desk = try desk(60)
    var reading = ListCursor(ListQuery(unreadOnly: true, limit: 1_000))
    var ids = try piece(&reading, of: desk).elements.map(\.record.id.number)
    #expect(ids.first == 60)
    let gone = NotificationID(40)
    _ = try desk.perform { try $0.markRead([gone], now: $1) }
    try desk.post("later")
    while !reading.isOver { ids += try piece(&reading, of: desk).elements.map(\.record.id.number) }
    #expect(ids == (31...60).reversed().filter { $0 != 40 })
  }

  @Test("what was read before the screen was locked is not told after it")
  func lock() throws {
    let desk = try desk(60)
    var reading = ListCursor(ListQuery(limit: 1_000))
    let open = try piece(&reading, of: desk)
    #expect(open.elements.contains { $0.entry.body == "Hay" })
    try desk.perform { engine, _ in try engine.setLocked(true) }
    let first = try piece(&reading, of: desk)
    #expect(first.startsOver)
    var all = first.elements
    while !reading.isOver {
      let next = try piece(&reading, of: desk)
      #expect(!next.startsOver)
      all += next.elements
    }
    #expect(all.count == 60)
    #expect(!all.contains { $0.entry.body == "Hay" })
  }
}
