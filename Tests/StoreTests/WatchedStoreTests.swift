import Delivery
import NotificationModel
import TestSupport
import Testing

@testable import Store

@Suite struct WatchedStoreTests {
  private func watched(_ number: Int, of app: String = "parcelly") throws -> ShadowNotification {
    var watched = ShadowNotification(
      app: try #require(AppID(app)), isVouchedFor: number == 2, time: Timestamp(milliseconds: Int64(number)),
      title: "Title \(number)", body: number == 1 ? nil : "Body", outcome: number == 3 ? nil : .held,
      isMerged: number == 1, isHidden: true, isTooFast: number == 2,
      decisions: [
        Ruling("focus.doNotDisturb", .held, .isUnread),
        Ruling("delivery", .presented, .isLockedBy, .name("a")),
      ])
    watched.claimedName = app == "parcelly" ? "소포" : nil
    return watched
  }

  @Test func `What passed by comes back as it was, the newest first and app by app`() throws {
    let scratch = try Scratch()
    let store = try scratch.open()
    for number in 1...3 { try store.insert(try watched(number)) }
    try store.insert(try watched(1, of: "volume"))
    try store.commit()
    let found = try store.shadowNotifications(app: AppID("parcelly"), before: nil, limit: 10)
    #expect(found.map(\.id) == [3, 2, 1])
    var second = try watched(2)
    second.id = 2
    #expect(found[1] == second)
    #expect(try store.shadowNotifications(app: nil, before: 3, limit: 1).map(\.id) == [2])
    let apps = try store.shadowApps(limit: 10)
    #expect(apps.map(\.posted) == [3, 1] && apps.map(\.name) == ["소포", "volume"])
    let first = try #require(apps.first)
    #expect(!first.isVouchedFor && first.since == Timestamp(milliseconds: 1))
    #expect([first.merged, first.held, first.hidden, first.tooFast, first.denied] == [1, 2, 3, 1, 1])
  }

  @Test func `What is old goes, and what is beyond the newest`() throws {
    let scratch = try Scratch()
    let store = try scratch.open()
    for number in 1...5 { try store.insert(try watched(number)) }
    #expect(try store.removeShadowNotifications(before: Timestamp(milliseconds: 2), rows: 10, limit: 10) == 1)
    #expect(try store.removeShadowNotifications(before: Timestamp(milliseconds: 0), rows: 3, limit: 10) == 1)
    #expect(try store.shadowNotifications(app: nil, before: nil, limit: 10).map(\.id) == [5, 4, 3])
    #expect(try store.removeShadowNotifications(before: Timestamp(milliseconds: 0), rows: 0, limit: 2) == 2)
    #expect(try store.shadowNotifications(app: nil, before: nil, limit: 10).map(\.id) == [5])
    #expect(try store.shadowCount(app: nil) == 1)
    #expect(try store.forgetShadowNotifications(app: nil, limit: 9) == 1)
    #expect(try store.shadowCount(app: nil) == 0)
  }

  @Test func `Sentences within sentences are stored three deep`() throws {
    func nested(_ levels: Int) -> Reason {
      Reason(key: "k", arguments: levels == 0 ? [] : [.reason(nested(levels - 1))])
    }
    func ruling(_ levels: Int) -> Ruling { Ruling(guideline: "g", effect: "e", reason: nested(levels)) }
    let bytes = try #require(RulingCoding.bytes([ruling(6)]))
    #expect(bytes == RulingCoding.bytes([ruling(3)]))
    #expect(try RulingCoding.rulings(bytes) == [ruling(3)])
  }

  @Test func `Decisions in one column are read as they were written, and cut off they are damage`() throws {
    let rulings = try watched(1).decisions
    let bytes = try #require(RulingCoding.bytes(rulings))
    #expect(try RulingCoding.rulings(bytes) == rulings)
    #expect(RulingCoding.bytes([]) == nil)
    var long: [UInt8] = []
    long.append(text: String(repeating: "a", count: 70_000))
    var rest = long[...]
    #expect(try rest.text()?.utf8.count == 65_534 && rest.isEmpty)
    let first = try #require(RulingCoding.bytes(Array(rulings.prefix(1)))).count
    for cut in 1..<bytes.count where cut != first {
      #expect(throws: SQLiteFault.self) { try RulingCoding.rulings(Array(bytes.prefix(cut))) }
    }
  }
}
