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
}
