import Delivery
import NotificationModel
import Testing

/// G7 for unconfirmed names: a program that invents names gains nothing, and shuts no other out.
@Suite("G7 Invented names")
struct InventedNamesTests {
  private static func invented(_ number: Int) -> AppID { known(AppID("org.invented.App\(number)")) }
  private static let unvouched = known(AppID("org.real.App"))

  private func desk(burst: Int) throws -> Desk {
    var policy = Desk.asking
    policy.limits.postBurst = burst
    return try Desk(policy)
  }

  private func ask(_ desk: Desk, _ id: AppID) throws {
    _ = try desk.perform { try $0.requestAuthorization(id, purpose: "Why not?", by: app, now: $1) }
  }

  @Test("to ask and to register cost what a post does")
  func cost() throws {
    let desk = try desk(burst: 2)
    for number in 0..<2 {
      try ask(desk, Self.invented(number))
      try desk.perform { try $0.register([], of: Self.invented(number), by: app, now: $1) }
    }
    let refusal = Refusal.quotaExceeded(quota: "posts", limit: 4, retryAfterMilliseconds: 3)
    #expect(throws: refusal) { try ask(desk, Self.invented(2)) }
    #expect(throws: refusal) {
      try desk.perform { try $0.register([], of: Self.invented(2), by: app, now: $1) }
    }
    try ask(desk, mail)
    #expect(try desk.post(NotificationRequest(app: .shell, title: "Tea"), by: tool).outcome == .presented)
  }

  @Test("those that left nothing make room for the next, but for those on screen or vouched for")
  func idle() throws {
    let desk = try desk(burst: Limits.unvouchedApps)
    try ask(desk, mail)
    try desk.perform { engine, now in
      for number in 1..<Limits.unvouchedApps {
        _ = try engine.requestAuthorization(
          Self.invented(number), purpose: "Why not?", by: app, now: now)
      }
    }
    desk.pass(seconds: 1)
    #expect(try desk.post(NotificationRequest(app: Self.unvouched, title: "a")).outcome == .awaitingConsent)
    let apps = Set(try desk.perform { try $0.apps(limit: .max, now: $1).apps.map(\.app) })
    #expect(apps.count < Limits.unvouchedApps)
    #expect(apps.isSuperset(of: [mail, Self.unvouched]))
    try desk.restart()
    #expect(try Set(desk.perform { try $0.apps(limit: .max, now: $1).apps.map(\.app) }) == apps)
  }

  @Test("where none of them makes room, it is there for who is vouched for, and for whom the person allows")
  func full() throws {
    let desk = try desk(burst: Limits.unvouchedApps)
    let category = Category(id: item("c"))
    try desk.perform { engine, now in
      for number in 0..<Limits.unvouchedApps {
        try engine.register([category], of: Self.invented(number), by: app, now: now)
      }
    }
    let refusal = Refusal.quotaExceeded(
      quota: "apps", limit: Limits.unvouchedApps, retryAfterMilliseconds: nil,
      why: "Too many apps have no desktop entry and no sandbox to vouch for them. "
        + "Install one, or let the person say: bellhop allow org.real.App.")
    let request = NotificationRequest(app: Self.unvouched, title: "a")
    #expect(throws: refusal) { try desk.post(request) }
    #expect(throws: refusal) { try ask(desk, Self.unvouched) }
    #expect(try desk.post("b").outcome == .awaitingConsent)
    try desk.perform { try $0.setAuthorization(.authorized, of: Self.unvouched, now: $1) }
    #expect(try desk.post(request).outcome == .presented)
  }
}
