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
    desk.focus([mail])
    let suppressed = try desk.post("Suppressed")
    let apps = try read(desk).apps
    #expect(pressed.id != seen.id && suppressed.outcome == .suppressed && apps.map(\.app) == [mail])
    let mail = try #require(apps.first)
    #expect(mail.posts == 8 && mail.coalesced == 2 && mail.replaced == 0)
    #expect(mail.held == 1 && mail.suppressed == 1 && mail.pressed == 1 && mail.dismissedUnread == 1)
  }

  @Test("count each post that changed what was there, however often one thing changes")
  func replacements() throws {
    let desk = try Desk()
    for number in 1...8 { try desk.post("Build \(number)") { $0.identifier = name("build") } }
    let copying = known(AppID("org.example.Files"))
    for percent in 0..<130 {
      desk.pass(seconds: 1)
      try desk.post(NotificationRequest(app: copying, title: "Copying")) {
        $0.identifier = name("copy")
        $0.progress = percent / 2
      }
    }
    #expect(desk.alerts.filter { $0.hasPrefix("Build") }.count == 8)
    func counts() throws -> [[Int]] {
      try read(desk).apps.map { [$0.posts, $0.coalesced, $0.replaced, $0.entries] }
    }
    #expect(try counts() == [[130, 65, 64, 1], [8, 0, 7, 1]])
    try desk.restart()
    #expect(try counts() == [[130, 65, 64, 1], [8, 0, 7, 1]])
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
