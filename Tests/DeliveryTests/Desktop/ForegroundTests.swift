import Delivery
import NotificationModel
import Testing

@Suite("The app in front")
struct ForegroundTests {
  private func front(_ desk: Desk, _ app: AppID = mail, thread: OpaqueName? = nil, connection: UInt64 = 1)
    throws
  {
    let client = Client(connection: connection, process: 100, isPerson: false)
    try desk.perform { engine, _ in
      try engine.setForeground(app, isForeground: true, thread: thread, by: client)
    }
  }

  @Test("it gets no banner, and is told to present it itself")
  func suppressed() throws {
    let desk = try Desk()
    try front(desk)
    #expect(try desk.post("a").outcome == .suppressed)
    #expect(desk.shown.isEmpty)
    #expect(try desk.badge() == 1)
    #expect(desk.events.contains { $0.kind == .received })
    #expect(try desk.post(NotificationRequest(app: chat, title: "b")).outcome == .presented)
  }

  @Test("a notification for the app in the foreground is counted, and stands in the list unread")
  func discreet() throws {
    let desk = try Desk()
    try front(desk)
    #expect(try desk.post("a").unread == 1)
    #expect(try desk.record("a").unread && desk.record("a").state == .delivered)
    #expect(desk.events.last { $0.kind == .badge }?.unread == 1)
  }

  @Test("a claim ends with its connection, and any one is enough")
  func connections() throws {
    let desk = try Desk()
    try front(desk, connection: 1)
    try front(desk, connection: 2)
    try desk.perform { engine, _ in engine.disconnected(1) }
    #expect(try desk.post("a").outcome == .suppressed)
    try desk.perform { engine, _ in engine.disconnected(2) }
    #expect(try desk.post("b").outcome == .presented)
  }

  @Test("in the thread that is looked at, it is read already")
  func thread() throws {
    let desk = try Desk()
    try front(desk, thread: name("inbox"))
    let receipt = try desk.post("a") { $0.thread = name("inbox") }
    #expect(receipt.unread == 0)
    #expect(try desk.record("a").state == .read)
    #expect(try desk.post("b") { $0.thread = name("other") }.unread == 1)
  }

  /// The desktop's report, whether the app claims the foreground, and the result of a post in its thread.
  struct Case: Sendable, CustomTestStringConvertible {
    let focus: Set<AppID>?
    let isClaimed: Bool
    var isFollowing = true
    let outcome: Outcome
    let state: State
    let counting: [AppID]
    let says: String
    var testDescription: String {
      "\(focus.map { "\($0)" } ?? "unknown"), claimed: \(isClaimed), following: \(isFollowing)"
    }
  }

  @Test(
    "a claim counts where the desktop knows nothing or agrees, and the desktop's word without one",
    arguments: [
      Case(
        focus: nil, isClaimed: false, outcome: .presented, state: .delivered, counting: [],
        says: "Nothing stands in the way of a banner."),
      Case(
        focus: nil, isClaimed: true, outcome: .suppressed, state: .read, counting: [mail],
        says: "The app says that the person is looking at this very thread."),
      Case(
        focus: [mail], isClaimed: false, outcome: .suppressed, state: .delivered, counting: [mail],
        says: "The desktop reports the app in front, which shows it itself."),
      Case(
        focus: [mail], isClaimed: false, isFollowing: false, outcome: .presented, state: .delivered,
        counting: [mail],
        says:
          "The app is in front, but follows no events and does not say that it is: it is shown as if the app were not."
      ),
      Case(
        focus: [mail, chat], isClaimed: true, outcome: .suppressed, state: .read, counting: [chat, mail],
        says:
          "The desktop reports the app in front, which says that the person is looking at this very thread."),
      Case(
        focus: [chat], isClaimed: false, outcome: .presented, state: .delivered, counting: [chat],
        says: "Nothing stands in the way of a banner."),
      Case(
        focus: [chat], isClaimed: true, outcome: .presented, state: .delivered, counting: [chat],
        says: "The app says that it is in front, but the desktop reports that it is not."),
      Case(
        focus: [], isClaimed: true, outcome: .presented, state: .delivered, counting: [],
        says: "The app says that it is in front, but the desktop reports that it is not."),
    ])
  func witnesses(row: Case) throws {
    let desk = try Desk()
    if row.isClaimed { try front(desk, thread: name("inbox")) }
    desk.focus(row.focus, following: row.isFollowing)
    let counting = try desk.perform { engine, now in try engine.state(now: now).foreground }
    #expect(counting == row.counting)
    let receipt = try desk.post("a") { $0.thread = name("inbox") }
    #expect(receipt.outcome == row.outcome)
    #expect(receipt.decisions.map(\.why) == [row.says])
    #expect(try desk.record("a").state == row.state)
    #expect(desk.alerts == (row.outcome == .presented ? ["a"] : []))
    #expect(desk.events.contains { $0.kind == .received } == (row.outcome == .suppressed))
  }

  @Test("a tool of the person that follows an app's events does not show them for it")
  func followedByTool() throws {
    let desk = try Desk()
    desk.engine.assumeIsolated { $0.followed(mail, by: 5, isOwn: false) }
    desk.focus([mail], following: false)
    #expect(try desk.post("a").outcome == .presented)
    desk.engine.assumeIsolated { $0.followed(mail, by: 6) }
    #expect(try desk.post("b").outcome == .suppressed)
  }

  @Test("with the focus it changes at once which app gets a banner")
  func switching() throws {
    let desk = try Desk()
    for (number, front) in [mail, chat, mail].enumerated() {
      desk.focus([front])
      for app in [mail, chat] {
        let outcome = try desk.post(NotificationRequest(app: app, title: "\(number)")).outcome
        #expect(outcome == (app == front ? .suppressed : .presented))
      }
    }
    desk.focus(nil)
    #expect(try desk.post("nobody knows").outcome == .presented)
  }

  @Test("what waits for the server is judged by who is in front when it is handed over, and told to that app")
  func judgedAgain() throws {
    let desk = try Desk(hasServer: false)
    try desk.post("a")
    desk.focus([mail])
    desk.serverAppears()
    #expect(desk.alerts == [])
    #expect(try desk.record("a").unread && desk.explanation("a").last == "suppressed")
    #expect(desk.events.contains { $0.kind == .received })
  }

  @Test("what the desktop reports holds although nothing can be stored, and after that")
  func failedTurn() throws {
    let desk = try Desk()
    desk.focus([chat, mail])
    desk.focus([chat])
    desk.disk.fails = true
    try desk.perform { engine, now in
      engine.receive(.focus(.apps([mail])))
      let lost = try engine.post(NotificationRequest(app: mail, title: "lost"), by: app, now: now)
      #expect(lost.outcome == .suppressed)
    }
    #expect(desk.failedTransactions == 1)
    desk.disk.fails = false
    #expect(try desk.post("a").outcome == .suppressed)
  }

  @Test("conditions count before what the desktop reports")
  func forecast() throws {
    let desk = try Desk()
    desk.focus([chat])
    let (forecast, background) = try desk.perform { engine, now in
      let request = NotificationRequest(app: mail, title: "a")
      return (
        try engine.forecast(request, under: Conditions(foreground: mail), by: app, now: now),
        try engine.forecast(
          NotificationRequest(app: chat, title: "b"), under: Conditions(foreground: mail), by: app, now: now)
      )
    }
    #expect(forecast.outcome == .suppressed)
    #expect(
      forecast.decisions.map(\.why) == [
        "The app is in front of the person, and shows it itself, if it follows its events or says that it is in front."
      ])
    #expect(background.outcome == .presented)
  }

  @Test("one connection claims at most sixteen apps")
  func bounded() throws {
    let desk = try Desk()
    for number in 0..<16 { try front(desk, known(AppID("app\(number)"))) }
    #expect(throws: Refusal.quotaExceeded(quota: "foreground", limit: 16, retryAfterMilliseconds: nil)) {
      try front(desk, known(AppID("one-more")))
    }
    try front(desk, known(AppID("app3")), thread: name("x"))
  }

  @Test(
    "nobody is in front behind a lock, but while nobody knows of one or the screen is only shared",
    arguments: [false, true])
  func locked(byDesktop: Bool) throws {
    let desk = try Desk()
    if byDesktop { desk.focus([mail]) } else { try front(desk) }
    func hear(_ lock: ScreenLock) {
      desk.engine.assumeIsolated { $0.receive(DesktopReport.lock(lock)) }
      desk.run()
    }
    func apps() throws -> [AppID] { try desk.perform { try $0.state(now: $1).foreground } }
    hear(.undecided)
    #expect(try desk.post("a").outcome == .suppressed)
    hear(.locked(by: ["logind"]))
    #expect(try desk.post("b").outcome == .presented)
    #expect(try apps().isEmpty)
    hear(.unlocked)
    #expect(try desk.post("c").outcome == .suppressed)
    #expect(try apps() == [mail])
    hear(.locked(by: [ScreenLock.sharing]))
    #expect(try desk.post("d").outcome == .suppressed)
    hear(.locked(by: [ScreenLock.sharing, "logind"]))
    #expect(try desk.post("e").outcome == .held)
    #expect(try apps().isEmpty)
  }

  @Test("new content that came while the app was in front does not alert for a server that died of the old")
  func diedMeanwhile() throws {
    let desk = try Desk()
    desk.server = .silent
    let id = try desk.post("a") { $0.identifier = name("x") }.id
    try front(desk)
    #expect(try desk.post("b") { $0.identifier = name("x") }.outcome == .replaced)
    desk.serverVanishes()
    desk.receive(.failed(.notification(id), .serverDied))
    desk.forgetShown()
    desk.server = .answers
    desk.serverAppears(as: "bus/:1.9")
    desk.pass(seconds: 120)
    #expect(desk.shown.isEmpty)
    #expect(try desk.badge() == 1)
  }

  @Test("the process of the window in front is told while the desktop tells it")
  func process() throws {
    let desk = try Desk()
    func told() throws -> Int? { try desk.perform { try $0.state(now: $1).foregroundProcess } }
    desk.hear(.focus(.apps([mail]), process: 42))
    #expect(try told() == 42)
    desk.hear(.focus(.apps([chat])))
    #expect(try told() == nil)
  }
}

@Suite("What the app in front hears")
struct ForegroundEventTests {
  @Test("it is kept until it is acknowledged, over a restart")
  func kept() throws {
    let desk = try Desk()
    desk.focus([mail])
    try desk.post("a")
    let kept = try desk.perform { engine, _ in
      try engine.events(of: mail, after: EventSequence(0), limit: 10)
    }
    #expect(kept.map(\.kind) == [.received])
  }

  @Test("the newest hundred are kept, and no event of another kind gives way to one")
  func bounded() throws {
    let desk = try Desk()
    try desk.post("first") { $0.identifier = name("first") }
    try desk.perform { _ = try $0.withdraw([name("first")], nil, of: mail, by: app, now: $1) }
    desk.focus([mail])
    for number in 0..<150 { try desk.post("\(number)") }
    let kept = try desk.perform { engine, _ in
      try engine.events(of: mail, after: EventSequence(0), limit: 1_000)
    }
    #expect(kept.count { $0.kind == .received } == 100)
    #expect(kept.first?.kind == .withdrawn && kept.count == 101)
  }

  @Test(
    "a post says what it wants in front: the list, a banner, or a banner without a sound",
    arguments: [
      (nil, Outcome.suppressed, String?.none), (.list, .suppressed, nil),
      (.show, .presented, "message-new-instant"), (.silent, .presented, nil),
    ] as [(WhileInFront?, Outcome, String?)])
  func wishes(wish: WhileInFront?, outcome: Outcome, sound: String?) throws {
    let desk = try Desk()
    desk.focus([mail])
    let receipt = try desk.post("a") {
      $0.sound = "default"
      $0.whileInFront = wish
    }
    #expect(receipt.outcome == outcome)
    #expect(desk.shown.map(\.sound) == (outcome == .presented ? [sound] : []))
    desk.focus([])
    try desk.post("behind") {
      $0.sound = "default"
      $0.whileInFront = wish
      $0.thread = name("b")
    }
    #expect(desk.alerts.last == "behind")
  }

  private func sounds(_ desk: Desk) -> [String] {
    desk.desktopCommands.compactMap { if case .play(let sound, _) = $0 { sound } else { nil } }
  }

  @Test("without following its events an app is shown a banner, and can still ask for one without a sound")
  func unheardSilent() throws {
    let desk = try Desk()
    desk.focus([mail], following: false)
    try desk.post("a") { ($0.sound, $0.whileInFront) = ("default", .silent) }
    try desk.post("b") { ($0.sound, $0.whileInFront) = ("default", .list) }
    #expect(desk.shown.map(\.sound) == [nil, "message-new-instant"])
  }

  /// What the person, or the server, has against sounds.
  enum Quiet: CaseIterable {
    case nothing, doNotDisturb, never, noBanners, probation, noSounds, serverMuted, silent
  }

  @Test(
    "an alarm and a call sound in front, too, where they would from the background", arguments: Quiet.allCases
  )
  func ringing(quiet: Quiet) throws {
    for kind in [Kind.alarm, .call, .reminder, .message] {
      for isFront in [false, true] {
        var policy = Desk.allowing
        var settings = AppSettings()
        if quiet == .never { settings.dnd = .never }
        if quiet == .noBanners { settings.banners = false }
        if quiet == .probation { settings.authorization = .provisional }
        if quiet == .noSounds { settings.sounds = false }
        policy.apps[mail] = settings
        let desk = try Desk(policy)
        if quiet == .doNotDisturb || quiet == .never {
          try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
        }
        if quiet == .silent { try desk.perform { engine, _ in try engine.setSilent(true) } }
        if quiet == .serverMuted {
          desk.hear(.serverMute(ServerMute(isOn: true, state: "dunst is paused", sparesCritical: false)))
        }
        if isFront { desk.focus([mail]) }
        try desk.post("a") { $0.kind = kind }
        let isHeard = kind == .alarm || kind == .call
        // A server that keeps banners back keeps their sounds; an alarm that the person lets ring is heard in front.
        let isAlarmOverMute = quiet == .serverMuted && isFront && kind == .alarm
        if isFront {
          let background = try self.background(kind, policy, quiet)
          #expect(sounds(desk).isEmpty != (isHeard && (background || isAlarmOverMute)), "\(kind), \(quiet)")
        }
        #expect(!isFront || desk.shown.isEmpty)
      }
    }
  }

  /// Whether it sounds while its app is in the background.
  private func background(_ kind: Kind, _ policy: Policy, _ quiet: Quiet) throws -> Bool {
    let desk = try Desk(policy)
    if quiet == .doNotDisturb || quiet == .never {
      try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    }
    if quiet == .silent { try desk.perform { engine, _ in try engine.setSilent(true) } }
    if quiet == .serverMuted {
      desk.hear(.serverMute(ServerMute(isOn: true, state: "dunst is paused", sparesCritical: false)))
    }
    try desk.post("a") { $0.kind = kind }
    return !sounds(desk).isEmpty
  }

  @Test("a change without an alert neither sounds in front nor is told once more")
  func inPlace() throws {
    let desk = try Desk()
    desk.focus([mail])
    try desk.post("a") { ($0.kind, $0.identifier) = (.call, name("c")) }
    try desk.post("b") { ($0.kind, $0.identifier, $0.silently) = (.call, name("c"), true) }
    for progress in [10, 20, 30] {
      try desk.post("copy") { ($0.identifier, $0.progress) = (name("p"), progress) }
    }
    #expect(sounds(desk) == ["phone-incoming-call"])
    #expect(desk.events.count { $0.kind == .received } == 2)
  }

  @Test(
    "alarms in front are charged as from the background: a flood of them is silent, six an hour ring in quiet"
  )
  func flood() throws {
    for (isQuiet, most) in [(false, 20), (true, 6)] {
      let desk = try Desk()
      desk.focus([mail])
      if isQuiet { try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) } }
      for number in 0..<60 { try desk.post("\(number)") { $0.kind = .alarm } }
      #expect((1...most).contains(sounds(desk).count))
    }
  }
}
