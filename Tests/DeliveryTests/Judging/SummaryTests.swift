import Delivery
import NotificationModel
import Testing

@Suite("The summary")
struct SummaryTests {
  static var summarised: Policy {
    var policy = Desk.allowing
    policy.summaryTimes = known(WeeklyTimes("08:00;18:00"))
    policy.apps = [mail: AppSettings(summary: true), chat: AppSettings(summary: true)]
    return policy
  }

  fileprivate static let six = Desk.noon.advanced(bySeconds: 6 * 3_600)

  @Test("holds an app's alerts until its next time, and asks for a wake-up only then")
  func holds() throws {
    let desk = try Desk(SummaryTests.summarised)
    let wake = { (now: Moment) in desk.engine.assumeIsolated { $0.wakes(now: now).wall } }
    #expect(wake(desk.now) == nil)
    let receipt = try desk.post("a")
    #expect(receipt.outcome == .held && receipt.until == Self.six)
    #expect(wake(desk.now) == Self.six)
    #expect(try desk.post("call") { $0.kind = .call }.outcome == .presented)
    #expect(try desk.post("quiet") { $0.level = .passive }.outcome == .quiet)
    #expect(
      try desk.post(NotificationRequest(app: known(AppID("other")), title: "other")).outcome == .presented)
    #expect(desk.alerts == ["call", "other"])
    desk.toSix()
    #expect(desk.alerts == ["call", "other", "a"])
    #expect(wake(desk.now) == nil)
    #expect(try desk.explanation("a") == ["held", "released", "shown"])
  }

  @Test("shows the most relevant first, and of two alike the earlier; its apps likewise")
  func order() throws {
    let desk = try Desk(SummaryTests.summarised)
    // Without relevance it is the least relevant.
    try desk.hold("low")
    try desk.hold("old", relevance: 0.5)
    try desk.hold("new", relevance: 0.5)
    try desk.hold("chat", relevance: 0.4, app: chat)
    try desk.hold("top chat", relevance: 0.9, app: chat)
    desk.toSix()
    #expect(desk.alerts == ["top chat", "chat", "old", "new", "low"])
  }

  @Test("more than three of an app become one banner with a line for each thread, in its app's place")
  func oneBanner() throws {
    let desk = try Desk(SummaryTests.summarised)
    try desk.hold("a", relevance: 0.1, thread: "x")
    try desk.hold("b", relevance: 0.3, thread: "x")
    try desk.hold("c", relevance: 0.2)
    try desk.hold("d", relevance: 0.8)
    try desk.hold("first", relevance: 0.9, app: chat)
    desk.toSix()
    #expect(desk.alerts == ["first", "4 notifications from Mail"])
    #expect(desk.shown.last?.text.body == "d\nb and 1 more\nc")
    #expect(try desk.badge() == 4)
    #expect(try desk.explanation("a") == ["held", "summarised"])
    #expect(try desk.records().allSatisfy { $0.state == .delivered })
  }

  @Test("a category's format stands for a thread")
  func format() throws {
    let desk = try Desk(SummaryTests.summarised)
    try desk.perform {
      try $0.register(
        [Category(id: item("letter"), summaryFormat: "%u new letters")], of: mail, by: app, now: $1)
    }
    for number in 1...4 { try desk.hold("\(number)", thread: "x") { $0.category = item("letter") } }
    desk.toSix()
    #expect(desk.shown.last?.text.body == "4 new letters")
  }

  @Test("waits together with quiet hours and Do Not Disturb: the latest counts")
  func latest() throws {
    var policy = SummaryTests.summarised
    policy.quietHours = known(WeeklySpans("11:00-19:00"))
    let desk = try Desk(policy)
    #expect(try desk.post("a").until == Self.six.advanced(bySeconds: 3_600))
    desk.toSix()
    #expect(desk.shown.isEmpty)
    // Its summary has come; the next is not its own.
    #expect(try desk.record("a").until == Self.six.advanced(bySeconds: 3_600))
    desk.pass(seconds: 3_600)
    #expect(desk.alerts == ["a"])
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    #expect(try desk.post("b").until == nil)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["a"])
    #expect(try desk.record("b").until == Self.six.advanced(bySeconds: 14 * 3_600))
  }

  @Test("one whose summary has come while Do Not Disturb was on comes with its end")
  func overdue() throws {
    let desk = try Desk(SummaryTests.summarised)
    try desk.hold("a")
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    desk.toSix()
    desk.pass(seconds: 60)
    #expect(desk.shown.isEmpty)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["a"])
  }

  @Test("survives a restart, also one over its time", arguments: [true, false])
  func restart(_ isOver: Bool) throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)") }
    if isOver { desk.now = Moment(wall: Self.six, uptime: desk.now.uptime) }
    try desk.restart()
    #expect(desk.alerts.isEmpty == !isOver)
    desk.toSix()
    #expect(desk.alerts == ["4 notifications from Mail"])
  }

  @Test("lets go of an app that the person takes out of it, and of all when it is configured no more")
  func leaving() throws {
    let desk = try Desk(SummaryTests.summarised)
    try desk.hold("a")
    try desk.hold("theirs", app: chat)
    try desk.perform { try $0.change(mail, by: AppSettings(summary: false), now: $1) }
    #expect(desk.alerts == ["a"])
    try desk.perform { engine, _ in engine.adopt(Desk.allowing, rememberedAs: "") }
    #expect(desk.alerts == ["a", "theirs"])
  }

  @Test("follows a reload that moves its times, and the person's own choice")
  func moving() throws {
    let desk = try Desk(SummaryTests.summarised)
    try desk.hold("a")
    try desk.perform { engine, now in
      var policy = SummaryTests.summarised
      policy.summaryTimes = known(WeeklyTimes("13:00"))
      engine.adopt(policy, rememberedAs: "")
    }
    #expect(try desk.record("a").until == Desk.noon.advanced(bySeconds: 3_600))
    desk.pass(seconds: 3_600)
    #expect(desk.alerts == ["a"])
  }

  @Test("does not keep what the person put off until a time of their own")
  func snoozed() throws {
    let desk = try Desk(SummaryTests.summarised)
    try desk.hold("a")
    let id = try desk.record("a").id
    let end = Desk.noon.advanced(bySeconds: 600)
    try desk.perform { try $0.snooze(id, until: end, now: $1) }
    desk.pass(seconds: 600)
    #expect(desk.alerts == ["a"])
  }

  @Test("cannot be chosen where an administrator has locked it")
  func locked() throws {
    var policy = SummaryTests.summarised
    policy.locked[mail] = [.summary: "/etc/bellhop/bellhop.conf"]
    let desk = try Desk(policy)
    #expect(throws: Refusal.locked(mail, setting: "Summary", by: "/etc/bellhop/bellhop.conf")) {
      try desk.perform { try $0.change(mail, by: AppSettings(summary: false), now: $1) }
    }
  }

  @Test("says only how many while previews are hidden, and of private ones always")
  func hidden() throws {
    var policy = SummaryTests.summarised
    policy.previews = .never
    let desk = try Desk(policy)
    for number in 1...4 { try desk.hold("secret \(number)", thread: "secret") }
    desk.toSix()
    #expect(desk.shown.last?.text == BannerText(title: "4 notifications from Mail"))
    let other = try Desk(SummaryTests.summarised)
    for number in 1...3 { try other.hold("\(number)") }
    try other.hold("secret") { $0.isPrivate = true }
    other.toSix()
    #expect(other.shown.last?.text.body == "3\n2\n1\nand 1 more")
  }

  @Test("sounds once, if any of those it speaks for asked for it")
  func sound() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)") { $0.sound = number == 3 ? "bell" : nil } }
    desk.toSix()
    #expect(desk.shown.map(\.sound) == ["bell"])
  }

  @Test("a server that refuses it twice gets what it would have spoken for")
  func serverDies() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)") }
    desk.server = .fails(.refused("error"))
    desk.toSix()
    desk.pass(seconds: 2)
    #expect(desk.subjects == [.summary(mail), .summary(mail)])
    #expect(desk.shown.map(\.textOnly) == [false, true])
    desk.server = .answers
    desk.pass(seconds: 4)
    #expect(desk.alerts.dropFirst(2) == ["1", "2", "3", "4"])
  }

  @Test("of those that came too fast says how many more, and names them")
  func tooFast() throws {
    var policy = Desk.allowing
    policy.limits.alertBurst = 2
    let desk = try Desk(policy)
    for number in 1...5 { try desk.post("\(number)") }
    #expect(desk.alerts == ["1", "2"])
    desk.pass(seconds: 6)
    #expect(desk.alerts == ["1", "2", "3 more notifications from Mail"])
    #expect(desk.shown.last?.text.body == "5\n4\n3")
    #expect(try desk.explanation("4") == ["quiet", "summarised"])
  }
}

extension Desk {
  /// Posts a notification for the summary.
  func hold(
    _ title: String, relevance: Double? = nil, thread: String? = nil, app: AppID = mail,
    _ change: (inout NotificationRequest) -> Void = { _ in }
  ) throws {
    var request = NotificationRequest(app: app, title: title)
    request.relevance = relevance
    request.thread = thread.map { name($0) }
    change(&request)
    #expect(try post(request).outcome == .held)
  }

  /// To the next summary.
  func toSix() { pass(seconds: (SummaryTests.six.milliseconds - now.wall.milliseconds) / 1_000) }
}
