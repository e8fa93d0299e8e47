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

  @Test("what was on screen is brought up to date without an alert", arguments: [false, true])
  func shown(persists: Bool) throws {
    let desk = try Desk()
    if persists { desk.serverAppears(as: "bus/:1.2", product: "gnome-shell") }
    for title in ["a", "b"] { try desk.post(title) { $0.sound = "default" } }
    #expect(desk.alerts == ["a", "b"])
    desk.forgetShown()
    try desk.restart { try execute($0, "UPDATE banners SET previews = NULL") }
    desk.pass(seconds: 60)
    #expect(desk.alerts.isEmpty)
    #expect(desk.shown.allSatisfy { $0.replaces != nil && $0.sound == nil })
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(desk.alerts.isEmpty)
    try desk.press("a")
    #expect(try desk.badge() == 1)
  }
}
