import Delivery
import NotificationModel
import Testing

@Suite("Apps of the desktop's own interface do no harm, and do not wait in vain")
struct FrontFairnessTests {
  private func told(_ desk: Desk) -> [FrontSignal] { desk.frontSignals.map(\.signal) }

  // MARK: Apps hear an end in every case

  @Test("with its server the banner is gone: its app hears of it, and the person has not read it")
  func serverRestarts() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("one")
    desk.serverVanishes()
    desk.serverAppears(as: "bus/:1.2")
    #expect(told(desk) == [.closed(.undefined)])
    #expect(try desk.badge() == 1)
  }

  @Test("what comes too fast for a banner is closed at once")
  func tooFast() throws {
    let desk = try Desk(Desk.asking)
    for number in 1...12 { try desk.postFront("\(number)") }
    #expect(told(desk) == [.closed(.expired), .closed(.expired)])
  }

  @Test("so is what may not have one")
  func bannersOff() throws {
    var policy = Desk.asking
    policy.apps[mail] = AppSettings(banners: false)
    let desk = try Desk(policy)
    try desk.postFront("one")
    #expect(told(desk) == [.closed(.expired)])
  }

  @Test("so is what the server refuses for good")
  func refused() throws {
    let desk = try Desk(Desk.asking)
    desk.server = .fails(.refused("x"))
    try desk.postFront("one")
    desk.pass(seconds: 100)
    #expect(told(desk) == [.closed(.undefined)])
  }

  @Test("so is what one banner speaks for, with others")
  func summarised() throws {
    var policy = Desk.asking
    policy.apps[mail] = AppSettings(summary: true)
    policy.summaryTimes = try #require(WeeklyTimes("12:01"))
    let desk = try Desk(policy)
    for number in 1...5 { try desk.postFront("\(number)") }
    #expect(told(desk).isEmpty)
    desk.pass(seconds: 120)
    #expect(desk.shown.count == 1 && told(desk) == Array(repeating: .closed(.expired), count: 5))
  }

  @Test("so is what was put off, and is read as it comes back")
  func readLater() throws {
    var policy = Desk.asking
    policy.front.suppressesInFront = true
    let desk = try Desk(policy)
    try desk.postFront("one")
    let (id, until) = (try desk.record("one").id, desk.now.wall.advanced(bySeconds: 60))
    try desk.perform { engine, now in try engine.snooze(id, until: until, now: now) }
    desk.focus([mail])
    desk.pass(seconds: 61)
    #expect(told(desk) == [.closed(.expired)])
  }

  @Test("so is what was on screen when its server failed to hide it")
  func failsToChange() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("one")
    desk.server = .fails(.noServer)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(told(desk) == [.closed(.undefined)])
  }

  @Test("so is what its app posts again by our own door")
  func changesDoors() throws {
    let desk = try Desk(Desk.allowing)
    try desk.postFront("one")
    #expect(try desk.post("one").outcome == .coalesced)
    #expect(told(desk) == [.closed(.closed)])
  }

  @Test("two wait for one that is shown in passing, and both hear")
  func passingTwice() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("Saved", by: ":1.7") { $1.isTransient = true }
    #expect(try desk.postFront("Saved", by: ":1.8") { $1.isTransient = true } == number)
    desk.receive(.closed(try #require(desk.lastShownHandle), .expired))
    #expect(desk.frontSignals.map(\.caller) == [.everybody])
  }

  @Test("two wait for one that the second has changed, and both hear")
  func changedByAnother() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("one", by: ":1.7")
    #expect(try desk.postFront("two", replacing: number, by: ":1.8") == number)
    #expect(try desk.postFront("three", replacing: number, by: ":1.9") { $1.isTransient = true } == number)
    #expect(told(desk).isEmpty)
    desk.receive(.closed(try #require(desk.lastShownHandle), .expired))
    #expect(desk.frontSignals.map(\.caller) == [.everybody])
  }

  @Test("who posts for two apps under one number does not hear that it is over")
  func twoAppsOfOne() throws {
    let desk = try Desk(Desk.asking)
    for isTransient in [false, true] {
      let number = try desk.postFront("one") { $1.isTransient = isTransient }
      #expect(
        try desk.postFront("two", of: chat, replacing: number) { $1.isTransient = isTransient } == number)
      #expect(try desk.postFront("three", replacing: number, by: ":1.8") == number)
      #expect(desk.frontSignals.map(\.caller.name) == (isTransient ? [":1.7", ":1.7"] : [":1.7"]))
    }
  }

  @Test("who takes over a number that several have posted is not told that it is over")
  func takenOverFromSeveral() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("one", by: ":1.7")
    try desk.postFront("two", replacing: number, by: ":1.8")
    #expect(try desk.postFront("three", of: chat, replacing: number, by: ":1.9") == number)
    #expect(desk.frontSignals.map(\.caller.name) == [":1.8"])
  }

  @Test("who may not post ends nothing of another's whose number it names")
  func deniedNumber() throws {
    var policy = Desk.asking
    policy.apps[chat] = AppSettings(authorization: .denied)
    let desk = try Desk(policy)
    let number = try desk.postFront("one")
    let other = try desk.postFront("two", of: chat, replacing: number, by: ":1.8")
    #expect(other != number && desk.frontSignals.map(\.number) == [other])
  }

  @Test(
    "however apps are allowed elsewhere, one banner that speaks for many comes once",
    arguments: [true, false])
  func onceForMany(isMixed: Bool) throws {
    var policy = Desk.asking
    policy.defaultAuthorization = .provisional
    let desk = try Desk(policy)
    for number in 1...20 { try desk.postFront("\(number)") }
    if isMixed { try desk.post("by our own door") }
    desk.pass(seconds: 600)
    #expect(desk.shown.count == policy.limits.alertBurst + 1)
  }

  @Test("given away, the interface leaves nobody waiting")
  func givenAway() throws {
    let desk = try Desk(Desk.asking, rowsPerTransaction: 4)
    for number in 1...9 { try desk.postFront("\(number)") }
    var rounds = 0
    while try !desk.perform({ try $0.endFront(now: $1) }) { rounds += 1 }
    #expect(rounds == 2 && told(desk).count == 9)
    #expect(try desk.badge() == 9)
  }

  @Test("a press that the server tells after the closing is told all the same")
  func closedFirst() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("Call") { request, origin in
      request.actions = [Action(id: item("a.1"), title: "Answer")]
      origin.keys[item("a.1")] = "answer"
    }
    let handle = try desk.handle(of: "Call")
    desk.receive(.closed(handle, .dismissed))
    desk.receive(.pressed(handle, action: item("a.1"), activationToken: nil))
    #expect(told(desk) == [.closed(.dismissed), .invoked(key: "answer", token: nil)])
  }

  // MARK: Nothing is swallowed

  @Test("connected, disconnected, connected: each is shown")
  func changesBack() throws {
    let desk = try Desk(Desk.asking)
    let titles = ["Connected", "Disconnected", "Connected"]
    for title in titles {
      try desk.postFront(title)
      desk.pass(seconds: 5)
      desk.receive(.closed(try desk.handle(of: title), .expired))
      desk.pass(seconds: 5)
    }
    #expect(desk.alerts == titles)
  }

  @Test("who writes the same twice has said it twice")
  func message() throws {
    let desk = try Desk(Desk.asking)
    for _ in 1...2 {
      try desk.postFront("Anna") { request, _ in
        request.body = "ok"
        request.kind = .message
      }
      desk.receive(.closed(try #require(desk.lastShownHandle), .expired))
      desk.pass(seconds: 10)
    }
    #expect(desk.alerts.count == 2)
  }

  @Test("what is held back is not read because its app comes to the front")
  func held() throws {
    let desk = try Desk(Desk.asking)
    try desk.perform { engine, now in try engine.setDoNotDisturb(true, until: nil, now: now) }
    try desk.postFront("later")
    desk.focus([mail])
    desk.focus([])
    try desk.perform { engine, now in try engine.setDoNotDisturb(false, until: nil, now: now) }
    #expect(desk.alerts == ["later"])
  }

  @Test("however many there are, all are read when the app comes to the front")
  func many() throws {
    let desk = try Desk(Desk.asking, rowsPerTransaction: 4)
    for number in 1...9 { try desk.postFront("\(number)") }
    desk.pass(seconds: 2)
    desk.focus([mail])
    #expect(try desk.badge() == 0)
  }

  // MARK: Nothing is kept that is not to be

  @Test(
    "what is read when its app comes to the front is kept no more than what is pressed",
    arguments: [KeptText.titles, .none])
  func storage(kept: KeptText) throws {
    var policy = Desk.asking
    policy.front.store = kept
    let desk = try Desk(policy)
    try desk.postFront("Title") { request, _ in request.body = "Body" }
    desk.pass(seconds: 2)
    desk.focus([mail])
    let over = try #require(try desk.records().first)
    #expect(over.state == .read && over.request.body == nil)
    #expect(over.request.title == (kept == .none ? nil : "Title"))
  }

  // MARK: No app harms another

  @Test("what is refused or denied has taken nobody's place")
  func refusedTakesNothing() throws {
    for isDenied in [false, true] {
      var policy = Desk.asking
      policy.limits.postBurst = 1
      if isDenied { policy.apps[chat] = AppSettings(authorization: .denied) }
      let desk = try Desk(policy)
      let number = try desk.postFront("first", of: mail)
      _ = try? desk.postFront("x", of: chat)
      _ = try? desk.postFront("y", of: chat, replacing: number)
      #expect(try desk.record("first").unread)
    }
  }

  @Test("from inside a sandbox no other's banner is taken or closed, be it in passing")
  func sandbox() throws {
    for isTransient in [false, true] {
      let desk = try Desk(Desk.asking)
      let number = try desk.postFront("first", of: mail) { $1.isTransient = isTransient }
      let other = try desk.postFront("second", of: chat, replacing: number) { $1.isSandboxed = true }
      #expect(other != number)
      let stranger = BusCaller(bus: "bus", name: ":1.9")
      #expect(try desk.perform { try $0.close(number, by: stranger, isSandboxed: true, now: $1) })
      #expect(desk.closed.isEmpty && desk.frontSignals.isEmpty)
    }
  }

  @Test("what is shown in passing goes with its app's permission, also while it waits")
  func deniedPassing() throws {
    for isWaiting in [false, true] {
      let desk = try Desk(Desk.asking)
      if isWaiting {
        desk.server = .silent
        try desk.postFront("first", of: chat)
      }
      _ = try desk.postFront("one") { $1.isTransient = true }
      try desk.perform { try $0.change(mail, by: AppSettings(authorization: .denied), now: $1) }
      desk.serverAnswersAtLast()
      #expect(desk.closed.count == (isWaiting ? 0 : 1))
      #expect(!isWaiting || !desk.shown.contains { $0.text.title == "one" })
    }
  }

  @Test("a banner that changes in its place does not ask for attention again")
  func quietChange() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("one") { $1.urgency = .critical }
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(desk.shown.map { $0.origin.desktop?.urgency } == [.critical, .critical])
    #expect(desk.shown.map(\.alerts) == [true, false])
  }
}
