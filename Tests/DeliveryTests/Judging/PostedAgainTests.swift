import Delivery
import NotificationModel
import TestSupport
import Testing

/// A post of the same thing, by what the earlier one has become: put off, held, read, dismissed or gone.
@Suite("Posted again")
struct PostedAgainTests {
  private let desk: Desk

  /// Without the explanation of Time Sensitive, which comes behind the first.
  private var alerts: [String] { desk.alerts.filter { !$0.hasPrefix("Time Sensitive") } }

  init() throws { desk = try Desk() }

  private func snooze(_ title: String, for seconds: Int64 = 7_200) throws {
    let id = try desk.record(title).id
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: seconds), now: $1) }
    desk.forgetShown()
  }

  private func isChanged(_ title: String) throws -> Bool { try desk.record(title).life.meanwhile == .changed }

  // MARK: Put off

  private static let quietPosts: [(String, @Sendable (inout NotificationRequest) -> Void)] = [
    ("the same text", { _ in }),
    ("a step of progress", { $0.progress = 20 }),
    ("a silent new text", { ($0.body, $0.silently) = ("Newer.", true) }),
    ("a new text", { $0.body = "Newer." }),
    ("another date", { $0.relevantDate = Desk.noon.advanced(bySeconds: 90_000) }),
    ("another end", { $0.expiresAfter = 60 }),
    ("an alarm", { $0.kind = .alarm }),
    ("a level that is not granted", { $0.level = .timeSensitive }),
    ("a silent message", { ($0.body, $0.kind, $0.silently) = ("Newer.", .message, true) }),
    ("a time that is past", { $0.trigger = .at(Desk.noon.advanced(bySeconds: -60)) }),
  ]

  @Test("what the person has put off comes at their time, with the newest text", arguments: quietPosts)
  func putOffHolds(_ what: String, _ change: @Sendable (inout NotificationRequest) -> Void) throws {
    try desk.post("Report") { ($0.identifier, $0.body) = (name("report"), "First.") }
    try snooze("Report")
    let receipt = try desk.post("Report") {
      ($0.identifier, $0.body) = (name("report"), "First.")
      change(&$0)
    }
    #expect([.coalesced, .replaced].contains(receipt.outcome) && alerts.isEmpty && receipt.unread == 0)
    #expect(receipt.until == Desk.noon.advanced(bySeconds: 7_200))
    let record = try desk.record("Report")
    #expect(record.isSnoozed && record.repeats + record.replacements == 1)
    #expect(try isChanged("Report") == (record.request.body == "Newer."))
    try desk.restart()
    desk.pass(seconds: 7_200)
    #expect(alerts == ["Report"] && desk.shown.last?.text.body == record.request.body)
    #expect(try desk.records().count == 1)
  }

  @Test("so does text without an identifier, by each interface", arguments: [true, false])
  func putOffByText(_ isFront: Bool) throws {
    if isFront { try desk.postFront("Mouse Battery Is Low") } else { try desk.post("Mouse Battery Is Low") }
    try snooze("Mouse Battery Is Low")
    if isFront { try desk.postFront("Mouse Battery Is Low") } else { try desk.post("Mouse Battery Is Low") }
    #expect(try alerts.isEmpty && desk.records().count == 1)
    desk.pass(seconds: 7_200)
    #expect(alerts == ["Mouse Battery Is Low"])
  }

  private static let loudPosts: [(String, @Sendable (inout NotificationRequest) -> Void)] = [
    ("a call", { $0.kind = .call }),
    ("a level that is raised", { ($0.level, $0.relevantDate) = (.timeSensitive, Desk.noon) }),
    ("a message with a new text", { ($0.body, $0.kind) = ("Newer.", .message) }),
    ("new words of a sender", { ($0.body, $0.sender) = ("Newer.", Sender(name: "Ann")) }),
  ]

  @Test("what cannot wait ends the snooze", arguments: loudPosts)
  func putOffEnds(_ what: String, _ change: @Sendable (inout NotificationRequest) -> Void) throws {
    try desk.post("Report") { ($0.identifier, $0.body) = (name("report"), "First.") }
    try snooze("Report")
    let receipt = try desk.post("Report") {
      ($0.identifier, $0.body) = (name("report"), "First.")
      change(&$0)
    }
    #expect(receipt.outcome == .replaced && alerts.count == 1 && receipt.unread == 1)
    desk.pass(seconds: 7_200)
    #expect(try alerts.count == 1 && desk.records().count == 1)
  }

  @Test(
    "an alarm or a reminder whose trigger fires ends it, and another post whose time comes does not",
    arguments: [Kind.alarm, .reminder, nil])
  func putOffAndDue(_ kind: Kind?) throws {
    try desk.post("Pills") { ($0.identifier, $0.kind) = (name("pills"), kind) }
    try snooze("Pills")
    try desk.post("Pills") {
      ($0.identifier, $0.kind) = (name("pills"), kind)
      $0.trigger = .after(seconds: 600, repeats: false)
    }
    desk.pass(seconds: 600)
    #expect(alerts == (kind == nil ? [] : ["Pills"]))
    desk.pass(seconds: 6_600)
    #expect(alerts == ["Pills"])
    #expect(try desk.badge() == 1)
  }

  @Test("a program that names the number of one that is put off does not undo that")
  func putOffByNumber() throws {
    let number = try desk.postFront("Copying")
    try snooze("Copying")
    #expect(try desk.postFront("Copying More", replacing: number) == number)
    #expect(try alerts.isEmpty && isChanged("Copying More"))
    desk.pass(seconds: 7_200)
    #expect(alerts == ["Copying More"])
  }

  // MARK: Moved

  @Test(
    "an event that moves nearer breaks through at its new hour, and one that moves away waits for its own")
  func moved() throws {
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    func post(in seconds: Int64) throws -> Receipt {
      try desk.post("Meeting") {
        ($0.identifier, $0.level) = (name("m"), .timeSensitive)
        $0.relevantDate = desk.now.wall.advanced(bySeconds: seconds)
      }
    }
    _ = try post(in: 36_000)
    #expect(try post(in: 21_600).until == Desk.noon.advanced(bySeconds: 18_000))
    #expect(try post(in: 36_000).until == Desk.noon.advanced(bySeconds: 32_400))
    #expect(alerts.isEmpty)
    #expect(try post(in: 1_800).outcome == .replaced)
    #expect(alerts == ["Meeting"])
  }

  @Test("one that is held loses its alert with its urgency, and gets it with a date")
  func movedToPassive() throws {
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    for level in [InterruptionLevel.active, .passive] {
      try desk.post("Sale") { ($0.identifier, $0.level) = (name("s"), level) }
    }
    #expect(try desk.record("Sale").state == .delivered)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(alerts.isEmpty)
  }

  @Test("an event that has been on screen alerts again once it is moved into the hour")
  func movedOnScreen() throws {
    for seconds: Int64 in [21_600, 1_800, 1_700] {
      try desk.post("Meeting") {
        ($0.identifier, $0.level) = (name("m"), .timeSensitive)
        $0.relevantDate = desk.now.wall.advanced(bySeconds: seconds)
      }
    }
    #expect(alerts == ["Meeting", "Meeting"])
  }

  // MARK: The same again

  @Test("what fails every night rings every night, and an hourly job four times a day")
  func sixHours() throws {
    for _ in 0..<4 {
      try desk.post("Backup Failed")
      desk.receive(.closed(try desk.handle(of: "Backup Failed"), .expired))
      desk.pass(seconds: 86_400)
    }
    #expect(alerts.count == 4)
    #expect(try desk.record("Backup Failed").repeats == 3)
    desk.forgetShown()
    // A job that begins some seconds earlier than the time before is as punctual as jobs are.
    for hour in 0..<24 {
      try desk.post("Disk Is Full")
      desk.pass(seconds: hour % 2 == 0 ? 3_590 : 3_610)
    }
    #expect(alerts.count == 4)
    #expect(try desk.badge() == 2)
  }

  @Test("the hours are the person's, app by app, and count from the alert rather than from the post")
  func hoursByApp() throws {
    try desk.perform { try $0.change(mail, by: AppSettings(again: Hours(1)), now: $1) }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("Backup Failed")
    desk.pass(seconds: 7_200)
    try desk.post("Backup Failed")
    #expect(alerts.isEmpty)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    desk.pass(seconds: 1_800)
    try desk.post("Backup Failed")
    #expect(alerts.count == 1)
    desk.pass(seconds: 1_800)
    try desk.post("Backup Failed")
    #expect(alerts.count == 2)
  }

  @Test("never while it is put off, held, scheduled or waits for consent, and not under an identifier")
  func notAgain() throws {
    try desk.post("Named") { $0.identifier = name("n") }
    try desk.post("Put Off")
    try snooze("Put Off", for: 172_800)
    try desk.post("Later") { $0.trigger = .after(seconds: 172_800, repeats: false) }
    desk.pass(seconds: 86_400)
    try desk.post("Named") { $0.identifier = name("n") }
    try desk.post("Put Off")
    try desk.post("Later") { $0.trigger = .after(seconds: 172_800, repeats: false) }
    #expect(alerts.isEmpty)
  }

  @Test("what was dismissed and is told once more ten minutes later is new")
  func dismissedLongAgo() throws {
    try desk.post("Synced")
    desk.receive(.closed(try desk.handle(of: "Synced"), .dismissed))
    desk.pass(seconds: 600)
    #expect(try desk.post("Synced").outcome == .presented)
    #expect(try desk.records().count == 2)
  }

  // MARK: Progress, and silent changes

  private enum End: CaseIterable { case pressed, read, dismissed, withdrawn }

  private func end(_ title: String, _ end: End) throws {
    switch end {
    case .pressed: try desk.press(title)
    case .read: _ = try desk.perform { try $0.markRead(nil, nil, of: mail, by: app, now: $1) }
    case .dismissed: desk.receive(.closed(try desk.handle(of: title), .dismissed))
    case .withdrawn: _ = try desk.perform { try $0.withdraw([name("j")], nil, of: mail, by: app, now: $1) }
    }
    desk.forgetShown()
  }

  private func copy(_ progress: Int?, silently: Bool = false, _ body: String = "Files.") throws -> Receipt {
    try desk.post("Copying") {
      ($0.identifier, $0.progress, $0.body, $0.silently) = (name("j"), progress, body, silently)
    }
  }

  @Test(
    "progress goes on in the list, and stays read or dismissed; after a withdrawal it is new",
    arguments: End.allCases)
  private func progressGoesOn(_ end: End) throws {
    _ = try copy(10)
    try self.end("Copying", end)
    let state = try desk.record("Copying").state
    let receipt = try copy(20)
    guard end != .withdrawn else { return #expect(alerts == ["Copying"]) }
    #expect(receipt.outcome == .replaced && alerts.isEmpty && receipt.unread == 0)
    #expect(try desk.record("Copying").state == state && desk.record("Copying").request.progress == 20)
    desk.pass(seconds: 3_600)
    #expect(try copy(100).unread == 0)
    #expect(try alerts.isEmpty && desk.records().count == 1)
    #expect(try copy(10).outcome == .presented)
    #expect(alerts == ["Copying"])
  }

  @Test(
    "work whose length is not known has a banner that stays, without a bar, and goes on as progress in place")
  private func unknownLength() throws {
    _ = try copy(-1)
    #expect(desk.shown.last?.stay == .untilDone && desk.shown.last?.progress == nil)
    for progress in [10, -1, 50, 100] { _ = try copy(progress) }
    #expect(desk.alerts == ["Copying"])
    #expect(desk.shown.last?.stay == .asLongAsUsual && desk.shown.last?.progress == 100)
  }

  @Test(
    "smaller progress is another thing once the earlier one was read or done, and moves in place while it is unread"
  )
  func smallerProgress() throws {
    for progress in [50, 40] { _ = try copy(progress) }
    #expect(alerts == ["Copying"])
    try end("Copying", .read)
    #expect(try copy(30).outcome == .presented)
    _ = try copy(100)
    desk.forgetShown()
    #expect(try copy(10).outcome == .replaced)
    #expect(try alerts == ["Copying"] && desk.badge() == 1)
  }

  @Test(
    "a silent new text after the end is unread, without a banner; the same text stays as it was",
    arguments: End.allCases)
  private func silentlyAfterTheEnd(_ end: End) throws {
    _ = try copy(nil)
    try self.end("Copying", end)
    guard end != .withdrawn else {
      return #expect(try copy(nil, silently: true, "More.").outcome == .presented)
    }
    #expect(try copy(nil, silently: true).unread == 0)
    #expect(try copy(nil, silently: true, "More.").unread == 1)
    #expect(try alerts.isEmpty && desk.records().count == 1)
    #expect(try desk.record("Copying").request.body == "More.")
  }

  @Test("an alert that is still to come stays, with the newest text")
  func alertToCome() throws {
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    _ = try copy(10)
    _ = try copy(20, silently: true, "More.")
    _ = try copy(30, "More.")
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(alerts == ["Copying"])
    #expect(desk.shown.last?.text.body == "More." && desk.shown.last?.progress == 30)
  }

  @Test("the banner of work that was held gets its ten minutes once it is shown")
  func heldWork() throws {
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    _ = try copy(10)
    desk.pass(seconds: 700)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    desk.pass(seconds: 599)
    #expect(desk.closed.isEmpty && desk.shown.last?.stay == .untilDone)
    desk.pass(seconds: 1)
    #expect(desk.closed.count == 1)
  }

  @Test("a command about what has come again since is not taken back")
  func undoBeforeItCameAgain() throws {
    let id = try desk.post("Backup Failed").id
    _ = try desk.perform { try $0.markRead([id], now: $1) }
    try desk.post("Backup Failed")
    try desk.press("Backup Failed")
    #expect(try desk.perform { try $0.undo(now: $1) } == [] && desk.badge() == 0)
  }

  @Test("a step or a silent change that moves a held one brings it no earlier")
  func movedSilently() throws {
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    for (silently, level) in [(false, InterruptionLevel.active), (true, .timeSensitive)] {
      try desk.post("Meeting") {
        ($0.identifier, $0.level, $0.silently) = (name("m"), level, silently)
        ($0.body, $0.relevantDate) = (silently ? "Newer." : nil, desk.now.wall)
      }
    }
    #expect(try alerts.isEmpty && desk.record("Meeting").request.body == "Newer.")
  }

  @Test("the banner of work stays until it is done, or makes no step for ten minutes")
  func workStaysUp() throws {
    _ = try copy(10)
    #expect(desk.shown.last?.stay == .untilDone)
    desk.pass(seconds: 500)
    _ = try copy(20)
    desk.pass(seconds: 500)
    #expect(desk.closed.isEmpty)
    try desk.restart()
    desk.pass(seconds: 599)
    #expect(desk.closed.isEmpty)
    desk.pass(seconds: 1)
    #expect(try desk.closed.count == 1 && desk.badge() == 1)
    desk.forgetShown()
    _ = try copy(30)
    #expect(desk.shown.isEmpty)
    _ = try copy(100, "Done.")
    #expect(alerts == ["Copying"] && desk.shown.last?.stay == .asLongAsUsual)
  }
}
