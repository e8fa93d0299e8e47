import Delivery
import Guidelines
import NotificationModel
import TestSupport
import Testing

@Suite("The lock, as the desktop and the person tell it")
struct ScreenLockTests {
  private let byLogind = DesktopReport.lock(.locked(by: ["logind"]))

  /// As the daemon takes it up: the flag first.
  private func hear(_ lock: ScreenLock, at desk: Desk) {
    desk.lock.heard(lock)
    desk.engine.assumeIsolated { $0.receive(DesktopReport.lock(lock)) }
    desk.run()
  }

  private func state(_ desk: Desk) throws -> DaemonStatus { try desk.perform { try $0.state(now: $1) } }

  @Test("locking redacts what is on screen, unlocking restores it, and there is one alert in all")
  func redaction() throws {
    let desk = try Desk()
    try desk.post("secret")
    hear(.locked(by: ["logind"]), at: desk)
    #expect(desk.shown.last?.textWhenLocked?.title == "Mail")
    #expect(try desk.isShownHidden("secret"))
    #expect(try state(desk).lockedBy == ["logind"])
    hear(.unlocked, at: desk)
    #expect(try !desk.isShownHidden("secret"))
    #expect(desk.shown.count == 3 && desk.alerts.count == 1)
    #expect(try state(desk).lockedBy == nil)
    #expect(!desk.lock.hidesWhenLocked)
  }

  /// A shell whose own locker covers its banners has described itself.
  private func cover(_ lockScreen: LockScreen, at desk: Desk) { desk.hear(.lockScreen(lockScreen)) }

  /// With such a shell, which shows a banner "before".
  private func coveredDesk(_ product: String = "Plasma") throws -> Desk {
    let desk = try Desk()
    desk.serverAppears(as: "bus/:1.2", product: product)
    cover(.coversText, at: desk)
    try desk.post("before")
    return desk
  }

  @Test(
    "a lock screen that covers the banners and shows no text leaves them as they are",
    arguments: ["gnome-shell", "Plasma", "cinnamon"])
  func covered(product: String) throws {
    let desk = try coveredDesk(product)
    let earlier = desk.shown.count
    for _ in 0..<3 {
      hear(.locked(by: ["logind", "org.gnome.ScreenSaver"]), at: desk)
      hear(.unlocked, at: desk)
    }
    #expect(desk.shown.count == earlier && desk.closed.isEmpty)
    #expect(try !desk.isShownHidden("before"))
  }

  @Test(
    "what comes behind such a lock screen is hidden, and changes in its place at the unlock",
    arguments: ["gnome-shell", "Plasma"])
  func cameBehindCover(product: String) throws {
    let desk = try coveredDesk(product)
    hear(.locked(by: ["logind"]), at: desk)
    try desk.post("behind")
    #expect(try desk.isShownHidden("behind"))
    #expect(desk.shown.count == 2)
    hear(.unlocked, at: desk)
    #expect(try !desk.isShownHidden("behind"))
    #expect(desk.shown.count == 3 && desk.alerts.count == 2 && desk.closed.isEmpty)
  }

  @Test("Cinnamon takes a change for an alert: what came behind its lock screen is told by the line")
  func cameBehindCinnamon() throws {
    let desk = try coveredDesk("cinnamon")
    hear(.locked(by: ["org.cinnamon.ScreenSaver"]), at: desk)
    try desk.post("behind")
    #expect(try desk.isShownHidden("behind"))
    let (hidden, before) = (try desk.handle(of: "behind"), try desk.handle(of: "before"))
    hear(.unlocked, at: desk)
    #expect(desk.closed == [hidden])
    #expect(desk.alerts.last == "Mail: behind")
    #expect(try desk.handle(of: "before") == before)
  }

  @Test("what GNOME drops from its list behind a lock is missed only if it came behind that lock")
  func droppedBehindLock() throws {
    let desk = try coveredDesk("gnome-shell")
    hear(.locked(by: ["logind"]), at: desk)
    try desk.post("behind")
    for title in ["before", "behind"] { desk.receive(.closed(try desk.handle(of: title), .expired)) }
    #expect(try desk.record("before").missed == nil)
    #expect(try desk.record("behind").missed?.cause == .locked)
    hear(.unlocked, at: desk)
    #expect(desk.alerts.last == "Mail: behind")
  }

  @Test("a machine that sleeps or has just woken is covered as well, whether or not its desktop locks")
  func asleep() throws {
    let desk = try coveredDesk()
    hear(.locked(by: [LockedScreen.sleep]), at: desk)
    hear(.locked(by: ["logind", LockedScreen.sleep]), at: desk)
    hear(.unlocked, at: desk)
    hear(.locked(by: [LockedScreen.sleep]), at: desk)
    try desk.post("as it wakes")
    #expect(try desk.isShownHidden("as it wakes"))
    hear(.unlocked, at: desk)
    #expect(desk.shown.map(\.text.title) == ["before", "as it wakes", "as it wakes"])
  }

  @Test("a daemon that starts behind a lock changes nothing before it knows the lock screen")
  func startBehindLock() throws {
    for lockScreen in [LockScreen.coversText, .mayShowText] {
      let desk = try Desk()
      cover(lockScreen, at: desk)
      try desk.post("before")
      try desk.restart(awaitsLock: true)
      hear(.locked(by: ["logind"]), at: desk)
      #expect(desk.shown.count == 1)
      try desk.post("behind")
      #expect(try desk.isShownHidden("behind"))
      cover(lockScreen, at: desk)
      #expect(try desk.isShownHidden("before") == (lockScreen == .mayShowText))
      hear(.unlocked, at: desk)
      #expect(try !desk.isShownHidden("before") && !desk.isShownHidden("behind"))
    }
  }

  @Test("new text for a banner behind such a lock screen is hidden until the unlock")
  func changedBehindCover() throws {
    let desk = try Desk()
    cover(.coversText, at: desk)
    try desk.post("before") { $0.identifier = name("a") }
    hear(.locked(by: ["logind"]), at: desk)
    try desk.post("other text") { $0.identifier = name("a") }
    #expect(desk.shown.last?.textWhenLocked?.title == "Mail")
    #expect(try desk.isShownHidden("other text"))
    hear(.unlocked, at: desk)
    #expect(try !desk.isShownHidden("other text"))
  }

  @Test(
    "a lock by hand, a shared screen, and a lock screen that shows text are not covered",
    arguments: 0..<3)
  func uncovered(how: Int) throws {
    let desk = try coveredDesk()
    hear(.locked(by: ["logind"]), at: desk)
    #expect(try !desk.isShownHidden("before"))
    switch how {
    case 0: try desk.perform { engine, _ in try engine.setLocked(true) }
    case 1: hear(.locked(by: ["logind", LockedScreen.sharing]), at: desk)
    default: cover(.mayShowText, at: desk)
    }
    #expect(try desk.isShownHidden("before"))
    // What is hidden stays so until the screen is unlocked.
    switch how {
    case 0: try desk.perform { engine, _ in try engine.setLocked(false) }
    case 1: hear(.locked(by: ["logind"]), at: desk)
    default: cover(.coversText, at: desk)
    }
    #expect(try desk.isShownHidden("before"))
    let given = desk.shown.count
    hear(.unlocked, at: desk)
    #expect(try !desk.isShownHidden("before"))
    #expect(desk.shown.count == given + 1)
  }

  @Test("a lock that cannot be stored closes no banner behind such a lock screen")
  func unstoredBehindCover() throws {
    let desk = try coveredDesk()
    desk.disk.fails = true
    hear(.locked(by: ["logind"]), at: desk)
    _ = try? desk.post("behind")
    #expect(desk.failedTransactions > 0 && desk.closed.isEmpty)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(desk.shown.count == 1 && desk.closed.isEmpty)
  }

  @Test("a banner that the server is being given as the screen locks behind such a lock screen stays")
  func givenAtLock() throws {
    let desk = try Desk()
    cover(.coversText, at: desk)
    desk.server = .silent
    try desk.post("before")
    hear(.locked(by: ["logind"]), at: desk)
    desk.serverAnswersAtLast()
    #expect(desk.shown.count == 1 && desk.closed.isEmpty)
  }

  @Test("a banner that leaves before the engine's transaction is redacted already")
  func flag() throws {
    let desk = try Desk()
    desk.lock.heard(.locked(by: ["logind"]))
    // Until the engine hears of the lock, it changes the hidden banner back in every transaction.
    desk.mostSteps = 50
    try desk.post("secret")
    #expect(try desk.isShownHidden("secret"))
    desk.engine.assumeIsolated { $0.receive(byLogind) }
    desk.run()
    desk.lock.heard(.unlocked)
    // The engine has not agreed yet.
    #expect(desk.lock.hidesWhenLocked)
    desk.engine.assumeIsolated { $0.receive(DesktopReport.lock(.unlocked)) }
    desk.run()
    #expect(!desk.lock.hidesWhenLocked)
    #expect(try !desk.isShownHidden("secret"))
  }

  @Test("unlocking by hand takes back only what was locked by hand")
  func byHand() throws {
    let desk = try Desk()
    hear(.locked(by: ["logind"]), at: desk)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(try state(desk).lockedBy == ["bellhop lock", "logind"])
    try desk.perform { engine, _ in try engine.setLocked(false) }
    #expect(try state(desk).lockedBy == ["logind"])
    #expect(desk.lock.hidesWhenLocked)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    hear(.unlocked, at: desk)
    #expect(try state(desk).lockedBy == ["bellhop lock"])
    #expect(desk.lock.hidesWhenLocked)
  }

  @Test("until the desktop has answered, the screen counts as locked")
  func undecided() throws {
    let desk = try Desk()
    hear(.undecided, at: desk)
    try desk.post("secret")
    #expect(try desk.isShownHidden("secret"))
    hear(.unlocked, at: desk)
    #expect(try !desk.isShownHidden("secret"))
    #expect(desk.alerts.count == 1)
  }

  @Test("Explain and Judge name who says that the screen is locked")
  func explained() throws {
    let desk = try Desk()
    hear(.locked(by: ["logind"]), at: desk)
    let id = try desk.post("secret").id
    let decisions = try desk.perform { engine, _ in try engine.explain(id) }
    let hidden = decisions.first { $0.decision.guideline == HiddenPreviews.name }
    #expect(hidden?.decision.why.contains("the screen is locked (logind)") == true)
    let request = NotificationRequest(app: mail, title: "other")
    func forecast(_ conditions: Conditions) throws -> String {
      try desk.perform { try $0.forecast(request, under: conditions, by: tool, now: $1) }
        .decisions.last?.why ?? ""
    }
    #expect(try forecast(Conditions()).contains("(logind)"))
    #expect(try !forecast(Conditions(locked: true)).contains("logind"))
    hear(.locked(by: [LockedScreen.sharing]), at: desk)
    #expect(try forecast(Conditions()).contains("hidden: the screen is shared, and"))
  }

  @Test("a lock that comes in a transaction that fails hides all the same, and is followed in the next")
  func failedTurn() throws {
    let desk = try Desk()
    try desk.post("secret")
    desk.disk.fails = true
    hear(.locked(by: ["logind"]), at: desk)
    #expect(desk.failedTransactions == 1 && desk.lock.hidesWhenLocked)
    #expect(desk.shown.count == 1)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try desk.isShownHidden("secret"))
    desk.disk.fails = true
    hear(.unlocked, at: desk)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(try !desk.isShownHidden("secret"))
    #expect(desk.alerts.count == 1)
  }

  @Test("the person's own lock does not bring back the desktop's after a restart")
  func restart() throws {
    let desk = try Desk()
    hear(.locked(by: ["logind"]), at: desk)
    desk.lock.heard(.unlocked)
    try desk.restart()
    #expect(!desk.lock.hidesWhenLocked)
    #expect(try !state(desk).locked)
  }

  @Test(
    "after a start in doubt, what an earlier process left on screen is redacted as soon as anybody says locked",
    arguments: [false, true])
  func startInDoubt(byHand: Bool) throws {
    let desk = try Desk()
    try desk.post("secret")
    desk.lock.heard(.undecided)
    try desk.restart(awaitsLock: true)
    cover(.mayShowText, at: desk)
    hear(.undecided, at: desk)
    #expect(desk.shown.count == 1)
    if byHand {
      try desk.perform { engine, _ in try engine.setLocked(true) }
    } else {
      hear(.locked(by: ["logind"]), at: desk)
    }
    #expect(desk.shown.count == 2 && desk.alerts.count == 1)
    #expect(try desk.isShownHidden("secret"))
  }

  @Test("a start in doubt that finds the screen unlocked leaves what is on screen alone")
  func startUnlocked() throws {
    let desk = try Desk()
    try desk.post("secret")
    try desk.restart(awaitsLock: true)
    hear(.unlocked, at: desk)
    #expect(desk.shown.count == 1)
    #expect(try !desk.isShownHidden("secret"))
  }

  @Test("nobody says that the screen is locked while that is not known")
  func holdersInDoubt() throws {
    let desk = try Desk()
    hear(.undecided, at: desk)
    #expect(try state(desk).locked && state(desk).lockedBy == [])
    let id = try desk.post("secret").id
    let why = try desk.perform { engine, _ in try engine.explain(id) }
      .first { $0.decision.guideline == HiddenPreviews.name }?.decision.why
    #expect(why?.contains("not known yet whether the screen is locked") == true)
  }

  @Test("what cannot be redacted on a full disk is closed at once, each once", arguments: [false, true])
  func exposed(byHand: Bool) throws {
    let desk = try Desk()
    try desk.post("secret")
    let handle = try desk.handle(of: "secret")
    desk.disk.fails = true
    try desk.post("lost")
    #expect(desk.closed.isEmpty)
    if byHand {
      try desk.perform { engine, _ in try engine.setLocked(true) }
    } else {
      hear(.locked(by: ["logind"]), at: desk)
    }
    desk.pass(seconds: 1)
    #expect(desk.failedTransactions == 3 && desk.closed == [handle])
    desk.receive(.closed(handle, .closed))
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(desk.shown.count == 1)
    #expect(try desk.record("secret").unread && desk.phase(of: "secret")?.shown == nil)
  }

  @Test("what may be seen on a locked screen is not closed on a full disk")
  func notExposed() throws {
    var policy = Desk.allowing
    policy.previews = .always
    let desk = try Desk(policy)
    try desk.post("open")
    desk.disk.fails = true
    try desk.post("lost")
    hear(.locked(by: ["logind"]), at: desk)
    desk.pass(seconds: 1)
    #expect(desk.failedTransactions > 1 && desk.closed.isEmpty)
  }

  @Test("while nothing can be stored, what comes one after the other of a kind is kept once")
  func newestOnly() throws {
    let desk = try Desk()
    try desk.post("secret")
    desk.disk.fails = true
    for _ in 0..<3 {
      hear(.locked(by: ["logind"]), at: desk)
      hear(.unlocked, at: desk)
    }
    hear(.locked(by: ["logind"]), at: desk)
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(desk.shown.count == 2)
    #expect(try desk.isShownHidden("secret"))
  }

  @Test("what waited for the screen to be unlocked comes with the word of the desktop that it is")
  func release() throws {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(marketing: true)
    let desk = try Desk(policy)
    hear(.locked(by: ["logind"]), at: desk)
    #expect(try desk.post("Sale") { $0.kind = .marketing }.outcome == .held)
    desk.disk.fails = true
    hear(.unlocked, at: desk)
    #expect(desk.alerts == [])
    desk.disk.fails = false
    desk.pass(seconds: 1)
    #expect(desk.alerts == ["Sale"])
    hear(.locked(by: ["logind"]), at: desk)
    try desk.post("Another Sale") { $0.kind = .marketing }
    hear(.unlocked, at: desk)
    #expect(desk.alerts == ["Sale", "Another Sale"])
  }

  @Test("on a locked screen the person's socket is told of an event, and not what it was about")
  func events() throws {
    let desk = try Desk()
    let full = Event(
      time: desk.now.wall, kind: .replied, id: NotificationID(1), identifier: name("x"),
      action: item("reply"),
      text: "blue", target: OpaqueObject(json: "{}"))
    func told(_ app: AppID, isPerson: Bool) -> Event {
      desk.engine.assumeIsolated { $0.visible(full, of: app, isPerson: isPerson) }
    }
    #expect(told(mail, isPerson: true) == full)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    let redacted = Event(
      time: desk.now.wall, kind: .replied, id: NotificationID(1), action: item("reply"))
    #expect(told(mail, isPerson: true) == redacted)
    #expect(told(mail, isPerson: false) == full)
    #expect(told(.shell, isPerson: true) == full)
  }
}
