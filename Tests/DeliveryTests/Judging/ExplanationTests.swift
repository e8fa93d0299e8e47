import Delivery
import NotificationModel
import Testing

/// One row of the design's table of outcomes: a post, its situation, and the decision that has to explain it.
struct ExplainedRow: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var policy = Desk.allowing
  var before: @Sendable (Desk) throws -> Void = { _ in }
  var change: @Sendable (inout NotificationRequest) -> Void = { _ in }
  let outcome: Outcome
  let guideline: String
  let effect: String
  /// Words that the sentence has to contain.
  let names: [String]
}

private let etc = "/etc/bellhop/bellhop.conf"

private func policy(_ change: (inout Policy) -> Void) -> Policy {
  var policy = Desk.allowing
  change(&policy)
  return policy
}

/// As the reader of the files leaves it.
private func file(_ setting: AppSetting, _ change: (inout AppSettings) -> Void) -> Policy {
  policy {
    change(&$0.apps[mail, default: AppSettings()])
    $0.files["App \(mail)/\(setting.key)"] = etc
  }
}

private func chosen(_ changes: AppSettings) -> @Sendable (Desk) throws -> Void {
  { desk in try desk.perform { try $0.change(mail, by: changes, now: $1) } }
}

private let disturbed: @Sendable (Desk) throws -> Void = { desk in
  try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
}

private let explainedRows: [ExplainedRow] = [
  ExplainedRow(
    testDescription: "nothing in the way", outcome: .presented, guideline: "delivery", effect: "presented",
    names: ["Nothing stands in the way"]),
  ExplainedRow(
    testDescription: "the same content, unread", before: { try $0.post("Lunch") }, outcome: .coalesced,
    guideline: "duplicates.coalesce", effect: "coalesced", names: ["already there, unread"]),
  ExplainedRow(
    testDescription: "new content",
    before: { try $0.post("Breakfast") { $0.identifier = name("meal") } },
    change: { $0.identifier = name("meal") }, outcome: .replaced, guideline: "duplicates.coalesce",
    effect: "replaced", names: ["identifier", "changed"]),
  ExplainedRow(
    testDescription: "only the progress",
    before: { try $0.post("Lunch") { $0.identifier = name("meal") } },
    change: {
      $0.identifier = name("meal")
      $0.progress = 50
    }, outcome: .replaced, guideline: "duplicates.coalesce", effect: "replaced", names: ["progress"]),
  ExplainedRow(
    testDescription: "in front",
    before: { desk in
      try desk.perform { engine, _ in try engine.setForeground(mail, isForeground: true, thread: nil, by: app)
      }
    }, outcome: .suppressed, guideline: "foreground", effect: "suppressed", names: ["in front"]),
  ExplainedRow(
    testDescription: "in front with this thread",
    before: { desk in
      try desk.perform { engine, _ in
        try engine.setForeground(mail, isForeground: true, thread: name("kitchen"), by: app)
      }
    }, change: { $0.thread = name("kitchen") }, outcome: .suppressed, guideline: "foreground",
    effect: "suppressed", names: ["this very thread"]),
  ExplainedRow(
    testDescription: "passive", change: { $0.level = .passive }, outcome: .quiet,
    guideline: "delivery.quiet", effect: "quiet", names: ["passive"]),
  ExplainedRow(
    testDescription: "provisional by the person",
    before: { desk in try desk.perform { try $0.setAuthorization(.provisional, of: mail, now: $1) } },
    outcome: .quiet, guideline: "delivery.quiet", effect: "quiet",
    names: ["on probation", "decided by the person", "bellhop allow org.example.Mail"]),
  ExplainedRow(
    testDescription: "provisional for all apps by a file",
    policy: policy {
      $0.defaultAuthorization = .provisional
      $0.files["Consent/Default"] = etc
    }, outcome: .quiet, guideline: "delivery.quiet", effect: "quiet",
    names: ["on probation", "[Consent] Default in \(etc)"]),
  ExplainedRow(
    testDescription: "banners off by the person", before: chosen(AppSettings(banners: false)),
    outcome: .quiet, guideline: "delivery.quiet", effect: "quiet",
    names: ["Banners", "bellhop set org.example.Mail"]),
  ExplainedRow(
    testDescription: "banners off by a file", policy: file(.banners) { $0.banners = false },
    outcome: .quiet, guideline: "delivery.quiet", effect: "quiet",
    names: ["Banners", "[App org.example.Mail] Banners in \(etc)"]),
  ExplainedRow(
    testDescription: "Do Not Disturb", before: disturbed, outcome: .held, guideline: "focus.doNotDisturb",
    effect: "held", names: ["Do Not Disturb is on", "bellhop dnd"]),
  ExplainedRow(
    testDescription: "Do Not Disturb, time sensitive", before: disturbed,
    change: {
      $0.level = .timeSensitive
      $0.relevantDate = Desk.noon
    }, outcome: .presented, guideline: "focus.doNotDisturb", effect: "presented",
    names: ["timeSensitive", "break through"]),
  ExplainedRow(
    testDescription: "time sensitive without a date", change: { $0.level = .timeSensitive },
    outcome: .presented, guideline: "urgency.earned", effect: "active", names: ["relevantDate"]),
  ExplainedRow(
    testDescription: "time sensitive switched off by a file",
    policy: file(.timeSensitive) { $0.timeSensitive = false }, change: { $0.level = .timeSensitive },
    outcome: .presented, guideline: "urgency.earned", effect: "active",
    names: ["switched off", "[App org.example.Mail] TimeSensitive in \(etc)"]),
  ExplainedRow(
    testDescription: "critical without a grant", change: { $0.level = .critical }, outcome: .presented,
    guideline: "urgency.earned", effect: "active",
    names: ["administrator", "[App org.example.Mail] Critical, as built in"]),
  ExplainedRow(
    testDescription: "too fast",
    policy: policy {
      $0.limits.alertBurst = 1
      $0.files["Limits/AlertBurst"] = etc
    }, before: { try $0.post("Breakfast") }, outcome: .quiet, guideline: "alerts.rate", effect: "quiet",
    names: ["too fast", "[Limits] AlertBurst in \(etc)"]),
  ExplainedRow(
    testDescription: "no server", before: { $0.serverVanishes() }, outcome: .held,
    guideline: "delivery.server", effect: "held", names: ["no notification server"]),
  ExplainedRow(
    testDescription: "not yet allowed", policy: Desk.asking, outcome: .awaitingConsent, guideline: "consent",
    effect: "awaitingConsent",
    names: ["not yet decided", "[Consent] Default, as built in", "bellhop allow org.example.Mail"]),
  ExplainedRow(
    testDescription: "in the future", change: { $0.trigger = .after(seconds: 60, repeats: false) },
    outcome: .scheduled, guideline: "schedule", effect: "scheduled",
    names: ["trigger"]),
]

@Suite("What Explain says of each row of outcomes")
struct ExplanationTests {
  @Test("the decision that settled it names its cause, and is the receipt's", arguments: explainedRows)
  func explained(_ row: ExplainedRow) throws {
    let desk = try Desk(row.policy)
    try row.before(desk)
    let receipt = try desk.post("Lunch", row.change)
    #expect(receipt.outcome == row.outcome)
    let decisions = try desk.perform { engine, _ in try engine.explain(receipt.id) }
    let decision = try #require(
      decisions.last { $0.decision.guideline == row.guideline && $0.decision.effect == row.effect })
    for name in row.names { #expect(decision.decision.why.contains(name), "\(decision.decision.why)") }
    #expect(decision.time == desk.now.wall)
    #expect(receipt.decisions.contains(decision.decision))
  }

  @Test("the text's form on screen names the setting that hides it")
  func hidden() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in try engine.setLocked(true) }
    let id = try desk.post("Lunch").id
    let decision = try #require(
      try desk.perform { engine, _ in try engine.explain(id) }.last { $0.decision.effect == "hidden" })
    #expect(decision.decision.why.contains("the screen is locked"))
    #expect(decision.decision.why.contains("[Previews] Show, as built in"))
  }

  @Test("every way to end says who did it")
  func endings() throws {
    let desk = try Desk()
    var count = 0
    func end(_ effect: String, _ body: (NotificationID) throws -> Void) throws -> String {
      count += 1
      let id = try desk.post("Lunch \(count)") { $0.expiresAfter = 60 }.id
      try body(id)
      let last = try desk.perform { engine, _ in try engine.explain(id) }.last?.decision
      #expect(last?.effect == effect)
      return last?.why ?? ""
    }
    #expect(
      try end("read") { id in _ = try desk.perform { try $0.markRead([id], now: $1) } }
        == "The person marked it read.")
    #expect(
      try end("read") { id in
        _ = try desk.perform { try $0.markRead(nil, [id], of: mail, by: app, now: $1) }
      } == "The app says that it has been read.")
    #expect(
      try end("dismissed") { id in _ = try desk.perform { try $0.dismiss([id], now: $1) } }
        == "The person dismissed it in the list.")
    #expect(
      try end("withdrawn") { id in
        _ = try desk.perform { try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
      } == "The app withdrew it.")
    #expect(
      try end("expired") { _ in desk.pass(seconds: 61) }
        == "It expired before it was read (expiresAfter, expiresAt).")
    #expect(
      try end("withdrawn") { _ in
        try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
      }.contains("decided by the person"))
  }
}
