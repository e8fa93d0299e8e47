import Delivery
import NotificationModel
import Testing

@Suite("Statistics")
struct StatisticsTests {
  private func read(_ desk: Desk, since: Timestamp = Timestamp(milliseconds: 0)) throws -> (
    apps: [AppStatistics], earliest: Timestamp?, pieces: Int
  ) {
    try desk.perform { (engine, _) in try engine.statistics(since: since) }
  }

  @Test("say of each app what was posted, and what became of it")
  func fates() throws {
    let desk = try Desk()
    let pressed = try desk.post("Pressed")
    try desk.press("Pressed")
    let dismissed = try desk.post("Dismissed")
    let seen = try desk.post("Seen")
    _ = try desk.perform { try $0.markRead([seen.id], now: $1) }
    _ = try desk.perform { try $0.dismiss([dismissed.id, seen.id], now: $1) }
    for _ in 0..<3 { _ = try desk.post("Again") }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    _ = try desk.post("Held")
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    let apps = try read(desk).apps
    #expect(pressed.id != seen.id && apps.map(\.app) == [mail])
    let mail = try #require(apps.first)
    #expect(mail.posts == 7 && mail.coalesced == 2 && mail.held == 1)
    #expect(mail.pressed == 1 && mail.dismissedUnread == 1)
  }

  @Test("leave out what is older, and begin with whom most is from")
  func order() throws {
    let desk = try Desk()
    _ = try desk.post("Old")
    desk.pass(seconds: 3_600)
    let later = try desk.perform { $1.wall }
    let news = known(AppID("org.example.News"))
    for number in 0..<3 { _ = try desk.post(NotificationRequest(app: news, title: "News \(number)")) }
    _ = try desk.post("New")
    #expect(try read(desk).apps.map(\.posts) == [3, 2])
    let (apps, earliest, _) = try read(desk, since: later)
    #expect(apps.map(\.app) == [news, mail] && apps.map(\.posts) == [3, 1])
    #expect(try #require(earliest) >= later)
  }

  @Test("are counted in pieces, whatever there is")
  func pieces() throws {
    let desk = try Desk()
    #expect(try read(desk).apps.isEmpty)
    for number in 0..<150 {
      desk.pass(seconds: 10)
      _ = try desk.post("Letter \(number)")
    }
    let (apps, _, pieces) = try read(desk)
    #expect(apps.map(\.posts) == [150] && pieces >= 3)
  }
}
