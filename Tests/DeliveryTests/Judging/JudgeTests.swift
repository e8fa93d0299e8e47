import Delivery
import Guidelines
import NotificationModel
import Testing

@Suite("Judging without posting")
struct JudgeTests {
  private let request: NotificationRequest = {
    var request = NotificationRequest(app: mail, title: "Lunch")
    request.thread = name("kitchen")
    return request
  }()

  private func forecast(
    _ request: NotificationRequest, at desk: Desk, _ conditions: Conditions = Conditions()
  ) throws -> Forecast {
    try desk.perform { try $0.forecast(request, under: conditions, by: tool, now: $1) }
  }

  private func outcome(at desk: Desk, _ conditions: Conditions) throws -> Outcome {
    try forecast(request, at: desk, conditions).outcome
  }

  @Test("nothing is stored, shown, asked or used up")
  func nothingHappens() throws {
    let desk = try Desk(Desk.asking)
    #expect(try forecast(request, at: desk).outcome == .awaitingConsent)
    #expect(try forecast(request, at: desk, Conditions(authorization: .authorized)).outcome == .presented)
    #expect(try desk.records().isEmpty && desk.shown.isEmpty && desk.events.isEmpty)
    #expect(try desk.perform { try $0.apps(now: $1) }.apps.isEmpty)
    #expect(try desk.perform { try $0.state(now: $1).posted } == 0)
  }

  @Test("a judgement takes nothing from the app's quota, and finds it used up where it is")
  func quota() throws {
    var policy = Desk.allowing
    policy.limits.postBurst = 1
    let desk = try Desk(policy)
    for _ in 0..<3 { #expect(try outcome(at: desk, Conditions()) == .presented) }
    try desk.post("Tea")
    #expect(throws: Refusal.quotaExceeded(quota: "posts", limit: 1, retryAfterMilliseconds: 5)) {
      try outcome(at: desk, Conditions())
    }
    let later = desk.now.wall.advanced(bySeconds: 60)
    #expect(try outcome(at: desk, Conditions(time: later)) == .presented)
  }

  @Test("what is left out of the conditions is as it is now, and what is said goes before it")
  func conditions() throws {
    let desk = try Desk()
    try desk.perform { try $0.setDoNotDisturb(true, until: $1.wall.advanced(bySeconds: 600), now: $1) }
    #expect(try outcome(at: desk, Conditions()) == .held)
    #expect(try outcome(at: desk, Conditions(doNotDisturb: false)) == .presented)
    #expect(try outcome(at: desk, Conditions(time: desk.now.wall.advanced(bySeconds: 601))) == .presented)
    #expect(try outcome(at: desk, Conditions(time: desk.now.wall.advanced(bySeconds: 599))) == .held)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(try outcome(at: desk, Conditions(doNotDisturb: true)) == .held)
    #expect(try outcome(at: desk, Conditions(authorization: .provisional)) == .quiet)
    desk.serverVanishes()
    #expect(try outcome(at: desk, Conditions()) == .held)
  }

  @Test("the app in front suppresses; another one in front does not, whoever is in truth")
  func foreground() throws {
    let desk = try Desk()
    #expect(try outcome(at: desk, Conditions(foreground: mail)) == .suppressed)
    try desk.perform { engine, _ in
      try engine.setForeground(mail, isForeground: true, thread: nil, by: app)
    }
    #expect(try outcome(at: desk, Conditions()) == .suppressed)
    #expect(try outcome(at: desk, Conditions(foreground: chat)) == .presented)
  }

  @Test("behind a lock nobody is in front, whether it is locked or only said to be")
  func foregroundWhenLocked() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in
      try engine.setForeground(mail, isForeground: true, thread: nil, by: app)
    }
    #expect(try outcome(at: desk, Conditions(locked: true, foreground: mail)) == .presented)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try outcome(at: desk, Conditions(foreground: mail)) == .presented)
    #expect(try outcome(at: desk, Conditions(locked: false)) == .suppressed)
  }

  @Test("triggers and the relevant date are judged at the time that is given")
  func time() throws {
    let desk = try Desk()
    let evening = Desk.noon.advanced(bySeconds: 6 * 3_600)
    var request = request
    request.trigger = .at(evening)
    #expect(try forecast(request, at: desk).outcome == .scheduled)
    #expect(try forecast(request, at: desk, Conditions(time: evening)).outcome == .presented)
    request.trigger = nil
    request.level = .timeSensitive
    request.relevantDate = evening
    #expect(try forecast(request, at: desk, Conditions(doNotDisturb: true)).outcome == .held)
    #expect(
      try forecast(request, at: desk, Conditions(time: evening, doNotDisturb: true)).outcome == .presented)
  }

  @Test("with a word about the lock it is told how the text would look, else only where it is hidden")
  func locked() throws {
    let desk = try Desk()
    func form(_ conditions: Conditions) throws -> [String] {
      try forecast(request, at: desk, conditions).decisions.filter { $0.guideline == HiddenPreviews.name }
        .map(\.effect)
    }
    #expect(try form(Conditions()) == [])
    #expect(try form(Conditions(locked: true)) == ["hidden"])
    #expect(try form(Conditions(locked: false)) == ["shown"])
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try form(Conditions()) == ["hidden"])
    #expect(try form(Conditions(locked: false)) == ["shown"])
  }

  @Test("the same thing is known, and a repeat is never refused")
  func sameThing() throws {
    var policy = Desk.allowing
    policy.limits.postBurst = 1
    let desk = try Desk(policy)
    try desk.post(request)
    #expect(try outcome(at: desk, Conditions()) == .coalesced)
    #expect(try desk.record("Lunch").repeats == 0)
  }

  @Test("what a post would be refused for is refused in the same way")
  func refusals() throws {
    let desk = try Desk()
    var crowded = request
    crowded.actions = (1...5).map { Action(id: item("a\($0)"), title: "Act") }
    var foreign = request
    foreign.category = item("unheard-of")
    let blank = NotificationRequest(app: mail, title: "\u{200B}")
    for request in [crowded, foreign, blank] {
      let posted = #expect(throws: Refusal.self) { try desk.post(request) }
      #expect(throws: try #require(posted)) { try forecast(request, at: desk) }
    }
    #expect(throws: Refusal.notAuthorized(mail, .denied)) {
      try outcome(at: desk, Conditions(authorization: .denied))
    }
  }

  @Test("what waits for the screen to be unlocked is held where the conditions lock it, and only there")
  func lockedMarketing() throws {
    let desk = try Desk()
    try desk.perform { try $0.change(mail, by: AppSettings(marketing: true), now: $1) }
    var sale = request
    sale.kind = .marketing
    #expect(try forecast(sale, at: desk, Conditions(locked: true)).outcome == .held)
    #expect(try forecast(sale, at: desk).outcome == .presented)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try forecast(sale, at: desk).outcome == .held)
    #expect(try forecast(sale, at: desk, Conditions(locked: false)).outcome == .presented)
  }

  @Test("an app of the summary whose time nobody has said is told so")
  func noSummary() throws {
    let desk = try Desk()
    try desk.perform { try $0.change(mail, by: AppSettings(summary: true), now: $1) }
    let forecast = try forecast(request, at: desk)
    #expect(forecast.outcome == .presented)
    #expect(
      forecast.decisions.map(\.why) == [
        "This app's notifications go into the summary, but no time is set for it ([Schedule] Summary, as built in)."
      ])
  }
}
