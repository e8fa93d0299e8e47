import Delivery
import NotificationModel
import Testing

@Suite("What the person decides takes effect at once")
struct SettingsTakeEffectTests {
  private func change(_ desk: Desk, _ changes: AppSettings) throws {
    try desk.perform { try $0.change(mail, by: changes, now: $1) }
  }

  @Test("denied: banners close, entries go, the badge is zero, and the app is told")
  func denied() throws {
    let desk = try Desk()
    try desk.post("on screen")
    try desk.post("scheduled") { $0.trigger = .after(seconds: 60, repeats: false) }
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    #expect(desk.closed.count == 1)
    #expect(try desk.records().allSatisfy { $0.state == .withdrawn })
    #expect(try desk.badge() == 0)
    #expect(desk.events.last { $0.kind == .badge }?.unread == 0)
    #expect(desk.events.contains { $0.kind == .authorization && $0.authorization == .denied })
    #expect(desk.events.count { $0.kind == .withdrawn } == 2)
  }

  @Test("each can be switched off by itself, and nothing else goes with it")
  func facets() throws {
    let facets: [(String, AppSettings)] = [
      ("banners", AppSettings(banners: false)), ("badges", AppSettings(badges: false)),
      ("sounds", AppSettings(sounds: false)), ("timeSensitive", AppSettings(timeSensitive: false)),
      ("marketing", AppSettings(marketing: false)), ("previews", AppSettings(previews: .never)),
    ]
    for (name, off) in facets {
      var policy = Desk.allowing
      policy.apps[mail] = AppSettings(marketing: true)
      policy.previews = .always
      let desk = try Desk(policy)
      try change(desk, off)
      try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
      let time = desk.now.wall
      try desk.post("a") {
        $0.level = .timeSensitive
        $0.relevantDate = time
      }
      let breaksThrough = try desk.record("a").state == .delivered
      try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
      try desk.post("b") { $0.sound = "default" }
      let banner = desk.shown.last { $0.subject != .timeSensitive(mail) }
      #expect((banner == nil) == (name == "banners"), "\(name)")
      #expect(
        (try desk.perform { try $0.shownBadge(of: mail, now: $1) } == 0) == (name == "badges"), "\(name)")
      #expect((banner?.sound == nil) == (name == "sounds" || name == "banners"), "\(name)")
      #expect(breaksThrough == (name != "timeSensitive"), "\(name)")
      #expect((banner?.text.title == "Mail") == (name == "previews"), "\(name)")
      let mayAdvertise = (try? desk.post("c") { $0.kind = .marketing }) != nil
      #expect(mayAdvertise == (name != "marketing"), "\(name)")
    }
  }

  @Test("badges off: followers are told zero once, and then nothing; on again, the number")
  func badges() throws {
    let desk = try Desk()
    try desk.post("a")
    try change(desk, AppSettings(badges: false))
    try desk.post("b")
    #expect(desk.events.filter { $0.kind == .badge }.map(\.unread) == [1, 0])
    #expect(try desk.badge() == 2)
    #expect(try desk.perform { try $0.shownBadge(of: mail, now: $1) } == 0)
    try change(desk, AppSettings(badges: true))
    #expect(desk.events.filter { $0.kind == .badge }.map(\.unread) == [1, 0, 2])
  }

  @Test("banners off: those on screen and held go, their entries stay", arguments: [false, true])
  func banners(_ byFile: Bool) throws {
    let desk = try Desk()
    try desk.post("on screen")
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("held")
    if byFile {
      desk.policy.apps[mail] = AppSettings(banners: false)
      let policy = desk.policy
      try desk.perform { engine, _ in engine.adopt(policy, rememberedAs: "text") }
    } else {
      try change(desk, AppSettings(banners: false))
    }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["on screen"])
    #expect(desk.closed.count == 1)
    #expect(try desk.badge() == 2)
    #expect(try desk.record("held").state == .delivered)
    #expect(try desk.explanation("held").last == "quiet")
  }

  @Test("banners off while there is no server: what waits is not shown later")
  func bannersWaiting() throws {
    let desk = try Desk(hasServer: false)
    desk.serverVanishes()
    try desk.post("waits")
    try change(desk, AppSettings(banners: false))
    desk.serverAppears()
    #expect(desk.shown.isEmpty)
    #expect(try desk.record("waits").state == .delivered)
  }

  @Test("banners off while the server is showing one: it is closed when the server answers")
  func bannersMeanwhile() throws {
    let desk = try Desk()
    try desk.post("described")
    desk.server = .silent
    try desk.post("a")
    try change(desk, AppSettings(banners: false))
    desk.serverAnswersAtLast()
    #expect(desk.closed.count == 2)
    #expect(try desk.badge() == 2)
    #expect(try desk.phase(of: "a") == nil)
  }

  @Test(
    "banners that are off, or on probation, since the daemon was down go at its start",
    arguments: [true, false])
  func bannersWhileDown(isProvisional: Bool) throws {
    let desk = try Desk()
    try desk.post("shown")
    let handle = try desk.handle(of: "shown")
    desk.policy.apps[mail] =
      isProvisional ? AppSettings(authorization: .provisional) : AppSettings(banners: false)
    try desk.restart()
    #expect(desk.closed.contains(handle))
    #expect(try desk.badge() == 1)
    #expect(try desk.explanation("shown").last == "quiet")
  }

  @Test("overall previews that an administrator has locked cannot be opened for one app")
  func previews() throws {
    var policy = Desk.allowing
    policy.previews = .never
    policy.overallLocks["Previews/Show"] = "/etc/bellhop/bellhop.conf"
    let desk = try Desk(policy)
    #expect(throws: Refusal.locked(mail, setting: "Previews", by: "/etc/bellhop/bellhop.conf")) {
      try change(desk, AppSettings(previews: .always))
    }
    try change(desk, AppSettings(sounds: false))
    #expect(try desk.perform { try $0.apps(now: $1).apps.first?.locked } == ["Previews"])
  }

  private func reload(_ desk: Desk, _ settings: AppSettings) throws {
    desk.policy.apps[mail] = settings
    let policy = desk.policy
    try desk.perform { engine, _ in engine.adopt(policy, rememberedAs: "text") }
  }

  @Test(
    "a reload that changes whether it may notify is told, and takes its banners away",
    arguments: [
      Authorization.provisional, .denied,
    ])
  func reloaded(_ authorization: Authorization) throws {
    let desk = try Desk()
    try desk.post("on screen")
    try reload(desk, AppSettings(authorization: authorization))
    #expect(desk.closed.count == 1)
    #expect(desk.events.filter { $0.kind == .authorization }.map(\.authorization) == [authorization])
  }

  @Test("on probation while the server is showing one: it is closed when the server answers")
  func probationMeanwhile() throws {
    let desk = try Desk()
    desk.server = .silent
    try desk.post("a")
    try desk.perform { try $0.setAuthorization(.provisional, of: mail, now: $1) }
    desk.serverAnswersAtLast()
    #expect(try desk.phase(of: "a") == nil)
    #expect(try desk.badge() == 1)
  }

  @Test("to be asked again: what is on screen and held goes, and waits for the answer")
  func undecided() throws {
    let desk = try Desk(Desk.asking)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    try desk.post("on screen")
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("held")
    try desk.perform { try $0.setAuthorization(.notDetermined, of: mail, now: $1) }
    #expect(desk.closed.count == 1)
    #expect(try desk.badge() == 0)
    #expect(try desk.records().map(\.state) == [.awaitingConsent, .awaitingConsent])
    #expect(try desk.explanation("held").contains("released") == false)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(desk.alerts.suffix(2) == ["on screen", "held"])
  }

  @Test("what would change nothing about the command line's own app is refused")
  func shell() throws {
    let desk = try Desk()
    let reason = "io.bellhop.Shell speaks for the person, and is always authorized"
    for authorization in [Authorization.denied, .provisional, .notDetermined] {
      #expect(throws: Refusal.invalid(path: "authorization", reason: reason)) {
        try desk.perform { try $0.setAuthorization(authorization, of: .shell, now: $1) }
      }
    }
    #expect(throws: Refusal.self) {
      try desk.perform { try $0.change(.shell, by: AppSettings(marketing: false), now: $1) }
    }
    try desk.perform { try $0.setAuthorization(.authorized, of: .shell, now: $1) }
    try desk.perform { try $0.change(.shell, by: AppSettings(banners: false, marketing: true), now: $1) }
    #expect(
      try desk.post(NotificationRequest(app: .shell, title: "Tea"), by: tool).outcome == .quiet)
  }
}
