import CSQLite
import Delivery
import NotificationModel
import Testing

@Suite("A database of an earlier release is gone on with")
struct UpgradeTests {
  private func execute(_ desk: Desk, _ sql: String) throws {
    var database: OpaquePointer?
    let path = "\(desk.directory.path)/state/bellhop.db"
    try #require(sqlite3_open(path, &database) == SQLITE_OK)
    defer { sqlite3_close(database) }
    try #require(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
  }

  /// What the fifth version of the tables added, taken away again.
  private static let version4 = """
    ALTER TABLE banners DROP COLUMN previews; DROP TABLE watched; PRAGMA user_version = 4
    """

  @Test("what was on screen is brought up to date without an alert", arguments: [false, true])
  func shown(persists: Bool) throws {
    let desk = try Desk()
    if persists { desk.serverAppears(as: "bus/:1.2", product: "gnome-shell") }
    for title in ["a", "b"] { try desk.post(title) { $0.sound = "default" } }
    #expect(desk.alerts == ["a", "b"])
    desk.forgetShown()
    try desk.restart { try execute($0, Self.version4) }
    desk.pass(seconds: 60)
    #expect(desk.alerts.isEmpty)
    #expect(desk.shown.allSatisfy { $0.replaces != nil && $0.sound == nil })
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(desk.alerts.isEmpty)
    #expect(try desk.perform { engine, _ in try engine.front() }.watched == 0)
    try desk.press("a")
    #expect(try desk.badge() == 1)
  }

  /// What the ninth version of the tables added, taken away again.
  private static let version8 = """
    DROP INDEX live_by_script; ALTER TABLE notifications DROP COLUMN script; PRAGMA user_version = 8
    """

  @Test("what scripts had posted is theirs together, and apart from what each posts from now on")
  func scripts() throws {
    var policy = Desk.allowing
    policy.limits.unreadPerApp = 2
    let desk = try Desk(policy)
    func post(_ title: String, by script: String?) throws {
      let client = Client(
        connection: 2, process: 200, isPerson: true, script: script.map(ScriptID.init(named:)))
      try desk.post(NotificationRequest(app: .shell, title: title), by: client)
    }
    try post("a", by: "backup")
    try post("b", by: "battery")
    try desk.post("mail")
    try desk.restart { try execute($0, Self.version8) }
    #expect(throws: Refusal.self) { try post("c", by: nil) }
    try post("c", by: "backup")
    try desk.post("more mail")
    #expect(throws: Refusal.self) { try desk.post("most mail") }
  }

  @Test("how often things have changed is counted from what was decided about them")
  func replacements() throws {
    let desk = try Desk()
    for number in 1...3 { try desk.post("Build \(number)") { $0.identifier = name("build") } }
    try desk.post("Tea")
    let version7 = "\(Self.version8); ALTER TABLE notifications DROP COLUMN replaced; PRAGMA user_version = 7"
    try desk.restart { try execute($0, version7) }
    let apps = try desk.perform { engine, _ in
      try engine.statistics(since: Timestamp(milliseconds: 0)).apps
    }
    #expect(apps.map(\.posts) == [4] && apps.map(\.replaced) == [2])
  }
}
