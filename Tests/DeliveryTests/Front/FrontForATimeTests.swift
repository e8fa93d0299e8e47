import Delivery
import NotificationModel
import Testing

@Suite("A front that is switched on for a time")
struct FrontForATimeTests {
  private static let hour: Int64 = 3_600

  private func set(_ desk: Desk, _ mode: FrontMode, for seconds: Int64? = nil) throws {
    try desk.perform {
      try $0.setFrontMode(mode, until: seconds.map($1.wall.advanced(bySeconds:)).map(End.moment), now: $1)
    }
  }

  private func terms(_ desk: Desk) throws -> FrontReport {
    try desk.perform { engine, _ in engine.frontTerms }
  }

  private var forGood: FrontReport {
    var report = FrontReport(mode: "on")
    report.store = .all
    report.keepDays = Desk.allowing.keepDays
    return report
  }

  private func requests(_ desk: Desk) -> Int { desk.desktopCommands.count { $0 == .takeFrontBack } }

  @Test("it is off when the time is over, has what was written taken back once, and says since when")
  func ends() throws {
    let desk = try Desk()
    let end = desk.now.wall.advanced(bySeconds: Self.hour)
    try set(desk, .on, for: Self.hour)
    #expect(try terms(desk).until == end)
    #expect(try desk.perform { $0.wakes(now: $1).wall } == end)
    desk.pass(seconds: Self.hour - 1)
    #expect(try terms(desk).mode == "on" && requests(desk) == 0)
    desk.pass(seconds: 1)
    for _ in 1...2 {
      let report = try terms(desk)
      #expect(report.mode == "off" && report.until == nil && report.over == end)
      #expect(requests(desk) == 1)
      // What `bellhop front off` does.
      try set(desk, .off)
      desk.pass(seconds: 1)
    }
  }

  @Test("a start finds the end, ahead or past; what was not taken back is asked for again until it is")
  func restarts() throws {
    let desk = try Desk()
    try set(desk, .on, for: Self.hour)
    try desk.restart()
    #expect(try terms(desk).mode == "on" && requests(desk) == 0)
    try desk.restart {
      $0.now = Moment(wall: $0.now.wall.advanced(bySeconds: 2 * Self.hour), uptime: $0.now.uptime)
    }
    #expect(try terms(desk).mode == "off" && requests(desk) == 1)
    try desk.restart()
    #expect(requests(desk) == 2)
    try set(desk, .off)
    try desk.restart()
    #expect(try terms(desk).over == desk.now.wall && requests(desk) == 2)
  }

  @Test("switched on without a time it has no end any more, and an earlier end is forgotten")
  func isForGood() throws {
    let desk = try Desk()
    try set(desk, .on, for: Self.hour)
    try set(desk, .on)
    desk.pass(seconds: Self.hour)
    #expect(try terms(desk) == forGood && requests(desk) == 0)
    try set(desk, .on, for: 1)
    desk.pass(seconds: 1)
    try set(desk, .on)
    #expect(try terms(desk) == forGood)
    try set(desk, .on, for: 1)
    desk.pass(seconds: 1)
    #expect(requests(desk) == 2)
  }

  @Test("switched off before its end it is as any that is off")
  func isSwitchedOff() throws {
    let desk = try Desk()
    try set(desk, .on, for: Self.hour)
    try set(desk, .off)
    desk.pass(seconds: Self.hour)
    #expect(try terms(desk).over == nil && requests(desk) == 0)
  }

  @Test("a clock that was ahead by years does not lengthen it")
  func clockWasWrong() throws {
    let years: Int64 = 10 * 365 * 86_400
    let desk = try Desk(at: Desk.noon.advanced(bySeconds: years))
    try set(desk, .on, for: Self.hour)
    desk.now = Moment(
      wall: desk.now.wall.advanced(bySeconds: -years), uptime: desk.now.uptime.advanced(byMilliseconds: 1_000)
    )
    desk.run()
    #expect(try terms(desk).until == desk.now.wall.advanced(bySeconds: Self.hour - 1))
  }

  @Test("while an administrator fixes the mode, the end waits")
  func isLocked() throws {
    let desk = try Desk()
    try set(desk, .on, for: Self.hour)
    var policy = Desk.allowing
    policy.front.mode = .on
    policy.overallLocks["Front/Mode"] = "/etc/0"
    try desk.perform { [policy] engine, _ in engine.adopt(policy, rememberedAs: "locked") }
    desk.pass(seconds: Self.hour)
    #expect(try terms(desk).mode == "on" && requests(desk) == 0)
    try desk.perform { engine, _ in engine.adopt(Desk.allowing, rememberedAs: "free") }
    desk.run()
    #expect(try terms(desk).mode == "off" && requests(desk) == 1)
  }

  @Test("an end that is past, or without switching on, is refused")
  func refusals() throws {
    let desk = try Desk()
    #expect(throws: Refusal.invalid(path: "until", reason: "this time is past")) {
      try set(desk, .on, for: 0)
    }
    #expect(throws: Refusal.invalid(path: "until", reason: "only together with switching on")) {
      try set(desk, .off, for: 1)
    }
  }
}
