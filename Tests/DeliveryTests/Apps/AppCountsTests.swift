import Delivery
import NotificationModel
import Testing

@Suite("What the list of apps counts")
struct AppCountsTests {
  private func entry(_ desk: Desk, _ app: AppID = mail) throws -> AppEntry {
    try #require(try desk.perform { try $0.apps(now: $1).apps }.first { $0.app == app })
  }

  @Test("the posts of the last seven days, each that repeated or changed what was there among them")
  func week() throws {
    let desk = try Desk()
    for _ in 0..<3 { _ = try desk.post("Again") }
    for number in 1...8 { try desk.post("Build \(number)") { $0.identifier = name("build") } }
    #expect(try entry(desk).week == 11)
    try desk.restart()
    #expect(try entry(desk).week == 11)
    desk.pass(seconds: 7 * 86_400)
    _ = try desk.post("Later")
    #expect(try entry(desk).week == 12)
    desk.pass(seconds: 1)
    #expect(try entry(desk).week == 1)
  }

  @Test("what was refused since the start, by either door, of apps that are known")
  func refused() throws {
    let desk = try Desk()
    _ = try desk.post("Allowed")
    #expect(try entry(desk).refused == 0)
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
    for _ in 0..<2 { #expect(throws: Refusal.self) { try desk.post("Denied") } }
    _ = try desk.postFront("Denied as well")
    #expect(throws: Refusal.self) {
      try desk.post(NotificationRequest(app: known(AppID("org.example.Invented")), title: ""))
    }
    #expect(try entry(desk).refused == 3)
    try desk.perform { try $0.forget(mail, now: $1) }
    _ = try desk.post("Allowed again")
    try desk.restart()
    #expect(try entry(desk).refused == 0)
  }
}
