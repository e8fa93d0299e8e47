import Delivery
import NotificationModel
import Testing

/// G7: quotas, and the posts that they let through. The others' latency beside a flood is measured by
/// `EndToEndTests/Daemon/FloodTests.swift` and `EndToEndTests/Front/FrontFloodTests.swift`.
@Suite("G7 No app harms another")
struct G7NoAppHarmsAnotherTests {
  private func flood(_ desk: Desk, _ count: Int, _ app: AppID = mail, prefix: String = "") -> Refusal? {
    for number in 0..<count {
      do throws(Refusal) {
        try desk.post(NotificationRequest(app: app, title: "\(prefix)\(number)", level: .passive))
      } catch { return error }
    }
    return nil
  }

  private var small: Policy {
    var policy = Desk.allowing
    policy.limits.postBurst = 20
    policy.limits.postRefillPerSecond = 10
    policy.limits.unreadPerApp = 30
    return policy
  }

  @Test("past its burst an app is told when to try again, and others are not")
  func posts() throws {
    let desk = try Desk(small)
    #expect(
      flood(desk, 21) == .quotaExceeded(quota: "posts", limit: 20, retryAfterMilliseconds: 100))
    #expect(try desk.post(NotificationRequest(app: chat, title: "theirs")).outcome == .presented)
    desk.pass(seconds: 1)
    #expect(flood(desk, 10, prefix: "more ") == nil)
  }

  /// So many times the same, and why one of them was refused.
  private func repetition(_ desk: Desk, _ count: Int, _ app: AppID = mail) -> Refusal? {
    for _ in 0..<count {
      do throws(Refusal) { try desk.post(NotificationRequest(app: app, title: "0", level: .passive)) } catch {
        return error
      }
    }
    return nil
  }

  @Test("a repeat is accepted when new ones are not")
  func repeats() throws {
    let desk = try Desk(small)
    _ = flood(desk, 21)
    #expect(try desk.post(NotificationRequest(app: mail, title: "0", level: .passive)).outcome == .coalesced)
  }

  @Test("repeats have a bucket of their own, of four times the posts', and each that is accepted is stored")
  func tooManyRepeats() throws {
    let desk = try Desk(small)
    #expect(
      repetition(desk, 82) == .quotaExceeded(quota: "repeats", limit: 80, retryAfterMilliseconds: 25))
    #expect(try desk.record("0").repeats == 80)
    try desk.restart()
    #expect(try desk.record("0").repeats == 80)
    // A new post is accepted, and so are the other apps'.
    #expect(try desk.post("new").outcome == .presented)
    #expect(try desk.post(NotificationRequest(app: chat, title: "theirs")).outcome == .presented)
  }

  @Test("repeats are accepted again at four times the posts' rate")
  func repeatsAgain() throws {
    let desk = try Desk(small)
    _ = repetition(desk, 82)
    desk.pass(seconds: 1)
    #expect(repetition(desk, 40) == nil)
    #expect(repetition(desk, 1) != nil)
  }

  @Test("names that nothing vouches for repeat themselves out of one bucket")
  func inventedRepeats() throws {
    let desk = try Desk(small)
    let names = try (0..<4).map { try #require(AppID("org.invented.App\($0)")) }
    for name in names { #expect(repetition(desk, 1, name) == nil) }
    #expect(repetition(desk, 160, names[0]) == nil)
    #expect(
      repetition(desk, 1, names[1])
        == .quotaExceeded(quota: "repeats", limit: 160, retryAfterMilliseconds: 13))
    #expect(repetition(desk, 2) == nil)
  }

  @Test("an app that has used up both is refused whatever it posts")
  func nothingLeft() throws {
    let desk = try Desk(small)
    _ = repetition(desk, 82)
    _ = flood(desk, 21, prefix: "new ")
    let refusal = Refusal.quotaExceeded(quota: "posts", limit: 20, retryAfterMilliseconds: 100)
    #expect(repetition(desk, 1) == refusal)
    #expect(flood(desk, 1, prefix: "more ") == refusal)
  }

  @Test("new content for what is there costs a post, but no place")
  func replacements() throws {
    let desk = try Desk(small)
    for number in 0..<20 { try desk.post("\(number)") { $0.identifier = name("x") } }
    #expect(throws: Refusal.quotaExceeded(quota: "posts", limit: 20, retryAfterMilliseconds: 100)) {
      try desk.post("one more") { $0.identifier = name("x") }
    }
  }

  @Test("names that nothing vouches for share one bucket of twice an app's")
  func inventedNames() throws {
    let desk = try Desk(small)
    var accepted = 0
    for number in 0..<100 {
      let app = known(AppID("org.invented.App\(number)"))
      if flood(desk, 1, app) == nil { accepted += 1 }
    }
    #expect(accepted == 40)
    #expect(flood(desk, 1) == nil)
  }

  @Test("no more unread ones than the limit, and nothing unread is lost to it")
  func unread() throws {
    let desk = try Desk(small)
    _ = flood(desk, 20)
    desk.pass(seconds: 2)
    #expect(
      flood(desk, 20, prefix: "more ")
        == .quotaExceeded(quota: "unread", limit: 30, retryAfterMilliseconds: nil))
    #expect(try desk.badge() == 30)
  }

  @Test("256 scheduled ones, and the next is refused loudly")
  func scheduled() throws {
    let desk = try Desk()
    for number in 0..<256 {
      try desk.post("\(number)") { $0.trigger = .after(seconds: 600, repeats: false) }
    }
    #expect(throws: Refusal.quotaExceeded(quota: "scheduled", limit: 256, retryAfterMilliseconds: nil)) {
      try desk.post("one more") { $0.trigger = .after(seconds: 600, repeats: false) }
    }
    // Those that wait for consent will be scheduled beside the ones that are.
    try desk.perform { try $0.setAuthorization(.notDetermined, of: mail, now: $1) }
    desk.policy.defaultAuthorization = .notDetermined
    try desk.restart()
    #expect(throws: Refusal.quotaExceeded(quota: "scheduled", limit: 256, retryAfterMilliseconds: nil)) {
      try desk.post("one more") { $0.trigger = .after(seconds: 600, repeats: false) }
    }
  }

  @Test("alerts that come too fast go quiet, and one banner says how many")
  func alertRate() throws {
    let desk = try Desk()
    var outcomes: [Outcome] = []
    for number in 1...15 { outcomes.append(try desk.post("\(number)").outcome) }
    #expect(outcomes == Array(repeating: .presented, count: 10) + Array(repeating: .quiet, count: 5))
    #expect(try desk.badge() == 15)
    #expect(desk.shown.count == 10)
    desk.pass(seconds: 6)
    #expect(desk.shown.count == 11)
    #expect(
      desk.shown.last?.text
        == BannerText(title: "5 more notifications from Mail", body: "15\n14\n13\n12\nand 1 more"))
    desk.pass(seconds: 60)
    #expect(desk.shown.count == 11)
    #expect(try desk.post("later").outcome == .presented)
  }

  @Test("a summary of one app in front keeps no other's waiting, and one that came too late goes at once")
  func summaries() throws {
    let desk = try Desk()
    for number in 1...12 {
      try desk.post("\(number)")
      try desk.post(NotificationRequest(app: chat, title: "\(number)"))
    }
    let front = chat
    try desk.perform { engine, _ in try engine.setForeground(front, isForeground: true, thread: nil, by: app)
    }
    desk.server = .silent
    desk.pass(seconds: 6)
    #expect(desk.subjects.last == .summary(mail))
    #expect(try desk.perform { try $0.markRead(nil, nil, of: mail, by: app, now: $1) } == 0)
    let before = desk.closed.count
    desk.serverAnswersAtLast()
    #expect(desk.closed.count == before + 1)
  }

  @Test("a summary that the server was too busy for still says how many, and goes with the last of them")
  func busySummary() throws {
    let desk = try Desk()
    for number in 1...13 { try desk.post("\(number)") }
    desk.server = .fails(.busy)
    desk.pass(seconds: 6)
    desk.server = .answers
    desk.pass(seconds: 6)
    #expect(desk.shown.last?.text.title == "3 more notifications from Mail")
    #expect(try desk.perform { try $0.markRead(nil, nil, of: mail, by: app, now: $1) } == 0)
    #expect(desk.closed.count == 11)
  }
}
