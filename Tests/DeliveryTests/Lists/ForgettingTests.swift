import Delivery
import NotificationModel
import Testing

@Suite("Forgetting an app")
struct ForgettingTests {
  private func listed(_ desk: Desk) throws -> [AppID] {
    try desk.perform { try $0.apps(AppListCursor(after: nil, limit: 100), now: $1) }.apps.map(
      \.app)
  }

  @Test("a name that the person has mistyped is gone from the list, whatever they had decided")
  func mistyped() throws {
    let nope = AppID(literal: "nope")
    let changes: [@Sendable (isolated DeliveryEngine, Moment) throws -> Void] = [
      { try $0.setAuthorization(.denied, of: nope, now: $1) },
      { try $0.change(nope, by: AppSettings(banners: false), now: $1) },
    ]
    for change in changes {
      let desk = try Desk(Desk.asking)
      try desk.perform(change)
      #expect(try listed(desk).contains(nope))
      try desk.perform { try $0.forget(nope, now: $1) }
      #expect(try !listed(desk).contains(nope))
      try desk.restart()
      #expect(try !listed(desk).contains(nope))
    }
  }

  @Test("an app that posts is asked about again, and what it has waiting asks at once")
  func asked() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("a")
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    try desk.perform { try $0.forget(mail, now: $1) }
    #expect(try desk.perform { try $0.settings(of: mail, now: $1) }.authorization == .notDetermined)
    #expect(try desk.post("b").outcome == .awaitingConsent)
    try desk.perform { try $0.forget(mail, now: $1) }
    #expect(try listed(desk).contains(mail))
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(desk.alerts.contains("b"))
  }

  @Test("what is in the list of an app that was allowed waits for the answer again")
  func allowed() throws {
    let desk = try Desk(Desk.asking)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    try desk.post("a")
    try desk.perform { try $0.forget(mail, now: $1) }
    #expect(try desk.record("a").state == .awaitingConsent)
    #expect(try desk.badge() == 0)
  }

  @Test("an app that is not known is not found, and the command line's own is always allowed")
  func refused() throws {
    let desk = try Desk()
    let nope = AppID(literal: "nope")
    #expect(throws: Refusal.notFound(.app(nope))) { try desk.perform { try $0.forget(nope, now: $1) } }
    #expect(throws: Refusal.self) { try desk.perform { try $0.forget(.shell, now: $1) } }
  }
}
