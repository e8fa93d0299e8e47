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

  @Test(
    "an alarm and a call ring with the theme's own sound, and stay until answered; a reminder sounds once",
    arguments: [
      (Kind.alarm, "alarm-clock-elapsed", true), (.call, "phone-incoming-call", true),
      (.reminder, "message-new-instant", false), (.message, nil, false), (nil, nil, false),
    ] as [(Kind?, String?, Bool)])
  func ringing(kind: Kind?, sound: String?, staysUp: Bool) throws {
    let desk = try Desk()
    try desk.post("a") { $0.kind = kind }
    #expect(
      desk.shown.map(\.sound) == [sound]
        && desk.shown.map(\.stay) == [staysUp ? .untilAnswered : .asLongAsUsual])
    desk.pass(seconds: 3)
    try desk.post("b") { ($0.kind, $0.sound) = (kind, "bell") }
    #expect(desk.shown.last?.sound == "bell")
  }

  @Test("by the desktop's own interface a call without a sound has none, and its own time")
  func frontCall() throws {
    let desk = try Desk()
    try desk.postFront("a") { request, _ in request.kind = .call }
    #expect(desk.shown.map(\.sound) == [nil] && desk.shown.map(\.stay) == [.asLongAsUsual])
  }

  @Test(
    "an alarm without a sound of its own is silent where its app's sounds are off, and a decision says so")
  func alarmOff() throws {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(sounds: false)
    let desk = try Desk(policy)
    try desk.post("a") { $0.kind = .alarm }
    #expect(desk.shown.map(\.sound) == [nil])
    #expect(try desk.explanation("a").contains("silent"))
  }

  @Test(
    "GNOME and swaync keep up only what is critical: an alarm is so there, a call unless their own quiet held it",
    arguments: [
      ("gnome-shell", Kind.alarm, false, Urgency.critical),
      ("SwayNotificationCenter", .alarm, true, .critical),
      ("gnome-shell", .call, false, .critical), ("gnome-shell", .call, true, .normal),
      ("dunst", .alarm, false, .normal), ("gnome-shell", .reminder, false, .normal),
    ])
  func staying(server: String, kind: Kind, isMuted: Bool, urgency: Urgency) throws {
    let desk = try Desk(hasServer: false)
    desk.serverAppears(product: server)
    if isMuted { desk.hear(.serverMute(ServerMute(isOn: true, state: "quiet", sparesCritical: true))) }
    try desk.post("a") { $0.kind = kind }
    #expect(desk.shown.map(\.urgency) == [urgency])
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
