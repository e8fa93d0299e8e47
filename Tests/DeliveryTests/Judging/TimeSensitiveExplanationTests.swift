import Delivery
import NotificationModel
import Testing

@Suite("The explanation of Time Sensitive")
struct TimeSensitiveExplanationTests {
  private func breakThrough(_ desk: Desk, _ title: String) throws {
    let time = desk.now.wall
    try desk.post(title) {
      $0.level = .timeSensitive
      $0.relevantDate = time
    }
  }

  private func press(_ desk: Desk, _ action: ItemID) throws {
    let handle = try #require(desk.questionHandle)
    desk.receive(.pressed(handle, action: action, activationToken: nil))
  }

  @Test("follows the first one that is shown, also while Do Not Disturb is on", arguments: [false, true])
  func first(_ isQuiet: Bool) throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(isQuiet, until: nil, now: $1) }
    try breakThrough(desk, "Train")
    #expect(desk.alerts == ["Train", "Time Sensitive Notifications from “Mail”"])
    #expect(desk.subjects.last == .timeSensitive(mail))
    #expect(desk.shown.last?.text.actions.map(\.title) == ["Leave On", "Turn Off"])
    #expect(desk.shown.last?.sound == nil)
    try breakThrough(desk, "Plane")
    #expect(desk.shown.count == 3)
  }

  @Test("none follows what does not count as Time Sensitive")
  func demoted() throws {
    let desk = try Desk()
    try desk.post("No date") { $0.level = .timeSensitive }
    try desk.post("Plain")
    #expect(desk.shown.count == 2)
  }

  @Test("Turn Off turns it off for this app alone, at once")
  func turnOff() throws {
    let desk = try Desk()
    try breakThrough(desk, "Train")
    try press(desk, .turnOff)
    #expect(try desk.perform { try $0.settings(of: mail, now: $1).timeSensitive } == false)
    #expect(try desk.perform { try $0.settings(of: chat, now: $1).timeSensitive } == true)
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try breakThrough(desk, "Plane")
    #expect(try desk.record("Plane").state == .held)
  }

  @Test("offered again after thirty days, when the next arrives, over a restart", arguments: [true, false])
  func again(_ answers: Bool) throws {
    let desk = try Desk()
    try breakThrough(desk, "0")
    if answers {
      try press(desk, .keep)
    } else {
      let handle = try #require(desk.questionHandle)
      desk.receive(.closed(handle, .expired))
    }
    desk.pass(seconds: 29 * 86_400)
    try breakThrough(desk, "29")
    try desk.restart()
    #expect(desk.subjects.count { $0 == .timeSensitive(mail) } == 1)
    desk.pass(seconds: 86_400)
    #expect(desk.subjects.count { $0 == .timeSensitive(mail) } == 1)
    try breakThrough(desk, "30")
    #expect(desk.subjects.count { $0 == .timeSensitive(mail) } == 2)
  }

  @Test("on screen over a restart, it is answered after it")
  func answeredAfterRestart() throws {
    let desk = try Desk()
    try breakThrough(desk, "Train")
    let handle = try #require(desk.questionHandle)
    try desk.restart()
    desk.receive(.pressed(handle, action: .turnOff, activationToken: nil))
    #expect(try desk.perform { try $0.settings(of: mail, now: $1).timeSensitive } == false)
  }

  @Test("waiting over a restart, it is shown after it")
  func waitsOverRestart() throws {
    let desk = try Desk()
    try breakThrough(desk, "Train")
    try breakThrough(desk, "Plane")
    let other = chat
    let time = desk.now.wall
    // One at a time: that of the second app waits for the first.
    try desk.post(NotificationRequest(app: other, title: "Call", level: .timeSensitive, relevantDate: time))
    #expect(!desk.subjects.contains(.timeSensitive(chat)))
    try desk.restart()
    try press(desk, .keep)
    #expect(desk.subjects.last == .timeSensitive(chat))
  }

  @Test("not where an administrator has fixed it")
  func locked() throws {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(timeSensitive: true)
    policy.lockedValues[mail] = AppSettings(timeSensitive: true)
    policy.locked[mail] = [.timeSensitive: "/etc/bellhop/bellhop.conf"]
    let desk = try Desk(policy)
    try breakThrough(desk, "Train")
    #expect(desk.alerts == ["Train"])
  }

  @Test("goes when the app is denied or it is switched off elsewhere")
  func ends() throws {
    for change in [AppSettings(timeSensitive: false), nil] {
      let desk = try Desk()
      try breakThrough(desk, "Train")
      let handle = try #require(desk.questionHandle)
      try desk.perform {
        if let change {
          try $0.change(mail, by: change, now: $1)
        } else {
          try $0.setAuthorization(.denied, of: mail, now: $1)
        }
      }
      #expect(desk.closed.contains(handle))
      #expect(desk.questionHandle == nil)
    }
  }

  @Test("a server that cannot bear it is not given it again at once")
  func refused() throws {
    let desk = try Desk()
    desk.server = .fails(.refused("no"))
    try breakThrough(desk, "Train")
    desk.server = .answers
    desk.pass(seconds: 60)
    try breakThrough(desk, "Bus")
    #expect(desk.subjects.count { $0 == .timeSensitive(mail) } == 1)
  }

  @Test("goes when a file decides in the person's stead")
  func lockedMeanwhile() throws {
    let desk = try Desk()
    let time = desk.now.wall
    try desk.post("urgent") {
      $0.level = .timeSensitive
      $0.relevantDate = time
    }
    let handle = try #require(desk.questionHandle)
    var policy = desk.policy
    policy.locked[mail] = [.timeSensitive: "/etc/bellhop/bellhop.conf"]
    policy.lockedValues[mail] = AppSettings(timeSensitive: true)
    try desk.perform { [policy] engine, _ in engine.adopt(policy, rememberedAs: "text") }
    #expect(desk.questionHandle == nil)
    #expect(desk.closed.contains(handle))
  }
}
