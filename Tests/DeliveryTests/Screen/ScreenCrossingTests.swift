import Delivery
import Guidelines
import NotificationModel
import Records
import TestSupport
import Testing

/// Two events for a banner that cross on their way.
@Suite("Crossings on the way to the screen")
struct ScreenCrossingTests {
  private func hear(_ lock: ScreenLock, at desk: Desk) {
    desk.lock.heard(lock)
    desk.engine.assumeIsolated { $0.receive(DesktopReport.lock(lock)) }
    desk.run()
  }
  private func question(_ desk: Desk) -> BannerHandle? { desk.questionHandle }

  @Test("a question on screen outlives a change of previews")
  func questionAndPreviews() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("1")
    #expect(question(desk) != nil)
    var settings = AppSettings()
    settings.previews = .never
    let change = settings
    try desk.perform { try $0.change(mail, by: change, now: $1) }
    #expect(desk.closed.isEmpty)
    desk.forgetShown()
    desk.pass(seconds: 1800)
  }

  @Test("a question on screen outlives a reload")
  func questionAndReload() throws {
    let desk = try Desk()
    try desk.post("1")
    _ = try desk.perform {
      try $0.requestAuthorization(mail, purpose: "offers", marketing: true, by: app, now: $1)
    }
    #expect(desk.subjects.last == .marketing(mail))
    let policy = Desk.allowing
    try desk.perform { e, _ in e.adopt(policy, rememberedAs: "x") }
    desk.run()
    #expect(desk.closed.isEmpty)
  }

  @Test("private text does not stay on a locked screen behind a held one, whatever the server says")
  func exposedBehindHeld() throws {
    let desk = try Desk()
    try desk.post("secret") { $0.identifier = name("x") }
    let handle = try desk.handle(of: "secret")
    desk.server = .silent
    hear(.locked(by: ["logind"]), at: desk)
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("other") { $0.identifier = name("x") }
    desk.server = .answers
    desk.receive(.failed(.notification(try desk.record("other").id), .busy))
    desk.pass(seconds: 600)
    let phase = try desk.phase(of: "other")
    let exposed = phase?.shown.map { $0.hasLockedForm && !$0.isHidden } ?? false
    #expect(!exposed)
    #expect(desk.closed == [handle] || desk.shown.last?.replaces == handle)
  }

  @Test("an alert that comes while its earlier text is redacted is not lost with a server that never answers")
  func alertWhileRedacted() throws {
    let desk = try Desk()
    try desk.post("secret") { $0.identifier = name("x") }
    let handle = try desk.handle(of: "secret")
    desk.server = .silent
    hear(.locked(by: ["logind"]), at: desk)
    try desk.post("other") { $0.identifier = name("x") }
    let subject = BannerSubject.notification(try desk.record("other").id)
    desk.receive(.failed(subject, .unanswered))
    #expect(desk.closed == [handle])
    desk.forgetShown()
    desk.server = .answers
    desk.receive(.closed(handle, .closed))
    desk.pass(seconds: 60)
    #expect(desk.subjects == [subject])
    #expect(try desk.phase(of: "other")?.shown?.isHidden == true)
  }

  @Test("what is held while a hung server has its earlier text wakes nobody when the hold is over")
  func heldWithHungServer() throws {
    let desk = try Desk()
    desk.server = .silent
    try desk.post("old") { $0.identifier = name("x") }
    try desk.perform { engine, now in
      try engine.setDoNotDisturb(true, until: now.wall.advanced(bySeconds: 60), now: now)
    }
    try desk.post("new") { $0.identifier = name("x") }
    desk.pass(seconds: 61)
    let now = desk.now
    let wakes = desk.engine.assumeIsolated { $0.wakes(now: now) }
    #expect(wakes.wall == nil && wakes.uptime == nil)
    desk.serverAnswersAtLast()
    #expect(desk.alerts == ["old", "new"])
  }

  @Test("what an earlier process showed is hidden where its configuration let more be seen")
  func previewsBetweenProcesses() throws {
    for previews in [Previews.never, .whenUnlocked] {
      let desk = try Desk()
      desk.policy.previews = .always
      try desk.restart()
      try desk.post("secret")
      desk.policy.previews = previews
      try desk.restart()
      try desk.perform { engine, _ in try engine.setLocked(true) }
      let last = try #require(desk.shown.last)
      #expect(desk.shown.count { $0.subject == last.subject } >= 2)
      #expect(!(last.textWhenLocked ?? last.text).title.contains("secret"))
    }
  }

  @Test(
    "what an earlier process hid is shown where the configuration now lets it be seen, also with buttons a lock takes"
  )
  func previewsShownAgain() throws {
    let desk = try Desk()
    desk.policy.previews = .never
    try desk.restart()
    try desk.post("news") {
      $0.actions = [Action(id: item("pay"), title: "Pay", authenticationRequired: true)]
    }
    #expect(desk.shown.last?.text.title != "news")
    desk.policy.previews = .whenUnlocked
    try desk.restart()
    #expect(desk.shown.last?.text.title == "news")
  }

  @Test("banners that are switched off all go, also while one is under way")
  func bannersOff() throws {
    let desk = try Desk(rowsPerTransaction: 4)
    for n in 1...9 {
      try desk.post("\(n)") { $0.identifier = name("\(n)") }
      desk.pass(seconds: 600)
    }
    desk.server = .silent
    try desk.post("1") {
      $0.identifier = name("1"); $0.body = "new"
    }
    var settings = AppSettings()
    settings.banners = false
    let change = settings
    try desk.perform { try $0.change(mail, by: change, now: $1) }
    desk.run()
    desk.serverAnswersAtLast()
    desk.pass(seconds: 60)
    let left = try desk.records().filter { try desk.disk.phase(of: $0) != nil }.map { $0.request.title }
    #expect(left.isEmpty)
  }

  @Test("no other server gets what was being restored")
  func restoredElsewhere() throws {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: "gnome-shell")
    try desk.restart()
    try desk.post("a")
    desk.server = .fails(.busy)
    try desk.restart()
    desk.forgetShown()
    desk.server = .answers
    desk.product = "Plasma"
    try desk.restart(hasServer: false)
    desk.serverAppears(as: "bus/:1.9")
    desk.pass(seconds: 60)
    #expect(desk.shown.isEmpty)
  }

  @Test("a question that is asked again while it is handed over is asked")
  func askedAgain() throws {
    let desk = try Desk(Desk.asking)
    desk.server = .silent
    try desk.post("1")
    #expect(desk.subjects == [.consent(mail)])
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    try desk.perform { try $0.setAuthorization(.notDetermined, of: mail, now: $1) }
    try desk.post("2")
    desk.serverAnswersAtLast()
    desk.pass(seconds: 60)
    #expect(desk.subjects == [.consent(mail), .consent(mail)])
    #expect(question(desk) != nil)
  }

  @Test("private text does not stay on a locked screen under an alert that waits")
  func exposedUnderAlert() throws {
    let desk = try Desk()
    try desk.post("secret") { $0.identifier = name("x") }
    desk.pass(seconds: 600)
    desk.server = .silent
    try desk.post("other") { $0.identifier = name("x") }
    hear(.locked(by: ["logind"]), at: desk)
    desk.server = .fails(.busy)
    desk.receive(.failed(.notification(try desk.record("other").id), .busy))
    #expect(!desk.closed.isEmpty)
  }

  @Test("a number that the server gives again means the newest")
  func numberAgain() throws {
    let desk = try Desk()
    try desk.post("a")
    let handle = try desk.handle(of: "a")
    desk.pass(seconds: 600)
    desk.server = .silent
    try desk.post("b")
    let id = try desk.record("b").id
    desk.receive(.shown(.notification(id), handle, hidden: false, omitted: []))
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(try desk.record("b").state == .read)
  }
}
