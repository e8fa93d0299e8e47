import Delivery
import NotificationModel
import Testing

@Suite("A new configuration")
struct ConfigurationTests {
  private func adopt(_ desk: Desk, _ change: (inout Policy) -> Void) throws {
    change(&desk.policy)
    let policy = desk.policy
    try desk.perform { engine, _ in engine.adopt(policy, rememberedAs: "text") }
  }

  @Test("what waited for consent is released by a configuration that gives it", arguments: [false, true])
  func allows(_ restarts: Bool) throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    if restarts {
      desk.policy.defaultAuthorization = .authorized
      try desk.restart()
    } else {
      try adopt(desk) { $0.defaultAuthorization = .authorized }
      #expect(desk.events.contains { $0.kind == .authorization && $0.authorization == .authorized })
    }
    #expect(desk.alerts.last == "a")
    #expect(try desk.badge() == 1)
    #expect(desk.questionHandle == nil)
  }

  @Test("what is on screen, held or scheduled goes when the configuration denies the app")
  func denies() throws {
    let desk = try Desk()
    try desk.post("on screen")
    try desk.post("scheduled") { $0.trigger = .after(seconds: 60, repeats: false) }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("held")
    try adopt(desk) { $0.apps[mail] = AppSettings(authorization: .denied) }
    #expect(try desk.records().allSatisfy { $0.state == .withdrawn })
    #expect(desk.closed.count == 1)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["on screen"])
  }

  @Test("an app that the person is to be asked about again shows nothing but the question")
  func resets() throws {
    let desk = try Desk(Desk.asking)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("held")
    try desk.perform { try $0.setAuthorization(.notDetermined, of: mail, now: $1) }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.subjects == [.consent(mail)])
    #expect(try desk.record("held").state == .awaitingConsent)
    #expect(try desk.badge() == 0)
  }

  @Test("hiding previews takes effect on what is on screen")
  func hides() throws {
    let desk = try Desk()
    try desk.post("secret")
    try adopt(desk) { $0.previews = .never }
    #expect(desk.shown.last?.text.title == "Mail")
    #expect(desk.shown.last?.alerts == false)
  }

  @Test("the person's settings of an app take effect at once, and locked ones are refused")
  func settings() throws {
    let desk = try Desk()
    try desk.perform { try $0.change(mail, by: AppSettings(banners: false), now: $1) }
    #expect(try desk.post("a").outcome == .quiet)
    try adopt(desk) { $0.locked[mail] = [.sounds: "/etc/bellhop/bellhop.conf"] }
    #expect(throws: Refusal.locked(mail, setting: "Sounds", by: "/etc/bellhop/bellhop.conf")) {
      try desk.perform { try $0.change(mail, by: AppSettings(sounds: false), now: $1) }
    }
  }
}
