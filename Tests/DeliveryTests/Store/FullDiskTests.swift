import Delivery
import NotificationModel
import Records
import Testing

@Suite("A full disk")
struct FullDiskTests {
  private func full(_ product: String = "Plasma") throws -> Desk {
    let desk = try Desk(Desk.asking, hasServer: false)
    desk.serverAppears(product: product)
    try desk.postFront("before")
    desk.disk.isFull = true
    return desk
  }

  private func storageFault(_ desk: Desk) -> StorageFault? { desk.engine.assumeIsolated { $0.storageFault } }

  private func titles(_ desk: Desk) throws -> [String?] { try desk.records().map(\.request.title) }

  @Test("what comes by the desktop's own interface is shown, and a post by the socket is refused")
  func front() throws {
    let desk = try full()
    let number = try desk.postFront("Low Disk Space")
    #expect(throws: Refusal.notStored("the disk has no room")) { try desk.post("by the socket") }
    #expect(try desk.postFront("after") == number + 1)
    #expect(desk.alerts == ["before", "Low Disk Space", "after"])
    #expect(try titles(desk) == ["before", "Low Disk Space", "after"])
    #expect(try desk.badge() == 3 && desk.failedTransactions == 0)
  }

  @Test(
    "explain, status, doctor and those who follow the list say that nothing is stored, and when it is again")
  func told() throws {
    let desk = try full()
    func findings() throws -> [DesktopFinding] {
      try desk.perform { $0.diagnose(now: $1).findings }.filter { $0.subject == .storage }
    }
    func glance() throws -> String? { try desk.perform { try $0.statusSummary(now: $1).storageFault } }
    try desk.postFront("new")
    #expect(try desk.explanation("new").contains("unstored"))
    #expect(try !desk.explanation("before").contains("unstored"))
    #expect(try desk.perform { try $0.state(now: $1).storageFault } == "the disk has no room")
    #expect(try glance() == "the disk has no room")
    #expect(try findings().map(\.verdict) == [.missing])
    desk.disk.isFull = false
    desk.pass(seconds: 2)
    #expect(try desk.perform { try $0.state(now: $1).storageFault } == nil)
    #expect(try glance() == nil && findings().isEmpty)
  }

  @Test(
    "once there is room all of it is stored, and kept over a restart, though nobody asks", arguments: [1, 7])
  func room(seconds: Int64) throws {
    let desk = try full()
    let number = try desk.postFront("new")
    desk.pass(seconds: seconds)
    desk.disk.isFull = false
    let now = desk.now
    let retry = try #require(desk.engine.assumeIsolated { $0.wakes(now: now) }.uptime)
    #expect(retry <= now.uptime.advanced(byMilliseconds: 2_000))
    desk.pass(seconds: 2)
    #expect(storageFault(desk) == nil)
    try desk.restart()
    #expect(try titles(desk) == ["before", "new"])
    #expect(try desk.postFront("next") > number)
  }

  @Test("a daemon that ends before that has lost them alone, and the next one closes their banners")
  func ends() throws {
    let desk = try full()
    let before = try desk.handle(of: "before")
    try desk.postFront("new")
    let handle = try desk.handle(of: "new")
    #expect(try desk.perform { engine, _ in engine.unstoredBanners } == [handle])
    try desk.restart()
    #expect(try titles(desk) == ["before"])
    #expect(try desk.handle(of: "before") == before)
    #expect(desk.closed == [handle])
    #expect(try desk.perform { engine, _ in engine.unstoredBanners }.isEmpty)
  }

  @Test("Do Not Disturb holds it, and its end shows it")
  func held() throws {
    let desk = try full()
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.postFront("quiet")
    try desk.postFront("urgent") {
      $0.level = .critical; $1.urgency = .critical
    }
    #expect(try desk.record("quiet").state == .held)
    #expect(!desk.alerts.contains("quiet"))
    try desk.perform { try $0.setDoNotDisturb(false, until: nil, now: $1) }
    #expect(desk.alerts.contains("quiet"))
  }

  @Test("Do Not Disturb with an end ends in time")
  func heldUntil() throws {
    let desk = try full()
    try desk.perform { try $0.setDoNotDisturb(true, until: $1.wall.advanced(bySeconds: 600), now: $1) }
    try desk.postFront("quiet")
    desk.pass(seconds: 300)
    let now = desk.now
    #expect(desk.engine.assumeIsolated { $0.wakes(now: now).wall } == Desk.noon.advanced(bySeconds: 600))
    desk.pass(seconds: 300)
    #expect(desk.alerts == ["before", "quiet"])
  }

  @Test(
    "a lock hides what is on screen and what comes, and its end shows the text",
    arguments: ["Plasma", "dunst"])
  func locked(product: String) throws {
    let desk = try full(product)
    try desk.postFront("secret")
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try desk.isShownHidden("secret") || desk.closed.count == 2)
    desk.forgetShown()
    try desk.postFront("another")
    #expect(desk.shown.map(\.textWhenLocked?.title) == ["Mail"])
    #expect(try desk.isShownHidden("another"))
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(try !desk.isShownHidden("another"))
    #expect(storageFault(desk) != nil)
  }

  @Test("its number, its press and its end reach its app")
  func ofItsApp() throws {
    let desk = try full()
    let caller = BusCaller(bus: "bus", name: ":1.7")
    let action = item("open")
    let number = try desk.postFront("pressed") {
      $0.actions = [Action(id: action, title: "Open", foreground: true)]
      $1.keys[action] = "open-key"
    }
    try desk.press("pressed", action)
    #expect(
      desk.frontSignals.first
        == FrontNews(signal: .invoked(key: "open-key", token: nil), number: number, caller: caller))
    #expect(desk.frontSignals.last?.signal == .closed(.dismissed))
    let other = try desk.postFront("closed")
    let handle = try desk.handle(of: "closed")
    #expect(try desk.perform { try $0.close(other, by: caller, isSandboxed: false, now: $1) })
    #expect(desk.closed.contains(handle))
    #expect(
      try desk.postFront("one") == other + 1 && desk.postFront("two", replacing: other + 1) == other + 1)
    #expect(try desk.record("two").replacements == 1)
  }

  @Test("the newest 64 are kept, an app that floods displaces its own alone, and hears of the end of each")
  func newest() throws {
    let desk = try full()
    let others = try (1...20).map { number in
      try desk.postFront("other \(number)", of: known(AppID("org.example.app\(number)")))
    }
    for number in 1...100 {
      try desk.postFront("flood \(number)", of: chat, by: ":1.9")
      desk.pass(seconds: 10)
    }
    let kept = try desk.records(chat).map(\.request.title)
    #expect(kept == (57...100).map { "flood \($0)" })
    #expect(
      desk.frontSignals.filter { $0.caller.name == ":1.9" && $0.signal == .closed(.closed) }.count == 56)
    #expect(!desk.frontSignals.contains { others.contains($0.number) })
    #expect(try titles(desk) == ["before"])
  }

  @Test("transient ones are shown, and what is noted of them is bounded as well")
  func transient() throws {
    let desk = try full()
    for number in 1...70 {
      try desk.postFront("passing \(number)") { $1.isTransient = true }
      desk.pass(seconds: 10)
    }
    #expect(desk.alerts.count == 71)
    // Without a text, and in no list.
    let count = try desk.perform { engine, _ in try engine.countToErase(.everything).count }
    #expect(count == 65)
  }

  @Test("what comes too fast is quiet, and told by one line")
  func tooFast() throws {
    let desk = try full()
    for number in 1...25 { try desk.postFront("flood \(number)", of: chat) }
    #expect(desk.alerts.filter { $0.hasPrefix("flood") }.count == 10)
    desk.pass(seconds: 60)
    let line = try #require(desk.shown.last)
    #expect(line.subject == .summary(chat) && (line.text.title + line.text.body).contains("15"))
  }

  @Test("the person's switches hold, and are stored with the rest")
  func switches() throws {
    let desk = try full()
    try desk.perform { engine, _ in try engine.setLocked(true) }
    try desk.perform { engine, _ in try engine.setSilent(true) }
    try desk.perform { try $0.setDoNotDisturb(true, until: nil, now: $1) }
    try desk.perform { try $0.setAuthorization(.denied, of: chat, now: $1) }
    try desk.perform { try $0.change(mail, by: AppSettings(sounds: false), now: $1) }
    for _ in 1...2 {
      let state = try desk.perform { try $0.state(now: $1) }
      #expect(state.locked && state.silent && state.doNotDisturb && desk.lock.hidesWhenLocked)
      #expect(try desk.perform { try $0.settings(of: chat, now: $1) }.authorization == .denied)
      #expect(try desk.perform { try !$0.settings(of: mail, now: $1).sounds })
      guard desk.disk.isFull else { return }
      desk.disk.isFull = false
      desk.pass(seconds: 2)
      try desk.restart()
    }
  }

  @Test("other calls that store something are refused, and change nothing")
  func refused() throws {
    let desk = try full()
    let id = try desk.record("before").id
    let calls: [@Sendable (isolated DeliveryEngine, Moment) throws -> Void] = [
      { engine, now in
        var selection = Selection(nil, [id])
        _ = try engine.markRead(&selection, now: now)
      },
      { try $0.register([], of: mail, by: app, now: $1) },
      { _ = try $0.withdraw(nil, [id], of: mail, by: app, now: $1) },
      { try $0.snooze(id, until: $1.wall.advanced(bySeconds: 60), now: $1) },
      { engine, now in
        var erasure = Erasure(.everything)
        while try engine.erase(&erasure, now: now) == nil {}
      },
      { _ = try $0.requestAuthorization(mail, purpose: "To tell.", by: app, now: $1) },
    ]
    for call in calls {
      #expect(throws: Refusal.notStored("the disk has no room")) { try desk.perform(call) }
    }
    #expect(try desk.record("before").unread && desk.failedTransactions == 0)
  }

  @Test("what was stored before is due in time, shown, pressed and told to its app")
  func due() throws {
    let desk = try Desk()
    try desk.post("later") { $0.trigger = .after(seconds: 60, repeats: false) }
    desk.disk.isFull = true
    desk.pass(seconds: 60)
    #expect(desk.alerts == ["later"])
    try desk.press("later")
    #expect(desk.events.contains { $0.kind == .activated })
  }

  @Test("a transaction that fails besides is undone by itself, and what was kept before stays")
  func failsBesides() throws {
    let desk = try full()
    try desk.postFront("kept")
    desk.disk.fails = true
    try desk.postFront("lost")
    #expect(desk.failedTransactions == 1)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try titles(desk) == ["before", "kept"])
    desk.disk.isFull = false
    desk.pass(seconds: 60)
    try desk.restart()
    #expect(try titles(desk) == ["before", "kept"])
  }

  @Test("a daemon starts on a full disk, and shows what comes")
  func starts() throws {
    let desk = try full()
    try desk.restart()
    try desk.postFront("new")
    #expect(try titles(desk) == ["before", "new"])
    #expect(desk.alerts == ["before", "new"])
  }

  @Test("it is tried every two seconds to store it, and by each call")
  func attempts() throws {
    let desk = try full()
    try desk.postFront("new")
    for _ in 1...5 {
      let now = desk.now
      let next = try #require(desk.engine.assumeIsolated { $0.wakes(now: now) }.uptime)
      #expect(next == now.uptime.advanced(byMilliseconds: 2_000))
      desk.pass(seconds: 2)
    }
    desk.disk.isFull = false
    try desk.post("by the socket")
    #expect(storageFault(desk) == nil)
  }
}
