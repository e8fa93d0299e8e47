import Delivery
import NotificationModel
import Testing

/// Choices about an app for a while, which overrule choices without an end.
@Suite("Choices that end")
struct TimedChoiceTests {
  private let hour: Int64 = 3_600

  private func choose(_ desk: Desk, _ settings: AppSettings, for seconds: Int64? = nil) throws {
    let end = seconds.map { End.moment(desk.now.wall.advanced(bySeconds: $0)) }
    try desk.perform { try $0.change(mail, by: settings, until: end, now: $1) }
  }

  private func settings(_ desk: Desk) throws -> EffectiveSettings {
    try desk.perform { try $0.settings(of: mail, now: $1) }
  }

  @Test(
    "a setting holds for its time, restart or not, and then what was chosen before comes back",
    arguments: [false, true])
  func setting(restarts: Bool) throws {
    let desk = try Desk()
    try choose(desk, AppSettings(sounds: false))
    try choose(desk, AppSettings(banners: false, sounds: true), for: hour)
    if restarts { try desk.restart() }
    #expect(try desk.post("a").outcome == .quiet)
    #expect(try settings(desk).sounds)
    desk.pass(seconds: hour - 1)
    if restarts { try desk.restart() }
    #expect(try !settings(desk).banners)
    desk.pass(seconds: 1)
    #expect(try settings(desk).banners)
    #expect(try !settings(desk).sounds)
    #expect(try desk.post("b").outcome == .presented)
  }

  @Test("one that ends while the daemon does not run is over with the start")
  func overMeanwhile() throws {
    let desk = try Desk()
    try choose(desk, AppSettings(banners: false), for: hour)
    try desk.restart { $0.now = Moment(wall: $0.now.wall.advanced(bySeconds: 7_200), uptime: $0.now.uptime) }
    #expect(try desk.post("a").outcome == .presented)
  }

  @Test("the daemon asks to be woken at the end of the first that ends")
  func wake() throws {
    let desk = try Desk()
    try choose(desk, AppSettings(banners: false), for: 2 * hour)
    try choose(desk, AppSettings(sounds: false), for: hour)
    let now = desk.now
    let wake = desk.engine.assumeIsolated { $0.wakes(now: now).wall }
    #expect(wake == desk.now.wall.advanced(bySeconds: hour))
    desk.pass(seconds: hour)
    #expect(try settings(desk).sounds)
    #expect(try !settings(desk).banners)
  }

  @Test("one without an end takes its place")
  func forGood() throws {
    let desk = try Desk()
    try choose(desk, AppSettings(banners: false, badges: false), for: hour)
    try choose(desk, AppSettings(banners: false))
    desk.pass(seconds: hour)
    #expect(try !settings(desk).banners)
    #expect(try settings(desk).badges)
  }

  @Test("an authorization ends: the app is undecided, or as it was decided before")
  func authorization() throws {
    let desk = try Desk(Desk.asking)
    let end = desk.now.wall.advanced(bySeconds: hour)
    for before in [Authorization.notDetermined, .provisional, .denied] {
      try desk.perform { try $0.setAuthorization(before, of: chat, now: $1) }
      try desk.perform { try $0.setAuthorization(.authorized, of: chat, until: end, now: $1) }
      #expect(try desk.perform { try $0.settings(of: chat, now: $1).authorization } == .authorized)
      let now = desk.now
      desk.now = Moment(wall: end, uptime: now.uptime.advanced(byMilliseconds: hour * 1_000))
      desk.run()
      #expect(try desk.perform { try $0.settings(of: chat, now: $1).authorization } == before)
      desk.now = Moment(
        wall: now.wall, uptime: now.uptime.advanced(byMilliseconds: 2 * hour * 1_000))
      desk.run()
    }
  }

  @Test("a decision without an end, or that the app is forgotten, ends it")
  func decided() throws {
    let desk = try Desk(Desk.asking)
    let end = End.moment(desk.now.wall.advanced(bySeconds: hour))
    let authorize = { (authorization: Authorization, end: End?) in
      try desk.perform { try $0.setAuthorization(authorization, of: mail, until: end, now: $1) }
    }
    try authorize(.authorized, end)
    try authorize(.notDetermined, nil)
    #expect(try settings(desk).authorization == .notDetermined)
    try authorize(.provisional, end)
    try authorize(.authorized, nil)
    desk.pass(seconds: hour)
    #expect(try settings(desk).authorization == .authorized)
    try choose(desk, AppSettings(banners: false), for: hour)
    try desk.post("a")
    try desk.perform { try $0.forget(mail, now: $1) }
    #expect(try settings(desk).banners)
  }

  @Test("the end moves back with a clock that was ahead by years, as that of Do Not Disturb does")
  func clock() throws {
    let years: Int64 = 4 * 365 * 86_400
    let desk = try Desk(at: Desk.noon.advanced(bySeconds: years))
    try choose(desk, AppSettings(banners: false), for: hour)
    desk.now = Moment(wall: Desk.noon, uptime: desk.now.uptime.advanced(byMilliseconds: 1_000))
    desk.run()
    #expect(try !settings(desk).banners)
    desk.pass(seconds: hour)
    #expect(try settings(desk).banners)
  }

  @Test("an end that is past, and one of no decision or of a denial, are refused")
  func refused() throws {
    let desk = try Desk()
    #expect(throws: Refusal.invalid(path: "until", reason: "this time is past")) {
      try choose(desk, AppSettings(banners: false), for: 0)
    }
    let end = desk.now.wall.advanced(bySeconds: hour)
    for authorization in [Authorization.notDetermined, .denied] {
      #expect(throws: Refusal.invalid(path: "until", reason: "only where the app is allowed")) {
        try desk.perform { try $0.setAuthorization(authorization, of: mail, until: end, now: $1) }
      }
    }
  }

  @Test("what an administrator has fixed cannot be chosen for a while either, and its end is not told")
  func locks() throws {
    let desk = try Desk()
    try choose(desk, AppSettings(banners: false), for: hour)
    var policy = Desk.allowing
    policy.locked[mail] = [.banners: "/etc/bellhop/bellhop.conf"]
    policy.lockedValues[mail] = AppSettings(banners: true)
    desk.engine.assumeIsolated { [policy] in $0.adopt(policy, rememberedAs: "") }
    desk.run()
    #expect(try settings(desk).banners)
    #expect(try desk.perform { try $0.apps(now: $1).apps.first }?.ending == [])
    #expect(throws: Refusal.locked(mail, setting: "Banners", by: "/etc/bellhop/bellhop.conf")) {
      try choose(desk, AppSettings(banners: false), for: hour)
    }
  }
}
