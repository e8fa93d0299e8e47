import Delivery
import Guidelines
import NotificationModel
import Testing
import Wording

/// Apps, senders, second calls and messages that the person lets through quiet.
@Suite("What is let through") struct LettingThroughTests {
  private static let ada = Sender(name: "Ada Lovelace")

  private func desk(_ change: (inout Policy) -> Void = { _ in }) throws -> Desk {
    var policy = Desk.allowing
    change(&policy)
    let desk = try Desk(policy)
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    return desk
  }

  @discardableResult
  private func letThrough(_ desk: Desk, _ name: String, of app: AppID? = nil, _ isOn: Bool = true) throws
    -> Bool
  {
    try desk.perform { try $0.letThrough(name, of: app, isOn, now: $1) }
  }

  private func why(_ desk: Desk, _ title: String, _ wording: Wording = .english) throws -> [String] {
    let id = try desk.record(title).id
    return try desk.perform { engine, _ in
      try engine.explain(id, limit: 99, told: wording).decisions.map(\.decision.why)
    }
  }

  @Test func `a sender comes through whom a post names, whole and without case`() throws {
    let desk = try desk()
    #expect(try letThrough(desk, " ada  LOVELACE "))
    #expect(try !letThrough(desk, "Ada Lovelace"))
    let names = ["Ada Lovelace", "ada lovelace", "Ada Lovelace-King", "Ada", "A\u{301}da Lovelace"]
    for name in names { try desk.post(name) { $0.sender = Sender(name: name) } }
    #expect(desk.alerts == ["Ada Lovelace", "ada lovelace"])
    try letThrough(desk, "ADA LOVELACE", false)
    try desk.post("later") { $0.sender = Self.ada }
    #expect(try desk.record("later").outcome == .held)
  }

  @Test func `a title names the sender of a call, of a message, and of what the desktop's interface brings`()
    throws
  {
    let desk = try desk()
    try letThrough(desk, "Ada Lovelace")
    for kind in [Kind.call, .message] {
      try desk.post("Ada Lovelace") {
        $0.kind = kind
        $0.body = kind.rawValue
      }
    }
    #expect(desk.alerts.count == 2)
    try desk.post("Ada Lovelace") { $0.body = "Ada Lovelace" }
    #expect(desk.alerts.count == 2)
    _ = try desk.postFront("Ada Lovelace", of: chat)
    _ = try desk.postFront("Grace Hopper", of: chat)
    #expect(desk.alerts.count == 3)
  }

  @Test func `a sender who is let through for one app does not come through by another`() throws {
    let desk = try desk()
    try letThrough(desk, "Ada Lovelace", of: chat)
    try desk.post("by mail") { $0.sender = Self.ada }
    #expect(desk.alerts.isEmpty)
    try desk.post(NotificationRequest(app: chat, title: "by chat", sender: Self.ada))
    #expect(desk.alerts.count == 1)
    try desk.perform { try $0.forget(chat, now: $1) }
    #expect(try desk.perform { engine, _ in try engine.sendersLetThrough() }.isEmpty)
  }

  @Test func `what is held comes as soon as its sender or its app is let through, and says why`() throws {
    let desk = try desk()
    try desk.post("from Ada") { $0.sender = Self.ada }
    try desk.post("from Mail")
    #expect(desk.alerts.isEmpty)
    try letThrough(desk, "Ada Lovelace")
    #expect(desk.alerts.count == 1)
    #expect(
      try why(desk, "from Ada").contains("It comes now: you let its sender through (bellhop through list)."))
    try desk.perform { try $0.change(mail, by: AppSettings(dnd: .through), now: $1) }
    #expect(desk.alerts.count == 2)
    #expect(
      try why(desk, "from Mail").contains(
        "It comes now: everything of this app comes through (set by the person; to change it: "
          + "bellhop set org.example.Mail dnd=VALUE)."))
  }

  @Test func `many held ones of a sender come one by one while quiet goes on`() throws {
    let desk = try desk()
    for number in 1...5 { try desk.post("\(number)") { $0.sender = Self.ada } }
    try letThrough(desk, "Ada Lovelace")
    #expect(desk.alerts.count == 5 && !desk.subjects.contains(.missed))
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts.count == 5)
  }

  @Test func `an urgent one comes as soon as its app is kept back no more, and says why`() throws {
    let desk = try desk()
    try desk.perform { try $0.change(mail, by: AppSettings(dnd: .never), now: $1) }
    try desk.post("urgent") {
      $0.level = .timeSensitive
      $0.relevantDate = desk.now.wall
    }
    #expect(desk.alerts.isEmpty)
    try desk.perform { try $0.change(mail, by: AppSettings(dnd: .urgent), now: $1) }
    #expect(desk.alerts.first == "urgent")
    #expect(try why(desk, "urgent").contains("It is timeSensitive, and may break through now."))
  }

  @Test func `an app that comes through too fast has its summary in spite of quiet`() throws {
    let desk = try desk {
      $0.apps[mail] = AppSettings(dnd: .through)
      $0.limits.alertBurst = 2
    }
    for number in 1...4 { try desk.post("\(number)") }
    #expect(desk.alerts.count == 2)
    desk.pass(seconds: 60)
    #expect(desk.shown.last?.subject == .summary(mail))
  }

  @Test func `names of senders are told while the screen is neither locked nor shared`() throws {
    let desk = try desk()
    try letThrough(desk, "Ada Lovelace")
    desk.hear(.lock(.locked(by: [ScreenLock.sharing])))
    #expect(throws: Refusal.screenLocked) { try desk.perform { engine, _ in try engine.sendersLetThrough() } }
  }

  @Test func `the decision names what lets it through, and no sender, in English and Korean`() throws {
    let desk = try desk()
    try letThrough(desk, "Ada Lovelace")
    try desk.post("hello") { $0.sender = Self.ada }
    let told = try why(desk, "hello") + why(desk, "hello", .korean)
    #expect(
      told.contains(
        "Do Not Disturb is on (bellhop dnd), but you let its sender through (bellhop through list)."))
    #expect(told.allSatisfy { !$0.contains("Ada") })
    #expect(told.contains { $0.contains("사용자가 허용한 보낸 사람") })
  }

  @Test func `senders outlast the daemon`() throws {
    let desk = try desk()
    try letThrough(desk, "Ada Lovelace")
    try letThrough(desk, "Straße", of: chat)
    try desk.restart()
    let senders = try desk.perform { engine, _ in try engine.sendersLetThrough() }
    #expect(senders == [LetThrough(name: "Ada Lovelace"), LetThrough(name: "Straße", app: chat)])
    try desk.post(NotificationRequest(app: chat, title: "hello", sender: Sender(name: "STRASSE")))
    #expect(desk.alerts.count == 1)
  }

  @Test func `there are at most 256 of them, and a name has visible text`() throws {
    let desk = try desk()
    for number in 1...256 { try letThrough(desk, "\(number)") }
    #expect(throws: Refusal.self) { try letThrough(desk, "one more") }
    #expect(throws: Refusal.self) { try letThrough(desk, "\u{200B}\n") }
    #expect(try !letThrough(desk, "one more", false))
  }

  // MARK: A second call or message

  @Test(arguments: [Kind.call, .message])
  func `a second call or message of one sender within three minutes comes through`(_ kind: Kind) throws {
    for (seconds, comes) in [(1, true), (179, true), (180, false)] as [(Int64, Bool)] {
      let desk = try desk { $0.apps[mail] = AppSettings(repeated: true) }
      func post(_ title: String, from name: String) throws {
        try desk.post(title) {
          $0.kind = kind
          $0.sender = Sender(name: name)
        }
      }
      try post("first", from: "Ada Lovelace")
      try post("of another", from: "Grace Hopper")
      #expect(desk.alerts.isEmpty)
      desk.pass(seconds: seconds)
      try post("second", from: "ada lovelace")
      #expect(desk.alerts.count == (comes ? 1 : 0), "\(seconds)")
      if comes {
        #expect(try why(desk, "second").contains { $0.contains("a second time within three minutes") })
      }
    }
  }

  @Test func `a change of a ringing call is no second call`() throws {
    let desk = try desk { $0.apps[mail] = AppSettings(repeated: true) }
    for second in 1...3 {
      try desk.post("Ada Lovelace") {
        $0.kind = .call
        $0.identifier = name("call")
        $0.body = "Ringing for \(second) s"
      }
    }
    #expect(desk.alerts.isEmpty)
    desk.pass(seconds: 61)
    try desk.post("Ada Lovelace") {
      $0.kind = .call
      $0.identifier = name("call")
      $0.body = "Again"
    }
    #expect(desk.alerts == ["Ada Lovelace"])
  }

  @Test func `without the person's wish, and for what is no call or message, a second one is held`() throws {
    let desk = try desk { $0.apps[chat] = AppSettings(repeated: true) }
    for number in 1...3 {
      try desk.post("\(number)") { $0.sender = Self.ada }
      _ = try desk.postFront("Download", of: chat) { request, _ in request.body = "\(number)" }
    }
    #expect(desk.alerts.isEmpty)
  }

  // MARK: Locks

  @Test func `an administrator's lock on what comes through holds for the app, its senders and second calls`()
    throws
  {
    for (locked, comes) in [(ThroughQuiet.never, false), (.urgent, false), (.through, true)] {
      let desk = try desk {
        $0.apps[mail] = AppSettings(repeated: true)
        $0.locked[mail] = [.dnd: "/etc/bellhop/bellhop.conf"]
        $0.lockedValues[mail] = AppSettings(dnd: locked)
      }
      #expect(throws: Refusal.self) {
        try desk.perform { try $0.change(mail, by: AppSettings(dnd: .through), now: $1) }
      }
      #expect(throws: Refusal.self) { try letThrough(desk, "Ada Lovelace", of: mail) }
      try letThrough(desk, "Ada Lovelace")
      for number in 1...2 {
        try desk.post("\(number)") {
          $0.kind = .message
          $0.sender = Self.ada
        }
      }
      #expect(desk.alerts.isEmpty == !comes)
    }
  }

  // MARK: The screen

  @Test("a shared screen holds, and leaves Do Not Disturb as it was", arguments: [false, true])
  func sharedScreen(_ isDoNotDisturbOn: Bool) throws {
    let desk = try Desk()
    if isDoNotDisturbOn { try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) } }
    desk.hear(.lock(.locked(by: [ScreenLock.sharing])))
    try desk.post("held")
    try desk.post("urgent") {
      $0.level = .timeSensitive
      $0.relevantDate = desk.now.wall
    }
    #expect(try desk.record("held").outcome == .held)
    #expect(desk.shown.first?.subject == .notification(try desk.record("urgent").id))
    desk.hear(.lock(.unlocked))
    #expect(desk.alerts.contains("held") == !isDoNotDisturbOn)
    #expect(try desk.perform { try $0.state(now: $1) }.doNotDisturb == isDoNotDisturbOn)
  }

  @Test func `a shared screen does not hold where the configuration says so`() throws {
    var policy = Desk.allowing
    policy.sharedScreenHolds = false
    let desk = try Desk(policy)
    desk.hear(.lock(.locked(by: [ScreenLock.sharing])))
    #expect(try desk.post("a").outcome == .presented)
  }

  @Test("a full screen holds while its app keeps the screen from going idle, always, or never")
  func fullScreen() throws {
    for holds in FullScreenHold.allCases {
      var policy = Desk.allowing
      policy.fullScreenHolds = holds
      for inhibits in [false, true] {
        let desk = try Desk(policy)
        desk.hear(.fullScreen(FullScreenWindow(apps: [chat], inhibitsIdle: inhibits)))
        let isHeld = holds == .always || holds == .inhibiting && inhibits
        #expect(try desk.post("a").outcome == (isHeld ? .held : .presented))
        if isHeld { #expect(try why(desk, "a") == ["Chat fills the screen."]) }
        let quiet = try desk.perform { try $0.state(now: $1) }.quiet
        #expect(quiet == (isHeld ? [QuietReport(kind: "fullScreen", by: ["Chat"])] : []))
        desk.hear(.fullScreen(nil))
        #expect(desk.alerts == ["a"])
      }
    }
  }

  // MARK: Previews

  @Test func `previews of all apps are the person's to choose, over the files and under a lock`() throws {
    var policy = Desk.allowing
    policy.previews = .always
    policy.apps[chat] = AppSettings(previews: .always)
    let desk = try Desk(policy)
    try desk.perform { try $0.choosePreviews(.never, now: $1) }
    try desk.post("secret")
    try desk.post(NotificationRequest(app: chat, title: "open"))
    #expect(desk.alerts == ["Mail", "open"])
    #expect(try why(desk, "secret").contains { $0.contains("bellhop previews") })
    try desk.restart()
    #expect(try desk.perform { try $0.state(now: $1) }.previews == .never)
    try desk.perform { try $0.choosePreviews(nil, now: $1) }
    #expect(desk.shown.last?.text.title == "secret" && desk.shown.last?.alerts == false)
    policy.overallLocks["Previews/Show"] = "/etc/bellhop/bellhop.conf"
    let locked = try Desk(policy)
    #expect(throws: Refusal.self) { try locked.perform { try $0.choosePreviews(.never, now: $1) } }
  }
}
