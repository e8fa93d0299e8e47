import Delivery
import NotificationModel
import Testing

/// The way from the banner of a question to its answer.
@Suite("Answering a question where it stands")
struct AnsweringTests {
  private let hour: Int64 = 3_600

  private func press(_ desk: Desk, _ action: String, token: String? = nil) throws {
    let handle = try #require(desk.questionHandle)
    desk.receive(.pressed(handle, action: item(action), activationToken: token))
  }

  private func authorization(_ desk: Desk) throws -> Authorization {
    try desk.perform { try $0.settings(of: mail, now: $1).authorization }
  }

  private func lastLine(_ desk: Desk) throws -> Substring {
    try #require(desk.shown.last?.text.body.split(separator: "\n").last)
  }

  private func why(_ desk: Desk, _ title: String) throws -> [String] {
    let id = try desk.record(title).id
    return try desk.perform { engine, _ in try engine.explain(id).map(\.decision.why) }
  }

  /// A desk whose server, dunst, draws no buttons, even if it claims to.
  private func deskWithoutButtons(_ policy: Policy = Desk.asking) throws -> Desk {
    let desk = try Desk(policy, hasServer: false)
    desk.product = "dunst"
    desk.serverAppears()
    return desk
  }

  @Test(
    "where the server draws no buttons, the last line says what to type",
    arguments: [
      ("dunst", ["body", "actions"], true), ("mako", ["body", "actions"], true),
      ("Other", ["body"], true), ("Plasma", ["body", "actions"], false),
      ("gnome-shell", ["body", "actions"], false),
    ] as [(String, Set<String>, Bool)])
  func howToAnswer(product: String, capabilities: Set<String>, isTold: Bool) throws {
    let desk = try Desk(Desk.asking, hasServer: false)
    desk.product = product
    desk.capabilities = capabilities
    desk.serverAppears()
    try desk.post("a")
    let line = try lastLine(desk)
    #expect((line == "Answer: bellhop allow org.example.Mail, or bellhop center") == isTold, "\(line)")
  }

  @Test(
    "an id that would make the line too long, or be taken for an option, is not in it",
    arguments: [
      String(repeating: "a", count: 65), "-x",
    ])
  func unfit(id: String) throws {
    let desk = try deskWithoutButtons()
    try desk.post(NotificationRequest(app: known(AppID(id)), title: "a"))
    #expect(try lastLine(desk) == "Answer: bellhop center")
  }

  @Test("the question about marketing and the explanation of Time Sensitive say it, too")
  func otherQuestions() throws {
    let desk = try deskWithoutButtons(Desk.allowing)
    _ = try desk.perform {
      try $0.requestAuthorization(mail, purpose: "Our sale.", marketing: true, by: app, now: $1)
    }
    #expect(try lastLine(desk) == "Answer: bellhop set org.example.Mail marketing=on, or bellhop center")
    try press(desk, "deny")
    let time = desk.now.wall
    try desk.post("Train") {
      $0.level = .timeSensitive
      $0.relevantDate = time
    }
    #expect(
      try lastLine(desk)
        == "To turn it off: bellhop set org.example.Mail timeSensitive=off, or bellhop center")
  }

  @Test(
    "what a server draws of three comes first: allowed, not allowed, quietly; then for an hour, and later")
  func order() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    #expect(
      desk.shown.first?.text.actions.map(\.title) == [
        "Allow", "Don’t Allow", "Deliver Quietly", "Allow for an Hour", "Ask Me in an Hour",
      ])
  }

  @Test("Deliver Quietly lists what waited, without a banner")
  func quietly() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    try press(desk, "quietly")
    #expect(try authorization(desk) == .provisional)
    #expect(try desk.record("a").state == .delivered && desk.alerts.count == 1)
  }

  @Test(
    "Allow for an Hour shows what waited; then the app is undecided again, and asked about with its next post"
  )
  func forAnHour() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    try press(desk, "hour")
    #expect(desk.alerts.last == "a")
    let entry = try desk.perform { try $0.apps(now: $1).apps.first }
    #expect(
      entry?.ending == [ChoiceEnd(setting: "Authorization", until: desk.now.wall.advanced(bySeconds: hour))])
    let id = try desk.record("a").id
    _ = try desk.perform { try $0.markRead([id], now: $1) }
    desk.pass(seconds: hour - 1)
    #expect(try desk.post("b").outcome == .presented)
    let other = try desk.record("b").id
    _ = try desk.perform { try $0.markRead([other], now: $1) }
    desk.pass(seconds: 1)
    #expect(try authorization(desk) == .notDetermined)
    #expect(desk.questionHandle == nil)
    #expect(try desk.post("c").outcome == .awaitingConsent)
    #expect(desk.subjects.last == .consent(mail))
  }

  @Test("what is unread at the end of the hour waits for the question, which is put at once")
  func unreadAtTheEnd() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    try press(desk, "hour")
    desk.pass(seconds: hour)
    #expect(try desk.record("a").state == .awaitingConsent)
    #expect(desk.subjects.last == .consent(mail) && desk.shown.count == 3)
  }

  @Test("a press on the banner is no consent: it opens the centre at the app, with the token")
  func pressed() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    try press(desk, "default", token: "token")
    #expect(desk.desktopCommands.contains(.openCenter(CenterOpening(app: mail, activationToken: "token"))))
    #expect(try authorization(desk) == .notDetermined)
    #expect(try desk.record("a").state == .awaitingConsent)
  }

  @Test("no press opens the centre while the screen is locked")
  func locked() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    let handle = try #require(desk.questionHandle)
    desk.engine.assumeIsolated {
      $0.receive(.lock(.locked(by: ["logind"])))
      $0.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    }
    desk.run()
    let isOpened = desk.desktopCommands.contains { if case .openCenter = $0 { true } else { false } }
    #expect(!isOpened)
  }

  @Test(
    "explain says of what waits that its question came up, and how it went; the list of apps says how and when",
    arguments: [
      (QuestionEnd.Way.pressed, "The person pressed the question, which is no answer."),
      (.dismissed, "The person dismissed the question without an answer."),
      (.expired, "The question left the screen by itself, unanswered."),
    ])
  func told(way: QuestionEnd.Way, words: String) throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    desk.pass(seconds: 60)
    let handle = try #require(desk.questionHandle)
    switch way {
    case .pressed: try press(desk, "default")
    case .dismissed: desk.receive(.closed(handle, .dismissed))
    case .expired: desk.receive(.closed(handle, .expired))
    }
    #expect(try why(desk, "a").suffix(2) == ["The question about this app came up on the screen.", words])
    try desk.restart()
    let entry = try desk.perform { try $0.apps(now: $1).apps.first }
    #expect(entry?.questionStanding?.end == QuestionEnd(way, at: desk.now.wall))
  }
}
