import Guidelines
import NotificationModel
import Testing

@testable import Delivery

@Suite("The situation on every occasion")
struct SituationTests {
  /// The facts in which each occasion may differ from a post for now.
  private static let own: [String: Set<String>] = [
    "ahead": ["alertsAt"], "due": ["isDue"], "put off": ["wasSnoozed", "settings", "summary"], "allowed": [],
    "again": ["wasHeld", "summary", "callsTooFast", "alarmsTooMany", "othersWait"],
    "transient": ["othersWait"],
  ]

  private static func facts(
    _ occasion: Occasion, _ settings: EffectiveSettings, _ engine: isolated DeliveryEngine, _ now: Moment
  ) throws -> [String: String] {
    var request = NotificationRequest(app: mail, title: "two")
    let situation = try engine.context.situations.situation(for: &request, occasion, settings, now)
    return Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: situation).children.map {
        ($0.label ?? "", String(reflecting: $0.value))
      })
  }

  @Test("of two that are shown in one turn each is as urgent as itself")
  func ownUrgency() throws {
    var policy = Desk.allowing
    policy.lockedValues[mail] = AppSettings(critical: true)
    let desk = try Desk(policy)
    try desk.post("due") { $0.trigger = .after(seconds: 5, repeats: false) }
    desk.now = Moment(
      wall: desk.now.wall.advanced(bySeconds: 5), uptime: desk.now.uptime.advanced(byMilliseconds: 5_000))
    try desk.post("urgent") { $0.level = .critical }
    let urgencies = ["due", "urgent"].map { title in
      desk.shown.first { $0.text.title == title }?.urgency
    }
    #expect(urgencies == [.normal, .critical])
  }

  @Test("every fact is the same on all of them, but for what the occasion itself says")
  func parity() throws {
    var policy = Desk.allowing
    policy.quietHours = known(WeeklySpans("22:00-07:00"))
    policy.limits.alertBurst = 1
    let desk = try Desk(policy)
    desk.focus([mail])
    try desk.perform { engine, _ in try engine.setSilent(true) }
    try desk.perform { engine, now in try engine.setDoNotDisturb(true, until: nil, now: now) }
    try desk.post("one")
    let record = try desk.record("one")
    try desk.perform { engine, now in
      let app = try engine.apps.app(mail, now)
      let settings = engine.apps.settings(of: app)
      let later = now.wall.advanced(bySeconds: 60)
      let occasions: [(String, Occasion)] = [
        ("ahead", .posted(due: later, away: nil)), ("due", .due(now.wall, wasSnoozed: false)),
        ("put off", .due(now.wall, wasSnoozed: true)), ("allowed", .allowed),
        ("again", .again(record, ignoresForeground: false)), ("transient", .transient(hasAlerted: false)),
      ]
      let plain = try Self.facts(.posted(due: nil, away: nil), settings, engine, now)
      #expect(plain["isMuted"] == "true" && plain["foreground"]?.contains("front") == true)
      for (name, occasion) in occasions {
        let facts = try Self.facts(occasion, settings, engine, now)
        let others = plain.keys.filter { facts[$0] != plain[$0] }
        #expect(Set(others).isSubset(of: Self.own[name] ?? []), "\(name): \(others)")
      }
    }
  }
}
