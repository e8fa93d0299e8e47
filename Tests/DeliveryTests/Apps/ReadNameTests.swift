import Delivery
import NotificationModel
import Records
import Testing

@Suite("The name of an app, as people read it")
struct ReadNameTests {
  private let app = known(AppID("app-5c0ffee"))

  private func claim(_ desk: Desk, _ name: String, of app: AppID) throws {
    try desk.postFront("from \(name)", of: app) { _, origin in
      origin.isVouchedFor = false
      origin.appName = name
    }
  }

  private func entry(_ desk: Desk, of app: AppID) throws -> Entry? {
    try list(desk, ListQuery(app: app)).first
  }

  private func list(_ desk: Desk, _ query: ListQuery) throws -> [Entry] {
    try desk.perform { engine, now in
      var reading = ListCursor(query)
      var found: [Entry] = []
      while !reading.isOver { found += try engine.entries(&reading, now: now).elements.map(\.entry) }
      return found
    }
  }

  private func listed(_ desk: Desk, _ app: AppID) throws -> AppEntry? {
    try desk.perform { try $0.apps(now: $1).apps.first { $0.app == app } }
  }

  @Test("is the one that it claims, in any script, in the list and in the list of apps, after a restart too")
  func claimed() throws {
    let desk = try Desk(Desk.asking)
    try claim(desk, "微信", of: app)
    for _ in 1...2 {
      let (entry, listed) = (try entry(desk, of: app), try listed(desk, app))
      #expect(entry?.appName == "微信" && entry?.isNameClaimed == true)
      #expect(listed?.name == "微信" && listed?.isNameClaimed == true)
      try desk.restart()
    }
    try claim(desk, "飞书", of: app)
    #expect(try entry(desk, of: app)?.appName == "飞书")
    try desk.postFront("nameless", of: app) { $1.isVouchedFor = false }
    #expect(try entry(desk, of: app)?.appName == "飞书")
    try claim(desk, app.text, of: app)
    #expect(try listed(desk, app)?.name == app.text)
  }

  @Test("is its entry's where it has one, whatever it calls itself, and no claim")
  func vouchedFor() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("a", of: mail) { $1.appName = "Post Office" }
    #expect(try entry(desk, of: mail)?.appName == "Mail" && entry(desk, of: mail)?.isNameClaimed == false)
    #expect(try listed(desk, mail)?.isNameClaimed == false)
  }

  @Test("is found by a search for it")
  func search() throws {
    let desk = try Desk(Desk.asking)
    try claim(desk, "Büro", of: app)
    #expect(try list(desk, ListQuery(search: "büro")).map(\.appName) == ["Büro"])
  }

  @Test("is not that of those that share a name for having none")
  func nameless() throws {
    let desk = try Desk(Desk.asking)
    try claim(desk, "Anything", of: .unknown)
    #expect(try entry(desk, of: .unknown)?.appName == "unknown")
  }

  @Test("says nothing while the screen is locked, and is no claim then")
  func locked() throws {
    let desk = try Desk(Desk.asking)
    try claim(desk, "微信", of: app)
    let id = try #require(try entry(desk, of: app)).id
    try desk.perform { engine, _ in try engine.setLocked(true) }
    let hidden = try desk.perform { try $0.entries([id], now: $1).first?.entry }
    #expect(hidden?.appName == "Notification" && hidden?.isNameClaimed == false)
  }

  @Test(
    "is never Bellhop's, by whatever door it comes", arguments: ["Bellhop", "io.bellhop.Anything", "BeIIhop"])
  func bellhop(_ name: String) throws {
    let desk = try Desk()
    let app = try #require(AppID(name))
    try desk.post(NotificationRequest(app: app, title: "a"))
    #expect(try entry(desk, of: app)?.appName == "claimed-\(name)")
    #expect(try entry(desk, of: app)?.isNameClaimed == true)
    try claim(desk, name, of: self.app)
    #expect(try entry(desk, of: self.app)?.appName == self.app.text)
  }

  @Test("is Bellhop's for the command that says by the desktop's own interface that it is Bellhop")
  func ownCommand() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("Notifications Go Through Bellhop", of: .shell)
    #expect(desk.alerts == ["Notifications Go Through Bellhop"])
    #expect(
      try entry(desk, of: .shell)?.appName == "Bellhop" && entry(desk, of: .shell)?.isNameClaimed == false)
    #expect(try desk.perform { try $0.apps(now: $1).apps.map(\.app) } == [.shell])
    // Its number makes it a duplicate of no other, as for every app of this interface.
    try desk.postFront("Notifications Go Through Bellhop", of: .shell, replacing: 123_456_789)
    #expect(try list(desk, ListQuery(app: .shell)).count == 2)
  }

  @Test("stands beside what [Front] Consent says, until somebody has decided or it comes by another door")
  func consent() throws {
    let desk = try Desk(Desk.asking)
    try claim(desk, "a", of: app)
    try desk.postFront("b", of: mail)
    #expect(try listed(desk, app)?.front == .authorized)
    #expect(try listed(desk, app)?.settings.authorization == .notDetermined)
    try desk.perform { try $0.setAuthorization(.denied, of: app, now: $1) }
    #expect(try listed(desk, app)?.front == nil)
    try desk.post("c")
    #expect(try listed(desk, mail)?.front == nil)
    var policy = Desk.asking
    policy.front.consent = .notDetermined
    desk.engine.assumeIsolated { [policy] in $0.adopt(policy, rememberedAs: "") }
    #expect(try listed(desk, app)?.front == nil)
  }
}
