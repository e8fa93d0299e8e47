import Delivery
import NotificationModel
import Testing

/// Calls about many notifications, which are done in pieces with other work between.
@Suite("Calls about many")
struct SelectionTests {
  private func desk(_ count: Int) throws -> (desk: Desk, ids: [NotificationID]) {
    let desk = try Desk()
    return (desk, try (0..<count).map { try desk.post("\($0)") { $0.level = .passive }.id })
  }

  private func unread(_ desk: Desk) throws -> Int { try desk.records().count(where: \.unread) }

  /// Does one piece of a call. Returns whether it was the last.
  private func piece<Call: Sendable, Answer: Sendable>(
    _ desk: Desk, _ call: inout Call,
    _ body: @Sendable (isolated DeliveryEngine, inout Call, Moment) throws -> Answer?
  ) throws -> Bool {
    let (next, isLast) = try desk.perform { [call] engine, now in
      var call = call
      let answer = try body(engine, &call, now)
      return (call, answer != nil)
    }
    call = next
    return isLast
  }

  @Test("one piece of each call is a few, and the rest comes with the next", arguments: 0..<4)
  func pieces(_ call: Int) throws {
    let (desk, ids) = try desk(30)
    var (chosen, all, unread) = (Selection(nil, ids), Selection(nil, nil), Selection())
    var dismissal = Dismissal(ids)
    var counts: [Int] = []
    var isOver = false
    while !isOver {
      isOver =
        switch call {
        case 0: try piece(desk, &chosen) { try $0.withdraw(&$1, of: mail, by: app, now: $2) }
        case 1: try piece(desk, &all) { try $0.markRead(&$1, of: mail, by: app, now: $2) }
        case 2: try piece(desk, &unread) { try $0.markRead(&$1, now: $2) }
        default: try piece(desk, &dismissal) { try $0.dismiss(&$1, now: $2) }
        }
      counts.append(try self.unread(desk))
    }
    #expect(counts == (call == 3 ? [30] : []) + [22, 14, 6, 0, 0])
  }

  @Test("what is posted while all are being read stays unread")
  func postedMeanwhile() throws {
    let (desk, _) = try desk(10)
    var all = Selection(nil, nil)
    #expect(try !piece(desk, &all) { try $0.markRead(&$1, of: mail, by: app, now: $2) })
    let new = try desk.post("new").id
    while try !piece(desk, &all, { try $0.markRead(&$1, of: mail, by: app, now: $2) }) {}
    #expect(try desk.records().filter(\.unread).map(\.id) == [new])
    #expect(try desk.badge() == 1)
  }

  @Test("a dismissal of which one is refused dismisses none, wherever that one stands")
  func refused() throws {
    let (desk, ids) = try desk(100)
    let coming = try desk.post("later") { $0.trigger = .after(seconds: 60, repeats: false) }.id
    #expect(throws: Refusal.self) { try desk.perform { try $0.dismiss(ids + [coming], now: $1) } }
    #expect(throws: Refusal.notFound(.notification(NotificationID(999)))) {
      try desk.perform { try $0.dismiss(ids + [NotificationID(999)], now: $1) }
    }
    #expect(try unread(desk) == 100)
  }

  @Test("after storage has failed in the middle, the same call does the rest")
  func failing() throws {
    let (desk, ids) = try desk(20)
    var selection = Selection(nil, ids)
    #expect(try !piece(desk, &selection) { try $0.withdraw(&$1, of: mail, by: app, now: $2) })
    desk.disk.fails = true
    _ = try? piece(desk, &selection) { try $0.withdraw(&$1, of: mail, by: app, now: $2) }
    desk.disk.fails = false
    desk.pass(seconds: 2)
    #expect(try unread(desk) == 12)
    let answer = try desk.perform { try $0.withdraw(nil, ids, of: mail, by: app, now: $1) }
    #expect(answer.withdrawn == 12)
    #expect(answer.unread == 0)
  }

  @Test("a long dismissal comes back whole, also over a restart in between")
  func undoing() throws {
    let (desk, ids) = try desk(30)
    _ = try desk.perform { try $0.dismiss(ids, now: $1) }
    var undoing = Undoing()
    #expect(try !piece(desk, &undoing) { try $0.undo(&$1, now: $2) })
    #expect(try desk.badge() == 8)
    try desk.restart()
    #expect(try desk.perform { try $0.undo(now: $1) } == Array(ids.dropLast(8)))
    #expect(try desk.badge() == 30)
  }

  @Test("what is dismissed while something else comes back stays dismissed, and can come back itself")
  func dismissedMeanwhile() throws {
    let (desk, ids) = try desk(20)
    _ = try desk.perform { try $0.dismiss(Array(ids.dropLast()), now: $1) }
    var undoing = Undoing()
    #expect(try !piece(desk, &undoing) { try $0.undo(&$1, now: $2) })
    _ = try desk.perform { try $0.dismiss([ids[19]], now: $1) }
    while try !piece(desk, &undoing, { try $0.undo(&$1, now: $2) }) {}
    #expect(try desk.badge() == 19)
    #expect(try desk.record("19").state == .dismissed)
    #expect(try desk.perform { try $0.undo(now: $1) } == [ids[19]])
  }
}
