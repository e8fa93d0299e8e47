import Delivery
import NotificationModel
import Testing

/// Several programs of one app, each of which hears of every event (G9).
@Suite("Followers with names")
struct FollowerTests {
  private let window = FollowerName(literal: "window")
  private let helper = FollowerName(literal: "helper")

  /// With this many events of the app.
  private func desk(_ count: Int = 0) throws -> Desk {
    let desk = try Desk()
    try happen(desk, count)
    return desk
  }

  private func happen(_ desk: Desk, _ count: Int) throws {
    for _ in 0..<count {
      let id = try desk.post("a").id
      try desk.perform { _ = try $0.withdraw(nil, [id], of: mail, by: app, now: $1) }
    }
  }

  private func follow(_ desk: Desk, _ name: FollowerName?) throws -> Int64 {
    let begun = try desk.perform { try $0.follow(mail, as: name, by: app, now: $1) }
    return begun.number
  }

  private func acknowledge(_ desk: Desk, _ name: FollowerName?, _ sequence: Int64) throws {
    try desk.perform { try $0.acknowledge(EventSequence(sequence), of: mail, as: name, by: app, now: $1) }
  }

  private func kept(_ desk: Desk) throws -> [Int64] {
    try desk.engine.assumeIsolated { try $0.events(of: mail, after: EventSequence(0), limit: 2_000) }
      .map(\.sequence.number)
  }

  @Test("an event is kept until each of them has acknowledged it, over a restart too")
  func each() throws {
    let desk = try desk(1)
    #expect(try follow(desk, window) == 0)
    #expect(try follow(desk, helper) == 0)
    try happen(desk, 2)
    try acknowledge(desk, window, 3)
    #expect(try kept(desk) == [1, 2, 3])
    try desk.restart()
    #expect(try follow(desk, window) == 3)
    #expect(try follow(desk, helper) == 0)
    try acknowledge(desk, helper, 2)
    #expect(try kept(desk) == [3])
    try acknowledge(desk, helper, 3)
    #expect(try kept(desk).isEmpty)
  }

  @Test("the programs without a name count as one, if they have followed or acknowledged before")
  func unnamed() throws {
    let followed = try desk(1)
    followed.engine.assumeIsolated { $0.followed(mail, by: 5) }
    _ = try follow(followed, window)
    try acknowledge(followed, window, 1)
    #expect(try kept(followed) == [1])
    try acknowledge(followed, nil, 1)
    #expect(try kept(followed).isEmpty)

    let acknowledged = try desk(2)
    try acknowledge(acknowledged, nil, 1)
    #expect(try follow(acknowledged, window) == 1)
    try acknowledge(acknowledged, window, 2)
    #expect(try follow(acknowledged, nil) == 1)
    #expect(try kept(acknowledged) == [2])
  }

  @Test("the programs without a name do not count where they have never followed")
  func neverUnnamed() throws {
    let desk = try desk(1)
    _ = try follow(desk, window)
    try acknowledge(desk, window, 1)
    #expect(try kept(desk).isEmpty)
    #expect(try follow(desk, nil) == 1)
    try happen(desk, 1)
    try acknowledge(desk, window, 2)
    #expect(try kept(desk) == [2])
  }

  @Test("no acknowledgement goes back, or past the last event")
  func bounds() throws {
    let desk = try desk(2)
    _ = try follow(desk, window)
    try acknowledge(desk, window, 9)
    #expect(try follow(desk, window) == 2)
    try acknowledge(desk, window, 1)
    #expect(try follow(desk, window) == 2)
  }

  @Test("an acknowledgement by a name that has not followed is refused, and makes no follower")
  func unknown() throws {
    let desk = try desk(1)
    #expect(throws: Refusal.notFound(.follower(window))) { try acknowledge(desk, window, 1) }
    #expect(try kept(desk) == [1])
    #expect(try follow(desk, window) == 0)
  }

  @Test("a ninth name is refused, and a new name takes the place of one that was not seen for 30 days")
  func ninth() throws {
    let desk = try desk(1)
    for number in 1...8 { _ = try follow(desk, FollowerName("f\(number)")) }
    let full = Refusal.quotaExceeded(quota: "followers", limit: 8, retryAfterMilliseconds: nil)
    #expect(throws: full) { _ = try follow(desk, window) }
    desk.pass(seconds: 29 * 86_400)
    for number in 2...8 { _ = try follow(desk, FollowerName("f\(number)")) }
    #expect(throws: full) { _ = try follow(desk, window) }
    desk.pass(seconds: 86_400)
    #expect(try follow(desk, window) == 0)
  }

  @Test("for one that was not seen for 30 days no event is kept, unless it is connected")
  func unseen() throws {
    let desk = try desk()
    for name in [window, helper] { _ = try follow(desk, name) }
    desk.engine.assumeIsolated { $0.followed(mail, as: helper, by: 9) }
    for _ in 1...31 {
      desk.pass(seconds: 86_400)
      try happen(desk, 1)
    }
    let third = FollowerName(literal: "third")
    _ = try follow(desk, third)
    try acknowledge(desk, third, 31)
    #expect(throws: Refusal.notFound(.follower(window)), "it is forgotten") {
      try acknowledge(desk, window, 31)
    }
    #expect(try kept(desk).count == 31)
    #expect(try follow(desk, helper) == 0)
    #expect(try follow(desk, window) == 0)
    try acknowledge(desk, helper, 31)
    #expect(try kept(desk).count == 31, "the window began anew with the oldest kept event")
    try acknowledge(desk, window, 31)
    #expect(try kept(desk).isEmpty)
  }

  @Test(
    "a clock that is set by a month and back makes no follower one that was not seen", arguments: [31, -31])
  func clock(days: Int64) throws {
    let desk = try desk(1)
    let reader = days > 0 ? helper : window
    _ = try follow(desk, window)
    desk.moveClock(bySeconds: days * 86_400)
    _ = try follow(desk, helper)
    try acknowledge(desk, reader, 1)
    #expect(try kept(desk) == [1])
    desk.moveClock(bySeconds: -days * 86_400)
    try acknowledge(desk, reader, 1)
    #expect(try kept(desk) == [1])
  }

  @Test("a command that waits for its answer is no follower for whom the command line's events are kept")
  func command() throws {
    let desk = try Desk()
    desk.engine.assumeIsolated { $0.followed(.shell, by: 5) }
    let id = try desk.post(NotificationRequest(app: .shell, title: "a"), by: tool).id
    try desk.perform { engine, now in
      _ = try engine.withdraw(nil, [id], of: .shell, by: tool, now: now)
      _ = try engine.follow(.shell, as: FollowerName(literal: "window"), by: tool, now: now)
      _ = try engine.follow(.shell, as: nil, by: tool, now: now)
      try engine.acknowledge(
        EventSequence(1), of: .shell, as: FollowerName(literal: "window"), by: tool, now: now)
      #expect(try engine.events(of: .shell, after: EventSequence(0), limit: 9).isEmpty)
    }
  }
}
