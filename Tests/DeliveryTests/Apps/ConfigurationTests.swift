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
    #expect(try desk.records().isEmpty)
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

@Suite("What a configuration takes off the lists")
struct WithholdingTests {
  private func adopt(_ desk: Desk, _ authorization: Authorization?, of app: AppID = mail) throws {
    desk.policy.apps[app] = AppSettings(authorization: authorization)
    let policy = desk.policy
    try desk.perform { engine, _ in engine.adopt(policy, rememberedAs: "text") }
  }

  private func titles(_ desk: Desk) throws -> [String?] { try desk.records().map(\.request.title) }

  private func decide(_ desk: Desk, _ authorization: Authorization) throws {
    try desk.perform { try $0.setAuthorization(authorization, of: mail, now: $1) }
  }

  @Test(
    "is in no list while the app is denied, and comes back unread with the permission, over restarts, without an alert"
  )
  func comesBack() throws {
    for restarts in [false, true] {
      let desk = try Desk()
      let ids = try ["a", "b"].map { try desk.post($0).id }
      desk.forgetShown()
      desk.policy.apps[mail] = AppSettings(authorization: .denied)
      if restarts { try desk.restart() } else { try adopt(desk, .denied) }
      #expect(desk.closed.count == 2)
      #expect(try titles(desk).isEmpty && desk.badge() == 0)
      let listed = try desk.perform { try $0.entries(Set(ids), now: $1).count }
      let unread = try desk.perform { try $0.state(now: $1).unread }
      #expect(listed == 0 && unread == 0)
      let why = try desk.perform { engine, _ in try engine.explain(ids[0]).last?.decision.why }
      #expect(why?.contains("in no list") == true)
      #expect(throws: Refusal.notFound(.notification(ids[0]))) {
        try desk.perform { try $0.activate(ids[0], .defaultAction, text: nil, now: $1) }
      }
      desk.pass(seconds: 40 * 86_400)
      try desk.restart()
      try adopt(desk, nil)
      #expect(try titles(desk) == ["a", "b"] && desk.badge() == 2)
      #expect(try desk.records().allSatisfy { $0.state == .delivered && $0.unread })
      #expect(desk.alerts.isEmpty)
      #expect(try desk.explanation("a").suffix(2) == ["withdrawn", "restored"])
    }
  }

  @Test("what its app has marked read meanwhile is in no list either, and comes back as read")
  func readMeanwhile() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    try adopt(desk, .denied)
    _ = try desk.perform { try $0.markRead(nil, [id], of: mail, by: app, now: $1) }
    #expect(try titles(desk).isEmpty)
    try adopt(desk, nil)
    #expect(try desk.record("a").state == .read)
    #expect(try desk.badge() == 0)
  }

  @Test("a private one is wiped all the same")
  func isPrivate() throws {
    let desk = try Desk()
    let id = try desk.post("secret") { $0.isPrivate = true }.id
    try desk.post("a")
    try adopt(desk, .denied)
    try adopt(desk, .authorized)
    #expect(try titles(desk).compactMap(\.self) == ["a"])
    #expect(try desk.records().first { $0.id == id }?.state == .withdrawn)
  }

  @Test(
    "is gone for good once the person denies the app, before or meanwhile; and forgetting that brings nothing back"
  )
  func personDenies() throws {
    for isBefore in [false, true] {
      let desk = try Desk()
      try desk.post("a")
      if isBefore { try decide(desk, .denied) }
      try adopt(desk, .denied)
      try decide(desk, .denied)
      #expect(try desk.records().map(\.state) == [.withdrawn])
      try adopt(desk, .authorized)
      try desk.perform { try $0.forget(mail, now: $1) }
      #expect(try desk.records().map(\.state) == [.withdrawn] && desk.badge() == 0)
    }
  }

  @Test(
    "comes back where the person allows the app over the file, and an app that is forgotten meanwhile keeps it"
  )
  func personAllows() throws {
    let desk = try Desk()
    try desk.post("a")
    try adopt(desk, .denied)
    try desk.perform { try $0.forget(mail, now: $1) }
    #expect(try desk.badge() == 0)
    try decide(desk, .authorized)
    #expect(try titles(desk) == ["a"] && desk.badge() == 1)
  }

  @Test("what waited for its alert waits again, and is shown when nothing holds it any more")
  func held() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("a")
    try adopt(desk, .denied)
    try adopt(desk, .authorized)
    #expect(try desk.record("a").state == .held && desk.alerts.isEmpty)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts == ["a"])
  }

  @Test(
    "what was to come is scheduled again, a series goes on, and what came meanwhile is in the list without an alert"
  )
  func scheduled() throws {
    let desk = try Desk()
    try desk.post("later") { $0.trigger = .after(seconds: 600, repeats: false) }
    try desk.post("meanwhile") { $0.trigger = .after(seconds: 60, repeats: false) }
    try desk.post("series") { $0.trigger = .after(seconds: 120, repeats: true) }
    try adopt(desk, .denied)
    desk.pass(seconds: 300)
    try adopt(desk, .authorized)
    #expect(desk.alerts.isEmpty)
    let meanwhile = try desk.record("meanwhile")
    #expect(meanwhile.state == .delivered && meanwhile.unread)
    #expect(meanwhile.came == Desk.noon.advanced(bySeconds: 60))
    #expect(try desk.badge() == 1)
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["series"])
    desk.pass(seconds: 240)
    #expect(desk.alerts.contains("later"))
  }

  @Test(
    "what has expired meanwhile stays away, and what its app takes back or has read does not come back unread"
  )
  func over() throws {
    let desk = try Desk()
    try desk.post("expires") { $0.expiresAfter = 60 }
    let taken = try desk.post("taken") { $0.identifier = name("t") }.id
    let read = try desk.post("read").id
    try adopt(desk, .denied)
    desk.pass(seconds: 61)
    _ = try desk.perform { engine, now in
      var selection = Selection([name("t")], nil)
      while try engine.withdraw(&selection, of: mail, by: app, now: now) == nil {}
      var other = Selection(nil, [read])
      while try engine.markRead(&other, of: mail, by: app, now: now) == nil {}
    }
    try adopt(desk, .authorized)
    #expect(try desk.record("expires").state == .expired)
    #expect(try desk.records().first { $0.id == taken }?.state == .withdrawn)
    #expect(try desk.record("read").state == .read)
    #expect(try desk.badge() == 0)
  }

  @Test("what waited for the person waits for them again, and the question is put again")
  func awaitingConsent() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    try adopt(desk, .denied)
    #expect(try titles(desk).isEmpty && desk.questionHandle == nil)
    try adopt(desk, nil)
    #expect(try desk.record("a").state == .awaitingConsent)
    #expect(desk.questionHandle != nil)
    try decide(desk, .authorized)
    #expect(desk.alerts.last == "a")
  }

  @Test(
    "what came back is replaced by what has its identifier, and what came by the desktop's interface comes back too"
  )
  func afterwards() throws {
    let desk = try Desk(Desk.asking)
    desk.policy.defaultAuthorization = .authorized
    try adopt(desk, .authorized)
    try desk.post("a") { $0.identifier = name("n") }
    try desk.postFront("front", of: chat)
    for app in [mail, chat] { try adopt(desk, .denied, of: app) }
    #expect(try desk.records(chat).isEmpty)
    for app in [mail, chat] { try adopt(desk, .authorized, of: app) }
    #expect(try desk.records(chat).map(\.unread) == [true])
    try desk.post("b") { $0.identifier = name("n") }
    #expect(try titles(desk) == ["b"] && desk.badge() == 1)
  }

  @Test("comes and goes a share at a time, and a daemon that ends in between goes on after its start")
  func shares() throws {
    let desk = try Desk(rowsPerTransaction: 2)
    for number in 0..<7 { try desk.post("\(number)") }
    for authorization in [Authorization.denied, .authorized] {
      desk.policy.apps[mail] = AppSettings(authorization: authorization)
      let policy = desk.policy
      desk.engine.assumeIsolated { $0.adopt(policy, rememberedAs: "text") }
      desk.step()
      try desk.restart()
      #expect(try desk.badge() == (authorization == .denied ? 0 : 7))
    }
  }

  private func effect(of policy: Policy, _ desk: Desk) throws -> ReloadEffect {
    try desk.perform { engine, _ in try engine.effect(of: policy) }
  }

  @Test("a reload says how many of how many apps it takes, and how many come back")
  func effect() throws {
    let desk = try Desk()
    for app in [mail, mail, chat] { try desk.post(NotificationRequest(app: app, title: "\(app)")) }
    try desk.post("later") { $0.trigger = .after(seconds: 600, repeats: false) }
    var denying = desk.policy
    denying.apps = [mail: AppSettings(authorization: .denied), chat: AppSettings(authorization: .denied)]
    let foreseen = try effect(of: denying, desk)
    #expect(foreseen.withheld == .init(notifications: 3, apps: 2) && foreseen.restored == .init())
    try adopt(desk, .denied)
    try adopt(desk, .denied, of: chat)
    let again = try effect(of: denying, desk)
    #expect(again == ReloadEffect())
    let restored = try effect(of: Desk.allowing, desk)
    #expect(restored.restored == .init(notifications: 3, apps: 2) && restored.withheld == .init())
  }
}
