import Delivery
import NotificationModel
import Testing

/// A server that may take a change for an alert (dunst, mako and swaync run a hook for each) gets closings at a lock,
/// and at the unlock the urgent banners and the missed notice.
@Suite("A lock on a server that may take a change for an alert")
struct BehindLockTests {
  private func desk() throws -> Desk {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: "dunst")
    return desk
  }

  private func lock(_ desk: Desk, _ locked: Bool = true) throws {
    try desk.perform { engine, _ in try engine.setLocked(locked) }
  }

  @Test("what is up goes, stays unread, and does not come again at the unlock")
  func closes() throws {
    let desk = try desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    try lock(desk)
    try lock(desk, false)
    #expect(desk.closed == [handle])
    #expect(desk.shown.map(\.text.title) == ["a"])
    #expect(try desk.record("a").unread)
    #expect(try desk.explanation("a").last == "notShown")
  }

  @Test("where the server has a list of its own, an explanation says that it is gone from there too")
  func serversList() throws {
    for keepsList in [false, true] {
      let desk = try Desk(hasServer: false)
      if keepsList { desk.capabilities.insert("persistence") }
      desk.serverAppears(as: "bus/:1.2", product: "dunst")
      let id = try desk.post("a").id
      try lock(desk)
      let why = try desk.engine.assumeIsolated {
        try $0.explain(id).last?.decision.why
      }
      #expect(why?.contains("dunst keeps a list of banners") == keepsList)
    }
  }

  @Test("what may be seen by anybody stays as it is")
  func alwaysSeen() throws {
    let desk = try desk()
    desk.policy.previews = .always
    desk.engine.assumeIsolated { [policy = desk.policy] in $0.adopt(policy, rememberedAs: "") }
    try desk.post("a")
    try lock(desk)
    try lock(desk, false)
    #expect(desk.closed.isEmpty)
    #expect(desk.shown.count == 1)
  }

  @Test(
    "what is urgent, a call, an alarm and what waits for an answer come back once, at the unlock",
    arguments: [Kind.call, .alarm, nil])
  func comesBack(_ kind: Kind?) throws {
    let desk = try desk()
    try desk.post("a") {
      $0.kind = kind
      if kind == nil {
        $0.level = .timeSensitive
        $0.relevantDate = desk.now.wall
      }
    }
    try lock(desk)
    #expect(try desk.record("a").state == .held)
    // Also when another change reviews the held ones meanwhile.
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts.filter { $0 == "a" }.count == 1)
    try lock(desk, false)
    #expect(desk.alerts.filter { $0 == "a" }.count == 2)
    #expect(try desk.record("a").state == .delivered)
    try lock(desk)
    try lock(desk, false)
    #expect(desk.alerts.filter { $0 == "a" }.count == 2)
  }

  @Test("what merely is to stay until somebody dismisses it does not come back")
  func stays() throws {
    let desk = try desk()
    try desk.postFront("From Ann") { $1.expiry = .never }
    try lock(desk)
    try lock(desk, false)
    #expect(desk.alerts == ["From Ann"])
  }

  @Test("what its app wants to stay until somebody answers comes back, with its number and its buttons")
  func waitedFor() throws {
    let desk = try desk()
    let number = try desk.postFront("Really?") { request, origin in
      origin.expiry = .never
      origin.keys[item("a.1")] = "yes"
      request.actions = [Action(id: item("a.1"), title: "Yes")]
    }
    try lock(desk)
    try lock(desk, false)
    #expect(desk.alerts == ["Really?", "Really?"])
    #expect(desk.frontSignals.isEmpty)
    desk.receive(.pressed(try desk.handle(of: "Really?"), action: .defaultAction, activationToken: nil))
    #expect(try desk.records().first?.number == number || !desk.frontSignals.isEmpty)
  }

  @Test("its app hears no end, but one at the expiry that it asked for, or when the entry ends")
  func ends() throws {
    let desk = try desk()
    try desk.postFront("for five seconds") { $1.expiry = .after(milliseconds: 5_000) }
    try desk.postFront("as the server likes")
    try lock(desk)
    desk.pass(seconds: 4)
    #expect(desk.frontSignals.isEmpty)
    desk.pass(seconds: 1)
    #expect(desk.frontSignals.map(\.signal) == [.closed(.expired)])
    let id = try desk.record("as the server likes").id
    try desk.perform { engine, now in _ = try engine.dismiss([id], now: now) }
    #expect(desk.frontSignals.map(\.signal) == [.closed(.expired), .closed(.dismissed)])
  }

  @Test("what was shown hidden goes at the unlock, and one line for all apps says how many")
  func line() throws {
    let desk = try desk()
    try desk.post("before")
    try lock(desk)
    try desk.post("one")
    try desk.post("two")
    try desk.post(NotificationRequest(app: chat, title: "three"))
    let hidden = desk.shown.count
    try lock(desk, false)
    #expect(
      desk.shown.dropFirst(hidden).map(\.text.title) == [
        "3 notifications from 2 apps while the screen was locked"
      ])
    #expect(desk.shown.last?.text.body == "")
    #expect(try desk.badge() == 3)
    let handle = try #require(desk.lastShownHandle)
    for app in [mail, chat] {
      let ids = try desk.records(app).map(\.id)
      try desk.perform { engine, now in _ = try engine.dismiss(ids, now: now) }
    }
    #expect(desk.closed.contains(handle))
  }

  @Test("where all of them were read before it was unlocked, there is no line")
  func noLine() throws {
    let desk = try desk()
    try lock(desk)
    try desk.post("one")
    try desk.press("one")
    try lock(desk, false)
    #expect(desk.shown.count == 1)
  }

  @Test("the line waits for the end of Do Not Disturb")
  func quiet() throws {
    let desk = try desk()
    try lock(desk)
    try desk.post("one")
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try lock(desk, false)
    #expect(desk.shown.count == 1)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.shown.last?.text.title == "1 notification while the screen was locked")
  }

  @Test("a lock while the server is busy closes what it then shows in the clear")
  func busy() throws {
    let desk = try desk()
    desk.server = .silent
    try desk.post("a")
    try lock(desk)
    desk.server = .answers
    let handle = BannerHandle(server: desk.serverName, id: 77)
    desk.receive(.shown(try #require(desk.shown.last?.subject), handle, hidden: false, omitted: []))
    #expect(desk.closed == [handle])
    #expect(try desk.record("a").unread)
  }

  @Test("a reload that changes nothing touches nothing")
  func reload() throws {
    for product in ["dunst", "Plasma"] {
      let desk = try Desk()
      desk.serverAppears(as: "bus/:1.2", product: product)
      try desk.post("a")
      desk.engine.assumeIsolated { [policy = desk.policy] in $0.adopt(policy, rememberedAs: "") }
      desk.run()
      #expect(desk.shown.count == 1)
      #expect(desk.closed.isEmpty)
    }
  }

  @Test(
    "what has not alerted yet alerts, hidden, and does not wait for the unlock",
    arguments: ["dunst", "Plasma"])
  func stillToCome(_ product: String) throws {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: product)
    try desk.post("A") { $0.identifier = name("x") }
    desk.server = .silent
    try desk.post("B") {
      $0.identifier = name("x")
      $0.kind = .call
    }
    try desk.post("C")
    try lock(desk)
    desk.serverAnswersAtLast()
    #expect(desk.shown.count { $0.alerts } == 3)
    #expect(try desk.record("B").state == .delivered)
  }

  @Test("on a locked screen progress goes on in the hidden banner")
  func progress() throws {
    let desk = try desk()
    try lock(desk)
    try desk.post("Copying") { $0.identifier = name("x") }
    desk.server = .silent
    for progress in [10, 20] {
      try desk.post("Copying") {
        $0.identifier = name("x")
        $0.progress = progress
      }
    }
    desk.serverAnswersAtLast()
    #expect(desk.closed.isEmpty)
    #expect(desk.shown.last?.progress == 20)
  }

  @Test(
    "a text that becomes private while its server is busy makes no line about a lock",
    arguments: ["dunst", "Plasma"])
  func becomesPrivate(_ product: String) throws {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: product)
    desk.server = .silent
    try desk.post("open") { $0.identifier = name("x") }
    try desk.post("secret") {
      $0.identifier = name("x")
      $0.isPrivate = true
    }
    desk.serverAnswersAtLast()
    #expect(!desk.subjects.contains(.missed))
    #expect(desk.alerts.count == 2)
  }

  @Test("a second lock's line takes the place of the first")
  func secondLine() throws {
    let desk = try desk()
    for count in 1...2 {
      try lock(desk)
      try desk.post("\(count)")
      try lock(desk, false)
      #expect(desk.shown.count { $0.subject == .missed } == count)
    }
    #expect(desk.shown.last?.replaces != nil)
  }

  @Test("an app that waits for the end of what was shown hidden hears it in its time")
  func hiddenEnds() throws {
    let desk = try desk()
    try lock(desk)
    try desk.postFront("for five seconds") { $1.expiry = .after(milliseconds: 5_000) }
    try lock(desk, false)
    #expect(desk.frontSignals.isEmpty)
    desk.pass(seconds: 5)
    #expect(desk.frontSignals.map(\.signal) == [.closed(.expired)])
  }

  @Test("what the line counts is unread when it comes, and so are the apps")
  func lineOfUnread() throws {
    let desk = try desk()
    try lock(desk)
    try desk.post("one")
    try desk.post(NotificationRequest(app: chat, title: "two"))
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try lock(desk, false)
    let id = try desk.record("one").id
    try desk.perform { engine, now in _ = try engine.dismiss([id], now: now) }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.shown.last?.text.title == "1 notification while the screen was locked")
  }

  @Test("a press that was on its way when the lock closed the banner is not lost")
  func pressUnderWay() throws {
    let desk = try desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    try lock(desk)
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(try desk.record("a").state == .read)
  }
}
