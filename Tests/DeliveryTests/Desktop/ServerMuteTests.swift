import Delivery
import Guidelines
import NotificationModel
import Testing

@Suite("The server's own Do Not Disturb")
struct ServerMuteTests {
  private func hear(_ mute: ServerMute?, at desk: Desk) {
    desk.engine.assumeIsolated { $0.receive(DesktopReport.serverMute(mute)) }
    desk.run()
  }

  private func mute(_ isOn: Bool = true, sparesCritical: Bool = false) -> ServerMute {
    ServerMute(isOn: isOn, state: "dunst is paused", sparesCritical: sparesCritical)
  }

  private func muted(_ title: String, at desk: Desk) throws -> [String] {
    let id = try desk.record(title).id
    return try desk.perform { engine, _ in try engine.explain(id) }.map(\.decision)
      .filter { $0.guideline == ServerMuted.name }.map(\.why)
  }

  @Test("a banner that the server keeps back is handed over, and a decision says so")
  func handedOver() throws {
    let desk = try Desk()
    hear(mute(), at: desk)
    #expect(try desk.perform { try $0.state(now: $1) }.serverMuted == true)
    #expect(try desk.post("a").outcome == .presented)
    #expect(desk.alerts == ["a"])
    #expect(try muted("a", at: desk).first?.hasPrefix("dunst is paused") == true)
    #expect(try muted("a", at: desk).count == 1)
  }

  @Test(
    "while the server keeps all back, more than an app's pace is handed over, and none of it is charged",
    arguments: [false, true])
  func notCharged(isFront: Bool) throws {
    let desk = try Desk(Desk.allowing)
    hear(mute(), at: desk)
    let (most, all) = (desk.policy.limits.alertBurst, 3 * desk.policy.limits.alertBurst)
    for number in 1...all {
      if isFront { try desk.postFront("\(number)") } else { try desk.post("\(number)") }
    }
    #expect(desk.alerts.count == all)
    hear(mute(false), at: desk)
    for number in 1...most + 2 { try desk.post("after \(number)") }
    #expect(desk.alerts.filter { $0.hasPrefix("after") }.count == most)
  }

  @Test("what the server shows all the same is charged as ever")
  func sparedIsCharged() throws {
    let desk = try Desk(Desk.allowing)
    hear(mute(sparesCritical: true), at: desk)
    let most = 3 * desk.policy.limits.alertBurst
    for number in 0...most + desk.policy.limits.alertBurst {
      try desk.postFront("\(number)") { request, origin in
        request.level = .timeSensitive
        request.relevantDate = desk.now.wall
        origin.urgency = .critical
      }
    }
    #expect(desk.alerts.count { Int($0) != nil } == most + desk.policy.limits.alertBurst)
  }

  @Test("a paused server is given at most as many of an app's as may be unread: the oldest go")
  func bounded() throws {
    var policy = Desk.allowing
    policy.limits.unreadPerApp = 12
    let desk = try Desk(policy)
    hear(mute(), at: desk)
    for number in 1...20 { try desk.postFront("\(number)") }
    #expect(desk.alerts.count == 20 && desk.closed.count == 8)
    #expect(try desk.badge() == 12)
  }

  @Test("it is said of alerts alone, and only while it is on")
  func onlyThen() throws {
    let desk = try Desk()
    #expect(try desk.perform { try $0.state(now: $1) }.serverMuted == nil)
    hear(mute(false), at: desk)
    try desk.post("a")
    #expect(try muted("a", at: desk).isEmpty)
    desk.pass(seconds: 3)
    hear(nil, at: desk)
    try desk.post("b")
    #expect(try muted("b", at: desk).isEmpty)
    desk.pass(seconds: 3)
    hear(mute(), at: desk)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(desk.shown.count == 4)
    #expect(try muted("a", at: desk).isEmpty && muted("b", at: desk).isEmpty)
  }

  @Test("the server is asked with each alert, and an answer after the banner's is in time")
  func lateAnswer() throws {
    let desk = try Desk()
    hear(mute(false), at: desk)
    try desk.post("a")
    #expect(desk.desktopCommands.count { $0 == .askServerMute } == 1)
    hear(mute(), at: desk)
    #expect(try muted("a", at: desk).count == 1)
    hear(mute(false), at: desk)
    try desk.post("b")
    desk.pass(seconds: 2)
    hear(mute(), at: desk)
    #expect(try muted("b", at: desk).isEmpty)
  }

  @Test(
    "where the server shows what is critical all the same, nothing is said of that", arguments: [false, true])
  func critical(_ spares: Bool) throws {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(critical: true)
    let desk = try Desk(policy)
    hear(mute(sparesCritical: spares), at: desk)
    try desk.post("a") { $0.level = .critical }
    #expect(desk.shown.last?.urgency == .critical)
    #expect(try muted("a", at: desk).isEmpty == spares)
  }

  @Test("a summary that the server keeps back is explained at each that it speaks for")
  func summary() throws {
    let desk = try Desk(SummaryTests.summarised)
    hear(mute(), at: desk)
    for number in 1...4 { try desk.hold("\(number)") }
    desk.toSix()
    #expect(desk.subjects == [.summary(mail)])
    for number in 1...4 { #expect(try muted("\(number)", at: desk).count == 1) }
  }

  @Test("an answer explains every alert that waits for it", arguments: [false, true])
  func several(isFirstAnswer: Bool) throws {
    let desk = try Desk()
    if !isFirstAnswer { hear(mute(false), at: desk) }
    try desk.post("a")
    try desk.post("b")
    hear(mute(), at: desk)
    hear(mute(), at: desk)
    #expect(try muted("a", at: desk).count == 1 && muted("b", at: desk).count == 1)
  }
}
