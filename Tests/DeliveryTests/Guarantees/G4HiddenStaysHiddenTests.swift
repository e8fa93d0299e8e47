import Delivery
import NotificationModel
import Records
import TestSupport
import Testing

/// G4: while previews are hidden, no private text reaches a banner. `EndToEndTests/Servers/PreviewTests.swift` reads the
/// bus, the log and the command lines of the programs for it.
@Suite("G4 Hidden stays hidden")
struct G4HiddenStaysHiddenTests {
  private let secret = NotificationRequest(
    app: mail, identifier: name("secret-id"), thread: name("secret-thread"), title: "secret title",
    subtitle: "secret subtitle", body: "secret body",
    sender: Sender(name: "secret sender", group: "secret group", avatar: "secret-avatar"),
    actions: [
      Action(id: item("go"), title: "secret action"),
      Action(id: item("say"), title: "secret reply", input: TextInput(placeholder: "secret placeholder")),
    ], image: "secret-image", target: OpaqueObject(json: #"{"secret":1}"#))

  private func holdsSecret(_ banner: Banner) -> Bool {
    var visible = banner
    // The text that the sink would show at this moment.
    if let locked = banner.textWhenLocked { visible.text = locked }
    visible.textWhenLocked = nil
    return "\(visible)".contains("secret")
  }

  @Test("with previews off, nothing of it is given to the sink in any form")
  func never() throws {
    var policy = Desk.allowing
    policy.previews = .never
    let desk = try Desk(policy)
    try desk.post(secret)
    #expect(desk.shown.count == 1)
    #expect(!"\(desk.shown)".contains("secret"))
    #expect(desk.shown.first?.text.title == "Mail")
    #expect(desk.shown.first?.text.isHidden == true, "the sink is told, too")
  }

  @Test("a private notification is hidden whatever the settings, and erased once it is read")
  func privateOnes() throws {
    var policy = Desk.allowing
    policy.previews = .always
    let desk = try Desk(policy)
    var request = secret
    request.isPrivate = true
    try desk.post(request)
    #expect(!"\(desk.shown)".contains("secret"))
    let record = try #require(try desk.records().first)
    let handle = try #require(try desk.disk.phase(of: record)?.shown?.handle)
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    let read = try #require(try desk.records().first).request
    #expect(read.title == nil && read.body == nil && read.sender == nil && read.target == nil)
    #expect(read.identifier == nil && read.thread == nil)
    #expect(desk.events.last { $0.kind == .activated }?.target?.json == #"{"secret":1}"#)
  }

  @Test("once a private notification is read, no file of the daemon holds its text")
  func tracesErased() throws {
    let desk = try Desk()
    try desk.post("marker-of-a-secret") { $0.isPrivate = true }
    try desk.press("marker-of-a-secret")
    let found = shell("grep -rac marker-of-a-secret \(quoted(desk.directory.path)) | grep -v ':0$'")
    #expect(found.output.isEmpty)
  }

  @Test(
    "of many private notifications that were read, nothing is left in the gaps of pages ten seconds later")
  func gapsErased() throws {
    let desk = try Desk()
    var random = SeededGenerator(seed: 3)
    for number in 0..<300 {
      try desk.post("open \(number)") {
        $0.isPrivate = number % 3 == 0
        $0.identifier = OpaqueName("\(UInt64.random(in: 0...UInt64.max, using: &random)) marker-of-a-secret")
        $0.body = String(repeating: "marker-of-a-secret ", count: .random(in: 1...40, using: &random))
        if !$0.isPrivate { ($0.identifier, $0.body) = (nil, String(repeating: "open ", count: number)) }
      }
    }
    let ids = try desk.records().filter(\.request.isPrivate).map(\.id)
    for id in ids { _ = try desk.perform { try $0.markRead([id], now: $1) } }
    desk.pass(seconds: 10)
    let found = shell("grep -rac marker-of-a-secret \(quoted(desk.directory.path)) | grep -v ':0$'")
    #expect(ids.count == 100 && found.output.isEmpty, "\(found.output)")
    #expect(try desk.disk.value("traces") == nil)
    // The next ones within the hour wait for its end.
    let more = try desk.post("more") { $0.isPrivate = true }.id
    _ = try desk.perform { try $0.markRead([more], now: $1) }
    let (engine, now) = (desk.engine, desk.now)
    #expect(
      engine.assumeIsolated { $0.wakes(now: now).uptime } == now.uptime.advanced(byMilliseconds: 3_600_000))
  }

  @Test("locked: shown hidden; a banner already on screen is redacted, and comes back without an alert")
  func locking() throws {
    let desk = try Desk()
    try desk.post(secret)
    #expect(desk.shown.last?.text.title.contains("secret") == true)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    let redacted = try #require(desk.shown.last)
    #expect(desk.shown.count == 2)
    #expect(!holdsSecret(redacted))
    #expect(redacted.textWhenLocked?.isHidden == true && !redacted.text.isHidden)
    #expect(!redacted.alerts && redacted.sound == nil && redacted.replaces != nil)
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(desk.shown.count == 3)
    #expect(desk.shown.last?.alerts == false)
    #expect(try desk.records().first.map { try desk.disk.phase(of: $0)?.shown?.isHidden } == false)
    #expect(desk.alerts.count == 1)
  }

  @Test("a notification posted while locked alerts once, hidden, and shows its text after unlocking")
  func postedWhileLocked() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.post(secret)
    #expect(desk.shown.count == 1)
    #expect(desk.shown.first.map(holdsSecret) == false)
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(desk.shown.count == 2)
    #expect(desk.shown.last?.text.body.contains("secret body") == true)
    #expect(desk.alerts.count == 1)
  }

  @Test("text that became private, and is held, while the server was busy showing it goes at once")
  func privateMeanwhile() throws {
    let desk = try Desk()
    desk.server = .silent
    try desk.post("in the clear") { $0.identifier = name("1") }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("secret") {
      $0.identifier = name("1")
      $0.isPrivate = true
    }
    desk.serverAnswersAtLast()
    #expect(desk.shown.last.map(holdsSecret) == false)
    #expect(try desk.phase(of: "secret")?.shown?.handle == desk.lastShownHandle)
    #expect(try desk.record("secret").state == .held)
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.shown.last?.text.title != "secret" && desk.alerts.count == 2)
  }

  @Test("locking while the server is busy with it redacts it as soon as it answers")
  func lockingMeanwhile() throws {
    let desk = try Desk()
    desk.server = .silent
    desk.run()
    try desk.post(secret)
    let banner = try #require(desk.shown.first)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    desk.server = .answers
    desk.receive(
      .shown(banner.subject, BannerHandle(server: desk.serverName, id: 9), hidden: false, omitted: []))
    #expect(desk.shown.count == 2)
    #expect(desk.shown.last.map(holdsSecret) == false)
    #expect(try desk.records().first.map { try desk.disk.phase(of: $0)?.shown?.isHidden } == true)
  }

  @Test("text that is held and on screen is hidden at once, or goes", arguments: ["Plasma", "dunst"])
  func lockingWhileReplaced(_ product: String) throws {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: product)
    try desk.post("secret one") { $0.identifier = name("x") }
    let old = try desk.handle(of: "secret one")
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("secret two") { $0.identifier = name("x") }
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try desk.closed == [old] || desk.isShownHidden("secret two"))
    #expect(desk.closed.isEmpty == (product == "Plasma"))
  }

  @Test("so is what is held and private")
  func lockingWhilePrivateWaits() throws {
    let desk = try Desk()
    try desk.post("in the clear") { $0.identifier = name("x") }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("secret") {
      $0.identifier = name("x")
      $0.isPrivate = true
    }
    #expect(desk.shown.last.map(holdsSecret) == false)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(desk.shown.last.map(holdsSecret) == false)
  }

  @Test("so it does where nothing can be stored, and where the screen was locked before")
  func privateWaitsOnALockedScreen() throws {
    for fails in [true, false] {
      let desk = try Desk()
      try desk.perform {
        try $0.change(mail, by: AppSettings(previews: fails ? .whenUnlocked : .always), now: $1)
      }
      if !fails { try desk.perform { engine, _ in try engine.setLocked(true) } }
      try desk.post("in the clear") { $0.identifier = name("x") }
      let old = try desk.handle(of: "in the clear")
      try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
      try desk.post("secret") {
        $0.identifier = name("x")
        $0.isPrivate = true
      }
      if fails {
        desk.disk.fails = true
        desk.lock.heard(.locked(by: ["logind"]))
        desk.engine.assumeIsolated { $0.receive(.lock(.locked(by: ["logind"]))) }
        desk.run()
      }
      let isHidden = desk.shown.last.map(holdsSecret) == false && desk.shown.last?.replaces == old
      #expect(isHidden || desk.closed == [old])
    }
  }

  @Test("text that takes another's place on a locked screen does not leave the old one there")
  func overtakenRedaction() throws {
    let desk = try Desk()
    desk.server = .silent
    try desk.post("secret one") { $0.identifier = name("x") }
    let subject = try #require(desk.shown.first?.subject)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("secret two") { $0.identifier = name("x") }
    desk.server = .answers
    let handle = BannerHandle(server: desk.serverName, id: 9)
    desk.receive(.shown(subject, handle, hidden: false, omitted: []))
    #expect(try desk.isShownHidden("secret two"))
  }

  @Test("hiding previews takes the old text away also where new text waits")
  func settingsWhileReplaced() throws {
    let desk = try Desk()
    try desk.post("secret one") { $0.identifier = name("x") }
    let old = try desk.handle(of: "secret one")
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.post("secret two") { $0.identifier = name("x") }
    try desk.perform { try $0.change(mail, by: AppSettings(previews: .never), now: $1) }
    #expect(desk.shown.last.map(holdsSecret) == false)
    #expect(desk.shown.last?.replaces == old)
  }

  @Test(
    "what the server does not hide is closed at once, whatever it says and however many there are",
    arguments: [.busy, .refused("no")] as [SinkFailure])
  func refusedRedaction(_ failure: SinkFailure) throws {
    let desk = try Desk()
    for number in 1...4 { try desk.post("secret \(number)") }
    let handles = try (1...4).map { try desk.handle(of: "secret \($0)") }
    // It has asked for a pause.
    desk.server = .fails(failure)
    try desk.post("secret 5")
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(desk.closed == handles)
    #expect(try desk.badge() == 5)
    #expect(try desk.record("secret 1").missed == Missed(.locked))
    desk.server = .answers
    desk.forgetShown()
    try desk.perform { engine, _ in try engine.setLocked(false) }
    desk.pass(seconds: 60)
    #expect(desk.alerts.last == "Mail 4")
  }

  @Test("a line about what was missed that the server does not hide is closed, and comes again at the unlock")
  func refusedRedactionOfLine() throws {
    let desk = try Desk()
    desk.idle(true)
    for title in ["one", "two", "three"] {
      try desk.post(title)
      desk.receive(.closed(try desk.handle(of: title), .expired))
    }
    desk.idle(false)
    let line = try #require(desk.disk.lineHandle)
    desk.server = .fails(.busy)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(desk.closed == [line])
    desk.server = .answers
    try desk.perform { engine, _ in try engine.setLocked(false) }
    desk.pass(seconds: 1)
    #expect(desk.alerts.suffix(2) == ["Mail 3", "Mail 3"])
  }

  @Test("a text that the server has not hidden when the screen is unlocked again stays up")
  func unlockedMeanwhile() throws {
    let desk = try Desk()
    try desk.post("secret")
    desk.server = .silent
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.perform { engine, _ in try engine.setLocked(false) }
    desk.serverRefusesAtLast(.busy)
    desk.pass(seconds: 60)
    #expect(desk.closed.isEmpty)
    #expect(try !desk.isShownHidden("secret") && desk.record("secret").missed == nil)
  }

  @Test("what a server refuses of a banner that is hidden already is told as that")
  func refusedChange() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.post("secret") { $0.progress = 10 }
    desk.server = .fails(.refused("no"))
    try desk.post("secret") { $0.progress = 20 }
    desk.pass(seconds: 60)
    #expect(try !desk.explanation("secret").contains("notShown"))
  }

  private func fileHolding(_ text: String, _ desk: Desk) -> String {
    shell("grep -rac \(text) \(quoted(desk.directory.path)) | grep -v ':0$'").output
  }

  private func postMarked(_ desk: Desk) throws {
    try desk.post("title-marker") {
      $0.isPrivate = true
      $0.identifier = name("identifier-marker")
      $0.thread = name("thread-marker")
      $0.target = OpaqueObject(json: #"{"a":"target-marker"}"#)
    }
  }

  @Test("what its app takes back of a private notification is named in no file, whoever follows its events")
  func takenBackErased() throws {
    let desk = try Desk()
    try postMarked(desk)
    #expect(!fileHolding("identifier-marker", desk).isEmpty)
    let id = try #require(try desk.records().first?.id)
    try desk.perform { engine, now in
      _ = try engine.withdraw([name("identifier-marker")], nil, of: mail, by: app, now: now)
    }
    #expect(fileHolding("marker", desk).isEmpty)
    // A connected follower gets the full event; the stored event has the number alone.
    let told = try #require(desk.events.last { $0.kind == .withdrawn })
    #expect(told.identifier == name("identifier-marker") && told.target != nil)
    let kept = try desk.engine.assumeIsolated {
      try $0.events(of: mail, after: EventSequence(0), limit: 9)
    }
    #expect(kept == [Event(sequence: told.sequence, time: told.time, kind: .withdrawn, id: id)])
  }

  @Test("a press on a private notification is kept whole until it is acknowledged, and then named in no file")
  func pressedErased() throws {
    let desk = try Desk()
    try postMarked(desk)
    let handle = try #require(try desk.records().first.flatMap { try desk.disk.phase(of: $0)?.shown?.handle })
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    #expect(fileHolding("title-marker", desk).isEmpty && fileHolding("thread-marker", desk).isEmpty)
    try desk.restart()
    let kept = try desk.engine.assumeIsolated {
      try $0.events(of: mail, after: EventSequence(0), limit: 9)
    }
    let press = try #require(kept.first)
    #expect(press.identifier == name("identifier-marker"))
    #expect(press.target?.json == #"{"a":"target-marker"}"#)
    try desk.perform { engine, now in try engine.acknowledge(press.sequence, of: mail, by: app, now: now) }
    #expect(fileHolding("marker", desk).isEmpty)
  }

  @Test("a press that is told after its closing still says what a private notification was about")
  func pressedAfterClosing() throws {
    let desk = try Desk()
    try postMarked(desk)
    let handle = try #require(try desk.records().first.flatMap { try desk.disk.phase(of: $0)?.shown?.handle })
    desk.receive(.closed(handle, .dismissed))
    desk.receive(.pressed(handle, action: .defaultAction, activationToken: nil))
    let press = try #require(desk.events.last { $0.kind == .activated })
    #expect(press.identifier == name("identifier-marker") && press.target != nil)
  }

  @Test("read at once in the app, a private one is erased at once")
  func privateInFront() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in
      try engine.setForeground(mail, isForeground: true, thread: name("t"), by: app)
    }
    try desk.post("secret") {
      $0.isPrivate = true
      $0.thread = name("t")
    }
    #expect(try desk.records().first?.request.title == nil)
  }

  @Test("Explain says that the text was hidden when it was, and only then")
  func explained() throws {
    var policy = Desk.allowing
    policy.previews = .never
    let hiding = try Desk(policy)
    try hiding.post("a")
    #expect(try hiding.explanation("a").contains("hidden"))
    policy.previews = .always
    let open = try Desk(policy)
    try open.perform { engine, _ in try engine.setLocked(true) }
    try open.post("a") {
      $0.actions = [Action(id: item("pay"), title: "Pay", authenticationRequired: true)]
    }
    #expect(try !open.explanation("a").contains("hidden"))
  }

  @Test("a search on a locked screen finds no more than what is shown there")
  func search() throws {
    let desk = try Desk()
    try desk.post("needle")
    let query = ListQuery(search: "needle")
    #expect(try desk.perform { try $0.entries(query, now: $1).entries.count } == 1)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try desk.perform { try $0.entries(query, now: $1).entries.isEmpty })
    let visible = ListQuery(search: "mail")
    #expect(try desk.perform { try $0.entries(visible, now: $1).entries.count } == 1)
    #expect(throws: Refusal.screenLocked) {
      try desk.perform { engine, _ in try engine.records(ListQuery(app: mail), by: tool).more }
    }
  }

  @Test("the lock survives a restart of the daemon")
  func restart() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.restart()
    #expect(desk.lock.hidesWhenLocked)
    try desk.post(secret)
    #expect(desk.shown.last.map(holdsSecret) == false)
  }

  @Test("the person's list is redacted while locked, and only then")
  func list() throws {
    let desk = try Desk()
    try desk.post(secret)
    let query = ListQuery()
    let open = try desk.perform { try $0.entries(query, now: $1).entries }
    #expect("\(open)".contains("secret title"))
    try desk.perform { engine, _ in try engine.setLocked(true) }
    let hidden = try #require(try desk.perform { try $0.entries(query, now: $1).entries }.first?.entry)
    #expect(hidden.title == "Mail" && hidden.actions.isEmpty)
    #expect(hidden.thread == nil)
  }

  @Test("titles of a registered category's actions may be seen, an authenticated one not while locked")
  func categoryActions() throws {
    let desk = try Desk()
    let actions = [
      Action(id: item("reply"), title: "Reply"),
      Action(id: item("pay"), title: "Pay", authenticationRequired: true),
    ]
    try desk.perform {
      try $0.register(
        [Category(id: item("mail"), actions: actions, hiddenPreviewBody: "%u new messages")], of: mail,
        by: app, now: $1)
    }
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.post("secret") { $0.category = item("mail") }
    let text = try #require(desk.shown.last?.textWhenLocked)
    #expect(text.body == "1 new messages")
    #expect(text.actions.map(\.title) == ["Reply"])
    desk.receive(.pressed(try desk.handle(of: "secret"), action: item("pay"), activationToken: nil))
    #expect(try desk.badge() == 1)
    #expect(throws: Refusal.screenLocked) {
      let id = try desk.record("secret").id
      try desk.perform { try $0.activate(id, item("pay"), text: nil, now: $1) }
    }
  }

  @Test(
    "posted again as private, the same text leaves the screen",
    arguments: [InterruptionLevel.active, .passive])
  func becomesPrivate(_ level: InterruptionLevel) throws {
    let desk = try Desk()
    try desk.post("secret")
    try desk.post("secret") {
      $0.isPrivate = true
      $0.level = level
    }
    #expect(desk.shown.map(\.text.title) == ["secret", "Mail"])
    #expect(desk.alerts == ["secret"])
  }

  @Test("posted again as private no longer, the same text comes to the screen without an alert")
  func isPrivateNoLonger() throws {
    let desk = try Desk()
    try desk.post("secret") {
      $0.identifier = name("x")
      $0.isPrivate = true
    }
    try desk.post("secret") { $0.identifier = name("x") }
    #expect(desk.shown.map(\.text.title) == ["Mail", "secret"])
    #expect(desk.alerts == ["Mail"])
  }

  @Test(
    "while the screen is locked, other previews are told anew to who keeps the list: also of those without a banner"
  )
  func listedPreviews() throws {
    let changes: [@Sendable (isolated DeliveryEngine, Moment) throws -> Void] = [
      { try $0.change(mail, by: AppSettings(previews: .never), now: $1) },
      { engine, _ in
        var policy = Desk.allowing
        policy.previews = .never
        engine.adopt(policy, rememberedAs: "")
      },
    ]
    for change in changes {
      var policy = Desk.allowing
      policy.previews = .always
      let desk = try Desk(policy)
      let quiet = try desk.post("quiet") { $0.level = .passive }.id
      let putOff = try desk.post("put off").id
      try desk.perform { try $0.snooze(putOff, until: $1.wall.advanced(bySeconds: 60), now: $1) }
      let read = try desk.post("read").id
      try desk.press("read")
      let dismissed = try desk.post("dismissed").id
      _ = try desk.perform { try $0.dismiss([dismissed], now: $1) }
      try desk.perform { engine, _ in try engine.setLocked(true) }
      desk.forgetChanged()
      try desk.perform(change)
      #expect(desk.changed == [quiet, putOff, read])
      let titles = try desk.perform { try $0.entries([quiet, putOff, read], now: $1).map(\.entry.title) }
      #expect(!titles.contains { ["quiet", "put off", "read"].contains($0) }, "\(titles)")
    }
  }
}
