import Delivery
import NotificationModel
import Testing

@Suite("Marketing")
struct MarketingTests {
  private func request(_ desk: Desk, marketing: Bool = true, process: Int32 = 100) throws -> Authorization {
    let client = Client(connection: 1, process: process, isPerson: false)
    return try desk.perform {
      try $0.requestAuthorization(mail, purpose: "Our sale.", marketing: marketing, by: client, now: $1)
    }
  }

  private func press(_ desk: Desk, _ action: String) throws {
    let handle = try #require(desk.questionHandle)
    desk.receive(.pressed(handle, action: item(action), activationToken: nil))
  }

  private func offer(_ desk: Desk) throws(Refusal) -> Receipt {
    try desk.post("Sale!") { $0.kind = .marketing }
  }

  private func refusal(_ desk: Desk) -> Authorization? {
    do {
      _ = try offer(desk)
      return nil
    } catch {
      if case .notAuthorized(mail, let authorization, let why) = error, why != nil { return authorization }
      return .authorized
    }
  }

  @Test("without its consent a post is refused, with the reason, and nothing is stored")
  func refused() throws {
    let desk = try Desk()
    #expect(refusal(desk) == .notDetermined)
    try desk.perform { try $0.change(mail, by: AppSettings(marketing: false), now: $1) }
    #expect(refusal(desk) == .denied)
    #expect(try desk.records().isEmpty)
    try desk.perform { try $0.change(mail, by: AppSettings(marketing: true), now: $1) }
    #expect(try offer(desk).outcome == .presented)
  }

  @Test("an allowed app's question is one of its own, with the purpose", arguments: [true, false])
  func question(_ isAllowed: Bool) throws {
    let desk = try Desk()
    #expect(try request(desk) == .notDetermined)
    #expect(desk.subjects == [.marketing(mail)])
    #expect(desk.shown[0].text.title == "“Mail” Would Like to Send You Offers and News")
    #expect(desk.shown[0].text.body == "Mail\n“Our sale.”")
    #expect(desk.shown[0].text.actions.map(\.title) == ["Allow", "Don’t Allow", "Ask Me in an Hour"])
    try press(desk, isAllowed ? "allow" : "deny")
    #expect(try request(desk) == (isAllowed ? .authorized : .denied))
    #expect(refusal(desk) == (isAllowed ? nil : .denied))
    #expect(try request(desk, marketing: false) == .authorized)
    #expect(desk.events.contains { $0.kind == .authorization && $0.authorization == .authorized })
    #expect(desk.questionHandle == nil)
  }

  @Test(
    "of an app nobody has decided about, first whether it may notify, then this", arguments: [false, true])
  func both(_ restarts: Bool) throws {
    let desk = try Desk(Desk.asking)
    #expect(try request(desk) == .notDetermined)
    #expect(desk.subjects == [.consent(mail)])
    if restarts { try desk.restart() }
    try press(desk, "allow")
    #expect(desk.subjects == [.consent(mail), .marketing(mail)])
    try press(desk, "deny")
    #expect(refusal(desk) == .denied)
    #expect(try desk.post("Plain").outcome == .presented)
  }

  @Test("an app that is denied is not asked about further, and has its answer")
  func deniedAltogether() throws {
    let desk = try Desk(Desk.asking)
    _ = try request(desk)
    try press(desk, "deny")
    #expect(desk.subjects == [.consent(mail)])
    #expect(try request(desk) == .denied)
  }

  @Test("one on probation shows no banner, and asks once it is kept")
  func provisional() throws {
    var policy = Desk.asking
    policy.defaultAuthorization = .provisional
    let desk = try Desk(policy)
    #expect(try request(desk) == .notDetermined)
    #expect(desk.shown.isEmpty)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(desk.subjects == [.marketing(mail)])
  }

  @Test("dismissed: asked again after a day, three times in all; it shares the questions of the day")
  func pacing() throws {
    let desk = try Desk()
    for _ in 0..<6 {
      _ = try request(desk)
      if let handle = desk.questionHandle {
        desk.receive(.closed(handle, .dismissed))
      }
      desk.pass(seconds: 86_400)
    }
    #expect(desk.subjects == [.marketing(mail), .marketing(mail), .marketing(mail)])
    let busy = try Desk()
    for number in 0..<3 {
      let other = known(AppID("org.invented.App\(number)"))
      try busy.perform {
        _ = try $0.requestAuthorization(other, purpose: "x", marketing: true, by: app, now: $1)
      }
    }
    _ = try request(busy)
    #expect(
      try busy.perform { try $0.apps(now: $1).apps.first { $0.app == mail }?.marketingQuestion }
        == "Our sale."
    )
    for _ in 0..<3 {
      let handle = try #require(busy.questionHandle)
      busy.receive(.closed(handle, .dismissed))
    }
    #expect(busy.questionHandle == nil)
    #expect(!busy.subjects.contains(.marketing(mail)))
  }

  @Test("never urgent: counts as active, and a decision says so")
  func level() throws {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(critical: true, marketing: true)
    let desk = try Desk(policy)
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    for level in [InterruptionLevel.timeSensitive, .critical] {
      let time = desk.now.wall
      let receipt = try desk.post("\(level)") {
        $0.kind = .marketing
        $0.level = level
        $0.relevantDate = time
      }
      #expect(receipt.outcome == .held)
      #expect(receipt.decisions.contains { $0.guideline == "consent.marketing" && $0.effect == "active" })
    }
  }

  @Test("switched off: what is shown, held or scheduled of it goes at once, the rest stays")
  func switchedOff() throws {
    let desk = try Desk()
    try desk.perform { try $0.change(mail, by: AppSettings(marketing: true), now: $1) }
    _ = try offer(desk)
    try desk.post("Later") {
      $0.kind = .marketing
      $0.trigger = .after(seconds: 60, repeats: false)
    }
    try desk.post("Plain")
    try desk.perform { try $0.change(mail, by: AppSettings(marketing: false), now: $1) }
    #expect(try desk.record("Sale!").state == .withdrawn)
    #expect(try desk.record("Later").state == .withdrawn)
    #expect(try desk.explanation("Sale!").last == "withdrawn")
    #expect(desk.closed.count == 1)
    #expect(try desk.badge() == 1)
  }

  @Test("locked by an administrator: refused, naming the file, and not asked")
  func locked() throws {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(marketing: false)
    policy.lockedValues[mail] = AppSettings(marketing: false)
    policy.locked[mail] = [.marketing: "/etc/bellhop/bellhop.conf"]
    let desk = try Desk(policy)
    #expect(throws: Refusal.locked(mail, setting: "Marketing", by: "/etc/bellhop/bellhop.conf")) {
      try desk.perform { try $0.change(mail, by: AppSettings(marketing: true), now: $1) }
    }
    #expect(try request(desk) == .denied)
    #expect(desk.shown.isEmpty)
  }

  @Test("what was forbidden while the daemon was down is taken back at its start")
  func forbiddenMeanwhile() throws {
    let desk = try Desk()
    desk.policy.apps[mail] = AppSettings(marketing: true)
    try desk.restart()
    _ = try offer(desk)
    let handle = try desk.handle(of: "Sale!")
    desk.policy.apps[mail] = AppSettings(marketing: false)
    try desk.restart()
    #expect(try desk.record("Sale!").state == .withdrawn)
    #expect(try desk.badge() == 0)
    #expect(desk.closed.contains(handle))
  }

  @Test("judged as if the app were allowed, its marketing is judged too")
  func assumed() throws {
    let desk = try Desk()
    try desk.perform { try $0.change(mail, by: AppSettings(marketing: true), now: $1) }
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    var request = NotificationRequest(app: mail, title: "Sale!")
    request.kind = .marketing
    let allowed = Conditions(authorization: .authorized)
    let forecast = try desk.perform { [request] in
      try $0.forecast(request, under: allowed, by: tool, now: $1)
    }
    #expect(forecast.outcome == .presented)
  }

  @Test("a question that finds the app on probation is asked once the app is allowed")
  func askedLater() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    _ = try desk.perform {
      try $0.requestAuthorization(mail, purpose: "Sale.", marketing: true, by: app, now: $1)
    }
    try desk.perform { try $0.setAuthorization(.provisional, of: mail, now: $1) }
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.subjects.isEmpty)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(desk.subjects == [.marketing(mail)])
  }
}
