import Delivery
import NotificationModel
import Testing

/// A server that may take a change for an alert (dunst and mako run a hook for each) gets closings at a lock, and at the
/// unlock the urgent banners and the missed notice.
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

  @Test(
    "what is up goes, stays unread and is missed, and one line tells it at the unlock, also after a restart",
    arguments: [true, false])
  func closes(_ restarts: Bool) throws {
    let desk = try desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    try lock(desk)
    #expect(desk.closed == [handle])
    #expect(try desk.record("a").missed == Missed(.locked))
    if restarts { try desk.restart() }
    try lock(desk, false)
    #expect(desk.alerts == ["a", "Mail: a"])
    let line = try #require(desk.shown.last)
    #expect(line.subject == .missed && line.app == .shell && line.category == "x-bellhop.missed")
    #expect(line.text.body == "1 notification while the screen was locked")
    #expect(line.textWhenLocked == BannerText(title: "1 notification while the screen was locked"))
    #expect(try desk.record("a").unread)
    #expect(try desk.record("a").missed == Missed(.locked, isTold: true))
    #expect(try desk.explanation("a").suffix(2) == ["notShown", "summarised"])
  }

  @Test("an unlock without any input counts as input for two minutes")
  func unlockWithoutInput() throws {
    let desk = try desk()
    desk.idle(true)
    try lock(desk)
    try desk.post("a")
    try lock(desk, false)
    #expect(desk.alerts.last == "Mail: a")
    desk.pass(seconds: 60)
    try desk.post("b")
    #expect(try desk.record("b").missed == nil)
    desk.pass(seconds: 60)
    try desk.post("c")
    #expect(try desk.record("c").missed == Missed(.away))
  }

  @Test("a person who unlocks while the last input still counts is there for two minutes more")
  func awayAfterUnlock() throws {
    let desk = try desk()
    try lock(desk)
    try lock(desk, false)
    desk.pass(seconds: 20)
    desk.idle(true)
    try desk.post("a")
    #expect(try desk.record("a").missed == nil)
    desk.pass(seconds: 100)
    try desk.post("b")
    #expect(try desk.record("b").missed == Missed(.away))
  }

  @Test(
    "the end of a shared screen, or of the machine's sleep, is no unlock",
    arguments: [
      ScreenLock.sharing, ScreenLock.sleep,
    ])
  func noUnlock(holder: String) throws {
    let desk = try desk()
    desk.idle(true)
    desk.hear(.lock(.locked(by: [holder])))
    try desk.post("a")
    desk.hear(.lock(.unlocked))
    try desk.post("b")
    #expect(try desk.record("b").missed == Missed(.away))
  }

  @Test("what ran out before a lock was up for its whole time, and is not told; behind the lock it is missed")
  func wholeTime() throws {
    for isLocked in [false, true] {
      let desk = try desk()
      desk.policy.previews = .always
      desk.engine.assumeIsolated { [policy = desk.policy] in $0.adopt(policy, rememberedAs: "") }
      try desk.post("a")
      if isLocked { try lock(desk) }
      desk.receive(.closed(try desk.handle(of: "a"), .expired))
      if !isLocked { try lock(desk) }
      try lock(desk, false)
      #expect(desk.alerts == (isLocked ? ["a", "Mail: a"] : ["a"]))
    }
  }

  @Test("a private one whose banner is up as it was at the unlock is not told a second time, and not closed")
  func privateStays() throws {
    for keepsList in [false, true] {
      let desk = try Desk(hasServer: false)
      if keepsList { desk.capabilities.insert("persistence") }
      desk.serverAppears(as: "bus/:1.2", product: "dunst")
      try lock(desk)
      try desk.post("Code 4711") { $0.isPrivate = true }
      try lock(desk, false)
      #expect(desk.shown.count == 1)
      #expect(desk.closed.isEmpty)
      #expect(try desk.record("Code 4711").missed == nil)
    }
  }

  @Test(
    "private ones, those without previews and erased texts are only counted, and claimed names are marked")
  func onlyCounted() throws {
    let desk = try desk()
    try desk.perform { try $0.change(chat, by: AppSettings(previews: .never), now: $1) }
    try lock(desk)
    try desk.post("open")
    try desk.post("secret") { $0.isPrivate = true }
    try desk.post(NotificationRequest(app: chat, title: "hidden"))
    desk.receive(.closed(try #require(desk.lastShownHandle), .expired))
    try desk.post(NotificationRequest(app: known(AppID("org.example.Nobody")), title: "claimed"))
    desk.receive(.closed(try desk.handle(of: "secret"), .expired))
    try lock(desk, false)
    let line = try #require(desk.shown.last?.text)
    #expect(line.title.hasPrefix("Mail 2, ") && line.title.contains("org.example.Nobody? 1"))
    #expect(line.body.hasPrefix("claimed\nopen\nand 2 more\n"))
  }

  @Test(
    "a lock that takes the line puts back one line at its end for what that told and what came since",
    arguments: [true, false])
  func oneLine(_ restarts: Bool) throws {
    let desk = try desk()
    try lock(desk)
    for title in ["one", "two"] { try desk.post(title) }
    try lock(desk, false)
    #expect(desk.alerts.last == "Mail: one, two")
    let line = try #require(desk.disk.lineHandle)
    try lock(desk)
    #expect(desk.closed.contains(line))
    let id = try desk.record("two").id
    try desk.post("three")
    if restarts { try desk.restart() }
    try desk.perform { _ = try $0.markRead([id], now: $1) }
    let count = desk.shown.count
    try lock(desk, false)
    #expect(desk.shown.dropFirst(count).map(\.text.title) == ["Mail: one, three"])
    try lock(desk)
    try lock(desk, false)
    #expect(desk.alerts.last == "Mail: one, three" && desk.shown.count == count + 2)
    try lock(desk)
    let ids = try desk.records().map(\.id)
    try desk.perform { _ = try $0.markRead(ids, now: $1) }
    try lock(desk, false)
    #expect(desk.shown.count == count + 2)
  }

  @Test("a summary that a lock takes comes back as itself, with what it still counts")
  func summary() throws {
    let desk = try Desk(SummaryTests.summarised, hasServer: false)
    desk.serverAppears(as: "bus/:1.2", product: "dunst")
    for number in 1...5 { try desk.hold("\(number)") }
    desk.toSix()
    #expect(desk.alerts == ["5 notifications from Mail"])
    try lock(desk)
    let ids = try ["1", "2"].map { try desk.record($0).id }
    try desk.perform { _ = try $0.markRead(ids, now: $1) }
    try lock(desk, false)
    #expect(desk.alerts == ["5 notifications from Mail", "3 notifications from Mail"])
  }

  @Test("a summary that came behind a lock comes back as itself, and what it tells is in no line")
  func summaryBehindLock() throws {
    let desk = try Desk(SummaryTests.summarised, hasServer: false)
    desk.serverAppears(as: "bus/:1.2", product: "dunst")
    for number in 1...5 { try desk.hold("\(number)") }
    try lock(desk)
    desk.toSix()
    #expect(desk.alerts == ["5 notifications from Mail"])
    try lock(desk, false)
    #expect(desk.alerts == ["5 notifications from Mail", "5 notifications from Mail"])
  }

  @Test("what the summary still holds at the unlock is not missed")
  func summaryHolds() throws {
    let desk = try Desk(SummaryTests.summarised, hasServer: false)
    desk.serverAppears(as: "bus/:1.2", product: "dunst")
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.hold("a")
    #expect(try desk.record("a").missed != nil)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(try desk.record("a").missed == nil)
    #expect(desk.alerts.isEmpty)
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
    "what is urgent, a call and an alarm come back at the end of each lock that takes them",
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
    // Also when another change reviews the held ones meanwhile.
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts.filter { $0 == "a" }.count == 1)
    try lock(desk, false)
    #expect(desk.alerts.filter { $0 == "a" }.count == 2)
    #expect(try desk.record("a").state == .delivered)
    try lock(desk)
    try lock(desk, false)
    #expect(desk.alerts.filter { $0 == "a" }.count == 3)
  }

  @Test("what merely is to stay until somebody dismisses it does not come back, and is told")
  func stays() throws {
    let desk = try desk()
    try desk.postFront("From Ann") { $1.expiry = .never }
    try lock(desk)
    try lock(desk, false)
    #expect(desk.alerts == ["From Ann", "Mail: From Ann"])
  }

  @Test("what its app wants to stay until somebody answers is told, and can still be answered in the list")
  func waitedFor() throws {
    let desk = try desk()
    try desk.postFront("Really?") { request, origin in
      origin.expiry = .never
      origin.keys[item("a.1")] = "yes"
      request.actions = [Action(id: item("a.1"), title: "Yes")]
    }
    try lock(desk)
    try lock(desk, false)
    #expect(desk.alerts == ["Really?", "Mail: Really?"])
    #expect(desk.frontSignals.isEmpty)
    let id = try desk.record("Really?").id
    try desk.perform { try $0.activate(id, item("a.1"), text: nil, now: $1) }
    #expect(desk.frontSignals.first?.signal == .invoked(key: "yes", token: nil))
  }

  @Test(
    "a banner whose caller has gone comes back without the buttons that nobody hears",
    arguments: [true, false])
  func deadButtons(_ isGone: Bool) throws {
    let desk = try desk()
    try desk.postFront("Ring") { request, origin in
      request.kind = .alarm
      origin.keys[item("a.1")] = "stop"
      request.actions = [Action(id: item("a.1"), title: "Stop")]
    }
    #expect(desk.shown.last?.text.actions.count == 1)
    try lock(desk)
    let caller = BusCaller(bus: "bus", name: ":1.7")
    if isGone { desk.engine.assumeIsolated { $0.receive(.callerIsGone(caller)) } }
    try lock(desk, false)
    #expect(desk.alerts == ["Ring", "Ring"])
    #expect(desk.shown.last?.text.actions.count == (isGone ? 0 : 1))
    #expect(try desk.explanation("Ring").contains("leftOut") == isGone)
  }

  @Test(
    "swaync hides the texts in its own list at a lock and brings them back, and the line tells what was up")
  func serversOwnList() throws {
    let desk = try Desk(hasServer: false)
    desk.capabilities.insert("persistence")
    desk.serverAppears(as: "bus/:1.2", product: "SwayNotificationCenter")
    try desk.post("old")
    desk.pass(seconds: 60)
    try desk.post("new")
    try lock(desk)
    try desk.post("while locked")
    try lock(desk, false)
    #expect(desk.closed.isEmpty)
    #expect(desk.alerts == ["old", "new", "while locked", "Mail: new, while locked"])
    let updates = desk.shown.filter { !$0.alerts }
    #expect(updates.count == 5 && updates.allSatisfy(\.onlyFollowsLock))
    for title in ["old", "new", "while locked"] { #expect(try desk.isShownHidden(title) == false) }
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

  @Test("what was shown hidden goes at the unlock, and one line for all apps tells it")
  func line() throws {
    let desk = try desk()
    try lock(desk)
    try desk.post("one")
    try desk.post("two")
    try desk.post(NotificationRequest(app: chat, title: "three"))
    let hidden = desk.shown.count
    try lock(desk, false)
    #expect(
      desk.shown.dropFirst(hidden).map(\.text.title) == [
        "Mail 2, Chat 1"
      ])
    #expect(
      desk.shown.last?.text.body
        == "three\ntwo\none\n3 notifications from 2 apps while the screen was locked")
    #expect(try desk.badge() == 2)
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
    #expect(desk.shown.last?.text.title == "Mail: one")
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

  @Test("a second line takes the place of the first on screen, and goes on with what that told")
  func secondLine() throws {
    let desk = try desk()
    for count in 1...2 {
      desk.idle(true)
      try desk.post("\(count)")
      desk.receive(.closed(try desk.handle(of: "\(count)"), .expired))
      desk.idle(false)
      #expect(desk.shown.count { $0.subject == .missed } == count)
    }
    #expect(desk.shown.last?.replaces != nil)
    #expect(desk.shown.last?.text.title == "Mail: 1, 2")
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
    #expect(desk.shown.last?.text.title == "Chat: two")
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
