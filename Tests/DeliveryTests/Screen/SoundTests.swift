import Delivery
import NotificationModel
import Testing

@Suite("Sound")
struct SoundTests {
  private func shownSound(_ change: (inout NotificationRequest) -> Void, silent: Bool, _ policy: Policy)
    throws
    -> String?
  {
    let desk = try Desk(policy)
    try desk.perform { engine, _ in try engine.setSilent(silent) }
    try desk.post("a") {
      $0.sound = "default"
      change(&$0)
    }
    return desk.shown.first?.sound
  }

  private var granting: Policy {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(critical: true)
    return policy
  }

  @Test("asked for, it is played; not asked for, it is not")
  func asked() throws {
    #expect(try shownSound({ _ in }, silent: false, granting) == "message-new-instant")
    #expect(try shownSound({ $0.sound = "bell" }, silent: false, granting) == "bell")
    #expect(try shownSound({ $0.sound = nil }, silent: false, granting) == nil)
  }

  @Test("the mute switch spares granted critical notifications, and the person's alarms")
  func muted() throws {
    #expect(try shownSound({ _ in }, silent: true, granting) == nil)
    #expect(try shownSound({ $0.level = .critical }, silent: true, granting) != nil)
    #expect(try shownSound({ $0.level = .critical }, silent: true, Desk.allowing) == nil)
    #expect(try shownSound({ $0.kind = .alarm }, silent: true, Desk.allowing) != nil)
  }

  @Test("an app whose sounds are off makes none")
  func off() throws {
    var policy = granting
    policy.apps[mail]?.sounds = false
    #expect(try shownSound({ $0.level = .critical }, silent: false, policy) == nil)
  }

  @Test("why it has none is said once, however often a busy server is asked")
  func saidOnce() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in try engine.setSilent(true) }
    desk.server = .fails(.busy)
    try desk.post("a") { $0.sound = "default" }
    for _ in 0..<20 { desk.pass(seconds: 61) }
    desk.server = .answers
    desk.pass(seconds: 61)
    #expect(try desk.explanation("a").sorted() == ["presented", "shown", "silent"])
  }
}
