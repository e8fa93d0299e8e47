import Delivery
import NotificationModel
import Records
import Testing

/// Changes that concern many banners or apps, in transactions that change two rows of the engine's own.
@Suite("What is to be shown or hidden, and is too much for one transaction")
struct BacklogOfBannersTests {
  private func desk(_ policy: Policy = Desk.allowing) throws -> Desk {
    try Desk(policy, rowsPerTransaction: 2)
  }

  private func call(_ desk: Desk, _ body: @Sendable (isolated DeliveryEngine, Moment) throws -> Void) throws {
    let now = desk.now
    try desk.engine.assumeIsolated { try body($0, now) }
  }

  private func disturb(_ desk: Desk, _ on: Bool) throws {
    try call(desk) { try $0.setDoNotDisturb(on, until: nil, now: $1) }
  }

  private func holding(_ count: Int, until seconds: Int64? = nil) throws -> Desk {
    let desk = try desk()
    try call(desk) {
      let end = seconds.map($1.wall.advanced(bySeconds:)).map(End.moment)
      try $0.setDoNotDisturb(true, until: end, now: $1)
    }
    for number in 0..<count { try desk.post("\(number)") }
    return desk
  }

  private static let seven = "7 notifications while Do Not Disturb was on"

  // MARK: Held banners

  @Test("what is held is looked at a share at a time, and no banner speaks for it before that is over")
  func looked() throws {
    let desk = try holding(7, until: 3_600)
    try disturb(desk, false)
    desk.step()
    #expect(try desk.records().count { $0.until == nil } < 7)
    #expect(desk.shown.isEmpty && desk.goesOn)
    desk.run()
    #expect(desk.counts == [Self.seven])
  }

  @Test("the few that are released come one by one in their order, however long the look at all took")
  func few() throws {
    let desk = try desk()
    for number in 0..<5 { try desk.post("listed \(number)") { $0.level = .passive } }
    try disturb(desk, true)
    for title in ["a", "b"] { try desk.post(title) }
    try disturb(desk, false)
    desk.run()
    #expect(desk.alerts == ["a", "b"])
    #expect(try desk.explanation("a") == ["held", "released", "shown"])
  }

  @Test("what is held again in the middle of it stays, and is released together another time")
  func heldAgain() throws {
    let desk = try holding(7)
    try disturb(desk, false)
    desk.step()
    try disturb(desk, true)
    desk.run()
    #expect(desk.shown.isEmpty)
    try disturb(desk, false)
    desk.run()
    #expect(desk.counts == [Self.seven])
  }

  @Test("a daemon that ends in the middle of it speaks for all of them after its start")
  func killedWhileLooking() throws {
    let desk = try holding(7)
    try disturb(desk, false)
    desk.step()
    try desk.restart()
    #expect(desk.counts == [Self.seven])
  }

  // MARK: One banner for many

  /// Shows the banner for seven, and says so.
  private func told() throws -> Desk {
    let desk = try holding(7)
    desk.server = .silent
    try disturb(desk, false)
    desk.run()
    try desk.post(NotificationRequest(app: chat, title: "other"))
    let subject = try #require(desk.subjects.last)
    let handle = BannerHandle(server: desk.serverName, id: 7)
    desk.engine.assumeIsolated { $0.receive(.shown(subject, handle, hidden: false, omitted: [])) }
    desk.server = .answers
    desk.step()
    return desk
  }

  @Test("those it has spoken for are released a share at a time, and nothing else is shown before")
  func announcedByAnother() throws {
    let desk = try told()
    #expect(try desk.records().count { $0.state == .delivered } == 2)
    #expect(desk.counts == [Self.seven])
    #expect(desk.engine.assumeIsolated { $0.awaitsSink })
    desk.run()
    #expect(try desk.records().allSatisfy { $0.state == .delivered })
    #expect(desk.counts == [Self.seven, "other"])
    #expect(desk.events.count { $0.kind == .released } == 7)
    #expect(!desk.engine.assumeIsolated { $0.awaitsSink })
  }

  @Test("a daemon that ends in the middle of that goes on with it, and speaks for none of them twice")
  func killedWhileTelling() throws {
    let desk = try told()
    try desk.restart()
    #expect(desk.counts == [Self.seven, "other"])
    #expect(try desk.records().allSatisfy { $0.state == .delivered })
  }

  @Test("what the app posts meanwhile comes by itself, after them")
  func postsWhileTelling() throws {
    let desk = try told()
    try desk.post("new")
    #expect(desk.counts == [Self.seven, "other", "new"])
    #expect(try desk.explanation("6") == ["held", "summarised"])
  }

  @Test("names the most relevant of many, and counts the others")
  func names() throws {
    let desk = try desk(SummaryTests.summarised)
    for number in 0..<7 { try desk.hold("\(number)", relevance: number == 1 ? 1 : 0) }
    desk.toSix()
    #expect(
      desk.shown.last?.text
        == BannerText(title: "7 notifications from Mail", body: "1\n6\n5\nand 4 more"))
    let handle = try #require(desk.lastShownHandle)
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(try desk.record("1").state == .read)
  }

  @Test("that a server dies of leaves them to come one by one, in their order")
  func unbearable() throws {
    let desk = try holding(7)
    desk.server = .fails(.serverDied)
    try disturb(desk, false)
    for _ in 0..<50 where desk.shown.count < 2 { desk.step() }
    desk.server = .answers
    desk.run()
    #expect(desk.counts.drop { $0 == Self.seven } == (0..<7).map { "\($0)" }[...])
  }

  /// Seven of each of two apps are due, those of the first before the others.
  private func twoDue(_ prepare: (Desk) -> Void) throws -> Desk {
    let desk = try Desk(SummaryTests.summarised)
    for app in [mail, chat] { for number in 0..<7 { try desk.hold("\(number)", app: app) } }
    prepare(desk)
    desk.toSix()
    return desk
  }

  @Test("a banner for many that may not be shown now lets those of other apps be shown")
  func inFront() throws {
    let desk = try twoDue { $0.focus([mail]) }
    #expect(desk.subjects == [.summary(chat)])
  }

  @Test("a banner for many that the server never answers lets those of other apps go before it")
  func unanswered() throws {
    let desk = try twoDue { $0.server = .silent }
    #expect(desk.subjects == [.summary(mail)])
    desk.server = .answers
    desk.receive(.failed(.summary(mail), .unanswered))
    desk.pass(seconds: 60)
    #expect(desk.subjects == [.summary(mail), .summary(chat), .summary(mail)])
  }

  // MARK: The configuration

  private static let apps = (0..<5).compactMap { AppID("org.example.A\($0)") }

  /// Five apps with two banners each, one on screen and one in the line.
  private func apps() throws -> Desk {
    let desk = try desk()
    for app in Self.apps { try desk.post(NotificationRequest(app: app, title: "shown")) }
    desk.server = .silent
    for app in Self.apps { try desk.post(NotificationRequest(app: app, title: "waits")) }
    desk.forgetShown()
    return desk
  }

  private func adopt(_ desk: Desk, _ authorization: Authorization) {
    var policy = Policy()
    policy.defaultAuthorization = authorization
    desk.engine.assumeIsolated { [policy] in $0.adopt(policy, rememberedAs: "") }
  }

  private func told(_ desk: Desk) -> [Authorization] {
    desk.events.filter { $0.kind == .authorization }.compactMap(\.authorization)
  }

  @Test("apps that another configuration denies are followed one by one, and show nothing more from now on")
  func denied() throws {
    let desk = try apps()
    adopt(desk, .denied)
    desk.step()
    #expect(desk.goesOn && desk.adopted.count == 1)
    #expect(told(desk).count < Self.apps.count)
    desk.serverAnswersAtLast()
    #expect(desk.shown.isEmpty)
    #expect(told(desk) == Self.apps.map { _ in .denied })
    for app in Self.apps { #expect(try desk.records(app).allSatisfy { $0.state == .withdrawn }) }
    // The banners on screen, and the one that the server was showing just then.
    #expect(desk.closed.count == Self.apps.count + 1)
  }

  @Test("an app that a second configuration finds as the first one did hears of neither")
  func secondConfiguration() throws {
    let desk = try apps()
    adopt(desk, .denied)
    desk.step()
    let heard = told(desk).count
    adopt(desk, .authorized)
    desk.serverAnswersAtLast()
    #expect(told(desk).count == 2 * heard)
    #expect(told(desk).suffix(heard).allSatisfy { $0 == .authorized })
    let unread = try Self.apps.reduce(0) { try $0 + desk.badge($1) }
    #expect(unread == 2 * Self.apps.count)
  }

  @Test("a daemon that ends in between has denied them all after its start")
  func killedWhileFollowing() throws {
    let desk = try apps()
    adopt(desk, .denied)
    desk.step()
    desk.policy.defaultAuthorization = .denied
    desk.server = .answers
    try desk.restart()
    #expect(desk.shown.isEmpty)
    for app in Self.apps { #expect(try desk.badge(app) == 0) }
  }

  @Test("what is due just when a file denies its app is in no list and tells nobody, and alerts nobody later")
  func deniedWhenDue() throws {
    let desk = try desk()
    try desk.post("due") { $0.trigger = .after(seconds: 60, repeats: false) }
    adopt(desk, .denied)
    desk.pass(seconds: 60)
    #expect(desk.events.allSatisfy { $0.kind != .withdrawn })
    #expect(try desk.records().isEmpty)
    adopt(desk, .authorized)
    desk.run()
    #expect(try desk.record("due").unread && desk.alerts.isEmpty)
  }

  // MARK: The lock

  @Test("what is on screen is redacted before anything else is shown")
  func locked() throws {
    let desk = try desk()
    for number in 0..<7 { try desk.post("secret \(number)") }
    desk.forgetShown()
    try call(desk) { engine, now in
      try engine.setLocked(true)
      _ = try engine.post(NotificationRequest(app: chat, title: "call"), by: app, now: now)
    }
    desk.step()
    #expect(desk.lock.hidesWhenLocked && desk.shown.isEmpty && desk.goesOn)
    desk.run()
    #expect(desk.shown.count == 8 && desk.shown.last?.app == chat)
    #expect(try desk.records().allSatisfy { try desk.disk.phase(of: $0)?.shown?.isHidden == true })
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(try desk.records().allSatisfy { try desk.disk.phase(of: $0)?.shown?.isHidden == false })
  }

  enum ScreenWide: CaseIterable { case lock, unlock, otherServer, noServer, memory, previews }

  @Test("what concerns all that is on screen changes a share of it at a time", arguments: ScreenWide.allCases)
  func screenWide(_ change: ScreenWide) throws {
    let desk = try desk()
    for number in 0..<9 { try desk.post("\(number)") }
    if change == .unlock { try desk.perform { engine, _ in try engine.setLocked(true) } }
    if change == .memory { try desk.restart(hasServer: false) }
    desk.server = .silent
    if change == .memory { desk.serverAppears() }
    let before = try phases(desk)
    try call(desk) { [server = desk.serverName] engine, now in
      switch change {
      case .lock, .unlock: try engine.setLocked(change == .lock)
      case .otherServer: engine.receive(.server(.present(server: "bus/:1.9")))
      case .noServer: engine.receive(.server(.absent(activatable: false)))
      case .memory:
        engine.receive(
          .described(
            ServerDescription(
              server: server, name: "gnome-shell", version: "1", capabilities: ["persistence"])))
      case .previews:
        var settings = AppSettings()
        settings.previews = .never
        try engine.change(mail, by: settings, now: now)
      }
    }
    var (last, goesOn) = (before, true)
    while goesOn {
      goesOn = desk.step()
      let now = try phases(desk)
      #expect(zip(last, now).count { $0 != $1 } <= 2)
      last = now
    }
    #expect(zip(before, last).count { $0 != $1 } == 9)
  }

  private func phases(_ desk: Desk) throws -> [BannerPhase?] {
    try desk.records().map { try desk.disk.phase(of: $0) }
  }

  @Test("a lock is followed before what is due, however much that is")
  func lockBeforeSchedule() throws {
    let desk = try desk()
    for number in 0..<4 { try desk.post("shown \(number)") }
    for number in 0..<9 {
      try desk.post("due \(number)") { $0.trigger = .after(seconds: 60, repeats: false) }
    }
    desk.server = .silent
    desk.now = Moment(
      wall: desk.now.wall.advanced(bySeconds: 60), uptime: desk.now.uptime.advanced(byMilliseconds: 60_000))
    desk.engine.assumeIsolated { $0.receive(DesktopReport.lock(.locked(by: ["logind"]))) }
    desk.step()
    desk.step()
    #expect(try desk.records().count { try isInTheClear($0, desk) } == 0)
  }

  private func isInTheClear(_ record: NotificationRecord, _ desk: Desk) throws -> Bool {
    if case .onScreen(let shown) = try desk.disk.phase(of: record) { !shown.isHidden } else { false }
  }

  @Test("a daemon that ends in the middle of following a lock goes on with it after its start")
  func killedWhileLocking() throws {
    let desk = try desk()
    for number in 0..<9 { try desk.post("\(number)") }
    try call(desk) { engine, _ in try engine.setLocked(true) }
    desk.server = .silent
    desk.step()
    #expect(try desk.records().contains { try isInTheClear($0, desk) })
    desk.server = .answers
    try desk.restart()
    #expect(try desk.records().allSatisfy { try desk.disk.phase(of: $0)?.shown?.isHidden == true })
  }

  @Test("a daemon that ends in the middle of hiding what an app shows goes on with it after its start")
  func killedWhileHiding() throws {
    let desk = try desk()
    for number in 0..<9 { try desk.post("\(number)") }
    try call(desk) { engine, now in
      var settings = AppSettings()
      settings.previews = .never
      try engine.change(mail, by: settings, now: now)
    }
    desk.server = .silent
    desk.step()
    desk.server = .answers
    desk.forgetShown()
    try desk.restart()
    #expect(Set(desk.subjects).count == 9)
    #expect(desk.shown.allSatisfy { !($0.text.title + $0.text.body).contains(where: \.isNumber) })
  }

  @Test("a lock that is over in the middle of that leaves everything to be read")
  func lockedBriefly() throws {
    let desk = try desk()
    for number in 0..<7 { try desk.post("secret \(number)") }
    try call(desk) { engine, _ in try engine.setLocked(true) }
    desk.step()
    desk.step()
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(try desk.records().allSatisfy { try desk.disk.phase(of: $0)?.isOnScreen == true })
  }

  // MARK: Triggers and posts while the app is in the backlog

  @Test("what is due while more of its app is put off than one transaction has time for comes after it")
  func due() throws {
    let desk = try desk(Desk.asking)
    for number in 0..<7 { try desk.post("\(number)") }
    try desk.post("due") { $0.trigger = .after(seconds: 60, repeats: false) }
    desk.pass(seconds: 59)
    desk.forgetShown()
    try call(desk) { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    desk.now = Moment(
      wall: desk.now.wall.advanced(bySeconds: 1), uptime: desk.now.uptime.advanced(byMilliseconds: 1_000))
    desk.run()
    #expect(desk.alerts == (0..<7).map { "\($0)" } + ["due"])
  }

  @Test("what is put off about an app is done in pieces before it posts")
  func pieces() throws {
    let desk = try desk(Desk.asking)
    for number in 0..<20 { try desk.post("\(number)") }
    let pieces = try desk.perform { engine, now in
      try engine.setAuthorization(.authorized, of: mail, now: now)
      var pieces = 0
      while engine.isBehind(mail) {
        try engine.catchUpSome(mail, now: now)
        pieces += 1
      }
      return pieces
    }
    #expect((2...4).contains(pieces))
    #expect(try desk.badge() == 20)
  }

  @Test("prompts to rate that are listed go with the wish for them, app by app")
  func ratingPrompts() throws {
    let desk = try desk()
    for app in Self.apps {
      let title = "first of \(app)"
      try desk.post(NotificationRequest(app: app, title: title))
      let id = try known(desk.records(app).first).id
      try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) }
    }
    desk.pass(seconds: 30 * 86_400)
    for app in Self.apps {
      try desk.post(NotificationRequest(app: app, title: "Rate me?")) {
        $0.kind = .rating
        $0.level = .passive
      }
    }
    try call(desk) { try $0.setRatingPrompts(false, now: $1) }
    desk.step()
    #expect(desk.goesOn)
    desk.run()
    for app in Self.apps { #expect(try desk.records(app).last?.state == .withdrawn) }
  }
}
