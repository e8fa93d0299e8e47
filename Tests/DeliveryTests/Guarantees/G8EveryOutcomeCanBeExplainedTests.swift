import Delivery
import NotificationModel
import Testing

/// G8: each decision, by guideline, with its reason and time.
@Suite("G8 Every outcome can be explained")
struct G8EveryOutcomeCanBeExplainedTests {
  @Test("the whole way of a notification, oldest first")
  func wholeWay() throws {
    let desk = try Desk(Desk.asking)
    try desk.post("Lunch")
    desk.pass(seconds: 5)
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    try desk.press("Lunch")
    let id = try desk.record("Lunch").id
    let decisions = try desk.perform { engine, _ in try engine.explain(id) }
    #expect(
      decisions.map(\.decision.effect) == [
        "awaitingConsent", "waiting", "released", "presented", "shown", "read",
      ])
    #expect(decisions.first?.time == Desk.noon)
    #expect(decisions.last?.time == Desk.noon.advanced(bySeconds: 5))
    #expect(decisions.allSatisfy { !$0.decision.why.isEmpty && !$0.decision.why.contains("Lunch") })
  }

  @Test("a banner that the person puts away is dismissed")
  func dismissed() throws {
    let desk = try Desk()
    try desk.post("Lunch")
    desk.receive(.closed(try desk.handle(of: "Lunch"), .dismissed))
    #expect(try desk.explanation("Lunch").last == "dismissed")
  }

  @Test("a receipt carries the decisions that were taken at once")
  func receipt() throws {
    let desk = try Desk()
    let receipt = try desk.post("Lunch") { $0.level = .critical }
    #expect(receipt.decisions.map(\.guideline) == ["urgency.earned"])
  }

  @Test("what waits for a server that cannot be started is told, for as long as it waits")
  func waitsForServer() throws {
    let desk = try Desk(hasServer: false)
    desk.serverVanishes(activatable: true)
    let id = try desk.post("Lunch").id
    func obstacle() throws -> Decision? {
      try desk.perform { engine, now in try engine.obstacle(to: id, now: now)?.decision }
    }
    #expect(try obstacle() == nil, "the bus has been asked to start one")
    desk.pass(seconds: 10)
    #expect(try obstacle()?.effect == "held")
    #expect(try obstacle()?.why.contains("no notification server") == true)
    desk.serverAppears()
    #expect(try obstacle() == nil)
    desk.serverVanishes()
    #expect(try obstacle() == nil, "it has been shown")
  }

  @Test("a server that does not answer is told, too")
  func serverHangs() throws {
    let desk = try Desk()
    desk.server = .silent
    let ids = try ["Lunch", "Tea"].map { try desk.post($0).id }
    desk.pass(seconds: 10)
    for id in ids {
      let obstacle = try desk.perform { engine, now in try engine.obstacle(to: id, now: now)?.decision }
      #expect(obstacle?.why.contains("does not answer") == true)
    }
  }

  @Test("what does not exist is not explained")
  func unknown() throws {
    let desk = try Desk()
    #expect(throws: Refusal.notFound(.notification(NotificationID(7)))) {
      try desk.perform { engine, _ in try engine.explain(NotificationID(7)) }
    }
  }

  @Test("what ends long after it was posted can be explained from then on for as long as anything")
  func endsLate() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    desk.pass(seconds: 31 * 86_400)
    _ = try desk.perform { engine, now in try engine.dismiss([id], now: now) }
    // Past the next round of pruning.
    desk.pass(seconds: 3_601)
    let decisions = try desk.engine.assumeIsolated { try $0.explain(id) }
    #expect(decisions.last?.decision.effect == "dismissed")
  }
}
