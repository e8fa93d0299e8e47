import Delivery
import NotificationModel
import Testing

@Suite("Taking off the list what is read")
struct ClearingTests {
  private func states(_ desk: Desk) throws -> [State] { try desk.records().map(\.state) }

  /// Dismisses these, and returns the number that the call reports.
  private func dismissed(_ ids: [NotificationID], _ desk: Desk) throws -> Int {
    try desk.perform { engine, now in
      var dismissal = Dismissal(ids)
      while try engine.dismiss(&dismissal, now: now) == nil {}
      return dismissal.count
    }
  }

  @Test("each comes back as it stood: read, unread or held; the badge follows what was unread alone")
  func asItStood() throws {
    let desk = try Desk()
    let read = try desk.post("read").id
    try desk.press("read")
    let unread = try desk.post("unread").id
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let held = try desk.post("held").id
    #expect(try dismissed([read, read, unread, held], desk) == 3)
    #expect(try states(desk) == [.dismissed, .dismissed, .dismissed])
    #expect(try desk.badge() == 0)
    #expect(try dismissed([read, held], desk) == 0)
    try desk.restart()
    #expect(try desk.perform { try $0.undo(now: $1) } == [read, held])
    #expect(try states(desk) == [.read, .dismissed, .held])
    #expect(try desk.badge() == 1)
    #expect(try desk.explanation("read").suffix(2) == ["dismissed", "restored"])
  }

  @Test("an app hears neither that what was read was dismissed nor that it came back")
  func silently() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try desk.press("a")
    _ = try dismissed([id], desk)
    _ = try desk.perform { try $0.undo(now: $1) }
    let kept = try desk.perform { engine, _ in
      try engine.events(of: mail, after: EventSequence(0), limit: 10)
    }
    #expect(kept.map(\.kind) == [.activated])
    #expect(!desk.events.map(\.kind).contains(.restored))
  }

  @Test("a private one comes back as it was read: without a text, and listed")
  func privateOne() throws {
    let desk = try Desk()
    let id = try desk.post("secret") { $0.isPrivate = true }.id
    try desk.press("secret")
    #expect(try dismissed([id], desk) == 1)
    #expect(try desk.perform { try $0.undo(now: $1) } == [id])
    #expect(try states(desk) == [.read])
  }

  @Test(
    "clear takes what is read: all of it, of one app, or what came before a time; undo brings the last back")
  func clear() throws {
    let desk = try Desk()
    let old = try desk.post("old").id
    try desk.press("old")
    desk.pass(seconds: 3_600)
    let other = try desk.post(NotificationRequest(app: chat, title: "other")).id
    let new = try desk.post("new").id
    _ = try desk.perform { try $0.markRead([other, new], now: $1) }
    let unread = try desk.post("unread").id
    try desk.post("to come") { $0.trigger = .after(seconds: 60, repeats: false) }
    let before = desk.now.wall.advanced(bySeconds: -60)
    #expect(try desk.perform { try $0.clear(before: before, now: $1) } == 1)
    #expect(try desk.perform { try $0.undo(now: $1) } == [old])
    #expect(try desk.perform { try $0.clear(app: chat, now: $1) } == 1)
    #expect(try desk.perform { try $0.undo(now: $1) } == [other])
    #expect(try desk.perform { try $0.clear(now: $1) } == 3)
    #expect(try states(desk) == [.dismissed, .dismissed, .delivered, .scheduled])
    #expect(try desk.badge() == 1)
    #expect(try desk.perform { try $0.undo(now: $1) } == [old, other, new])
    #expect(unread > new)
  }

  @Test("many are cleared a few at a time, and all of them come back, over a restart too")
  func many() throws {
    let desk = try Desk()
    let ids = try (0..<40).map { try desk.post("\($0)") { $0.level = .passive }.id }
    _ = try desk.perform { try $0.markRead(nil, now: $1) }
    let pieces = try desk.perform { engine, now in
      var (clearing, pieces) = (Dismissal.ofRead(), 1)
      while try engine.dismiss(&clearing, now: now) == nil { pieces += 1 }
      return pieces
    }
    #expect(pieces > 4)
    #expect(try Set(states(desk)) == [.dismissed])
    try desk.restart()
    #expect(try desk.perform { try $0.undo(now: $1) } == ids)
    #expect(try Set(states(desk)) == [.read])
  }

  @Test("of two calls at the same time the one that took something last for the first time is undone")
  func atOnce() throws {
    let desk = try Desk()
    let read = try (0..<20).map { try desk.post("\($0)") { $0.level = .passive }.id }
    _ = try desk.perform { try $0.markRead(read, now: $1) }
    let unread = try desk.post("unread").id
    try desk.perform { engine, now in
      var clearing = Dismissal.ofRead()
      _ = try engine.dismiss(&clearing, now: now)
      _ = try engine.dismiss([unread], now: now)
      while try engine.dismiss(&clearing, now: now) == nil {}
    }
    #expect(try Set(states(desk)) == [.dismissed])
    #expect(try desk.perform { try $0.undo(now: $1) } == [unread])
  }

  @Test("a call that finds nothing to take leaves what an earlier one took, of whatever kind")
  func nothing() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    _ = try dismissed([id], desk)
    #expect(try desk.perform { try $0.clear(now: $1) } == 0)
    #expect(try desk.perform { try $0.undo(now: $1) } == [id])
    let other = try desk.post("b").id
    try desk.press("b")
    for count in [1, 0] { #expect(try desk.perform { try $0.clear(now: $1) } == count) }
    _ = try dismissed([id], desk)
    try desk.perform { engine, now in
      var all = Dismissal.all
      while try engine.dismiss(&all, now: now) == nil {}
      #expect(all.count == 0)
    }
    #expect(try desk.perform { try $0.undo(now: $1) } == [id])
    #expect(try desk.record("b").id == other)
  }

  @Test("what its app took back after it was dismissed does not come back")
  func takenBack() throws {
    let desk = try Desk()
    let number = try desk.postFront("a")
    let handle = try desk.handle(of: "a")
    desk.receive(.closed(handle, .expired))
    #expect(try states(desk) == [.read])
    let id = try desk.record("a").id
    _ = try dismissed([id], desk)
    let caller = BusCaller(bus: "bus", name: ":1.7")
    _ = try desk.perform { try $0.close(number, by: caller, isSandboxed: false, now: $1) }
    #expect(try desk.perform { try $0.undo(now: $1) }.isEmpty)
    #expect(try states(desk) == [.withdrawn])
  }
}
