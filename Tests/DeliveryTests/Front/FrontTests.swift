import Delivery
import NotificationModel
import Testing

@Suite("What comes by the desktop's own interface")
struct FrontTests {
  private static let first: UInt32 = 1_000_001

  private func told(_ desk: Desk) -> [FrontSignal] { desk.frontSignals.map(\.signal) }

  @Test("it is shown without anybody having been asked, and has a number of its own")
  func shown() throws {
    let desk = try Desk(Desk.asking)
    #expect(try desk.postFront("Build finished") == Self.first)
    #expect(try desk.postFront("Another") == Self.first + 1)
    #expect(desk.alerts == ["Build finished", "Another"])
    #expect(desk.events.isEmpty && desk.frontSignals.isEmpty)
  }

  @Test(
    "its banner names the connection that posted it, also after a restart; a banner by our own door names none"
  )
  func poster() throws {
    let desk = try Desk()
    try desk.postFront("passes", by: ":1.9") { $1.isTransient = true }
    try desk.post("ours")
    try desk.perform { engine, now in try engine.setDoNotDisturb(true, until: nil, now: now) }
    try desk.postFront("held", by: ":1.7")
    try desk.restart()
    try desk.perform { engine, now in try engine.setDoNotDisturb(false, until: nil, now: now) }
    #expect(desk.shown.map(\.text.title) == ["passes", "ours", "held"])
    #expect(desk.shown.map(\.poster?.name) == [":1.9", nil, ":1.7"])
  }

  @Test("the same app has to ask where it comes by our own door")
  func consentOfItsOwn() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("Build finished")
    #expect(try desk.post("here").outcome == .awaitingConsent)
    try desk.restart()
    #expect(try desk.record("Build finished").state == .delivered)
    #expect(try desk.record("here").state == .awaitingConsent)
  }

  @Test("a person's no holds by this door too: the app hears that nothing is shown")
  func denied() throws {
    var policy = Desk.asking
    policy.apps[mail] = AppSettings(authorization: .denied)
    let desk = try Desk(policy)
    let number = try desk.postFront("Build finished")
    #expect(desk.shown.isEmpty)
    #expect(
      desk.frontSignals == [
        FrontNews(signal: .closed(.undefined), number: number, caller: BusCaller(bus: "bus", name: ":1.7"))
      ])
  }

  @Test("numbers are not given again after a restart")
  func numbers() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("one")
    try desk.restart()
    #expect(try desk.postFront("two") > number)
    try desk.restart()
    #expect(try desk.postFront("three", replacing: number) == number)
    #expect(try desk.records().map(\.request.title) == ["three", "two"])
  }

  @Test("a number that was never given is taken as it is, and not given to another")
  func adopted() throws {
    let desk = try Desk(Desk.asking)
    #expect(try desk.postFront("volume", replacing: 991_049) == 991_049)
    #expect(try desk.postFront("claimed", replacing: Self.first) == Self.first)
    #expect(try desk.postFront("next") == Self.first + 1)
    #expect(try desk.postFront("volume 2", replacing: 991_049) == 991_049)
    #expect(try desk.records().count == 3)
  }

  @Test("five times in ten seconds it alerts once, with one number")
  func fiveInTenSeconds() throws {
    let desk = try Desk(Desk.asking)
    var numbers: Set<UInt32> = []
    for _ in 1...5 {
      numbers.insert(try desk.postFront("Build finished"))
      desk.pass(seconds: 2)
    }
    #expect(desk.alerts == ["Build finished"] && numbers.count == 1)
  }

  @Test(
    "five days in a row it alerts five times, whether or not its banner is still up",
    arguments: [true, false])
  func fiveDays(closes: Bool) throws {
    let desk = try Desk(Desk.asking)
    for _ in 1...5 {
      try desk.postFront("Build finished")
      desk.pass(seconds: 5)
      if closes { desk.receive(.closed(try desk.handle(of: "Build finished"), .expired)) }
      desk.pass(seconds: 86_400)
    }
    #expect(desk.alerts.count == 5)
  }

  @Test("what the server says of a banner of ours is news to nobody else, also once that is over")
  func ownBanners() throws {
    let desk = try Desk(Desk.asking)
    for (title, closesItself) in [("Build finished", true), ("Build failed", false)] {
      let number = try desk.postFront(title)
      let handle = try desk.handle(of: title)
      #expect(try desk.perform { engine, _ in engine.isUnknown(handle.id) } == false)
      if closesItself {
        desk.receive(.closed(handle, .dismissed))
      } else {
        _ = try desk.perform { engine, now in
          try engine.close(number, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: now)
        }
      }
      #expect(throws: Desk.Missing.self) { try desk.handle(of: title) }
      #expect(try desk.perform { engine, _ in engine.isUnknown(handle.id) } == false)
      #expect(try desk.perform { engine, _ in engine.isUnknown(handle.id + 1) } == true)
    }
  }

  @Test("while a banner is being shown, nobody can say whose number the server's next one is")
  func numberToCome() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("Build finished")
    desk.server = .silent
    try desk.postFront("Build failed")
    #expect(try desk.perform { engine, _ in engine.isUnknown(2) } == nil)
    #expect(try desk.perform { engine, _ in engine.isUnknown(1) } == false)
    desk.serverAnswersAtLast()
    #expect(try desk.perform { engine, _ in engine.isUnknown(2) } == false)
    #expect(try desk.perform { engine, _ in engine.isUnknown(3) } == true)
  }

  @Test("what two have posted tells everybody what becomes of it")
  func twoCallers() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("Build finished", by: ":1.7")
    #expect(try desk.postFront("Build finished", by: ":1.8") == number)
    desk.receive(.closed(try desk.handle(of: "Build finished"), .dismissed))
    #expect(desk.frontSignals.map(\.caller) == [.everybody])
  }

  @Test("it is read when the server closes its banner, but for a server with a list of its own")
  func bannerClosed() throws {
    for keepsList in [false, true] {
      let desk = try Desk(Desk.asking, hasServer: false)
      if keepsList { desk.capabilities.insert("persistence") }
      desk.serverAppears()
      try desk.postFront("Build finished")
      #expect(try desk.badge() == 1)
      desk.receive(.closed(try desk.handle(of: "Build finished"), .expired))
      #expect(try desk.badge() == (keepsList ? 1 : 0))
      #expect(told(desk) == [.closed(.expired)])
    }
  }

  @Test("behind a locked screen nobody has seen it")
  func lockedScreen() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("Build finished")
    try desk.perform { engine, _ in try engine.setLocked(true) }
    desk.receive(.closed(try desk.handle(of: "Build finished"), .expired))
    #expect(try desk.badge() == 1)
  }

  @Test(
    "with nobody there it is not read, by its closing nor by its app's being in front, and is shown all the same"
  )
  func idle() throws {
    let desk = try Desk(Desk.asking)
    desk.focus([mail])
    desk.idle(true)
    try desk.postFront("Build finished")
    #expect(desk.alerts == ["Build finished"])
    desk.receive(.closed(try desk.handle(of: "Build finished"), .expired))
    #expect(try desk.badge() == 1)
    desk.focus([])
    desk.idle(false)
    try desk.postFront("Build failed")
    desk.receive(.closed(try desk.handle(of: "Build failed"), .expired))
    #expect(try desk.badge() == 1)
  }

  @Test("where nothing tells of input nobody is there, and what went is unread")
  func noPresence() throws {
    let desk = try Desk(Desk.asking)
    desk.idle(nil)
    try desk.postFront("Build finished")
    desk.receive(.closed(try desk.handle(of: "Build finished"), .expired))
    #expect(try desk.badge() == 1)
    try desk.postFront("Build failed")
    desk.pass(seconds: 2)
    desk.focus([mail])
    #expect(try desk.badge() == 2)
  }

  @Test(
    "a banner is read when its app comes to the front if it was up for two seconds; one that is newer stays up"
  )
  func cameToFront() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("one")
    try desk.postFront("two", of: chat) { $1.followsFocus = false }
    desk.pass(seconds: 2)
    try desk.postFront("three")
    desk.focus([mail, chat])
    #expect(try desk.badge() == 1)
    #expect(try desk.badge(chat) == 1)
    #expect(try desk.record("one").state == .read)
    #expect(try desk.record("three").unread)
    #expect(told(desk) == [.closed(.dismissed)])
    desk.receive(.closed(try desk.handle(of: "three"), .expired))
    #expect(try desk.badge() == 0)
  }

  @Test("what went while nobody was there stays unread when its app comes to the front")
  func wentUnseen() throws {
    let desk = try Desk(Desk.asking)
    desk.idle(true)
    for title in ["Build finished", "Tests failed", "Tests passed"] {
      try desk.postFront(title)
      desk.receive(.closed(try desk.handle(of: title), .expired))
    }
    desk.idle(false)
    desk.pass(seconds: 2)
    desk.focus([mail])
    #expect(try desk.badge() == 3)
  }

  @Test("the two seconds are those with somebody there, at a screen that shows it")
  func thereForTwoSeconds() throws {
    let desk = try Desk(Desk.asking)
    desk.idle(true)
    desk.focus([mail])
    try desk.postFront("one")
    desk.pass(seconds: 600)
    desk.idle(false)
    #expect(try desk.record("one").unread)
    desk.focus([])
    desk.focus([mail])
    #expect(try desk.record("one").unread)
    desk.pass(seconds: 2)
    desk.focus([])
    desk.engine.assumeIsolated {
      $0.receive(.serverMute(ServerMute(isOn: true, state: "paused", sparesCritical: true)))
    }
    desk.focus([mail])
    desk.receive(.closed(try desk.handle(of: "one"), .expired))
    #expect(try desk.record("one").unread)
  }

  @Test(
    "what comes while its app is in front is shown, since the app has decided to call, and an explanation says so"
  )
  func inFront() throws {
    let desk = try Desk(Desk.asking)
    desk.focus([mail])
    try desk.postFront("one")
    #expect(desk.alerts == ["one"])
    let why = try desk.engine.assumeIsolated { engine in
      try engine.explain(desk.record("one").id).map(\.decision).first { $0.guideline == "foreground" }?.why
    }
    #expect(why?.hasSuffix("bellhop set org.example.Mail foreground=on.") == true)
  }

  @Test("what came while its app was in front is read when that comes there again, and not before")
  func staysInFront() throws {
    let desk = try Desk(Desk.asking)
    desk.focus([mail])
    try desk.postFront("one")
    desk.pass(seconds: 60)
    // Another of its windows.
    desk.focus([mail, chat])
    #expect(try desk.badge() == 1)
    desk.focus([chat])
    desk.focus([mail])
    #expect(try desk.badge() == 0)
    #expect(told(desk) == [.closed(.dismissed)])
  }

  /// What the administrator says for all, and the person of the one app.
  struct InFront: Sendable {
    let isSuppressed: Bool
    let chosen: Bool?
    let isShown: Bool
  }

  @Test(
    "where the person or an administrator says so, it has no banner, and stays unread and counted",
    arguments: [
      InFront(isSuppressed: false, chosen: nil, isShown: true),
      InFront(isSuppressed: false, chosen: true, isShown: false),
      InFront(isSuppressed: false, chosen: false, isShown: true),
      InFront(isSuppressed: true, chosen: nil, isShown: false),
      InFront(isSuppressed: true, chosen: true, isShown: false),
      InFront(isSuppressed: true, chosen: false, isShown: true),
    ])
  func suppressedInFront(row: InFront) throws {
    var policy = Desk.allowing
    policy.front.suppressesInFront = row.isSuppressed
    let desk = try Desk(policy)
    if let chosen = row.chosen {
      try desk.perform { try $0.change(mail, by: AppSettings(foreground: chosen), now: $1) }
    }
    desk.focus([mail])
    try desk.postFront("one") { $1.followsFocus = false }
    #expect(desk.alerts.isEmpty == !row.isShown)
    #expect(try desk.badge() == 1)
    // An app by our own door presents it itself, whatever is said of the other.
    #expect(try desk.post("ours").outcome == .suppressed)
  }

  @Test("what has no banner because its app is in front is over for that, and stays unread")
  func unreadInFront() throws {
    var policy = Desk.asking
    policy.front.suppressesInFront = true
    let desk = try Desk(policy)
    desk.focus([mail, chat])
    let number = try desk.postFront("one")
    #expect(desk.alerts.isEmpty)
    #expect(desk.frontSignals.last?.number == number && desk.frontSignals.last?.signal == .closed(.expired))
    #expect(try desk.badge() == 1)
    #expect(try desk.explanation("one").contains("suppressed"))
    desk.focus([])
    desk.focus([mail])
    #expect(try desk.badge() == 1)
  }

  @Test(
    "where others are kept away, this is shown: a critical one, a name that nobody vouches for, and by the person's choice"
  )
  func shownInFront() throws {
    var policy = Desk.asking
    policy.front.suppressesInFront = true
    policy.apps[chat] = AppSettings(foreground: false)
    let desk = try Desk(policy)
    desk.focus([mail, chat])
    try desk.postFront("critical") { $1.urgency = .critical }
    try desk.postFront("unvouched") { $1.isVouchedFor = false }
    try desk.postFront("chosen", of: chat)
    #expect(desk.alerts == ["critical", "unvouched", "chosen"])
  }

  @Test(
    "what runs in a terminal is shown though that is in front, also when it was put off or was not allowed before"
  )
  func terminal() throws {
    let desk = try Desk(Desk.asking)
    desk.focus([mail])
    try desk.postFront("one") { $1.followsFocus = false }
    let id = try desk.record("one").id
    try desk.perform { engine, now in
      try engine.snooze(id, until: now.wall.advanced(bySeconds: 600), now: now)
    }
    desk.pass(seconds: 601)
    #expect(desk.alerts == ["one", "one"])
    #expect(try desk.record("one").unread)

    var policy = Desk.asking
    policy.front.consent = .notDetermined
    let asking = try Desk(policy)
    asking.focus([mail])
    try asking.postFront("two") { $1.followsFocus = false }
    try asking.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
    #expect(asking.alerts.last == "two")
    #expect(try asking.record("two").unread)
  }

  @Test("what was put off comes again at its time, however lately its banner was closed")
  func putOffAfterClosing() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("Tea")
    desk.receive(.closed(try desk.handle(of: "Tea"), .dismissed))
    let id = try desk.record("Tea").id
    try desk.perform { engine, now in
      try engine.snooze(id, until: now.wall.advanced(bySeconds: 30), now: now)
    }
    desk.pass(seconds: 31)
    #expect(desk.alerts == ["Tea", "Tea"])
    #expect(try desk.record("Tea").unread)
  }

  @Test("a press is told as the app calls it, and then that it is closed; what is resident stays")
  func pressed() throws {
    for isResident in [false, true] {
      let desk = try Desk(Desk.asking)
      let number = try desk.postFront("Call") { request, origin in
        request.actions = [Action(id: item("a.1"), title: "Answer")]
        origin.keys[item("a.1")] = "answer call"
        origin.isResident = isResident
      }
      desk.receive(
        .pressed(try desk.handle(of: "Call"), action: item("a.1"), activationToken: "token"))
      let press = FrontSignal.invoked(key: "answer call", token: "token")
      #expect(told(desk) == (isResident ? [press] : [press, .closed(.dismissed)]))
      #expect(desk.frontSignals.allSatisfy { $0.number == number })
      #expect(try desk.record("Call").unread == isResident)
      #expect(desk.events.isEmpty)
    }
  }

  @Test("a press on the banner itself starts the app, where it is not there to hear of it")
  func started() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("Mail") { $1.keys[.defaultAction] = "default" }
    try desk.press("Mail")
    #expect(desk.starts.map(\.app) == [mail])
    try desk.postFront("Claimed", of: chat) { _, origin in
      origin.keys[.defaultAction] = "default"
      origin.isVouchedFor = false
    }
    desk.receive(
      .pressed(try #require(desk.lastShownHandle), action: .defaultAction, activationToken: nil))
    #expect(desk.starts.count == 1)
  }

  @Test("an app takes its own back by its number, and what was never ours is another's")
  func close() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("Build finished")
    let handle = try desk.handle(of: "Build finished")
    #expect(
      try desk.perform {
        try $0.close(number, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
      })
    #expect(desk.closed == [handle])
    #expect(told(desk) == [.closed(.closed)])
    #expect(try desk.record("Build finished").state == .withdrawn)
    #expect(
      try desk.perform {
        try $0.close(number, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
      })
    #expect(
      try !desk.perform {
        try $0.close(17, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
      })
    #expect(told(desk).count == 1)
  }

  @Test("another app's number is its own where either is in a sandbox")
  func sandbox() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("one") { $1.isSandboxed = true }
    let other = try desk.postFront("two", of: chat, replacing: number)
    #expect(other != number)
    #expect(try desk.record("one").unread)
    let open = try desk.postFront("three", of: chat)
    #expect(try desk.postFront("four", of: known(AppID("org.example.Music")), replacing: open) == open)
    #expect(try desk.records(chat).map(\.state) == [.delivered, .withdrawn])
  }

  @Test("an app with too many unread is never refused: its oldest is read")
  func tooManyUnread() throws {
    var policy = Desk.asking
    policy.limits.unreadPerApp = 3
    let desk = try Desk(policy)
    for number in 1...5 { try desk.postFront("\(number)") }
    #expect(try desk.records().filter(\.unread).map(\.request.title) == ["3", "4", "5"])
  }

  @Test("a flood is refused, as by other servers")
  func flood() throws {
    var policy = Desk.asking
    policy.limits.postBurst = 2
    let desk = try Desk(policy)
    try desk.postFront("1")
    try desk.postFront("2")
    #expect(throws: Refusal.self) { try desk.postFront("3") }
  }

  @Test("a dock has no badge for what no app marks read, unless the person wants one")
  func badges() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("one")
    #expect(!desk.desktopCommands.contains(.badge(mail, count: 1)))
    try desk.perform { try $0.change(mail, by: AppSettings(badges: true), now: $1) }
    #expect(desk.desktopCommands.contains(.badge(mail, count: 1)))
  }

  @Test(
    "of what is over is kept what the configuration says, and what is to be shown is whole",
    arguments: KeptText.allCases)
  func storage(kept: KeptText) throws {
    var policy = Desk.asking
    policy.front.store = kept
    let desk = try Desk(policy)
    try desk.postFront("Title") { request, origin in
      request.body = "Body"
      origin.title = " Title"
      origin.body = "<b>Body</b>"
      origin.icon = "/home/ann/face.svg"
      origin.hints = [1]
    }
    let record = try #require(try desk.records().first)
    #expect(record.request.body == "Body")
    desk.receive(.closed(try #require(desk.lastShownHandle), .expired))
    let over = try #require(try desk.records().first)
    #expect(over.state == .read)
    #expect(over.request.title == (kept == .none ? nil : "Title"))
    #expect(over.request.body == (kept == .all ? "Body" : nil))
    let origin = try #require(over.request.origin.desktop)
    #expect(kept == .all ? origin.body != nil && !origin.hints.isEmpty : origin == origin.withoutText)
  }

  @Test("each change of a call on its way to the server is told by its explanation")
  func notes() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("one", notes: [Ruling("front.whole", .leftOut, .bodyPicturesLeftOut)])
    try desk.postFront("two", replacing: number, notes: [Ruling("front.whole", .leftOut, .withoutText)])
    let told = try desk.engine.assumeIsolated { engine in
      try engine.explain(desk.record("two").id).map(\.decision).filter { $0.guideline == "front.whole" }
    }
    #expect(told.map(\.effect) == ["leftOut", "leftOut"])
    #expect(told.first?.why.contains("Pictures in the body") == true)
  }

  @Test("the same words in another form change the banner in its place, and the same form does not")
  func anotherForm() throws {
    let desk = try Desk(Desk.asking)
    func post(_ body: String, replacing: UInt32 = 0) throws -> UInt32 {
      try desk.postFront("Title", replacing: replacing) { request, origin in
        request.body = "12"
        origin.expiry = .never
        origin.body = body
      }
    }
    let number = try post("<b>1</b>2")
    _ = try post("<b>1</b>2", replacing: number)
    #expect(desk.shown.count == 1)
    _ = try post("1<b>2</b>", replacing: number)
    #expect(desk.shown.count == 2 && desk.alerts.count == 1)
    #expect(desk.shown.last?.origin.desktop?.body == "1<b>2</b>")
  }

  @Test("what the server can do is known after a restart, before it is there")
  func capabilities() throws {
    let desk = try Desk(Desk.asking)
    func known() -> [String] { desk.engine.assumeIsolated { $0.serverCapabilities } }
    desk.capabilities = ["body-images", "not one", "inhibitions"]
    desk.serverAppears(as: "bus/:1.2")
    #expect(known() == ["body-images", "inhibitions"])
    desk.server = .silent
    try desk.restart()
    #expect(known() == ["body-images", "inhibitions"])
  }

  @Test("the banner carries what its app has asked of the server")
  func origin() throws {
    let desk = try Desk(Desk.asking)
    try desk.postFront("one") { request, origin in
      origin.expiry = .never
      origin.appName = "Mailer"
    }
    #expect(desk.shown.last?.origin.desktop?.expiry == .never)
    #expect(desk.shown.last?.origin.desktop?.appName == "Mailer")
    try desk.post("two")
    #expect(desk.shown.last?.origin == .native)
  }
}
