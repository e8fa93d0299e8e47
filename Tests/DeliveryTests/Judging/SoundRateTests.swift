import Delivery
import NotificationModel
import Testing

@Suite("The pace of sounds")
struct SoundRateTests {
  private func post(_ desk: Desk, _ title: String, app: AppID = mail, _ kind: Kind? = nil) throws {
    var request = NotificationRequest(app: app, title: title)
    request.sound = "default"
    request.kind = kind
    try desk.post(request)
  }

  private func pass(_ desk: Desk, milliseconds: Int64) {
    desk.now = Moment(
      wall: desk.now.wall, uptime: desk.now.uptime.advanced(byMilliseconds: milliseconds))
  }

  /// The titles of the banners that sounded.
  private func sounded(_ desk: Desk) -> [String] { desk.shown.filter { $0.sound != nil }.map(\.text.title) }

  @Test("an app sounds once in two seconds, all together once in a second")
  func pace() throws {
    let desk = try Desk()
    try post(desk, "1")
    try post(desk, "2")
    try post(desk, "theirs", app: chat)
    pass(desk, milliseconds: 999)
    try post(desk, "theirs again", app: chat)
    pass(desk, milliseconds: 1)
    try post(desk, "theirs at last", app: chat)
    try post(desk, "3")
    pass(desk, milliseconds: 999)
    try post(desk, "4")
    pass(desk, milliseconds: 1)
    try post(desk, "5")
    #expect(desk.alerts.count == 8)
    #expect(sounded(desk) == ["1", "theirs at last", "5"])
    #expect(try desk.explanation("2") == ["presented", "silent", "shown"])
    #expect(try desk.explanation("1") == ["presented", "shown", "played"])
  }

  @Test("calls and alarms always sound, and count")
  func exceptions() throws {
    let desk = try Desk()
    try post(desk, "1")
    try post(desk, "call", .call)
    try post(desk, "alarm", .alarm)
    pass(desk, milliseconds: 1_000)
    try post(desk, "theirs", app: chat)
    #expect(sounded(desk) == ["1", "call", "alarm", "theirs"])
  }

  @Test("a sound that was not played leaves room for another")
  func failed() throws {
    let desk = try Desk(server: .fails(.refused("error")))
    try post(desk, "1")
    // Tried again as text only, and that one is heard.
    desk.server = .answers
    desk.pass(seconds: 0)
    pass(desk, milliseconds: 1_000)
    desk.run()
    #expect(desk.shown.first?.sound != nil && desk.shown.last?.sound != nil)
  }

  @Test("why a sound was left out is told, and only where one was asked for")
  func explained() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in try engine.setSilent(true) }
    try post(desk, "a")
    try desk.post("b")
    let decisions = { (title: String) in
      let id = try desk.record(title).id
      return try desk.perform { engine, _ in try engine.explain(id).map(\.decision) }
    }
    #expect(try decisions("a").contains { $0.guideline == "sound.muted" && $0.effect == "silent" })
    #expect(try !decisions("b").contains { $0.guideline == "sound.muted" })
  }
}
