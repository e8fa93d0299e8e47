import Delivery
import NotificationModel
import Testing

@Suite("What was read or deleted elsewhere")
struct ElsewhereTests {
  private func read(
    _ desk: Desk, _ names: [OpaqueName]? = nil, _ ids: [NotificationID]? = nil, thread: OpaqueName? = nil
  ) throws {
    _ = try desk.perform { engine, now in
      var selection = Selection(names, ids, thread: thread)
      while try engine.markRead(&selection, of: mail, by: app, now: now) == nil {}
    }
  }

  /// Returns how many left the list.
  @discardableResult
  private func withdraw(
    _ desk: Desk, _ names: [OpaqueName]? = nil, _ ids: [NotificationID]? = nil, thread: OpaqueName? = nil
  ) throws -> Int {
    try desk.perform { engine, now in
      var selection = Selection(names, ids, thread: thread)
      while true {
        if let answer = try engine.withdraw(&selection, of: mail, by: app, now: now) {
          return answer.withdrawn
        }
      }
    }
  }

  private func allow(_ desk: Desk) throws {
    try desk.perform { try $0.setAuthorization(.authorized, of: mail, now: $1) }
  }

  private func deny(_ desk: Desk) throws {
    try desk.perform { try $0.setAuthorization(.denied, of: mail, now: $1) }
  }

  private func adopt(_ desk: Desk, _ authorization: Authorization) {
    desk.policy.defaultAuthorization = authorization
    let policy = desk.policy
    desk.engine.assumeIsolated { $0.adopt(policy, rememberedAs: "") }
    desk.run()
  }

  private func undo(_ desk: Desk) throws -> [NotificationID] { try desk.perform { try $0.undo(now: $1) } }

  private func snooze(_ desk: Desk, _ id: NotificationID, seconds: Int64 = 600) throws {
    try desk.perform { try $0.snooze(id, until: $1.wall.advanced(bySeconds: seconds), now: $1) }
  }

  // MARK: Read

  @Test("what is held, shown or snoozed is read, named or not, and does not come", arguments: [false, true])
  func readPutOff(_ isNamed: Bool) throws {
    let desk = try Desk()
    let shown = try desk.post("shown").id
    let snoozed = try desk.post("snoozed").id
    try snooze(desk, snoozed)
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    let held = try desk.post("held").id
    try read(desk, nil, isNamed ? [shown, snoozed, held] : nil)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    desk.pass(seconds: 700)
    #expect(try desk.records().map(\.state) == [.read, .read, .read])
    #expect(desk.alerts == ["shown", "snoozed"])
    #expect(try desk.badge() == 0)
  }

  @Test("what is scheduled is read only where it is named, and of a series only the next time is left out")
  func scheduled() throws {
    let desk = try Desk()
    let once = try desk.post("once") {
      $0.identifier = name("once")
      $0.trigger = .after(seconds: 60, repeats: false)
    }.id
    let series = try desk.post("series") { $0.trigger = .after(seconds: 60, repeats: true) }.id
    try read(desk)
    #expect(try desk.records().map(\.state) == [.scheduled, .scheduled])
    try read(desk, [name("once")], [series])
    #expect(try desk.record("once").state == .read)
    #expect(try desk.record("series").state == .scheduled)
    desk.pass(seconds: 60)
    #expect(desk.alerts.isEmpty)
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["series"] && once < series)
    let told = try desk.perform { engine, _ in try engine.explain(series).map(\.decision.effect) }
    #expect(told.contains("dropped"))
  }

  @Test("an app that says it again and again, also over a restart, leaves out no more than the next time")
  func scheduledRepeatedly() throws {
    let desk = try Desk()
    let fields = CalendarFields(minute: 0, hour: 12, weekday: 1)
    try desk.post("weekly") {
      ($0.identifier, $0.trigger) = (name("w"), .calendar(fields, repeats: true))
    }
    for _ in 1...3 { try read(desk, [name("w")]) }
    try desk.restart()
    try desk.post("weekly") {
      ($0.identifier, $0.trigger) = (name("w"), .calendar(fields, repeats: true))
    }
    desk.pass(seconds: 7 * 86_400)
    #expect(desk.alerts.isEmpty)
    desk.pass(seconds: 7 * 86_400)
    #expect(desk.alerts == ["weekly"])
  }

  @Test(
    "a series whose time is past while its app is undecided or denied goes on, whatever was read meanwhile")
  func seriesOfUndecided() throws {
    for denies in [false, true] {
      let desk = try Desk(denies ? Desk.allowing : Desk.asking)
      try desk.post("daily") {
        ($0.identifier, $0.trigger) = (name("d"), .after(seconds: 86_400, repeats: true))
      }
      if denies { adopt(desk, .denied) }
      desk.pass(seconds: 100_000)
      try read(desk)
      if denies { adopt(desk, .authorized) } else { try allow(desk) }
      #expect(try desk.record("daily").state == .scheduled)
      desk.pass(seconds: 86_400)
      #expect(desk.alerts.last == "daily")
    }
  }

  @Test("what was read while its app was undecided stays read though the app posts it again")
  func readAndRepeated() throws {
    let desk = try Desk(Desk.asking)
    for _ in 1...2 {
      try desk.post("a") { $0.identifier = name("a") }
      try read(desk, [name("a")])
    }
    try desk.post("a") { $0.identifier = name("a") }
    try allow(desk)
    #expect(try desk.records().map(\.state) == [.read] && desk.badge() == 0)
  }

  @Test(
    "what waits for consent is listed as read once its app is allowed, without a banner, also by a file or a restart",
    arguments: 0..<3)
  func awaitingConsent(_ way: Int) throws {
    let desk = try Desk(Desk.asking)
    let id = try desk.post("a").id
    let later = try desk.post("later") { $0.trigger = .after(seconds: 600, repeats: false) }.id
    try desk.post("unread")
    try read(desk, nil, [id, later])
    #expect(try desk.record("a").state == .awaitingConsent)
    try desk.restart()
    switch way {
    case 0: try allow(desk)
    case 1:
      adopt(desk, .authorized)
    default:
      desk.policy.defaultAuthorization = .authorized
      try desk.restart()
    }
    desk.pass(seconds: 1)
    #expect(try desk.records().map(\.state) == [.read, .read, .delivered])
    desk.pass(seconds: 700)
    #expect(desk.alerts.filter { !$0.contains("?") }.suffix(1) == ["unread"])
    #expect(try desk.badge() == 1)
  }

  @Test("a thread is read, and taken back with what was read; what is scheduled in it is only taken back")
  func thread() throws {
    let desk = try Desk()
    for number in 1...20 { try desk.post("\(number)") { $0.thread = name(number % 2 == 0 ? "a" : "b") } }
    let later = try desk.post("later") {
      $0.thread = name("a")
      $0.trigger = .after(seconds: 60, repeats: false)
    }.id
    try read(desk, thread: name("a"))
    #expect(try desk.records().filter { $0.state == .read }.count == 10)
    #expect(try desk.badge() == 10)
    #expect(try withdraw(desk, thread: name("a")) == 11)
    #expect(try desk.records().filter { $0.state == .withdrawn }.count == 11)
    #expect(try desk.badge() == 10 && desk.record("later").id == later)
  }

  // MARK: Deleted

  @Test(
    "what was read leaves the list, by its identifier as by its number, and counts", arguments: [true, false])
  func withdrawRead(_ byName: Bool) throws {
    let desk = try Desk()
    let id = try desk.post("a") { $0.identifier = name("x") }.id
    try desk.press("a")
    #expect(try withdraw(desk, byName ? [name("x")] : nil, byName ? nil : [id]) == 1)
    #expect(try desk.record("a").state == .withdrawn)
    #expect(desk.events.last?.kind == .withdrawn)
    #expect(try withdraw(desk, [name("x")]) == 0)
  }

  @Test("of thousands under one identifier, a few at a time")
  func many() throws {
    let desk = try Desk()
    for number in 0..<50 {
      try desk.post("\(number)") { $0.identifier = name("x") }
      try read(desk, [name("x")])
    }
    let (first, isOver) = try desk.perform { engine, now in
      var selection = Selection([name("x")], nil)
      let isOver = try engine.withdraw(&selection, of: mail, by: app, now: now) != nil
      return (selection, isOver)
    }
    #expect(!isOver)
    #expect(try desk.records().filter { $0.state == .withdrawn }.count <= 8)
    try desk.perform { engine, now in
      var selection = first
      while try engine.withdraw(&selection, of: mail, by: app, now: now) == nil {}
    }
    #expect(try Set(desk.records().map(\.state)) == [.withdrawn])
  }

  @Test("no undo brings back what was taken back since, whatever took it off; it is no part of the count")
  func undoneNoMore() throws {
    for (index, takeOff) in [
      { try $0.perform { engine, now in _ = try engine.dismiss([NotificationID(1)], now: now) } },
      { desk in
        try desk.press("a")
        try desk.perform { engine, now in _ = try engine.clear(now: now) }
      },
      { try $0.perform { engine, now in try engine.setAuthorization(.denied, of: mail, now: now) } },
    ].enumerated() as EnumeratedSequence<[(Desk) throws -> Void]> {
      let desk = try Desk()
      try desk.post("a") { $0.identifier = name("x") }
      try takeOff(desk)
      #expect(try withdraw(desk, [name("x")]) == 0, "\(index)")
      #expect(try undo(desk).isEmpty, "\(index)")
      #expect(try desk.record("a").state == .withdrawn, "\(index)")
    }
  }

  @Test("what was read since it was taken off comes back as read, whatever took it off")
  func undoneAsRead() throws {
    for isDenied in [false, true] {
      let desk = try Desk()
      try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
      let id = try desk.post("a") { $0.identifier = name("x") }.id
      let snoozed = try desk.post("b").id
      try snooze(desk, snoozed)
      if isDenied { try deny(desk) } else { _ = try desk.perform { try $0.dismiss([id, snoozed], now: $1) } }
      try read(desk, [name("x")], [snoozed])
      #expect(try undo(desk) == [id, snoozed])
      #expect(try desk.records().map(\.state) == [.read, .read])
      #expect(try desk.records().allSatisfy { $0.missed == nil })
    }
  }

  @Test("what was unread before it was read here stays read where its app says so since")
  func readTwice() throws {
    let desk = try Desk()
    let id = try desk.post("a").id
    _ = try desk.perform { try $0.markRead([id], now: $1) }
    try read(desk, nil, [id])
    #expect(try undo(desk).isEmpty)
    #expect(try desk.record("a").state == .read)
  }

  @Test("an app that a file denies is heard: what it reads and takes back stays so once it is allowed")
  func withheld() throws {
    let desk = try Desk(Desk.asking)
    let waits = try desk.post("waits").id
    let taken = try desk.post("taken") { $0.thread = name("t") }.id
    adopt(desk, .denied)
    try read(desk, nil, [waits])
    try withdraw(desk, thread: name("t"))
    adopt(desk, .authorized)
    #expect(try desk.records().map(\.state) == [.read, .withdrawn])
    #expect(taken > waits)
  }

  // MARK: By the desktop's own interface

  @Test("an app of the desktop's own interface ends what is unread, and what was read stays in the list")
  func closed() throws {
    for isRead in [false, true] {
      let desk = try Desk()
      let number = try desk.postFront("a")
      desk.receive(.closed(try desk.handle(of: "a"), .expired))
      #expect(try desk.record("a").state == .read)
      if !isRead {
        let id = try desk.record("a").id
        try snooze(desk, id)
      }
      _ = try desk.perform {
        try $0.close(number, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
      }
      #expect(try desk.record("a").state == (isRead ? .read : .withdrawn))
      desk.pass(seconds: 700)
      #expect(desk.alerts == ["a"])
    }
  }

  @Test("what the person has cleared, undo brings back no more once its app has closed it")
  func closedAfterClearing() throws {
    let desk = try Desk()
    let number = try desk.postFront("a")
    desk.receive(.closed(try desk.handle(of: "a"), .expired))
    _ = try desk.perform { try $0.clear(now: $1) }
    _ = try desk.perform {
      try $0.close(number, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
    }
    #expect(try undo(desk).isEmpty)
  }
}
