import NotificationModel
import Records
import Testing

@testable import Delivery

@Suite("A disk that fails")
struct FaultTests {
  @Test("nothing of a transaction that could not be committed has happened")
  func nothingHappened() throws {
    let desk = try Desk()
    try desk.post("before")
    desk.disk.fails = true
    try desk.post("lost") { $0.level = .passive }
    #expect(desk.failedTransactions == 1)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try desk.records().map(\.request.title) == ["before"])
    #expect(desk.alerts == ["before"])
    #expect(try desk.badge() == 1)
    let state = try desk.perform { try $0.state(now: $1) }
    #expect(state.posted == 1)
  }

  @Test("what the desktop told in that transaction is told again: a press is not lost")
  func pressIsKept() throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    desk.disk.fails = true
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(try desk.badge() == 1)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try desk.badge() == 0)
    #expect(desk.events.contains { $0.kind == .activated })
  }

  @Test("a server's answer is taken up again, and what changed meanwhile is shown")
  func answerIsKept() throws {
    let desk = try Desk()
    desk.server = .silent
    try desk.post("old") { $0.identifier = name("x") }
    try desk.post("new") { $0.identifier = name("x") }
    desk.disk.fails = true
    desk.serverAnswersAtLast()
    #expect(desk.shown.count == 1)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["old", "new"])
    #expect(try desk.phase(of: "new")?.isOnScreen == true)
  }

  @Test("of a server that floods signals meanwhile only so many are kept, and its answers all")
  func signals() throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    desk.server = .silent
    try desk.post("b")
    let shown = BannerHandle(server: desk.serverName, id: 7)
    let subject = try #require(desk.subjects.last)
    desk.disk.fails = true
    desk.engine.assumeIsolated { engine in
      for _ in 0..<SinkReport.mostWaiting {
        engine.receive(.closed(BannerHandle(server: "bus/:1.1", id: 99), .dismissed))
      }
      engine.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
      engine.receive(.shown(subject, shown, hidden: false, omitted: []))
    }
    desk.run()
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try desk.record("a").unread)
    #expect(try desk.phase(of: "b")?.isOnScreen == true)
  }

  @Test("of what the desktop reports meanwhile little is kept, and a press is not lost behind it")
  func desktopReports() throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    desk.disk.fails = true
    desk.engine.assumeIsolated { engine in
      for number in 0..<SinkReport.mostWaiting {
        engine.receive(.lock(number.isMultiple(of: 2) ? .locked(by: ["logind"]) : .unlocked))
        engine.receive(
          .serverMute(ServerMute(isOn: number.isMultiple(of: 2), state: "paused", sparesCritical: true)))
      }
      engine.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    }
    desk.run()
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try desk.record("a").state == .read)
  }

  @Test("a new server that appeared in that transaction is known afterwards")
  func serverIsKnown() throws {
    let desk = try Desk()
    try desk.post("a")
    desk.disk.fails = true
    desk.serverVanishes()
    desk.serverAppears(as: "bus/:1.9")
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try desk.phase(of: "a")?.shown == nil)
    try desk.post("b")
    #expect(desk.alerts == ["a", "b"])
  }

  @Test("a lock that could not be stored hides at once, and is stored as soon as it can be")
  func lock() throws {
    let desk = try Desk()
    try desk.post("secret")
    desk.disk.fails = true
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(desk.lock.hidesWhenLocked)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try desk.isShownHidden("secret"))
    try desk.restart()
    #expect(desk.lock.hidesWhenLocked)
  }

  @Test("until then the screen counts as locked to everybody who asks, and what the person says last holds")
  func unstoredLock() throws {
    let desk = try Desk()
    try desk.post("secret")
    func isLocked() throws -> Bool { try desk.perform { try $0.state(now: $1) }.locked }
    for word in [true, false, true] {
      desk.disk.fails = true
      try desk.perform { engine, _ in try engine.setLocked(word) }
      #expect(try isLocked() == word)
      #expect(
        try desk.perform { try $0.entries(ListQuery(), now: $1) }.entries.map(\.entry.title) == [
          word ? "Mail" : "secret"
        ])
      desk.disk.fails = false
      desk.pass(seconds: 1)
      #expect(try isLocked() == word)
      try desk.restart()
      #expect(try isLocked() == word)
    }
  }

  @Test("those who follow the list hear of it at once")
  func unstoredLockIsTold() throws {
    let desk = try Desk()
    let id = try desk.post("secret").id
    desk.disk.fails = true
    for word in [true, false] {
      desk.forgetChanged()
      try desk.perform { engine, _ in try engine.setLocked(word) }
      #expect(desk.changed == [id])
    }
    desk.forgetChanged()
    try desk.perform { engine, _ in engine.receive(.lock(.locked(by: ["logind"]))) }
    #expect(desk.changed == [id])
  }

  @Test("an unlock that could not be stored shows nothing after a restart")
  func unstoredUnlock() throws {
    let desk = try Desk()
    try desk.post("secret")
    try desk.perform { engine, _ in try engine.setLocked(true) }
    desk.disk.fails = true
    try desk.perform { engine, _ in try engine.setLocked(false) }
    desk.disk.fails = false
    try desk.restart()
    #expect(desk.lock.hidesWhenLocked)
  }

  @Test("a lock stays through any number of failed transactions, and an unlock meanwhile is the last word")
  func lockThroughFaults() throws {
    let desk = try Desk()
    try desk.post("secret")
    desk.disk.fails = true
    try desk.perform { engine, _ in try engine.setLocked(true) }
    for _ in 0..<3 { try desk.post("lost") { $0.level = .passive } }
    #expect(desk.lock.hidesWhenLocked)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(desk.lock.hidesWhenLocked)
    #expect(desk.shown.count == 2)
    desk.disk.fails = true
    try desk.perform { engine, _ in try engine.setLocked(true) }
    desk.disk.fails = false
    try desk.perform { engine, _ in try engine.setLocked(false) }
    desk.pass(seconds: 1)
    #expect(!desk.lock.hidesWhenLocked)
    #expect(desk.shown.count == 3)
  }

  @Test("a configuration that could not be stored holds as soon as it can be, the newest of several")
  func configuration() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    desk.disk.fails = true
    var (older, newer) = (Desk.asking, Desk.allowing)
    older.limits.connections = 1
    newer.limits.connections = 2
    try desk.perform { [older] engine, _ in engine.adopt(older, rememberedAs: "older") }
    try desk.perform { [newer] engine, _ in engine.adopt(newer, rememberedAs: "newer") }
    #expect(desk.adopted.isEmpty)
    #expect(try desk.record("a").state == .awaitingConsent)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(desk.adopted == [newer.limits])
    #expect(try desk.record("a").state == .delivered)
    #expect(try desk.post("b").outcome == .presented)
  }

  @Test("old history goes with the next transaction that succeeds")
  func pruning() throws {
    let desk = try Desk()
    try desk.post("old")
    try desk.press("old")
    desk.disk.fails = true
    desk.pass(seconds: Int64(desk.policy.keepDays + 1) * 86_400)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try desk.records().isEmpty)
  }

  @Test("what was to be done in time is not forgotten with a failed transaction")
  func deadline() throws {
    let desk = try Desk()
    let id = try desk.post("a") { $0.trigger = .after(seconds: 60, repeats: false) }.id
    desk.disk.fails = true
    _ = try desk.perform { try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
    desk.disk.fails = false
    desk.pass(seconds: 1)
    let now = desk.now
    let wakes = desk.engine.assumeIsolated { $0.wakes(now: now) }
    #expect(wakes.wall == Desk.noon.advanced(bySeconds: 60))
  }

  @Test("attempts that nobody asks for come twice as late each time, and at last every minute")
  func attempts() throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    desk.disk.fails = true
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    var waits: [Int64] = []
    for _ in 0..<10 {
      let now = desk.now
      let next = try #require(desk.engine.assumeIsolated { $0.wakes(now: now) }.uptime)
      waits.append((next.milliseconds - now.uptime.milliseconds) / 1_000)
      desk.pass(seconds: waits.last ?? 0)
    }
    #expect(waits == [1, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    desk.disk.fails = false
    desk.pass(seconds: 60)
    #expect(try desk.badge() == 0)
  }

  @Test("that nothing can be stored is so until something was stored again")
  func storesAgain() throws {
    let desk = try Desk()
    desk.disk.fails = true
    try desk.post("lost")
    desk.disk.fails = false
    desk.run()
    #expect(desk.engine.assumeIsolated { $0.storageFault } != nil)
    try desk.post("a")
    #expect(desk.engine.assumeIsolated { $0.storageFault } == nil)
  }

  @Test("what is due does not wait for the next attempt once something was stored")
  func dueAfterStoring() throws {
    let desk = try Desk()
    try desk.post("alarm") { $0.trigger = .after(seconds: 70, repeats: false) }
    desk.disk.fails = true
    try desk.post("lost")
    desk.pass(seconds: 65)
    desk.disk.fails = false
    try desk.post("a")
    let now = desk.now
    #expect(desk.engine.assumeIsolated { $0.wakes(now: now).wall } == Desk.noon.advanced(bySeconds: 70))
  }

  @Test("whether anything can be stored again is found out although nobody asks for it")
  func storesAgainUnasked() throws {
    let desk = try Desk()
    desk.disk.fails = true
    try desk.post("lost")
    desk.disk.fails = false
    let now = desk.now
    #expect(desk.engine.assumeIsolated { $0.wakes(now: now).uptime } != nil)
    desk.pass(seconds: 1)
    #expect(desk.engine.assumeIsolated { $0.storageFault } == nil)
    let later = desk.now
    #expect(desk.engine.assumeIsolated { $0.wakes(now: later).uptime } == nil)
  }

  @Test("what is read in a transaction is as committed until something of it waits to be stored")
  func reading() throws {
    let desk = try Desk()
    try desk.post("a")
    let now = desk.now
    let (before, after) = try desk.engine.assumeIsolated { engine in
      _ = try engine.state(now: now)
      _ = try engine.entries(ListQuery(), now: now)
      _ = try engine.apps(now: now)
      _ = try engine.settings(of: mail, by: app, now: now)
      let request = NotificationRequest(app: mail, title: "b")
      _ = try engine.forecast(request, under: Conditions(), by: app, now: now)
      let before = engine.isUnchangedSinceCommit
      try engine.setSilent(true)
      return (before, engine.isUnchangedSinceCommit)
    }
    #expect(before && !after)
  }

  @Test("no answer is as committed after a call that met a fault before it wrote anything")
  func spoiled() throws {
    let desk = try Desk()
    let isUnchanged = desk.engine.assumeIsolated { engine in
      #expect(throws: Refusal.notStored("unreadable")) {
        try engine.call { throw StorageFault("unreadable") }
      }
      return engine.isUnchangedSinceCommit
    }
    #expect(!isUnchanged)
  }

  @Test("after a failed transaction the next attempt is a second away, whatever is overdue")
  func pace() throws {
    let desk = try Desk()
    try desk.post("a") { $0.trigger = .after(seconds: 5, repeats: false) }
    desk.disk.fails = true
    desk.pass(seconds: 5)
    let now = desk.now
    let wakes = desk.engine.assumeIsolated { $0.wakes(now: now) }
    #expect(wakes.wall == nil)
    #expect(wakes.uptime == now.uptime.advanced(byMilliseconds: 1_000))
  }
}
