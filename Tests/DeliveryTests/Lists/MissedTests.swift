import Delivery
import NotificationModel
import Records
import TestSupport
import Testing

/// Notifications that the person could not see when they came, and the alerts about them at the end of that time.
@Suite("What the person has missed") struct MissedTests {
  /// A cause that holds alerts back, and its end.
  enum Hold: CaseIterable {
    case doNotDisturb, doNotDisturbWithEnd, sharedScreen, fullScreen, inhibition, quietHours

    static let player = BusCaller(bus: "bus", name: ":1.9")

    var clause: String {
      switch self {
      case .doNotDisturb, .doNotDisturbWithEnd: "while Do Not Disturb was on"
      case .sharedScreen: "while the screen was shared"
      case .fullScreen: "while an app filled the screen"
      case .inhibition: "while an app asked for quiet"
      case .quietHours: "during quiet hours"
      }
    }

    var cause: Missed.Cause {
      switch self {
      case .doNotDisturb, .doNotDisturbWithEnd: .quiet(.doNotDisturb)
      case .sharedScreen: .quiet(.sharedScreen)
      case .fullScreen: .quiet(.fullScreen)
      case .inhibition: .quiet(.inhibited)
      case .quietHours: .quiet(.quietHours)
      }
    }

    /// A desk at which the cause already holds.
    func desk() throws -> Desk {
      var policy = Desk.allowing
      policy.apps = [mail: AppSettings(alarms: false)]
      if self == .quietHours { policy.quietHours = known(WeeklySpans("11:00-12:10")) }
      let desk = try Desk(policy)
      switch self {
      case .doNotDisturb: try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
      case .doNotDisturbWithEnd:
        try desk.perform { try $0.setDoNotDisturb(true, until: $1.wall.advanced(bySeconds: 600), now: $1) }
      case .sharedScreen: desk.hear(.lock(.locked(by: [ScreenLock.sharing])))
      case .fullScreen: desk.hear(.fullScreen(FullScreenWindow(apps: [chat], inhibitsIdle: true)))
      case .inhibition:
        _ = try desk.perform {
          try $0.inhibit(
            chat, isVouchedFor: true, reason: "A film", by: Self.player,
            in: CallingProcess(number: 7, parent: 1, began: $1.uptime, unit: nil, name: "film"), now: $1)
        }
      case .quietHours: break
      }
      return desk
    }

    func end(_ desk: Desk) throws {
      switch self {
      case .doNotDisturb: try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
      case .doNotDisturbWithEnd, .quietHours: desk.pass(seconds: 600)
      case .sharedScreen: desk.hear(.lock(.unlocked))
      case .fullScreen: desk.hear(.fullScreen(nil))
      case .inhibition:
        desk.engine.assumeIsolated { $0.receive(.callerIsGone(Self.player)) }
        desk.run()
      }
    }
  }

  /// The number of notifications from each app, and the line about them; `nil` for no line.
  struct Case {
    let counts: [Int]
    let line: String?
  }

  static let cases = [
    Case(counts: [1], line: nil), Case(counts: [2], line: nil), Case(counts: [1, 1], line: nil),
    Case(counts: [3], line: "3 notifications"), Case(counts: [2, 1], line: "3 notifications from 2 apps"),
    Case(counts: [1, 1, 1], line: "3 notifications from 3 apps"),
    Case(counts: [Int](repeating: 5, count: 8), line: "40 notifications from 8 apps"),
  ]

  private static func sender(_ number: Int) -> AppID { known(AppID("org.example.App\(number)")) }

  private static func post(_ counts: [Int], to desk: Desk) throws -> [String] {
    var titles: [String] = []
    for (number, count) in counts.enumerated() {
      for index in 0..<count {
        titles.append("\(number).\(index)")
        try desk.post(NotificationRequest(app: sender(number), title: "\(number).\(index)"))
      }
    }
    return titles
  }

  @Test(
    "at each end two come by themselves, more in one line for all apps, and an alarm alone",
    arguments: Hold.allCases, cases.indices)
  func ends(_ hold: Hold, _ number: Int) throws {
    let (counts, line) = (Self.cases[number].counts, Self.cases[number].line)
    for hasAlarm in [false, true] {
      let desk = try hold.desk()
      let titles = try Self.post(counts, to: desk)
      if hasAlarm { try desk.post("alarm") { $0.kind = .alarm } }
      #expect(desk.alerts.isEmpty)
      try hold.end(desk)
      let others = line.map { ["\($0) \(hold.clause)"] } ?? titles
      #expect(Set(desk.counts) == Set(others + (hasAlarm ? ["alarm"] : [])))
      #expect(desk.alerts.count == others.count + (hasAlarm ? 1 : 0))
      let records = try desk.perform { engine, now in
        try engine.entries(ListQuery(missedOnly: true, limit: 99), now: now).entries
      }
      #expect(records.count == (line == nil ? 0 : titles.count))
      #expect(records.allSatisfy { $0.entry.missed == hold.cause && $0.record.state == .delivered })
    }
  }

  @Test("its explanation says what became of it, and its app hears that it was released")
  func explains() throws {
    let desk = try Hold.doNotDisturb.desk()
    for number in 1...3 { try desk.post("\(number)") }
    try Hold.doNotDisturb.end(desk)
    #expect(try desk.explanation("2") == ["held", "summarised"])
    let why = try desk.perform { engine, _ in try engine.explain(NotificationID(2)).last?.decision }
    #expect(why?.guideline == "alerts.missed")
    #expect(desk.events.filter { $0.kind == .released }.count == 3)
    #expect(try desk.badge() == 3)
  }

  @Test("where several things kept them from being seen, the line names none")
  func several() throws {
    let desk = try Hold.inhibition.desk()
    for number in 1...2 { try desk.post("\(number)") }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    desk.engine.assumeIsolated { $0.receive(.callerIsGone(Hold.player)) }
    desk.run()
    for number in 3...4 { try desk.post("\(number)") }
    try Hold.doNotDisturb.end(desk)
    #expect(desk.counts == ["4 notifications that you missed"])
  }

  @Test("the line waits until somebody is there, and comes once", arguments: [true, false])
  func waits(_ restarts: Bool) throws {
    let desk = try Hold.doNotDisturb.desk()
    for number in 1...3 { try desk.post("\(number)") }
    desk.idle(true)
    try Hold.doNotDisturb.end(desk)
    #expect(desk.alerts.isEmpty)
    if restarts { try desk.restart() }
    desk.idle(false)
    #expect(desk.counts == ["3 notifications while Do Not Disturb was on"])
    desk.idle(true)
    desk.idle(false)
    try desk.restart()
    #expect(desk.alerts.count == 1)
  }

  @Test("of what ended before there was a server the line says no more")
  func fewerByThen() throws {
    let desk = try Hold.doNotDisturb.desk()
    for number in 1...4 { try desk.post("\(number)") { $0.identifier = name("\(number)") } }
    desk.serverVanishes()
    try Hold.doNotDisturb.end(desk)
    try desk.perform { _ = try $0.withdraw([name("1")], nil, of: mail, by: app, now: $1) }
    desk.serverAppears(as: "bus/:1.2")
    #expect(desk.counts == ["3 notifications while Do Not Disturb was on"])
  }

  @Test("said again before there is a server, it is in the line once")
  func saidAgain() throws {
    let desk = try Hold.doNotDisturb.desk()
    for number in 1...3 { try desk.post("\(number)") }
    desk.serverVanishes()
    try Hold.doNotDisturb.end(desk)
    try desk.post("2")
    desk.serverAppears(as: "bus/:1.2")
    #expect(desk.counts == ["3 notifications while Do Not Disturb was on"])
  }

  @Test("what few are left of them come by themselves, in their order")
  func fewLeft() throws {
    let desk = try Hold.doNotDisturb.desk()
    for number in 1...3 { try desk.post("\(number)") { $0.identifier = name("\(number)") } }
    desk.serverVanishes()
    try Hold.doNotDisturb.end(desk)
    try desk.perform { _ = try $0.withdraw([name("2")], nil, of: mail, by: app, now: $1) }
    desk.serverAppears(as: "bus/:1.2")
    #expect(desk.alerts == ["1", "3"])
  }

  @Test("what an app in front of the person shows them itself is in no line")
  func inFront() throws {
    let desk = try Hold.doNotDisturb.desk()
    for number in 1...3 {
      try desk.post("\(number)")
      try desk.post(NotificationRequest(app: chat, title: "chat \(number)"))
    }
    desk.focus([mail])
    try Hold.doNotDisturb.end(desk)
    #expect(desk.counts == ["3 notifications while Do Not Disturb was on"])
    #expect(try desk.explanation("1") == ["held", "suppressed"])
  }

  // MARK: Absence

  @Test(
    "what was shown to nobody is told by one line, also a single one, and runs no hook again",
    arguments: [1, 2, 3])
  func absence(_ count: Int) throws {
    let desk = try Desk()
    desk.idle(true)
    for number in 1...count { try desk.post("\(number)") }
    #expect(try desk.record("1").missed == Missed(.away))
    // The banners expire on the server.
    for number in 1...count { desk.receive(.closed(try desk.handle(of: "\(number)"), .expired)) }
    desk.forgetShown()
    desk.idle(false)
    #expect(desk.alerts == [["Mail: 1"], ["Mail: 1, 2"], ["Mail 3"]][count - 1])
    #expect(desk.counts.first?.hasSuffix("while you were away") == true)
    #expect(desk.shown.last?.text.body.hasSuffix("while you were away") == true)
    #expect(try desk.record("1").missed == Missed(.away, isTold: true))
  }

  @Test("what is still up when somebody comes back is seen")
  func stillUp() throws {
    let desk = try Desk()
    desk.idle(true)
    try desk.post("a")
    desk.idle(false)
    #expect(desk.alerts == ["a"])
    #expect(try desk.record("a").missed == nil)
  }

  @Test(
    "what was shown behind a lock is missed where nothing brings its banner back, or it ran out",
    arguments: ["dunst", "Plasma"])
  func lock(_ product: String) throws {
    let desk = try Desk(hasServer: false)
    desk.serverAppears(as: "bus/:1.2", product: product)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.post("up")
    try desk.post("timed out")
    desk.receive(.closed(try desk.handle(of: "timed out"), .expired))
    try desk.perform { engine, _ in try engine.setLocked(false) }
    let isSilent = product == "Plasma"
    #expect(try desk.record("timed out").missed?.cause == .locked)
    #expect(try desk.record("up").missed?.cause == (isSilent ? nil : .locked))
    #expect(desk.alerts == ["up", "timed out", isSilent ? "Mail: timed out" : "Mail: up, timed out"])
    #expect(desk.shown.contains { !$0.alerts && $0.text.title == "up" } == isSilent)
    desk.pass(seconds: 60)
    #expect(desk.alerts.count == 3)
  }

  @Test("what was shown to nobody is told by the line, and the few that were held alert by themselves")
  func endsMeet() throws {
    let desk = try Desk()
    desk.idle(true)
    for number in 1...2 { try desk.post("shown \(number)") }
    for number in 1...2 { desk.receive(.closed(try desk.handle(of: "shown \(number)"), .expired)) }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    for number in 1...2 { try desk.post("held \(number)") }
    desk.idle(false)
    desk.forgetShown()
    try Hold.doNotDisturb.end(desk)
    #expect(desk.alerts == ["held 1", "held 2", "Mail: shown 1, shown 2"])
  }

  @Test("what may have no banners any more is in no line")
  func bannersOff() throws {
    let desk = try Desk()
    desk.idle(true)
    for number in 1...3 { try desk.post("\(number)") }
    for number in 1...3 { desk.receive(.closed(try desk.handle(of: "\(number)"), .expired)) }
    desk.forgetShown()
    try desk.perform { try $0.change(mail, by: AppSettings(banners: false), now: $1) }
    desk.idle(false)
    #expect(desk.alerts.isEmpty)
  }

  @Test("a line goes once all it tells of was looked at, and not with a press behind a lock")
  func leavesLine() throws {
    let desk = try Hold.doNotDisturb.desk()
    let ids = try (1...3).map { try desk.post("\($0)").id }
    try Hold.doNotDisturb.end(desk)
    let line = try #require(desk.disk.lineHandle)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    desk.receive(.pressed(line, action: .defaultAction, activationToken: nil))
    #expect(desk.closed.isEmpty)
    try desk.perform { engine, _ in try engine.setLocked(false) }
    for id in ids.dropLast() { try desk.perform { try $0.markSeen([id], now: $1) } }
    #expect(desk.closed.isEmpty)
    try desk.perform { try $0.markSeen([ids[2]], now: $1) }
    #expect(desk.closed == [line])
  }

  @Test("a line goes with the last notification that it counts, however that one goes")
  func lastLeavesLine() throws {
    let ways: [(Desk, NotificationID, Int) throws -> Void] = [
      { desk, id, _ in try desk.perform { _ = try $0.markRead([id], now: $1) } },
      { desk, id, _ in try desk.perform { engine, now in _ = try engine.dismiss([id], now: now) } },
      { desk, id, _ in
        try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 60), now: $1) }
      },
      { desk, _, number in
        let thread = OpaqueName("inbox")
        try desk.perform { engine, _ in
          try engine.setForeground(mail, isForeground: true, thread: thread, by: app)
        }
        try desk.post("\(number)") { $0.thread = thread }
      },
    ]
    for way in ways {
      let desk = try Hold.doNotDisturb.desk()
      let ids = try (1...3).map { try desk.post("\($0)") { $0.thread = OpaqueName("inbox") }.id }
      try Hold.doNotDisturb.end(desk)
      let line = try #require(desk.disk.lineHandle)
      for (number, id) in ids.enumerated() { try way(desk, id, number + 1) }
      #expect(desk.closed == [line])
    }
  }

  @Test("a line of an earlier process stays, and goes with the last notification that it counts")
  func lineAfterRestart() throws {
    let desk = try Hold.doNotDisturb.desk()
    for number in 1...3 { try desk.post("\(number)") }
    try Hold.doNotDisturb.end(desk)
    let handle = try #require(desk.lastShownHandle)
    try desk.restart()
    #expect(desk.closed.isEmpty)
    for number in 1...3 {
      #expect(desk.closed.isEmpty)
      let id = try desk.record("\(number)").id
      try desk.perform { _ = try $0.markRead([id], now: $1) }
    }
    #expect(desk.closed == [handle])
    #expect(desk.counts == ["3 notifications while Do Not Disturb was on"])
  }

  @Test("what has to wait for consent again waits for no end of quiet hours")
  func consentTakenBack() throws {
    let desk = try Hold.quietHours.desk()
    try desk.post("a")
    #expect(try desk.record("a").until != nil)
    var undecided = Desk.allowing
    undecided.defaultAuthorization = .notDetermined
    try desk.perform { [undecided] engine, _ in engine.adopt(undecided, rememberedAs: "text") }
    desk.pass(seconds: 1)
    let record = try desk.record("a")
    #expect(record.state == .awaitingConsent && record.until == nil)
  }

  // MARK: Looked at

  @Test("it is missed until somebody looks at it, reads it, dismisses it or puts it off")
  func lookedAt() throws {
    let ways: [(Desk, NotificationID) throws -> Void] = [
      { desk, id in try desk.perform { try $0.markSeen([id], now: $1) } },
      { desk, id in try desk.perform { _ = try $0.markRead([id], now: $1) } },
      { desk, id in try desk.perform { engine, now in _ = try engine.dismiss([id], now: now) } },
      { desk, id in try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 60), now: $1) } },
      { desk, id in try desk.perform { try $0.activate(id, .defaultAction, text: nil, now: $1) } },
    ]
    for way in ways {
      let desk = try Hold.doNotDisturb.desk()
      let id = try desk.post("a").id
      #expect(try desk.record("a").missed == Missed(.quiet(.doNotDisturb)))
      try way(desk, id)
      #expect(try desk.record("a").missed == nil)
    }
  }

  @Test("a look at a locked screen is none")
  func lockedLook() throws {
    let desk = try Hold.doNotDisturb.desk()
    let id = try desk.post("a").id
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.perform { try $0.markSeen([id], now: $1) }
    #expect(try desk.record("a").missed != nil)
  }

  @Test(
    "what its app took back before anybody could see it is missed, in no count and no line; a private one is not",
    arguments: [true, false])
  func takenBack(_ isPrivate: Bool) throws {
    let desk = try Hold.doNotDisturb.desk()
    let id = try desk.post("gone") {
      $0.identifier = name("x")
      $0.isPrivate = isPrivate
    }.id
    let expired = try desk.post("over") { $0.expiresAfter = 60 }.id
    for number in 1...3 { try desk.post("\(number)") }
    try desk.perform { _ = try $0.withdraw([name("x")], nil, of: mail, by: app, now: $1) }
    desk.pass(seconds: 60)
    try Hold.doNotDisturb.end(desk)
    #expect(desk.counts == ["3 notifications while Do Not Disturb was on"])
    #expect(try desk.badge() == 3)
    let missed = try desk.perform { engine, now in
      try engine.entries(ListQuery(missedOnly: true), now: now).entries.map(\.entry.id)
    }
    #expect(missed.contains(id) == !isPrivate)
    #expect(missed.contains(expired))
  }
}
