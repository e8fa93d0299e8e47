import NotificationModel
import TestSupport
import Testing

@testable import Delivery

@Suite("Apps that ask for quiet") struct InhibitionTests {
  private static let player = BusCaller(bus: "bus", name: ":1.9")

  private func inhibit(_ desk: Desk, _ app: AppID = chat, reason: String = "A film") throws -> UInt32 {
    try desk.perform {
      try $0.inhibit(app, isVouchedFor: true, reason: reason, by: Self.player, now: $1)
    }
  }

  private func inhibitedBy(_ desk: Desk) throws -> [String]? {
    try desk.perform { try $0.state(now: $1) }.inhibitedBy
  }

  @Test("it holds the same as Do Not Disturb, and no more, until it is taken back")
  func holds() throws {
    let desk = try Desk()
    let cookie = try inhibit(desk, reason: "A\u{7}  film\nfor two")
    let named = try inhibitedBy(desk)
    #expect(named == ["Chat: A  film for two"])
    try desk.post("later")
    try desk.post("urgent") { $0.kind = .alarm }
    #expect(desk.alerts == ["urgent"])
    #expect(try desk.record("later").hold?.guidelines == ["focus.inhibited"])
    try desk.perform { try $0.uninhibit(cookie, by: BusCaller(bus: "bus", name: ":1.8"), now: $1) }
    #expect(desk.alerts == ["urgent"])
    try desk.perform { try $0.uninhibit(cookie, by: Self.player, now: $1) }
    #expect(desk.alerts == ["urgent", "later"])
    #expect(try inhibitedBy(desk) == nil)
  }

  @Test(
    "it ends with its caller's connection, by the person's hand, with the app's permission and with the daemon"
  )
  func ends() throws {
    let ends: [(Desk) throws -> Void] = [
      { desk in
        desk.engine.assumeIsolated { $0.receive(.callerIsGone(Self.player)) }
        desk.run()
      },
      { desk in
        desk.engine.assumeIsolated { $0.receive(.callerIsGone(BusCaller(bus: "bus"))) }
        desk.run()
      },
      { desk in _ = try desk.perform { try $0.endFront(now: $1) } },
      { desk in try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) } },
      { desk in try desk.perform { try $0.setAuthorization(.denied, of: chat, now: $1) } },
      { desk in try desk.restart() },
    ]
    for end in ends {
      let desk = try Desk()
      _ = try inhibit(desk)
      _ = try inhibit(desk)
      #expect(try inhibitedBy(desk)?.count == 2)
      try desk.post("held")
      #expect(desk.alerts.isEmpty)
      try end(desk)
      #expect(try inhibitedBy(desk) == nil)
      #expect(desk.alerts == ["held"])
    }
  }

  @Test("a denied app may not, nor one caller without end")
  func refused() throws {
    let desk = try Desk()
    for _ in 0..<8 { _ = try inhibit(desk) }
    #expect(throws: Refusal.self) { try inhibit(desk) }
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    #expect(throws: Refusal.notAuthorized(mail, .denied)) { try inhibit(desk, mail) }
  }

  @Test("apps are told to be quiet by Do Not Disturb, an app, quiet hours, and the server's own hold")
  func inhibited() throws {
    func isInhibited(_ desk: Desk) throws -> Bool { try desk.perform { $0.isInhibited(now: $1) } }
    let desk = try Desk()
    #expect(try !isInhibited(desk))
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    #expect(try isInhibited(desk))
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    let cookie = try inhibit(desk)
    #expect(try isInhibited(desk))
    try desk.perform { try $0.uninhibit(cookie, by: Self.player, now: $1) }
    #expect(try !isInhibited(desk))
    desk.engine.assumeIsolated {
      $0.receive(.serverMute(ServerMute(isOn: true, state: "Do Not Disturb is on", sparesCritical: true)))
    }
    desk.run()
    #expect(try isInhibited(desk))

    var policy = Desk.allowing
    policy.quietHours = known(WeeklySpans("12:30-13:00"))
    policy.front.mode = .on
    let quiet = try Desk(policy)
    #expect(try !isInhibited(quiet))
    let wakes = try quiet.perform { $0.wakes(now: $1) }
    #expect(wakes.wall == quiet.now.wall.advanced(bySeconds: 1_800))
    quiet.pass(seconds: 1_800)
    #expect(try isInhibited(quiet))
  }
}
