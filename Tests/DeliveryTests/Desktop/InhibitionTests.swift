import NotificationModel
import TestSupport
import Testing

@testable import Delivery

@Suite("Apps that ask for quiet") struct InhibitionTests {
  private static let player = BusCaller(bus: "bus", name: ":1.9")

  /// A process that began so many seconds before now.
  private func process(
    _ number: Int32, _ desk: Desk, began seconds: Int64 = 3_600, parent: Int32 = 1, unit: String? = nil
  ) -> CallingProcess {
    CallingProcess(
      number: number, parent: parent, began: desk.now.uptime.advanced(byMilliseconds: -1_000 * seconds),
      unit: unit, name: "mpv")
  }

  @discardableResult
  private func inhibit(
    _ desk: Desk, _ app: AppID = chat, reason: String = "A film", in process: CallingProcess? = nil
  ) throws -> UInt32 {
    let process = process ?? self.process(77, desk)
    return try desk.perform {
      try $0.inhibit(app, isVouchedFor: true, reason: reason, by: Self.player, in: process, now: $1)
    }
  }

  private func endDoNotDisturb(_ desk: Desk) throws {
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
  }

  private func inhibitedBy(_ desk: Desk) throws -> [String]? {
    try desk.perform { try $0.state(now: $1) }.inhibitedBy
  }

  @Test("it holds the same as Do Not Disturb, and no more, until it is taken back")
  func holds() throws {
    let desk = try Desk()
    let cookie = try inhibit(desk, reason: "A\u{7}  film\nfor two")
    let named = try inhibitedBy(desk)
    #expect(named == ["Chat: A  film for two (process 77, mpv)"])
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try inhibitedBy(desk) == ["Chat (process 77)"])
    try desk.perform { engine, _ in try engine.setLocked(false) }
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

  @Test("it ends with the time for which the person has allowed its app")
  func allowedForATime() throws {
    var policy = Desk.allowing
    policy.apps[chat] = AppSettings(authorization: .denied)
    let desk = try Desk(policy)
    let end = desk.now.wall.advanced(bySeconds: 3_600)
    try desk.perform { try $0.setAuthorization(.authorized, of: chat, until: end, now: $1) }
    try inhibit(desk)
    try desk.post("held")
    #expect(desk.alerts.isEmpty)
    desk.pass(seconds: 3_600)
    #expect(desk.alerts == ["held"])
    #expect(try inhibitedBy(desk) == nil)
  }

  @Test("the person answers a process by ending Do Not Disturb or by a denial: it is not heard again")
  func answered() throws {
    let answers: [(Desk) throws -> Void] = [
      endDoNotDisturb, { desk in try desk.perform { try $0.setAuthorization(.denied, of: chat, now: $1) } },
    ]
    for answer in answers {
      let desk = try Desk()
      let (stubborn, film) = (process(77, desk), process(78, desk))
      try inhibit(desk, chat, in: stubborn)
      try inhibit(desk, mail, in: stubborn)
      try answer(desk)
      #expect(try inhibitedBy(desk) == nil)
      let cookies = try (0..<20).map { _ in try inhibit(desk, mail, in: stubborn) }
      #expect(Set(cookies).count == 20)
      desk.pass(seconds: 86_400)
      try inhibit(desk, known(AppID("org.example.Other")), in: stubborn)
      #expect(try inhibitedBy(desk) == nil)
      try inhibit(desk, mail, in: film)
      #expect(try inhibitedBy(desk)?.count == 1)
      // A later process has the number of the stubborn one.
      try inhibit(desk, mail, in: process(77, desk, began: 5, parent: 9))
      #expect(try inhibitedBy(desk)?.count == 2)
    }
  }

  @Test(
    "nor is a new process of the same parent or unit, for a minute",
    arguments: [(0, true), (60, true), (120, false)])
  func siblings(_ began: Int64, _ isNew: Bool) throws {
    let siblings: [(parent: Int32, unit: String?)] = [(5, nil), (6, "film.scope"), (5, "film.scope")]
    for (parent, unit) in siblings {
      let desk = try Desk()
      try inhibit(desk, in: process(77, desk, parent: 5, unit: "film.scope"))
      desk.pass(seconds: 61)
      try endDoNotDisturb(desk)
      desk.pass(seconds: 59)
      try inhibit(desk, in: process(78, desk, began: began, parent: parent, unit: unit))
      #expect(try (inhibitedBy(desk) == nil) == isNew)
      desk.pass(seconds: 1)
      try inhibit(desk, in: process(79, desk, began: began, parent: parent, unit: unit))
      #expect(try inhibitedBy(desk) != nil)
    }
    let desk = try Desk()
    try inhibit(desk, in: process(77, desk, parent: 5))
    try endDoNotDisturb(desk)
    try inhibit(desk, in: process(78, desk, began: 0, parent: 6))
    #expect(try inhibitedBy(desk)?.count == 1)
  }

  @Test("a denied app may not, nor one process without end, whatever it calls itself")
  func refused() throws {
    let desk = try Desk()
    for number in 0..<8 { try inhibit(desk, known(AppID("evil\(number)"))) }
    #expect(throws: Refusal.self) { try inhibit(desk, known(AppID("evil8"))) }
    try inhibit(desk, in: process(78, desk))
    #expect(try inhibitedBy(desk)?.count == 9)
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
