import Delivery
import NotificationModel
import Testing

@Suite("By the desktop's own interface the same text is the same thing only where it is")
struct FrontSameThingTests {
  private static func poster(_ name: String) -> ScriptID { ScriptID(named: "script \(name)") }

  private func post(
    _ desk: Desk, _ title: String = "Download finished", by caller: String = ":1.7", poster: String,
    of app: AppID = mail, key: String? = nil, icon: String = ""
  ) throws -> UInt32 {
    try desk.postFront(title, of: app, by: caller) { request, origin in
      origin.poster = Self.poster(poster)
      origin.icon = icon
      origin.isVouchedFor = app == mail
      guard let key else { return }
      request.actions = [Action(id: item("a.1"), title: "Open")]
      origin.keys[item("a.1")] = key
    }
  }

  // MARK: While it is up

  @Test("two posters that say the same have a banner each, and each hears its own press")
  func posters() throws {
    let desk = try Desk(Desk.asking)
    let one = try post(desk, by: ":1.7", poster: "backup", key: "open")
    let other = try post(desk, by: ":1.8", poster: "browser", key: "open")
    #expect(one != other && desk.alerts.count == 2)
    try desk.press("Download finished", item("a.1"))
    #expect(desk.frontSignals.map(\.number) == [other, other])
    #expect(desk.frontSignals.allSatisfy { $0.caller.name == ":1.8" })
    #expect(try desk.badge() == 1)
  }

  @Test("so have other buttons, the same buttons that their app calls otherwise, and other pictures")
  func buttons() throws {
    let desk = try Desk(Desk.asking)
    var numbers: Set<UInt32> = [try post(desk, poster: "script")]
    numbers.insert(try post(desk, poster: "script", key: "first"))
    numbers.insert(try post(desk, poster: "script", key: "second"))
    numbers.insert(try post(desk, poster: "script", icon: "folder"))
    numbers.insert(
      try desk.postFront("Download finished") { request, origin in
        origin.poster = Self.poster("script")
        request.image = "folder"
        origin.isPictureIcon = true
      })
    for name in ["a.svg", "b.svg"] {
      numbers.insert(
        try desk.postFront("Download finished") { _, origin in
          origin.poster = Self.poster("script")
          origin.pictureName = name
        })
    }
    #expect(numbers.count == 7 && desk.alerts.count == 7)
    #expect(try desk.badge() == 7)
  }

  @Test("the same picture in another file, as browsers write one for each call, is the same picture")
  func sameCopy() throws {
    let desk = try Desk(Desk.asking)
    let numbers = try ["/tmp/a.png", "/tmp/b.png"].map { path in
      try desk.postFront("Download finished") { request, origin in
        origin.poster = Self.poster("browser")
        request.image = "download"
        (origin.pictureName, origin.pictureFile) = (path, PictureFile(path: path, identity: path))
      }
    }
    #expect(Set(numbers).count == 1 && desk.alerts.count == 1)
  }

  @Test(
    "each call that waits for an answer has a banner of its own, also of one program, and a press is told once"
  )
  func waiting() throws {
    let desk = try Desk(Desk.asking)
    var numbers: [UInt32] = []
    for caller in [":1.7", ":1.8", ":1.8"] {
      numbers.append(try post(desk, by: caller, poster: "download", key: "open"))
    }
    #expect(Set(numbers).count == 3)
    try desk.press("Download finished", item("a.1"))
    #expect(desk.frontSignals.allSatisfy { $0.number == numbers[2] })
    #expect(try desk.badge() == 2)
  }

  @Test("the same said again has its banner stay for the whole of its time anew, without another alert")
  func renewed() throws {
    let desk = try Desk(Desk.asking)
    func say(_ title: String, replacing: UInt32 = 0, tag: String? = nil, _ expiry: DesktopOrigin.Expiry)
      throws
      -> UInt32
    {
      try desk.postFront(title, replacing: replacing) { request, origin in
        request.identifier = tag.flatMap { name($0) }
        origin.expiry = expiry
      }
    }
    let number = try say("numbered", .after(milliseconds: 1_000))
    desk.forgetShown()
    for _ in 0..<2 { _ = try say("numbered", replacing: number, .after(milliseconds: 1_000)) }
    #expect(desk.shown.map(\.text.title) == ["numbered", "numbered"] && desk.alerts.isEmpty)
    for _ in 0..<2 { _ = try say("tagged", tag: "mic", .serverDecides) }
    #expect(desk.shown.count == 4 && desk.alerts == ["tagged"])
    for _ in 0..<2 { _ = try say("plain", .serverDecides) }
    #expect(desk.shown.count == 6)
    // One that stays anyway.
    for _ in 0..<2 { _ = try say("critical", tag: "battery", .never) }
    #expect(desk.shown.count == 7)
    // Another time, or another urgency, is the last one's.
    _ = try say("critical", tag: "battery", .after(milliseconds: 3_000))
    #expect(desk.shown.count == 8 && desk.shown.last?.origin.desktop?.expiry == .after(milliseconds: 3_000))
    #expect(desk.alerts == ["tagged", "plain", "critical"])
  }

  @Test("the same said every twenty minutes alerts once an hour")
  func hourly() throws {
    let desk = try Desk(Desk.asking)
    for _ in 0..<7 {
      _ = try post(desk, poster: "backup")
      desk.pass(seconds: 1_200)
    }
    #expect(desk.alerts.count == 3)
  }

  @Test("one poster is one however often it is started, also where others say the same in between")
  func interleaved() throws {
    let desk = try Desk(Desk.asking)
    var numbers: Set<UInt32> = []
    for round in 1...4 {
      for name in ["a", "b", "c"] {
        numbers.insert(try post(desk, by: ":1.\(round)\(name)", poster: name))
      }
    }
    #expect(numbers.count == 3 && desk.alerts.count == 3)
    #expect(try desk.records().map(\.repeats) == [3, 3, 3])
  }

  @Test("all who posted one thing are told its end")
  func shared() throws {
    let desk = try Desk(Desk.asking)
    let number = try post(desk, by: ":1.7", poster: "script")
    #expect(try post(desk, by: ":1.8", poster: "script") == number)
    desk.receive(.closed(try desk.handle(of: "Download finished"), .expired))
    #expect(desk.frontSignals.map(\.caller) == [.everybody])
    #expect(desk.frontSignals.map(\.number) == [number])
  }

  @Test("what passes is the same thing by the same rule")
  func passing() throws {
    let desk = try Desk(Desk.asking)
    func saved(_ caller: String, key: String? = nil) throws -> UInt32 {
      try desk.postFront("Saved", by: caller) { request, origin in
        origin.poster = Self.poster("script")
        origin.isTransient = true
        guard let key else { return }
        request.actions = [Action(id: item("a.1"), title: "Open")]
        origin.keys[item("a.1")] = key
      }
    }
    let number = try saved(":1.7")
    #expect(try saved(":1.7") == number)
    #expect(try saved(":1.8") == number)
    #expect(try saved(":1.7", key: "show") != number)
  }

  @Test("a repeat of a held notification joins it")
  func held() throws {
    let desk = try Desk(Desk.asking)
    try desk.perform { engine, now in try engine.setDoNotDisturb(true, until: nil, now: now) }
    for _ in 1...3 { _ = try post(desk, poster: "script") }
    _ = try post(desk, by: ":1.8", poster: "another")
    #expect(try desk.badge() == 2)
  }

  @Test("the same after a restart of ours, while the banner is up")
  func restarted() throws {
    let desk = try Desk(Desk.asking)
    let number = try post(desk, poster: "script")
    try desk.restart()
    #expect(try post(desk, poster: "script") == number)
    #expect(try post(desk, by: ":1.8", poster: "another") != number)
  }

  @Test("a tag takes the place of what has it, and is held, listed and counted like everything else")
  func tagged() throws {
    let desk = try Desk(Desk.asking)
    func said(_ title: String, tag: String = "irc") throws -> UInt32 {
      try desk.postFront(title) { request, _ in request.identifier = name(tag) }
    }
    try desk.perform { engine, now in try engine.setDoNotDisturb(true, until: nil, now: now) }
    let number = try said("ann: lunch?")
    #expect(try said("bob: yes") == number)
    #expect(desk.alerts.isEmpty)
    #expect(try desk.badge() == 1)
    #expect(try desk.records().map(\.request.title) == ["bob: yes"])
    try desk.perform { engine, now in try engine.setDoNotDisturb(false, until: nil, now: now) }
    #expect(desk.alerts == ["bob: yes"])
    for index in 1...30 { _ = try said("flood", tag: "\(index)") }
    #expect(desk.alerts.count <= 11)
  }

  // MARK: Once it is over

  @Test(
    "once its banner is over, the same call is a new event, and sounds",
    arguments: [CloseReason.expired, .dismissed, .closed, .undefined], [true, false])
  func over(reason: CloseReason, keepsList: Bool) throws {
    let desk = try Desk(Desk.asking, hasServer: false)
    if keepsList { desk.capabilities.insert("persistence") }
    desk.serverAppears()
    for round in 1...3 {
      try desk.postFront("Tea is ready") { request, origin in
        origin.poster = Self.poster("tea")
        request.sound = "bell"
      }
      #expect(desk.alerts.count == round && desk.shown.last?.sound == "bell")
      #expect(try desk.explanation("Tea is ready").contains("presented"))
      desk.receive(.closed(try desk.handle(of: "Tea is ready"), reason))
      desk.pass(seconds: 10)
    }
    #expect(try desk.records().count == 3)
  }

  @Test("so it is once it was read in the list")
  func read() throws {
    let desk = try Desk(Desk.asking)
    _ = try post(desk, poster: "script")
    let id = try desk.record("Download finished").id
    _ = try desk.perform { engine, now in try engine.markRead([id], now: now) }
    _ = try post(desk, poster: "script")
    #expect(desk.alerts.count == 2)
  }

  // MARK: Who pays

  private static let claimed = known(AppID("claimed-notify-send"))

  @Test("a poster does not pay in rates for another of the same name")
  func rates() throws {
    var policy = Desk.asking
    policy.limits.postBurst = 30
    let desk = try Desk(policy)
    for app in [Self.claimed, known(AppID("claimed-another"))] {
      for number in 1...12 { _ = try post(desk, "flood \(number)", poster: "flood", of: app) }
    }
    #expect(desk.alerts.count { $0.hasPrefix("flood") } == 10)
    #expect(throws: Refusal.self) {
      for number in 1...20 { _ = try post(desk, "more \(number)", poster: "flood", of: Self.claimed) }
    }
    for app in [Self.claimed, mail] {
      _ = try post(desk, "Battery low", poster: "battery", of: app)
    }
    #expect(desk.alerts.suffix(2) == ["Battery low", "Battery low"])
  }

  @Test("a poster gains nothing by other names")
  func inventedNames() throws {
    let desk = try Desk(Desk.asking)
    for number in 1...30 {
      _ = try post(desk, "spam", poster: "flood", of: known(AppID("claimed-name\(number)")))
    }
    #expect(desk.alerts.count { $0 == "spam" } == 10)
  }

  @Test("a flood under ever new names does not keep back the line about another poster of one of them")
  func summaryBesideFlood() throws {
    let desk = try Desk(Desk.asking)
    for poster in ["quiet", "flood"] {
      for number in 1...12 {
        _ = try post(desk, "\(poster) \(number)", poster: poster, of: Self.claimed)
      }
    }
    let before = desk.shown.count
    for second in 1...30 {
      desk.pass(seconds: 1)
      _ = try post(desk, "spam", poster: "flood", of: known(AppID("claimed-name\(second)")))
    }
    #expect(desk.shown.dropFirst(before).contains { $0.subject == .summary(Self.claimed) })
    _ = try post(desk, "Battery low", poster: "quiet", of: Self.claimed)
    #expect(desk.alerts.last == "Battery low")
  }

  @Test("an app in a sandbox, or by a portal, pays for itself")
  func sandboxed() throws {
    let desk = try Desk(Desk.asking)
    for app in [mail, chat] {
      for number in 1...12 { try desk.postFront("\(app.text) \(number)", of: app) }
    }
    #expect(desk.alerts.count { $0.hasPrefix(mail.text) } == 10)
    #expect(desk.alerts.count { $0.hasPrefix(chat.text) } == 10)
  }
}
