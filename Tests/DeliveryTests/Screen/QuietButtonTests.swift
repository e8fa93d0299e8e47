import Delivery
import NotificationModel
import Testing

/// Mute for an Hour and Snooze on banners, and Ask Me in an Hour on questions.
@Suite("Buttons for quiet") struct QuietButtonTests {
  private func desk(_ change: (inout Policy) -> Void = { _ in }) throws -> Desk {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(buttons: true)
    change(&policy)
    return try Desk(policy)
  }

  private func buttons(_ desk: Desk, locked: Bool = false) -> [ItemID]? {
    let banner = desk.shown.last
    return (locked ? banner?.textWhenLocked : banner?.text)?.actions.map(\.id)
  }

  @Test func `a banner has them after the app's own where the person wants it, and on no locked screen`()
    throws
  {
    let desk = try desk()
    try desk.post("a") { $0.actions = [Action(id: item("reply"), title: "Reply")] }
    #expect(buttons(desk) == [item("reply"), .mute, .snooze])
    #expect(buttons(desk, locked: true)?.contains(.mute) == false)
    try desk.post("a call") { $0.kind = .call }
    #expect(buttons(desk) == [])
    try desk.post(NotificationRequest(app: chat, title: "of another"))
    #expect(buttons(desk) == [])
    _ = try desk.postFront("by the desktop's interface")
    #expect(buttons(desk) == [.mute, .snooze])
  }

  @Test
  func `Mute for an Hour leaves the app without banners for an hour, and what it has posted in the list`()
    throws
  {
    let desk = try desk()
    try desk.post("a")
    try desk.press("a", .mute)
    #expect(try desk.record("a").unread)
    #expect(try desk.post("b").outcome == .quiet)
    desk.pass(seconds: 3_599)
    #expect(try desk.post("c").outcome == .quiet)
    desk.pass(seconds: 1)
    #expect(try desk.post("d").outcome == .presented)
    #expect(desk.alerts == ["a", "d"])
    #expect(desk.events.allSatisfy { $0.kind != .activated && $0.kind != .dismissed })
  }

  @Test func `undo takes it back`() throws {
    let desk = try desk()
    try desk.post("a")
    try desk.press("a", .mute)
    _ = try desk.perform { engine, now in
      var undoing = Undoing()
      return try engine.undo(&undoing, now: now)
    }
    #expect(try desk.post("b").outcome == .presented)
  }

  @Test func `Snooze brings the notification again after a quarter of an hour`() throws {
    let desk = try desk()
    try desk.post("a")
    try desk.press("a", .snooze)
    #expect(try desk.badge() == 0)
    desk.pass(seconds: 899)
    #expect(desk.alerts == ["a"])
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["a", "a"])
    #expect(try desk.badge() == 1)
  }

  @Test func `a press of another app's or an older server's button without the wish does nothing but that`()
    throws
  {
    let desk = try desk()
    try desk.post("a")
    try desk.perform { try $0.change(mail, by: AppSettings(buttons: false), now: $1) }
    try desk.press("a", .snooze)
    #expect(try desk.record("a").state == .scheduled)
  }

  @Test func `a press counts that the server tells after it has closed the banner`() throws {
    for button in [ItemID.mute, .snooze] {
      let desk = try desk()
      try desk.post("a")
      let handle = try desk.handle(of: "a")
      desk.receive(.closed(handle, .dismissed))
      desk.receive(.pressed(handle, action: button, activationToken: nil))
      #expect(try desk.record("a").state == (button == .snooze ? .scheduled : .dismissed))
      #expect(try desk.post("b").outcome == (button == .mute ? .quiet : .presented))
    }
  }

  @Test func `Mute for an Hour leaves a longer mute as it is`() throws {
    let desk = try desk()
    let handle = try missing(desk)
    let end = desk.now.wall.advanced(bySeconds: 8 * 3_600)
    try desk.perform { try $0.change(mail, by: AppSettings(banners: false), until: end, now: $1) }
    desk.receive(.pressed(handle, action: .mute, activationToken: nil))
    desk.pass(seconds: 3_600)
    #expect(try desk.post("later").outcome == .quiet)
  }

  @Test func `what passes by has none of them`() throws {
    let desk = try desk()
    _ = try desk.postFront("passing") { _, origin in origin.isTransient = true }
    #expect(desk.shown.last?.text.title == "passing")
    #expect(buttons(desk) == [])
  }

  @Test func `banners that an administrator fixes cannot be muted`() throws {
    let desk = try desk {
      $0.locked[mail] = [.banners: "/etc/bellhop/bellhop.conf"]
      $0.lockedValues[mail] = AppSettings(banners: true)
    }
    try desk.post("a")
    #expect(buttons(desk) == [.snooze])
    try desk.press("a", .mute)
    #expect(try desk.post("b").outcome == .presented)
  }

  // MARK: The line of what was missed

  private func missing(_ desk: Desk) throws -> BannerHandle {
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    for number in 1...3 { try desk.post("\(number)") }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.shown.last?.subject == .missed)
    #expect(buttons(desk) == [.mute, .snooze])
    return try #require(desk.lastShownHandle)
  }

  @Test func `the line of what was missed mutes the apps that it tells of`() throws {
    let desk = try desk()
    desk.receive(.pressed(try missing(desk), action: .mute, activationToken: nil))
    #expect(try desk.post("later").outcome == .quiet)
    #expect(try desk.badge() == 4)
  }

  @Test func `the line of what was missed is told again after a quarter of an hour`() throws {
    let desk = try desk()
    desk.receive(.pressed(try missing(desk), action: .snooze, activationToken: nil))
    let alerts = desk.alerts.count
    desk.pass(seconds: 899)
    #expect(desk.alerts.count == alerts)
    desk.pass(seconds: 1)
    #expect(desk.alerts.count == alerts + 1 && desk.shown.last?.subject == .missed)
    #expect(desk.counts.last == "3 notifications while Do Not Disturb was on")
  }

  // MARK: Questions

  @Test func `a question is asked again in an hour, and that does not count`() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("waits")
    let handle = try #require(desk.questionHandle)
    #expect(buttons(desk)?.last == item("later"))
    #expect(try desk.explanation("waits").isEmpty == false)
    for _ in 1...4 {
      desk.receive(.pressed(try #require(desk.questionHandle), action: item("later"), activationToken: nil))
      let asked = desk.shown.count
      desk.pass(seconds: 3_599)
      #expect(desk.shown.count == asked)
      desk.pass(seconds: 1)
      #expect(desk.shown.count == asked + 1)
    }
    #expect(desk.questionHandle != handle)
  }

  @Test func `the question says that an app would come through Do Not Disturb`() throws {
    var policy = Desk.asking
    policy.apps[mail] = AppSettings(dnd: .through)
    let desk = try Desk(policy)
    try desk.post("waits")
    #expect(desk.shown.last?.text.body.contains("Allowed, it comes through Do Not Disturb.") == true)
  }
}
