import Delivery
import NotificationModel
import TestSupport
import Testing

/// An app that a sandbox vouches for.
struct VerifiedAppTests {
  private static let unknown = AppID.literal("org.example.Unknown")
  private static let verified = Client(connection: 7, process: 70, isPerson: false, verified: unknown)

  @Test func `who is known to be one app speaks for no other, and nobody in a sandbox for the person`() throws
  {
    let desk = try Desk()
    for app in [mail, .shell] {
      let refusal = Refusal.notPermitted(app, verified: Self.unknown)
      #expect(throws: refusal) {
        try desk.post(NotificationRequest(app: app, title: "Tea"), by: Self.verified)
      }
      #expect(throws: refusal) { try desk.perform { try $0.settings(of: app, by: Self.verified, now: $1) } }
      #expect(throws: refusal) {
        try desk.perform { engine, _ in try engine.badge(of: app, by: Self.verified) }
      }
    }
    let shell = Client(connection: 8, process: 80, isPerson: false, verified: .shell)
    #expect(throws: Refusal.notPermitted(.shell, verified: .shell)) {
      try desk.post(NotificationRequest(app: .shell, title: "Tea"), by: shell)
    }
  }

  @Test func `a name that a sandbox vouches for has a bucket of its own`() throws {
    var policy = Desk.allowing
    policy.limits.postBurst = 2
    policy.limits.unreadPerApp = 100
    let desk = try Desk(policy)
    let claimed = Client(connection: 1, process: 10, isPerson: false)
    for index in 0..<4 {
      try desk.post(NotificationRequest(app: Self.unknown, title: "Claimed \(index)"), by: claimed)
    }
    #expect(throws: Refusal.self) {
      try desk.post(NotificationRequest(app: Self.unknown, title: "Claimed"), by: claimed)
    }
    for index in 0..<2 {
      try desk.post(NotificationRequest(app: Self.unknown, title: "Verified \(index)"), by: Self.verified)
    }
    #expect(throws: Refusal.self) {
      try desk.post(NotificationRequest(app: Self.unknown, title: "Verified"), by: Self.verified)
    }
  }

  @Test(arguments: [true, false])
  func `the question calls a name its own claim only where nothing vouches for it`(isVerified: Bool) throws {
    let desk = try Desk(Desk.asking)
    let client = isVerified ? Self.verified : Client(connection: 1, process: 10, isPerson: false)
    try desk.post(NotificationRequest(app: Self.unknown, title: "Tea"), by: client)
    let question = try #require(desk.shown.last)
    #expect(question.text.body.contains(Self.unknown.text))
    #expect(question.text.body.contains("not verified") == !isVerified)
  }
}
