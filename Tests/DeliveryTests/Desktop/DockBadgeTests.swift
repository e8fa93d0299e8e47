import Delivery
import NotificationModel
import Testing

/// The numbers for docks; the same count as the badge of guarantee G3.
@Suite("Badges on docks") struct DockBadgeTests {
  /// The commands for docks since the last call.
  private func told(_ desk: Desk) -> [DesktopCommand] {
    defer { desk.forgetDesktopCommands() }
    return desk.desktopCommands
  }

  private func number(_ count: Int, of app: AppID = mail) -> DesktopCommand { .badge(app, count: count) }

  @Test("docks are told each change of the count, and nothing else")
  func changes() throws {
    let desk = try Desk()
    try desk.post("a") { $0.identifier = name("a") }
    #expect(told(desk) == [number(1)])
    try desk.post("a") { $0.identifier = name("a") }
    #expect(told(desk) == [])
    try desk.post("b")
    #expect(told(desk) == [number(2)])
    try desk.press("a")
    #expect(told(desk) == [number(1)])
    _ = try desk.perform { try $0.markRead(nil, now: $1) }
    #expect(told(desk) == [number(0)])
  }

  @Test("several changes in one transaction are told as the one that holds at its end")
  func coalesced() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    _ = told(desk)
    _ = try desk.perform { engine, now in
      for title in ["b", "c"] {
        _ = try engine.post(NotificationRequest(app: mail, title: title), by: app, now: now)
      }
      return try engine.dismiss([id], now: now)
    }
    #expect(told(desk) == [number(2)])
    _ = try desk.perform { engine, now in
      _ = try engine.post(NotificationRequest(app: mail, title: "d"), by: app, now: now)
      return try engine.markRead(nil, nil, of: mail, by: app, now: now)
    }
    #expect(told(desk) == [number(0)])
  }

  @Test("what could not be stored is not told, and is told once it can be")
  func rollback() throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    _ = told(desk)
    desk.disk.fails = true
    desk.receive(.closed(handle, .dismissed))
    #expect(desk.failedTransactions > 0)
    #expect(told(desk) == [])
    desk.disk.fails = false
    desk.pass(seconds: 2)
    #expect(told(desk) == [number(0)])
  }

  @Test("badges switched off are taken away once, and come back with the number of then")
  func switchedOff() throws {
    let desk = try Desk()
    try desk.post("a")
    _ = told(desk)
    try desk.perform { try $0.change(mail, by: AppSettings(badges: false), now: $1) }
    #expect(told(desk) == [number(0)])
    try desk.post("b")
    #expect(told(desk) == [])
    try desk.perform { try $0.change(mail, by: AppSettings(badges: true), now: $1) }
    #expect(told(desk) == [number(2)])
  }

  @Test("the configuration takes badges away, and brings them")
  func configured() throws {
    let desk = try Desk()
    try desk.post("a")
    _ = told(desk)
    var policy = desk.policy
    policy.apps[mail] = AppSettings(badges: false)
    let (without, with) = (policy, desk.policy)
    try desk.perform { engine, _ in engine.adopt(without, rememberedAs: "") }
    #expect(told(desk) == [number(0)])
    try desk.perform { engine, _ in engine.adopt(with, rememberedAs: "") }
    #expect(told(desk) == [number(1)])
  }

  @Test("an app that is not allowed has none until it is, and loses it when it is denied")
  func consent() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    #expect(told(desk).allSatisfy { $0 == number(0) })
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(told(desk) == [number(1)])
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    #expect(told(desk) == [number(0)])
  }

  @Test("an app without a desktop entry has no place in a dock")
  func noEntry() throws {
    let desk = try Desk()
    try desk.post(NotificationRequest(app: known(AppID("org.example.Nobody")), title: "a"))
    #expect(told(desk) == [])
    try desk.restart()
    #expect(told(desk) == [])
  }

  @Test("a start tells every known app's number, so that what a crash left behind goes")
  func start() throws {
    let desk = try Desk()
    try desk.post("a")
    try desk.post(NotificationRequest(app: chat, title: "b"))
    _ = try desk.perform { try $0.markRead(nil, nil, of: chat, by: app, now: $1) }
    _ = told(desk)
    try desk.restart()
    #expect(told(desk) == [number(0, of: chat), number(1)])
  }

  @Test("what the first transaction could not commit is told by the next")
  func firstTurnFails() throws {
    let desk = try Desk()
    try desk.post("a")
    _ = told(desk)
    try desk.restart(hasServer: false)
    desk.disk.fails = true
    desk.run()
    #expect(told(desk) == [])
    desk.disk.fails = false
    desk.pass(seconds: 2)
    #expect(told(desk) == [number(1)])
  }
}
