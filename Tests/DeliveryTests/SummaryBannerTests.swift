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
    #expect(redacted.urgency == .low && redacted.sound == nil && redacted.replaces == handle)
    try lock(desk, false)
    #expect(desk.shown.count == 3)
    desk.turn()
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

  @Test("that an earlier process put on screen is taken away when the screen locks")
  func lockAfterRestart() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("secret \(number)") }
    desk.toSix()
    let handle = try #require(desk.lastShownHandle)
    try desk.restart()
    #expect(desk.closed.isEmpty)
    try lock(desk, true)
    #expect(desk.closed == [handle])
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
    #expect(desk.shown.last?.urgency == .low)
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
    #expect(desk.shown.last?.urgency == .low)
  }

  @Test("pressed opens the most relevant; dismissed, all are unread still")
  func pressed() throws {
    let desk = try Desk(SummaryTests.summarised)
    for number in 1...4 { try desk.hold("\(number)", relevance: number == 2 ? 1 : 0) }
    desk.toSix()
    let two = try desk.record("2").id
    desk.receive(.pressed(try #require(desk.lastShownHandle), action: .defaultAction, activationToken: nil))
    #expect(desk.events.last { $0.kind == .activated }?.id == two)
    #expect(try desk.badge() == 3)
    let other = try Desk(SummaryTests.summarised)
    for number in 1...4 { try other.hold("\(number)") }
    other.toSix()
    other.receive(.closed(try #require(other.lastShownHandle), .dismissed))
    #expect(try other.badge() == 4)
  }
}
