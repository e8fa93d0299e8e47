import Delivery
import NotificationModel
import Testing

@Suite("Holding and releasing")
struct HoldingTests {
  private func disturb(_ desk: Desk, _ on: Bool, until: Timestamp? = nil) throws {
    try desk.perform { try $0.setDoNotDisturb(on, until: until.map(End.moment), now: $1) }
  }

  private static let five = "5 notifications while Do Not Disturb was on"

  @Test("Do Not Disturb holds, and its end shows the held ones, in order")
  func doNotDisturb() throws {
    let desk = try Desk()
    try disturb(desk, true)
    for number in 1...2 { #expect(try desk.post("\(number)").outcome == .held) }
    #expect(desk.shown.isEmpty)
    #expect(try desk.badge() == 2)
    try disturb(desk, false)
    #expect(desk.alerts == ["1", "2"])
  }

  @Test("what came in the transaction in which Do Not Disturb ends is shown as well")
  func sameTransaction() throws {
    let desk = try Desk()
    try disturb(desk, true)
    try desk.perform { engine, now in
      _ = try engine.post(NotificationRequest(app: mail, title: "a"), by: app, now: now)
      try engine.setDoNotDisturb(false, until: nil, now: now)
    }
    #expect(desk.alerts == ["a"])
  }

  @Test("a line that could not be shown before a restart is shown after it")
  func lineSurvives() throws {
    let desk = try Desk()
    try disturb(desk, true)
    for number in 1...5 { try desk.post("\(number)") }
    desk.serverVanishes()
    try disturb(desk, false)
    try disturb(desk, true)
    desk.serverAppears()
    #expect(desk.shown.isEmpty)
    try disturb(desk, false)
    #expect(desk.counts == [Self.five])
    let other = try Desk()
    try disturb(other, true)
    for number in 1...5 { try other.post("\(number)") }
    other.serverVanishes()
    try disturb(other, false)
    try other.restart()
    #expect(other.counts == [Self.five])
    #expect(try other.records().allSatisfy { $0.state == .delivered })
  }

  @Test("it ends by itself at its time, also when the daemon was not running then", arguments: [true, false])
  func end(_ restarts: Bool) throws {
    let desk = try Desk()
    let end = Desk.noon.advanced(bySeconds: 600)
    try disturb(desk, true, until: end)
    #expect(try desk.post("a").until == end)
    desk.pass(seconds: 599)
    #expect(desk.shown.isEmpty)
    desk.now = Moment(wall: end, uptime: desk.now.uptime.advanced(byMilliseconds: 1_000))
    if restarts { try desk.restart() } else { desk.run() }
    #expect(desk.alerts == ["a"])
  }

  @Test("an end in the past, or an end for switching off, is refused")
  func badEnds() throws {
    let desk = try Desk()
    #expect(throws: Refusal.invalid(path: "until", reason: "this time is past")) {
      try disturb(desk, true, until: Desk.noon)
    }
    #expect(throws: Refusal.invalid(path: "until", reason: "only together with switching on")) {
      try disturb(desk, false, until: Desk.noon.advanced(bySeconds: 60))
    }
  }

  @Test("what waits for a server is judged again when there is one")
  func judgedAgain() throws {
    let desk = try Desk(hasServer: false)
    desk.serverVanishes()
    try desk.post("mail")
    try desk.post(NotificationRequest(app: chat, title: "chat"))
    try desk.perform { engine, _ in
      try engine.setForeground(chat, isForeground: true, thread: nil, by: app)
    }
    try disturb(desk, true)
    desk.serverAppears()
    #expect(desk.shown.isEmpty)
    #expect(try desk.phase(of: "mail")?.isHeld == true)
    #expect(try desk.records(chat).first.map { try desk.disk.phase(of: $0) == nil } == true)
    try disturb(desk, false)
    #expect(desk.alerts == ["mail"])
  }

  @Test("a second post of a held thing joins it")
  func foldsWhileHeld() throws {
    let desk = try Desk()
    try disturb(desk, true)
    try desk.post("a") { $0.identifier = name("x") }
    #expect(try desk.post("a") { $0.identifier = name("x") }.outcome == .coalesced)
    #expect(try desk.post("b") { $0.identifier = name("x") }.outcome == .replaced)
    try disturb(desk, false)
    #expect(desk.alerts == ["b"])
    #expect(try desk.badge() == 1)
  }

  @Test("what is held stays held when it is looked at while its app is in front", arguments: [true, false])
  func inFront(_ isSummary: Bool) throws {
    let desk = try Desk(isSummary ? SummaryTests.summarised : Desk.allowing)
    if !isSummary { try disturb(desk, true) }
    for number in 1...4 { try desk.post("\(number)") }
    try desk.perform { engine, _ in try engine.setForeground(mail, isForeground: true, thread: nil, by: app) }
    try disturb(desk, true, until: Desk.noon.advanced(bySeconds: 60))
    if isSummary { try disturb(desk, false) }
    #expect(try desk.explanation("1").contains("released") == false)
    try desk.perform { engine, _ in try engine.setForeground(mail, isForeground: false, thread: nil, by: app)
    }
    desk.pass(seconds: 86_400)
    #expect(
      desk.counts == ["4 notifications " + (isSummary ? "from Mail" : "while Do Not Disturb was on")])
  }

  @Test("fewer than were gathered come in the order in which they were posted")
  func gatheredAndShrunk() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)") { $0.identifier = name("\(number)") } }
    desk.serverVanishes()
    desk.toSix()
    try desk.perform { _ = try $0.withdraw([name("1")], nil, of: mail, by: app, now: $1) }
    desk.serverAppears(as: "bus/:1.2")
    #expect(desk.alerts == ["2", "3", "4"])
  }

  @Test("the end of the lock's hold paces and explains like any other's")
  func unlocked() throws {
    let desk = try Desk()
    try desk.perform { try $0.change(mail, by: AppSettings(marketing: true), now: $1) }
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.post("one offer") { $0.kind = .marketing }
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(try desk.explanation("one offer") == ["held", "released", "shown"])
    try desk.perform { engine, _ in try engine.setLocked(true) }
    for number in 1...5 { try desk.post("offer \(number)") { $0.kind = .marketing } }
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(desk.counts == ["one offer", "5 notifications while the screen was locked"])
  }

  private func why(_ desk: Desk, _ title: String) throws -> [String] {
    let id = try desk.record(title).id
    return try desk.engine.assumeIsolated { try $0.explain(id).map(\.decision.why) }
  }

  @Test("an app that leaves the summary is not told that its time has come")
  func leftTheSummary() throws {
    let desk = try Desk(SummaryTests.summarised)
    try desk.post("a")
    try desk.perform { try $0.change(mail, by: AppSettings(summary: false), now: $1) }
    #expect(try why(desk, "a").contains("It no longer waits for a summary."))
  }

  @Test("another that holds it is named, though neither says until when")
  func heldByAnother() throws {
    let desk = try Desk()
    try desk.perform { try $0.change(mail, by: AppSettings(marketing: true), now: $1) }
    try disturb(desk, true)
    try desk.post("offer") { $0.kind = .marketing }
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try disturb(desk, false)
    #expect(desk.alerts.isEmpty)
    #expect(try why(desk, "offer").last?.contains("locked") == true)
  }

  @Test("new text of one that is about to be shown in a summary is held with it, and told why")
  func joins() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...5 { try desk.hold("\(number)") { $0.identifier = name("\(number)") } }
    desk.serverVanishes()
    desk.toSix()
    let receipt = try desk.post("6") { $0.identifier = name("5") }
    #expect(receipt.outcome == .replaced)
    #expect(receipt.decisions.contains { $0.guideline == "alerts.summary" })
    desk.serverAppears(as: "bus/:1.2")
    #expect(desk.alerts == ["5 notifications from Mail"])
  }
}
