import Delivery
import NotificationModel
import Testing

@Suite("The banner of a summary")
struct SummaryBannerTests {
  private func lock(_ desk: Desk, _ locked: Bool) throws {
    try desk.perform { engine, _ in try engine.setLocked(locked) }
  }

  @Test("on screen is redacted when the screen locks, and read again when it is unlocked, without an alert")
  func lock() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("secret \(number)") }
    desk.toSix()
    #expect(desk.shown.last?.textWhenLocked == BannerText(title: "4 notifications from Mail"))
    let handle = try #require(desk.lastShownHandle)
    try lock(desk, true)
    #expect(desk.shown.count == 2)
    let redacted = try #require(desk.shown.last)
    #expect(redacted.textWhenLocked == BannerText(title: "4 notifications from Mail"))
    #expect(!redacted.alerts && redacted.sound == nil && redacted.replaces == handle)
    try lock(desk, false)
    #expect(desk.shown.count == 3)
    desk.run()
    #expect(desk.shown.count == 3)
  }

  @Test("releases what it speaks for in the order in which it was posted")
  func releases() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...9 { try desk.hold("\(number)") }
    desk.toSix()
    let released = desk.events.filter { $0.kind == .released }.compactMap(\.id)
    #expect(released == (try desk.records().map(\.id)))
  }

  @Test("that an earlier process put on screen is redacted when the screen locks")
  func lockAfterRestart() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("secret \(number)") }
    desk.toSix()
    let handle = try #require(desk.lastShownHandle)
    try desk.restart()
    try lock(desk, true)
    #expect(desk.closed.isEmpty)
    #expect(desk.shown.last?.textWhenLocked == BannerText(title: "4 notifications from Mail"))
    #expect(desk.shown.last?.alerts == false && desk.shown.last?.replaces == handle)
    #expect(try desk.badge() == 4)
  }

  @Test("no longer names what was withdrawn, and goes with the last")
  func withdrawn() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)") { $0.identifier = name("id \(number)") } }
    desk.toSix()
    let handle = try #require(desk.lastShownHandle)
    try desk.perform { _ = try $0.withdraw([name("id 4")], nil, of: mail, by: app, now: $1) }
    #expect(desk.shown.last?.text.body == "3\n2\n1")
    #expect(desk.shown.last?.alerts == false)
    try desk.perform { _ = try $0.markRead(nil, now: $1) }
    #expect(desk.closed == [handle])
  }

  @Test("shows no more text once previews are switched off")
  func previewsOff() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("secret \(number)") }
    desk.toSix()
    try desk.perform { try $0.change(mail, by: AppSettings(previews: .never), now: $1) }
    #expect(desk.shown.last?.text == BannerText(title: "4 notifications from Mail"))
    #expect(desk.shown.last?.replaces == desk.lastShownHandle)
  }

  @Test("that changes while the server is showing it changes afterwards", arguments: [true, false])
  func changesInBetween(_ hides: Bool) throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)") { $0.identifier = name("id \(number)") } }
    desk.server = .silent
    desk.toSix()
    if hides {
      try desk.perform { try $0.change(mail, by: AppSettings(previews: .never), now: $1) }
    } else {
      try desk.perform { _ = try $0.withdraw([name("id 4")], nil, of: mail, by: app, now: $1) }
    }
    #expect(desk.shown.count == 1)
    desk.serverAnswersAtLast()
    #expect(desk.shown.count == 2)
    #expect(desk.shown.last?.text.body == (hides ? "" : "3\n2\n1"))
    #expect(desk.shown.last?.alerts == false)
  }

  @Test("pressed opens the most relevant; dismissed, all are unread still")
  func pressed() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)", relevance: number == 2 ? 1 : 0) }
    desk.toSix()
    let two = try desk.record("2").id
    let handle = try #require(desk.lastShownHandle)
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(desk.events.last { $0.kind == .activated }?.id == two)
    #expect(try desk.badge() == 3)
    #expect(desk.closed == [handle])
    let other = try Desk(SummaryTests.summarised)
    for number in 1...4 { try other.hold("\(number)") }
    other.toSix()
    other.receive(.closed(try #require(other.lastShownHandle), .dismissed))
    #expect(try other.badge() == 4)
  }

  /// Four notifications wait, each with an identifier of its own, and `meanwhile` runs before the summary comes.
  private func released(meanwhile: (Desk) throws -> Void = { _ in }) throws -> Desk {
    let desk = try Desk(SummaryTests.summarised)
    for title in ["a", "b", "c", "secret"] { try desk.hold(title) { $0.identifier = name(title) } }
    try meanwhile(desk)
    desk.toSix()
    return desk
  }

  @Test("shows no text that has since become private, or been replaced silently", arguments: [true, false])
  func changedSince(_ isPrivate: Bool) throws {
    let desk = try released()
    #expect(desk.shown.last?.text.body == "secret\nc\nb\na")
    try desk.post(isPrivate ? "secret" : "harmless") {
      $0.identifier = name("secret")
      $0.isPrivate = isPrivate
      $0.silently = true
    }
    #expect(desk.shown.last?.text.body == (isPrivate ? "c\nb\na\nand 1 more" : "harmless\nc\nb\na"))
    #expect(desk.shown.last?.alerts == false)
  }

  @Test("that an earlier process showed no longer has a text that becomes private")
  func changedAfterRestart() throws {
    let desk = try released()
    try desk.restart()
    try desk.post("secret") {
      $0.identifier = name("secret")
      $0.isPrivate = true
    }
    #expect(desk.shown.last?.text.body == "c\nb\na\nand 1 more")
    #expect(desk.closed.isEmpty)
  }

  @Test("that an earlier process showed names no more what has ended, and is pressed like any other")
  func endedAfterRestart() throws {
    let desk = try released()
    try desk.restart()
    try desk.perform { _ = try $0.withdraw([name("secret")], nil, of: mail, by: app, now: $1) }
    #expect(desk.shown.last?.text == BannerText(title: "3 notifications from Mail", body: "c\nb\na"))
    let handle = try #require(desk.lastShownHandle)
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(desk.events.last { $0.kind == .activated }?.id == (try desk.record("c").id))
  }

  @Test("that was still to come when the daemon ended comes after its next start")
  func toComeAfterRestart() throws {
    var policy = Desk.allowing
    policy.limits.alertBurst = 1
    let desk = try Desk(policy)
    for number in 1...4 { try desk.post("\(number)") }
    #expect(desk.alerts == ["1"])
    try desk.restart()
    #expect(desk.alerts == ["1", "3 more notifications from Mail"])
    try desk.restart()
    #expect(desk.alerts.count == 2)
  }

  @Test("no longer names what was put off, or what the app has read with the person")
  func leftTheList() throws {
    let desk = try released()
    let id = try desk.record("secret").id
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 3_600), now: $1) }
    #expect(desk.shown.last?.text.body == "c\nb\na")
    try desk.perform { engine, _ in
      try engine.setForeground(mail, isForeground: true, thread: name("x"), by: app)
    }
    try desk.post("d") {
      $0.identifier = name("c")
      $0.thread = name("x")
    }
    #expect(desk.shown.last?.text.body == "b\na")
  }

  @Test("is closed where its app may show no banners when the server answers", arguments: [true, false])
  func bannersOffMeanwhile(_ isOnProbation: Bool) throws {
    let desk = try released { $0.server = .silent }
    if isOnProbation {
      try desk.perform { try $0.setAuthorization(.provisional, of: mail, now: $1) }
    } else {
      try desk.perform { try $0.change(mail, by: AppSettings(banners: false), now: $1) }
    }
    desk.serverAnswersAtLast()
    #expect(desk.closed.count == 1)
    #expect(try desk.badge() == 4)
  }

  @Test("changes in its place in the queue, and keeps nobody waiting")
  func fair() throws {
    let desk = try released()
    desk.server = .silent
    try desk.perform { _ = try $0.withdraw([name("a")], nil, of: mail, by: app, now: $1) }
    try desk.post(NotificationRequest(app: known(AppID("org.example.Other")), title: "theirs"))
    try desk.perform { _ = try $0.withdraw([name("b")], nil, of: mail, by: app, now: $1) }
    desk.serverAnswersAtLast()
    #expect(desk.subjects.count == 4)
    #expect(desk.shown.suffix(2).map(\.text.title) == ["theirs", "2 notifications from Mail"])
  }

  @Test("keeps its words when it changes")
  func words() throws {
    var policy = Desk.allowing
    policy.limits.alertBurst = 1
    let desk = try Desk(policy)
    for number in 1...4 { try desk.post("\(number)") { $0.identifier = name("\(number)") } }
    desk.pass(seconds: 6)
    try desk.perform { _ = try $0.withdraw([name("4")], nil, of: mail, by: app, now: $1) }
    #expect(desk.alerts == ["1", "3 more notifications from Mail"])
    #expect(desk.shown.last?.text.title == "2 more notifications from Mail")
  }

  @Test("is tried again as text only by the next server", arguments: [true, false])
  func serverDies(_ isReleased: Bool) throws {
    let desk = try isReleased ? released { $0.server = .silent } : Desk()
    if !isReleased {
      for number in 1...12 { try desk.post("\(number)") }
      desk.server = .silent
      desk.pass(seconds: 6)
    }
    desk.forgetShown()
    desk.server = .answers
    desk.receive(.failed(.summary(mail), .serverDied))
    desk.serverAppears(as: "bus/:1.2")
    #expect(desk.subjects == [.summary(mail)])
    #expect(desk.shown.last?.textOnly == true)
  }

  @Test("that no server bears leaves those that came too fast in the list, and says so")
  func staysInTheList() throws {
    var policy = Desk.allowing
    policy.limits.alertBurst = 1
    let desk = try Desk(policy)
    for number in 1...3 { try desk.post("\(number)") }
    desk.server = .fails(.refused("error"))
    desk.pass(seconds: 6)
    desk.pass(seconds: 6)
    desk.server = .answers
    for _ in 0..<5 { desk.pass(seconds: 60) }
    #expect(desk.subjects.filter { $0 == .summary(mail) }.count == 2)
    #expect(try desk.explanation("3") == ["quiet", "failed"])
    #expect(try desk.badge() == 3)
  }

  @Test("sounds by the first of them that may be heard")
  func sound() throws {
    let desk = try Desk(SummaryTests.summarised)
    try desk.perform { engine, _ in try engine.setSilent(true) }
    try desk.post("alarm") {
      $0.kind = .alarm
      $0.sound = "bell"
    }
    desk.forgetShown()
    for number in 1...4 { try desk.hold("\(number)") { $0.sound = "default" } }
    desk.toSix()
    #expect(desk.shown.map(\.sound) == [nil])
  }
}
