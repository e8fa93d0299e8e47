import Delivery
import NotificationModel
import Records
import Testing

/// Lists go by when something last came: when it was posted, posted again, or due.
@Suite("When it last came")
struct LastCameTests {
  private static func later(_ seconds: Int64) -> Timestamp { Desk.noon.advanced(bySeconds: seconds) }

  /// Titles as the list has them, the one that came last first.
  private func list(_ desk: Desk) throws -> [String] {
    try desk.perform { try $0.entries(ListQuery(), now: $1).entries.map(\.entry.title) }
  }

  @Test("what is posted again stands before what came in between, and keeps when it was posted first")
  func again() throws {
    let desk = try Desk()
    try desk.post("a") { $0.identifier = name("x") }
    desk.pass(seconds: 10)
    try desk.post("b")
    #expect(try list(desk) == ["b", "a"])
    desk.pass(seconds: 10)
    #expect(try desk.post("a") { $0.identifier = name("x") }.outcome == .coalesced)
    #expect(try list(desk) == ["a", "b"])
    desk.pass(seconds: 10)
    try desk.post("b") { $0.body = "changed" }
    desk.pass(seconds: 10)
    try desk.post("c") {
      $0.identifier = name("x")
      $0.silently = true
    }
    #expect(try list(desk) == ["c", "b", "b"])
    #expect(try desk.record("c").posted == Desk.noon && desk.record("c").came == Self.later(40))
  }

  @Test("a reminder, and an occurrence of a series, stand where they came")
  func due() throws {
    let desk = try Desk()
    try desk.post("Tea") { $0.trigger = .after(seconds: 60, repeats: false) }
    try desk.post("Series") { $0.trigger = .after(seconds: 60, repeats: true) }
    desk.pass(seconds: 30)
    try desk.post("b")
    desk.pass(seconds: 30)
    #expect(try Set(list(desk).prefix(2)) == ["Tea", "Series"])
    #expect(try desk.record("Tea").came == Self.later(60) && desk.record("Tea").posted == Desk.noon)
    // The series itself is as it was.
    #expect(try desk.records().first { $0.state == .scheduled }?.came == Desk.noon)
    desk.pass(seconds: 30)
    try desk.post("c")
    desk.pass(seconds: 30)
    #expect(try list(desk).first == "Series")
  }

  @Test("what was put off stands where it came again")
  func putOff() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try desk.perform { try $0.snooze(id, until: Self.later(60), now: $1) }
    try desk.post("b")
    #expect(try list(desk) == ["b", "a"])
    desk.pass(seconds: 60)
    #expect(try list(desk) == ["a", "b"])
  }

  @Test(
    "what the daemon does of its own accord moves nothing: a lock, a hold and its end, undoing, being allowed"
  )
  func own() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    desk.pass(seconds: 10)
    try desk.post("b")
    desk.pass(seconds: 10)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(try list(desk) == ["b", "a"])
    #expect(try desk.record("a").came == Desk.noon)
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("c") { $0.isPrivate = true }
    desk.pass(seconds: 10)
    try desk.post("d")
    desk.pass(seconds: 10)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.perform { engine, _ in try engine.setLocked(false) }
    let id = try desk.record("a").id
    _ = try desk.perform { try $0.dismiss([id], now: $1) }
    _ = try desk.perform { try $0.undo(now: $1) }
    #expect(try list(desk) == ["d", "c", "b", "a"])
  }

  @Test("a progress that goes on stays where it is, whatever its text, and its end stands before all others")
  func progress() throws {
    let desk = try Desk()
    func download(_ progress: Int?, _ body: String = "Fonts") throws {
      try desk.post("Download") {
        $0.identifier = name("x")
        $0.body = body
        $0.progress = progress
        $0.silently = true
      }
    }
    try download(0)
    desk.pass(seconds: 1)
    try desk.post("b")
    for step in 1...99 {
      desk.pass(seconds: 1)
      try download(step, step < 50 ? "Fonts" : "Fonts, \(step) of 100")
    }
    #expect(try list(desk) == ["b", "Download"])
    try download(100, "Fonts, 99 of 100")
    #expect(try list(desk) == ["Download", "b"])
    try desk.post("c")
    desk.pass(seconds: 1)
    try download(nil)
    #expect(try list(desk) == ["Download", "c", "b"])
  }

  @Test("past the rows that are kept, what came last stays, whenever it was posted")
  func kept() throws {
    var policy = Desk.allowing
    policy.limits.historyRows = 2
    let desk = try Desk(policy)
    for title in ["a", "b", "c", "a"] {
      try desk.post(title) { $0.identifier = name(title) }
      desk.pass(seconds: 10)
    }
    try desk.perform { _ = try $0.markRead(nil, now: $1) }
    desk.pass(seconds: 3_600)
    #expect(try desk.records().map(\.request.title) == ["c", "a"])
  }

  @Test("a list is read on from below one of its entries, where that stood or where it stands now")
  func readOn() throws {
    let desk = try Desk()
    var ids: [NotificationID] = []
    for title in ["a", "b", "c"] {
      ids.append(try desk.post(title) { $0.identifier = name(title) }.id)
      desk.pass(seconds: 10)
    }
    func below(_ id: NotificationID, came: Timestamp?, of app: AppID? = nil) throws -> [String] {
      try desk.perform { engine, now in
        let place = try engine.place(of: id, of: app, came: came)
        return try engine.entries(ListQuery(before: place), now: now).entries.map(\.entry.title)
      }
    }
    #expect(try below(ids[1], came: nil) == ["a"])
    try desk.post("b") { $0.identifier = name("b") }
    #expect(try below(ids[1], came: Self.later(10)) == ["a"])
    #expect(try below(ids[1], came: nil) == ["c", "a"])
    #expect(throws: Refusal.notFound(.notification(NotificationID(99)))) {
      try below(NotificationID(99), came: nil)
    }
    #expect(throws: Refusal.notFound(.notification(ids[1]))) { try below(ids[1], came: nil, of: chat) }
  }
}
