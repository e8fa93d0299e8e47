import Delivery
import NotificationModel
import Testing

@Suite struct AppListTests {
  @Test("the list of apps comes by their ids, page by page, whoever is asked about in between")
  func pages() throws {
    var policy = Desk.asking
    for name in ["c", "a", "e", "b"] { policy.apps[try #require(AppID(name))] = AppSettings(banners: true) }
    let desk = try Desk(policy)
    func page(after last: String?, limit: Int) throws -> ([String], Bool) {
      let (apps, more) = try desk.perform {
        try $0.apps(after: last.flatMap { AppID($0) }, limit: limit, now: $1)
      }
      return (apps.map(\.app.text), more)
    }
    #expect(try page(after: nil, limit: 2) == (["a", "b"], true))
    let later = NotificationRequest(app: try #require(AppID("d")), title: "Lunch?")
    _ = try desk.post(later)
    #expect(try page(after: "b", limit: 2) == (["c", "d"], true))
    #expect(try page(after: "bb", limit: 3) == (["c", "d", "e"], false))
    #expect(try page(after: "e", limit: 2) == ([], false))
  }

  @Test("an app denied by a file is told from one that the person has denied, locked or not")
  func deciders() throws {
    let file = "/etc/bellhop/bellhop.conf"
    var policy = Desk.asking
    let (byFile, byPerson) = (try #require(AppID("a")), try #require(AppID("b")))
    policy.apps[byFile] = AppSettings(authorization: .denied)
    policy.files["App a/Authorization"] = file
    let desk = try Desk(policy)
    try desk.perform { try $0.setAuthorization(.denied, of: byPerson, now: $1) }
    let apps = try desk.perform { try $0.apps(now: $1) }.apps
    #expect(apps.map(\.app) == [byFile, byPerson])
    #expect(apps.allSatisfy { $0.settings.authorization == .denied && $0.locked.isEmpty })
    #expect(
      apps.map(\.deciders) == [
        [SettingsDecider(settings: ["Authorization"], file: file)],
        [SettingsDecider(settings: ["Authorization"], file: nil)],
      ])
  }
}
