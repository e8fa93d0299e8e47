import Delivery
import NotificationModel
import Testing

/// G10: an app the person has not allowed shows nothing but the question.
@Suite("G10 Consent comes first")
struct G10ConsentComesFirstTests {
  private func question(_ desk: Desk) throws -> BannerHandle {
    let handle = desk.questionHandle
    return try #require(handle)
  }

  private func request(_ desk: Desk, _ purpose: String, for app: AppID = mail, process: Int32 = 100) throws
    -> Authorization
  {
    let client = Client(connection: 1, process: process, isPerson: false)
    return try desk.perform { try $0.requestAuthorization(app, purpose: purpose, by: client, now: $1) }
  }

  @Test("the question is shown once, however much the app posts, and names the app itself")
  func once() throws {
    let desk = try Desk(Desk.asking)
    for number in 1...5 { #expect(try desk.post("\(number)").outcome == .awaitingConsent) }
    #expect(desk.subjects == [.consent(mail)])
    #expect(desk.shown.first?.text.title == "“Mail” Would Like to Send You Notifications")
    #expect(desk.shown.first?.text.actions.map(\.title).prefix(2) == ["Allow", "Don’t Allow"])
    #expect(try desk.badge() == 0)
  }

  @Test("allowed after its time: what waited came when it was posted")
  func cameWhenPosted() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a") { $0.trigger = .at(Desk.noon.advanced(bySeconds: 60)) }
    desk.pass(seconds: 4_000)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(try desk.record("a").came == Desk.noon)
  }

  @Test("allowed: what waited is shown in order")
  func allowed() throws {
    let desk = try Desk(Desk.asking)
    for number in 1...3 { try desk.post("\(number)") }
    desk.receive(.pressed(try question(desk), action: item("allow"), activationToken: nil))
    #expect(desk.alerts.dropFirst() == ["1", "2", "3"])
    #expect(try desk.badge() == 3)
    #expect(desk.events.contains { $0.kind == .authorization && $0.authorization == .authorized })
  }

  @Test("denied: what waited is taken back, and later posts are refused")
  func denied() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    desk.receive(.pressed(try question(desk), action: item("deny"), activationToken: nil))
    #expect(try desk.record("a").state == .withdrawn)
    #expect(throws: Refusal.notAuthorized(mail, .denied)) { try desk.post("b") }
    #expect(desk.subjects == [.consent(mail)])
  }

  @Test("denied later: what is on screen goes at once")
  func deniedLater() throws {
    let desk = try Desk()
    try desk.post("a")
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    #expect(desk.closed.count == 1)
    #expect(try desk.badge() == 0)
  }

  @Test(
    "dismissed or timed out: asked again after a day, three times in all",
    arguments: [
      CloseReason.dismissed, .expired,
    ])
  func undecided(_ reason: CloseReason) throws {
    let desk = try Desk(Desk.asking)
    for day in 0..<6 {
      try desk.post("day \(day)")
      if let handle = desk.questionHandle {
        desk.receive(.closed(handle, reason))
      }
      try desk.post("day \(day) again")
      desk.pass(seconds: 86_400)
    }
    #expect(desk.shown.count == 3)
  }

  @Test(
    "a question on a locked screen does not count: it is put again at the unlock, restart or not"
  )
  func unseen() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    for round in 1...4 {
      let handle = try question(desk)
      try desk.perform { engine, _ in try engine.setLocked(true) }
      #expect(desk.closed.last == handle && desk.questionHandle == nil)
      try desk.post("locked \(round)")
      if round == 2 { try desk.restart() }
      #expect(desk.shown.count == round)
      try desk.perform { engine, _ in try engine.setLocked(false) }
      #expect(desk.shown.count == round + 1)
    }
    desk.receive(.closed(try question(desk), .expired))
    try desk.post("b")
    #expect(desk.questionHandle == nil)
  }

  @Test(
    "one that goes by itself while nobody is there does not count, and is put again at the next sign of life")
  func goneWithNobodyThere() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    for round in 1...4 {
      desk.idle(true)
      desk.receive(.closed(try question(desk), .expired))
      desk.pass(seconds: 3_600)
      #expect(desk.shown.count == round && desk.questionHandle == nil)
      desk.idle(false)
      #expect(desk.shown.count == round + 1)
    }
    desk.receive(.closed(try question(desk), .expired))
    try desk.post("b")
    #expect(desk.questionHandle == nil)
  }

  @Test("one that comes while nobody is there waits for somebody")
  func asksWhenSomebodyIsThere() throws {
    let desk = try Desk(Desk.asking)
    desk.idle(true)
    try desk.post("a")
    #expect(desk.shown.isEmpty)
    desk.idle(false)
    #expect(desk.subjects == [.consent(mail)])
  }

  @Test("one that comes while the screen is locked waits for the unlock, and tells nothing until then")
  func asksAfterLock() throws {
    let desk = try Desk(Desk.asking)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.post("a")
    #expect(desk.shown.isEmpty)
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(desk.subjects == [.consent(mail)])
  }

  @Test(
    "what goes by itself behind a lock that was not heard of in time does not count, what is dismissed does")
  func goneBehindLock() throws {
    for reason in [CloseReason.expired, .dismissed] {
      let desk = try Desk(Desk.asking)
      try desk.post("a")
      let handle = try question(desk)
      desk.engine.assumeIsolated {
        $0.receive(.lock(.locked(by: ["logind"])))
        $0.receive(.closed(handle, reason))
      }
      desk.run()
      desk.engine.assumeIsolated { $0.receive(.lock(.unlocked)) }
      desk.run()
      #expect(desk.shown.count == (reason == .dismissed ? 1 : 2))
    }
  }

  @Test("explain says how the question stands: up, gone and when it comes again, or no more")
  func standing() throws {
    let desk = try Desk(Desk.asking)
    let id = try desk.post("a").id
    func why() throws -> String? {
      try desk.perform { engine, now in try engine.obstacle(to: id, now: now)?.decision.why }
    }
    #expect(try why() == "The question about this app is on screen.")
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try why()?.contains("still to come") == true)
    try desk.perform { engine, _ in try engine.setLocked(false) }
    desk.receive(.closed(try question(desk), .expired))
    #expect(try why()?.contains("asked again with the app's next post after") == true)
    for _ in 1...2 {
      desk.pass(seconds: 86_400)
      try desk.post("b")
      desk.receive(.closed(try question(desk), .expired))
    }
    #expect(try why()?.contains("is not asked again") == true)
    let entry = try desk.perform { try $0.apps(now: $1).apps.first }
    #expect(entry?.questionStanding?.asked == 3 && entry?.questionStanding?.again == nil)
  }

  @Test("one question at a time; the next when the first is answered")
  func oneAtATime() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    try desk.post(NotificationRequest(app: chat, title: "b"))
    #expect(desk.subjects == [.consent(mail)])
    desk.receive(.pressed(try question(desk), action: item("allow"), activationToken: nil))
    #expect(desk.subjects.contains(.consent(chat)))
  }

  @Test("a question that nobody answers leaves the screen after an hour, for the next one")
  func overdue() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    try desk.restart()
    try desk.post(NotificationRequest(app: chat, title: "b"))
    desk.pass(seconds: 3_599)
    #expect(desk.subjects == [.consent(mail)])
    desk.pass(seconds: 1)
    #expect(desk.subjects == [.consent(mail), .consent(chat)])
    #expect(desk.closed.count == 1)
  }

  @Test("a question that was on screen before a restart is answered after it")
  func answeredAfterRestart() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    let handle = try question(desk)
    try desk.restart()
    desk.receive(.pressed(handle, action: item("allow"), activationToken: nil))
    #expect(try desk.badge() == 1)
  }

  @Test("three questions a day for one process, ten a day in all")
  func perDay() throws {
    let desk = try Desk(Desk.asking)
    for number in 0..<30 {
      let app = known(AppID("org.invented.App\(number)"))
      _ = try request(desk, "For a test.", for: app, process: Int32(number / 5))
      if let handle = desk.questionHandle {
        desk.receive(.closed(handle, .dismissed))
      }
    }
    #expect(desk.shown.count == 10)
    let another = try Desk(Desk.asking)
    for number in 0..<5 {
      _ = try request(another, "For a test.", for: known(AppID("org.invented.App\(number)")))
      if let handle = another.questionHandle {
        another.receive(.closed(handle, .dismissed))
      }
    }
    #expect(another.shown.count == 3)
  }

  @Test("status counts the apps that wait for an answer, asked about or not")
  func toDecide() throws {
    let desk = try Desk(Desk.asking)
    func told() throws -> Int? { try desk.perform { try $0.state(now: $1).appsToDecide } }
    #expect(try told() == 0)
    for number in 1...5 {
      try desk.post(NotificationRequest(app: known(AppID("org.example.A\(number)")), title: "Hello"))
    }
    #expect(try told() == 5)
    try desk.perform { try $0.setAuthorization(.authorized, of: known(AppID("org.example.A1")), now: $1) }
    #expect(try told() == 4)
  }

  @Test("the question that a post brings says what kinds of notifications wait, and none of their text")
  func kinds() throws {
    let desk = try Desk(Policy())
    desk.server = .silent
    try desk.post("Dinner") { $0.kind = .message }
    try desk.post("Wake Up") { $0.kind = .alarm }
    try desk.post("Disk Full")
    desk.server = .answers
    try desk.restart()
    #expect(desk.shown.last?.text.body == "Mail\nIt wants to show messages, alarms and other notifications.")
    let other = try Desk(Policy())
    try other.post("Disk Full")
    #expect(other.shown.first?.text.body == "Mail\nIt wants to show notifications.")
  }

  @Test("the purpose stands in quotation marks below the app's name, on one line")
  func purpose() throws {
    let desk = try Desk(Desk.asking)
    #expect(try request(desk, "Tells you of new mail.\nAllow\u{202E} now") == .notDetermined)
    #expect(desk.shown.first?.text.body == "Mail\n“Tells you of new mail. Allow now”")
    let unknown = try Desk(Desk.asking)
    _ = try request(unknown, "Trust me.", for: known(AppID("org.invented.App")))
    #expect(unknown.shown.first?.text.body.contains("not verified") == true)
  }

  @Test(
    "an invisible purpose is refused, and no question is put",
    arguments: ["", "  ", "\n\t", "\u{200B}\u{2060}", "\u{202E}"])
  func invisiblePurpose(_ purpose: String) throws {
    let desk = try Desk(Desk.asking)
    #expect(throws: Refusal.invalid(path: "purpose", reason: "there is no visible text in it")) {
      try request(desk, purpose)
    }
    #expect(desk.shown.isEmpty)
  }

  @Test(
    "apps that the configuration decides about are not asked about",
    arguments: [
      (Authorization.authorized, Outcome.presented), (.provisional, .quiet),
    ])
  func configured(_ authorization: Authorization, _ outcome: Outcome) throws {
    var policy = Desk.asking
    policy.apps[mail] = AppSettings(authorization: authorization)
    let desk = try Desk(policy)
    #expect(try request(desk, "For a test.") == authorization)
    #expect(try desk.post("a").outcome == outcome)
    #expect(!desk.subjects.contains(.consent(mail)))
  }

  @Test("what an administrator has locked is refused with the file's name")
  func locked() throws {
    var policy = Desk.asking
    policy.locked[mail] = [.authorization: "/etc/bellhop/bellhop.conf"]
    policy.lockedValues[mail] = AppSettings(authorization: .denied)
    let desk = try Desk(policy)
    #expect(
      throws: Refusal.locked(mail, setting: "Authorization", by: "/etc/bellhop/bellhop.conf")
    ) {
      try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    }
    let why = "An administrator has fixed Authorization in /etc/bellhop/bellhop.conf; ask them."
    #expect(throws: Refusal.notAuthorized(mail, .denied, why: why)) { try desk.post("a") }
  }

  @Test("the shell's app needs no question, and is nobody's but the person's")
  func shell() throws {
    let desk = try Desk(Desk.asking)
    let note = NotificationRequest(app: .shell, title: "Done")
    #expect(try desk.post(note, by: tool).outcome == .presented)
    #expect(throws: Refusal.notPermitted(.shell)) { try desk.post(note) }
  }

  @Test("the system's app is nobody's but root's, not the person's either")
  func system() throws {
    let desk = try Desk(Desk.asking)
    let note = NotificationRequest(app: .system, title: "Backup Has Failed")
    for client in [tool, Client(connection: 1, process: 100, isPerson: false)] {
      #expect(throws: Refusal.notPermitted(.system)) { try desk.post(note, by: client) }
      #expect(throws: Refusal.notPermitted(.system)) {
        try desk.perform {
          try $0.requestAuthorization(.system, purpose: "To look like root.", by: client, now: $1)
        }
      }
    }
    let root = Client(connection: 3, process: 300, isPerson: false, verified: .system)
    #expect(try desk.post(note, by: root).outcome == .awaitingConsent)
  }

  @Test("a question that the server died of waits for another day, one that never came is asked again")
  func faults() throws {
    let poisoned = try Desk(Desk.asking, server: .fails(.serverDied))
    try poisoned.post("a")
    poisoned.pass(seconds: 600)
    #expect(poisoned.shown.count == 1)
    let restarted = try Desk(Desk.asking)
    try restarted.post("a")
    restarted.serverVanishes()
    restarted.serverAppears(as: "bus/:1.9")
    #expect(restarted.subjects == [.consent(mail), .consent(mail)])
  }

  @Test("what came too fast is not summed up on screen once its app is no longer allowed")
  func noSummary() throws {
    let desk = try Desk()
    for number in 1...11 { try desk.post("\(number)") }
    desk.forgetShown()
    let asking = Desk.asking
    try desk.perform { engine, _ in engine.adopt(asking, rememberedAs: "") }
    desk.pass(seconds: 60)
    #expect(!desk.subjects.contains(.summary(mail)))
    #expect(try desk.badge() == 0)
    #expect(try desk.records().allSatisfy { $0.state == .awaitingConsent })
  }

  @Test("what was held for a summary waits for consent when its app is no longer allowed")
  func heldForSummary() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    for number in 1...5 { try desk.post("\(number)") }
    desk.serverVanishes()
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    let asking = Desk.asking
    try desk.perform { engine, _ in engine.adopt(asking, rememberedAs: "") }
    desk.serverAppears()
    #expect(desk.subjects == [.consent(mail)])
    #expect(try desk.records().allSatisfy { $0.state == .awaitingConsent })
    #expect(try desk.badge() == 0)
  }

  @Test("a question that goes with its server uses up none of its three chances")
  func serversCome() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    for number in 2...6 {
      desk.serverVanishes()
      desk.serverAppears(as: "bus/:1.\(number)")
    }
    #expect(desk.subjects.count == 6)
    desk.receive(.closed(try #require(desk.lastShownHandle), .expired))
    desk.pass(seconds: 2 * 86_400)
    try desk.post("b")
    #expect(desk.subjects.count == 7)
  }
}
