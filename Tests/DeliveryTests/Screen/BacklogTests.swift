import Delivery
import NotificationModel
import Testing

/// Much at once, in transactions that take two rows each of the engine's own accord.
@Suite("What is too much for one transaction")
struct BacklogTests {
  private func desk(_ policy: Policy = Desk.allowing) throws -> Desk {
    try Desk(policy, rowsPerTransaction: 2)
  }

  private func waiting(_ count: Int) throws -> Desk {
    let desk = try desk(Desk.asking)
    for number in 0..<count { try desk.post("\(number)") }
    return desk
  }

  private func allow(_ desk: Desk, _ app: AppID = mail) throws {
    let now = desk.now
    try desk.engine.assumeIsolated { try $0.setAuthorization(.authorized, of: app, now: now) }
  }

  /// The titles that alerted after the question.
  private func answers(_ desk: Desk) -> [String] { Array(desk.alerts.dropFirst()) }

  private func states(_ desk: Desk) throws -> [State] { try desk.records().map(\.state) }

  @Test("what waited for consent comes a share at a time, in its order, and the next transaction is at once")
  func consent() throws {
    let desk = try waiting(7)
    try allow(desk)
    desk.step()
    #expect(try states(desk).count { $0 == .delivered } == 2)
    #expect(desk.goesOn)
    desk.run()
    #expect(try desk.badge() == 7)
    #expect(answers(desk) == (0..<7).map { "\($0)" })
    #expect(!desk.goesOn)
  }

  @Test("a daemon that ends in between goes on after its start")
  func killed() throws {
    let desk = try waiting(7)
    try allow(desk)
    desk.step()
    try desk.restart()
    desk.run()
    #expect(try desk.badge() == 7)
    // The one that was on its way may be shown twice.
    #expect(answers(desk).dropFirst() == (0..<7).map { "\($0)" }[...])
  }

  @Test("a transaction that cannot be stored is done again whole")
  func failing() throws {
    let desk = try waiting(7)
    try allow(desk)
    desk.step()
    desk.disk.fails = true
    desk.run()
    #expect(desk.failedTransactions == 1)
    desk.disk.fails = false
    desk.pass(seconds: 2)
    #expect(try desk.badge() == 7)
    #expect(answers(desk) == (0..<7).map { "\($0)" })
  }

  @Test("what the app posts meanwhile comes after what waited, and takes the place of the same thing there")
  func postsMeanwhile() throws {
    let desk = try desk(Desk.asking)
    for number in 0..<7 { try desk.post("\(number)") { $0.identifier = name("n\(number)") } }
    try allow(desk)
    desk.step()
    try desk.post("new")
    try desk.post("6 again") { $0.identifier = name("n6") }
    #expect(try desk.records().map(\.request.title) == ["0", "1", "2", "3", "4", "5", "6 again", "new"])
    #expect(try desk.badge() == 8)
    #expect(answers(desk) == ["0", "1", "2", "3", "4", "5", "6", "new", "6 again"])
  }

  @Test("what is denied is gone a share at a time, and none of it is shown meanwhile")
  func denied() throws {
    let desk = try desk()
    desk.server = .silent
    for number in 0..<7 { try desk.post("\(number)") }
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    #expect(try states(desk).allSatisfy { $0 == .withdrawn })
    desk.serverAnswersAtLast()
    // The one that the server was showing already is closed when it says so.
    #expect(desk.shown.count == 1 && desk.closed.count == 1)
  }

  @Test("banners that are switched off go a share at a time, and the entries stay")
  func bannersOff() throws {
    let desk = try desk()
    for number in 0..<7 { try desk.post("\(number)") }
    try desk.perform { try $0.change(mail, by: AppSettings(banners: false), now: $1) }
    #expect(desk.closed.count == 7)
    #expect(try desk.badge() == 7)
  }

  @Test("of what is released in one go, one line says how many, however many apps there are")
  func released() throws {
    let desk = try desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    for number in 0..<7 {
      try desk.post("\(number)")
      try desk.post(NotificationRequest(app: chat, title: "chat \(number)"))
    }
    try desk.post(NotificationRequest(app: known(AppID("org.example.Few")), title: "few"))
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.counts == ["15 notifications from 3 apps while Do Not Disturb was on"])
  }

  @Test("what is due at once fires a share at a time, the earliest first")
  func due() throws {
    let desk = try desk()
    for number in 0..<7 { try desk.post("\(number)") { $0.trigger = .after(seconds: 60, repeats: false) } }
    desk.pass(seconds: 60)
    #expect(desk.alerts == (0..<7).map { "\($0)" })
  }

  @Test("what expires at once goes a share at a time")
  func expiring() throws {
    let desk = try desk()
    for number in 0..<7 { try desk.post("\(number)") { $0.expiresAfter = 60 } }
    desk.pass(seconds: 60)
    #expect(try states(desk).allSatisfy { $0 == .expired })
    #expect(try desk.badge() == 0)
  }

  @Test("the clock set back, all that is scheduled is due at its new time before any of it fires")
  func rescheduled() throws {
    let desk = try desk()
    for number in 0..<7 { try desk.post("\(number)") { $0.trigger = .after(seconds: 60, repeats: true) } }
    let earlier = Moment(wall: desk.now.wall.advanced(bySeconds: -86_400), uptime: desk.now.uptime)
    desk.now = earlier
    desk.run()
    let latest = earlier.wall.advanced(bySeconds: 60)
    #expect(try desk.records().allSatisfy { $0.due.map { $0 <= latest } == true })
    desk.pass(seconds: 60)
    #expect(desk.alerts.count == 7)
  }
}
