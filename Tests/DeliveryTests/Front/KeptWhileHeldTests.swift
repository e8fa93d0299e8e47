import NotificationModel
import Records
import Testing

@testable import Delivery

@Suite("What an app calls transient, while something holds it")
struct KeptWhileHeldTests {
  @discardableResult
  private func transient(_ desk: Desk, _ title: String, replacing: UInt32 = 0, by caller: String = ":1.7")
    throws -> UInt32
  {
    try desk.postFront(title, replacing: replacing, by: caller) { $1.isTransient = true }
  }

  private func doNotDisturb(_ isOn: Bool, _ desk: Desk) throws {
    try desk.perform { engine, now in try engine.setDoNotDisturb(isOn, until: nil, now: now) }
  }

  private func look(_ title: String, _ desk: Desk) throws {
    let id = try desk.record(title).id
    try desk.perform { engine, now in
      var selection = Selection([id])
      while try !engine.markSeen(&selection, now: now) {}
    }
  }

  private func storedTitle(_ id: NotificationID, _ desk: Desk) throws -> String? {
    try desk.engine.assumeIsolated { try $0.store.record(id)?.request.title }
  }

  enum Hold: CaseIterable { case doNotDisturb, inhibition, summary, noServer }

  private func desk(_ hold: Hold) throws -> Desk {
    var policy = Desk.asking
    if hold == .summary {
      policy.apps[mail] = AppSettings(summary: true)
      policy.summaryTimes = try #require(WeeklyTimes("12:01"))
    }
    let desk = try Desk(policy, hasServer: hold != .noServer)
    if hold == .doNotDisturb { try doNotDisturb(true, desk) }
    if hold == .inhibition { desk.hear(.fullScreen(FullScreenWindow(apps: [chat], inhibitsIdle: true))) }
    return desk
  }

  @Test(
    "it is kept and counted, shown when that ends, and off the disk when its banner is over",
    arguments: Hold.allCases)
  func kept(hold: Hold) throws {
    let desk = try desk(hold)
    let number = try transient(desk, "Saved")
    let id = try desk.record("Saved").id
    #expect(try desk.shown.isEmpty && desk.badge() == 1)
    #expect(desk.frontSignals.isEmpty)
    switch hold {
    case .doNotDisturb: try doNotDisturb(false, desk)
    case .inhibition: desk.hear(.fullScreen(nil))
    case .summary: desk.pass(seconds: 120)
    case .noServer: desk.serverAppears()
    }
    #expect(desk.alerts == ["Saved"])
    desk.receive(.closed(try desk.handle(of: "Saved"), .expired))
    #expect(try desk.records().isEmpty && desk.badge() == 0)
    #expect(try storedTitle(id, desk) == nil)
    #expect(desk.frontSignals.map(\.number) == [number])
    #expect(desk.frontSignals.map(\.signal) == [.closed(.expired)])
  }

  @Test("it is kept over a restart, and with a server that lists what it has shown it goes as well")
  func restart() throws {
    let desk = try Desk(Desk.asking, hasServer: false)
    desk.capabilities.insert("persistence")
    desk.serverAppears()
    try doNotDisturb(true, desk)
    try transient(desk, "Saved")
    try desk.restart()
    try doNotDisturb(false, desk)
    #expect(desk.alerts == ["Saved"])
    desk.receive(.closed(try desk.handle(of: "Saved"), .undefined))
    #expect(try desk.records().isEmpty && desk.badge() == 0)
  }

  @Test("a press, its app's own word and the person's dismissal end it, and undo brings back nothing")
  func ends() throws {
    let desk = try Desk(Desk.asking)
    try doNotDisturb(true, desk)
    let number = try transient(desk, "taken back")
    try transient(desk, "dismissed")
    let id = try desk.record("dismissed").id
    _ = try desk.perform {
      try $0.close(number, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
    }
    try desk.perform { engine, now in
      var dismissal = Dismissal([id])
      while try engine.dismiss(&dismissal, now: now) == nil {}
    }
    #expect(try desk.records().isEmpty && desk.badge() == 0)
    try desk.perform { engine, now in
      var undoing = Undoing()
      while try engine.undo(&undoing, now: now) == nil {}
    }
    #expect(try desk.records().isEmpty && storedTitle(id, desk) == nil)
    try desk.postFront("pressed") { _, origin in
      origin.isTransient = true
      origin.keys[.defaultAction] = "default"
    }
    try doNotDisturb(false, desk)
    try desk.press("pressed")
    #expect(try desk.records().isEmpty)
  }

  @Test(
    "where only the line told of it, it goes when the person looks at it, or closes the line, or after a day")
  func told() throws {
    let desk = try Desk(Desk.allowing)
    try doNotDisturb(true, desk)
    for title in ["one", "two", "three", "four"] { try transient(desk, title) }
    try desk.post("listed")
    try doNotDisturb(false, desk)
    #expect(desk.subjects == [.missed])
    #expect(try desk.badge() == 5)
    try look("one", desk)
    #expect(try desk.records().map(\.request.title) == ["two", "three", "four", "listed"])
    let second = try desk.record("two").id
    try desk.perform { engine, now in
      var selection = Selection([second])
      while try engine.markRead(&selection, now: now) == nil {}
    }
    #expect(try desk.records().map(\.request.title) == ["three", "four", "listed"])
    desk.pass(seconds: 86_399)
    #expect(try desk.badge() == 3)
    desk.pass(seconds: 2)
    #expect(try desk.records().map(\.request.title) == ["listed"])

    try doNotDisturb(true, desk)
    for title in ["five", "six", "seven"] { try transient(desk, title) }
    try doNotDisturb(false, desk)
    let line = try #require(desk.shown.last)
    #expect(line.subject == .missed)
    desk.receive(.closed(try #require(desk.lastShownHandle), .dismissed))
    #expect(try desk.records().map(\.request.title) == ["listed"])
  }

  @Test(
    "what the server's own quiet keeps back is handed over, and in the list until it is looked at, for a day")
  func serversOwn() throws {
    let desk = try Desk(Desk.asking)
    func mute(_ isOn: Bool) {
      desk.hear(.serverMute(ServerMute(isOn: isOn, state: "paused", sparesCritical: true)))
    }
    mute(true)
    for title in ["shown later", "looked at", "not looked at"] { try transient(desk, title) }
    #expect(desk.alerts.count == 3)
    for title in ["looked at", "not looked at"] {
      desk.receive(.closed(try desk.handle(of: title), .expired))
    }
    #expect(try desk.badge() == 3)
    try look("looked at", desk)
    mute(false)
    desk.receive(.closed(try desk.handle(of: "shown later"), .expired))
    #expect(try desk.records().map(\.request.title) == ["not looked at"])
    desk.pass(seconds: 86_401)
    #expect(try desk.records().isEmpty)
  }

  @Test("what was released while nobody was there is told when somebody is, and goes then")
  func unseen() throws {
    let desk = try Desk(Desk.asking)
    try doNotDisturb(true, desk)
    try transient(desk, "Saved")
    desk.idle(true)
    try doNotDisturb(false, desk)
    desk.pass(seconds: 5)
    if let handle = try? desk.handle(of: "Saved") { desk.receive(.closed(handle, .expired)) }
    #expect(try desk.records().count == 1)
    desk.idle(false)
    desk.pass(seconds: 5)
    #expect(desk.shown.contains { $0.subject == .missed } || desk.alerts.count == 2)
    desk.pass(seconds: 86_401)
    if let handle = try? desk.handle(of: "Saved") { desk.receive(.closed(handle, .expired)) }
    #expect(try desk.records().isEmpty)
  }

  @Test("its next text is the same notification, before and behind the end of the hold")
  func replaced() throws {
    let desk = try Desk(Desk.asking)
    let number = try transient(desk, "up")
    let handle = try #require(desk.lastShownHandle)
    try doNotDisturb(true, desk)
    #expect(try transient(desk, "held", replacing: number, by: ":1.8") == number)
    #expect(desk.closed == [handle] && desk.frontSignals.isEmpty)
    #expect(try transient(desk, "held, newer", replacing: number) == number)
    #expect(try desk.badge() == 1)
    try doNotDisturb(false, desk)
    #expect(desk.alerts == ["up", "held, newer"])
    #expect(try transient(desk, "shown", replacing: number) == number)
    #expect(try desk.records().map(\.request.title) == ["shown"])
    desk.receive(.closed(try desk.handle(of: "shown"), .expired))
    #expect(try desk.records().isEmpty)
    #expect(desk.frontSignals.map(\.caller) == [.everybody])
  }

  @Test("a text that is not transient any more stays in the list, and the same words are of one kind alone")
  func otherKind() throws {
    let desk = try Desk(Desk.asking)
    try doNotDisturb(true, desk)
    let number = try transient(desk, "Saved")
    #expect(try desk.postFront("Saved") != number)
    #expect(try desk.badge() == 2)
    try desk.postFront("Saved for good", replacing: number)
    try doNotDisturb(false, desk)
    for title in ["Saved", "Saved for good"] { desk.receive(.closed(try desk.handle(of: title), .expired)) }
    #expect(try desk.records().map(\.state) == [.read, .read])
  }

  @Test("as many are kept as an app may have unread, and the text is kept whole until then")
  func bounded() throws {
    var policy = Desk.asking
    policy.limits.unreadPerApp = 5
    policy.front.store = .none
    let desk = try Desk(policy)
    try doNotDisturb(true, desk)
    for number in 1...8 { try transient(desk, "\(number)") }
    #expect(try desk.records().map(\.request.title) == ["4", "5", "6", "7", "8"])
  }
}
