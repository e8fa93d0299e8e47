import NotificationModel
import Records
import Testing

@testable import Delivery

@Suite("What is shown in passing")
struct PassingTests {
  private func volume(_ desk: Desk, _ percent: Int) throws -> UInt32 {
    try desk.postFront("Volume") { request, origin in
      request.identifier = name("volume")
      request.progress = percent
      origin.isOnScreenDisplay = true
    }
  }

  private func transient(_ desk: Desk, _ title: String, replacing: UInt32 = 0) throws -> UInt32 {
    try desk.postFront(title, replacing: replacing) { $1.isTransient = true }
  }

  @Test("the volume, set twenty times in a second, is one banner that is neither stored nor held back")
  func volumeKeys() throws {
    let desk = try Desk(Desk.asking)
    try desk.perform { engine, now in try engine.setDoNotDisturb(true, until: nil, now: now) }
    var numbers: Set<UInt32> = []
    for percent in 1...20 { numbers.insert(try volume(desk, percent)) }
    #expect(numbers.count == 1 && desk.shown.count == 20)
    #expect(desk.shown.dropFirst().allSatisfy { $0.replaces != nil })
    #expect(desk.shown.last?.progress == 20)
    #expect(try desk.records().isEmpty)
    #expect(desk.frontSignals.isEmpty)
  }

  @Test("while the server is busy only the newest of them waits")
  func busyServer() throws {
    let desk = try Desk(Desk.asking)
    _ = try volume(desk, 1)
    desk.server = .silent
    for percent in 2...9 { _ = try volume(desk, percent) }
    desk.serverAnswersAtLast()
    #expect(desk.shown.map(\.progress) == [1, 2, 9])
  }

  @Test("after the server was busy, what is transient and what is listed take turns")
  func turns() throws {
    let desk = try Desk()
    desk.server = .silent
    for title in ["under way", "listed", "also listed"] { try desk.post(title) }
    for title in ["passing", "also passing"] { _ = try transient(desk, title) }
    desk.serverAnswersAtLast()
    #expect(desk.alerts == ["under way", "passing", "listed", "also passing", "also listed"])
  }

  @Test("more than fifty a second are refused")
  func flood() throws {
    let desk = try Desk(Desk.asking)
    #expect(throws: Refusal.self) { for percent in 1...51 { _ = try volume(desk, percent) } }
    #expect(desk.shown.count == 50)
  }

  @Test("what is transient is dropped where it comes too fast, and its app hears that it is over")
  func tooFast() throws {
    let desk = try Desk(Desk.asking)
    let most = desk.policy.limits.alertBurst
    for number in 1...most { _ = try transient(desk, "\(number)") }
    let number = try transient(desk, "one more")
    #expect(desk.shown.count == most)
    #expect(desk.frontSignals.map(\.number) == [number])
    #expect(desk.frontSignals.map(\.signal) == [.closed(.expired)])
    #expect(try desk.records().isEmpty)
  }

  @Test("a transient notification is in no list, and an explanation knows its outcome, without its text")
  func explained() throws {
    let desk = try Desk(Desk.asking)
    _ = try transient(desk, "Saved")
    try desk.perform { engine, now in try engine.setDoNotDisturb(true, until: nil, now: now) }
    _ = try transient(desk, "Copied")
    try desk.perform { engine, now in try engine.setDoNotDisturb(false, until: nil, now: now) }
    desk.receive(.closed(try desk.handle(of: "Copied"), .undefined))
    #expect(desk.alerts == ["Saved", "Copied"])
    #expect(try desk.records().isEmpty && desk.badge() == 0)
    func effects(_ number: Int64) throws -> [String] {
      try desk.engine.assumeIsolated { try $0.explain(NotificationID(number)).map(\.decision.effect) }
    }
    #expect(try effects(1) == ["presented", "withdrawn"])
    #expect(try effects(2) == ["held", "waiting", "released", "shown", "read"])
    let kept = try desk.engine.assumeIsolated { engine in
      try (1...2).map { try engine.store.record(NotificationID($0)) }
    }
    #expect(kept.allSatisfy { $0?.request.title == nil && $0?.link == nil })
  }

  @Test("a press, a closing and its app's own word end it")
  func ends() throws {
    let desk = try Desk(Desk.asking)
    let number = try transient(desk, "one")
    desk.receive(.closed(try #require(desk.lastShownHandle), .dismissed))
    #expect(desk.frontSignals.map(\.signal) == [.closed(.dismissed)])
    let second = try transient(desk, "two")
    let handle = try #require(desk.lastShownHandle)
    #expect(
      try desk.perform {
        try $0.close(second, by: BusCaller(bus: "bus", name: ":1.7"), isSandboxed: false, now: $1)
      })
    #expect(desk.closed == [handle] && number != second)
    #expect(desk.frontSignals.map(\.signal) == [.closed(.dismissed), .closed(.closed)])
    let third = try desk.postFront("three") { request, origin in
      request.actions = [Action(id: item("a.1"), title: "Undo")]
      origin.keys[item("a.1")] = "undo"
      origin.isTransient = true
    }
    desk.receive(
      .pressed(try #require(desk.lastShownHandle), action: item("a.1"), activationToken: nil))
    #expect(
      desk.frontSignals.suffix(2).map(\.signal) == [.invoked(key: "undo", token: nil), .closed(.dismissed)])
    #expect(desk.frontSignals.last?.number == third)
  }

  @Test("behind a locked screen it goes, and what comes then is hidden")
  func locked() throws {
    let desk = try Desk(Desk.asking)
    _ = try transient(desk, "one")
    let handle = try #require(desk.lastShownHandle)
    try desk.perform { engine, _ in try engine.setLocked(true) }
    #expect(desk.closed == [handle])
    _ = try transient(desk, "two")
    #expect(desk.shown.last?.textWhenLocked?.title == "Mail")
  }

  @Test("it goes with its server")
  func serverGone() throws {
    let desk = try Desk(Desk.asking)
    _ = try transient(desk, "one")
    desk.serverVanishes()
    #expect(desk.frontSignals.map(\.signal) == [.closed(.undefined)])
    desk.serverAppears(as: "bus/:1.2")
    #expect(desk.shown.map(\.text.title) == ["one"])
  }

  @Test("what is listed and what passes take each other's place")
  func takesPlace() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("listed")
    let handle = try desk.handle(of: "listed")
    #expect(try transient(desk, "passing", replacing: number) == number)
    #expect(desk.closed == [handle] && desk.frontSignals.isEmpty)
    let passing = try #require(desk.lastShownHandle)
    #expect(try desk.postFront("listed again", replacing: number) == number)
    #expect(desk.closed == [handle, passing] && desk.frontSignals.isEmpty)
  }

  @Test("of very many the oldest go")
  func bound() throws {
    let desk = try Desk(Desk.asking)
    for number in 1...70 {
      _ = try desk.postFront("\(number)", of: known(AppID("org.example.App\(number)"))) {
        $1.isTransient = true
      }
    }
    #expect(desk.closed.count == 6)
  }

  @Test("what waits for a busy server is dropped where it may not be shown any more")
  func judgedAgain() throws {
    for isLoud in [false, true] {
      let desk = try Desk(Desk.asking)
      desk.server = .silent
      _ = try transient(desk, "one")
      let number = isLoud ? try volume(desk, 3) : try transient(desk, "two")
      try desk.perform { engine, now in try engine.setDoNotDisturb(true, until: nil, now: now) }
      desk.serverAnswersAtLast()
      #expect(desk.shown.count == (isLoud ? 2 : 1))
      #expect(desk.frontSignals.map(\.number) == (isLoud ? [] : [number]))
    }
  }

  @Test("the last that its app may show is shown")
  func lastOfItsPace() throws {
    let desk = try Desk(Desk.asking)
    let most = desk.policy.limits.alertBurst
    for number in 0...most { _ = try transient(desk, "\(number)") }
    #expect(desk.shown.count == most)
  }

  @Test("a configuration that hides more, or allows less, takes it away")
  func otherSettings() throws {
    for settings in [AppSettings(previews: .never), AppSettings(banners: false)] {
      let desk = try Desk(Desk.asking)
      _ = try transient(desk, "one")
      var policy = Desk.asking
      policy.apps[mail] = settings
      let adopted = policy
      try desk.perform { engine, _ in engine.adopt(adopted, rememberedAs: "text") }
      #expect(desk.closed.count == 1)
      #expect(desk.frontSignals.map(\.signal) == [.closed(.expired)])
    }
  }

  @Test("its picture is copied, one for as many as show it, and goes with the last of them")
  func pictures() throws {
    let desk = try Desk(Desk.asking)
    func song(_ title: String, _ path: String, _ digest: String) throws {
      let copy = ImageCopy(source: "/tmp/cover.png", path: path, digest: digest, bytes: 1_000)
      _ = try desk.postFront(title, images: [copy]) { request, origin in
        request.image = copy.source
        request.identifier = name("song")
        origin.isTransient = true
      }
    }
    try song("one", "/1.png", "cover")
    try song("two", "/2.png", "cover")
    #expect(desk.shown.map(\.text.image) == ["/1.png", "/1.png"] && desk.removedImages == ["/2.png"])
    desk.server = .silent
    try song("three", "/3.png", "another")
    try song("four", "/4.png", "a third")
    // The server is about to open it.
    #expect(desk.removedImages == ["/2.png", "/1.png"])
    desk.serverAnswersAtLast()
    #expect(desk.shown.last?.text.image == "/4.png" && desk.removedImages.last == "/3.png")
    desk.receive(.closed(try #require(desk.lastShownHandle), .expired))
    #expect(desk.removedImages.sorted() == ["/1.png", "/2.png", "/3.png", "/4.png"])
  }

  @Test("nothing of it stays on screen when the daemon ends, however it does", arguments: [true, false])
  func daemonEnds(isKilled: Bool) throws {
    let desk = try Desk(Desk.asking)
    _ = try volume(desk, 3)
    let handles = [try #require(desk.lastShownHandle)]
    #expect(try desk.perform { engine, _ in engine.unstoredBanners } == handles)
    if !isKilled {
      try desk.perform { engine, _ in engine.stopHandingOver() }
      #expect(desk.closed == handles)
    }
    try desk.restart()
    #expect(desk.closed == handles)
    #expect(try desk.perform { engine, _ in engine.unstoredBanners }.isEmpty)
    #expect(desk.shown.count == 1)
  }

  @Test("what comes as the daemon ends is over at once")
  func comesTooLate() throws {
    let desk = try Desk(Desk.asking)
    try desk.perform { engine, _ in engine.stopHandingOver() }
    let number = try transient(desk, "one")
    #expect(desk.shown.isEmpty && desk.frontSignals.map(\.number) == [number])
  }

  @Test("settings that change while the server is busy with it take it away")
  func otherSettingsMeanwhile() throws {
    let desk = try Desk(Desk.asking)
    desk.server = .silent
    _ = try transient(desk, "one")
    try desk.perform { try $0.change(mail, by: AppSettings(previews: .never), now: $1) }
    desk.serverAnswersAtLast()
    #expect(desk.closed.count == 1)
  }

  @Test("another server is not asked to close what it never showed")
  func otherServer() throws {
    let desk = try Desk(Desk.asking)
    _ = try transient(desk, "one")
    try desk.restart(hasServer: false)
    desk.serverVanishes()
    desk.serverAppears(as: "bus/:1.9")
    #expect(desk.closed.isEmpty)
  }

  @Test("one whose number the server gives to another banner is over, and its app hears of it")
  func numberGivenAgain() throws {
    let desk = try Desk(Desk.asking)
    let number = try transient(desk, "Saved")
    let handle = try #require(desk.lastShownHandle)
    desk.server = .silent
    try desk.postFront("Build finished")
    let record = try desk.record("Build finished")
    desk.receive(.shown(.notification(record.id), handle, hidden: false, omitted: []))
    #expect(desk.frontSignals.map(\.number) == [number])
    #expect(desk.frontSignals.map(\.signal) == [.closed(.undefined)])
    #expect(try desk.phase(of: "Build finished")?.shown?.handle == handle)
  }

  @Test("a key pressed after a pause is served before what is posted with it")
  func afterPause() throws {
    let desk = try Desk(Desk.asking)
    _ = try volume(desk, 1)
    desk.pass(seconds: 60)
    try desk.perform { engine, now in
      for title in ["one", "two"] {
        var origin = DesktopOrigin()
        origin.isVouchedFor = true
        let request = NotificationRequest(app: mail, title: title)
        _ = try engine.post(request, origin, by: BusCaller(), replacing: 0, now: now)
      }
      var origin = DesktopOrigin()
      (origin.isVouchedFor, origin.isOnScreenDisplay) = (true, true)
      let key = NotificationRequest(app: mail, identifier: name("volume"), title: "Volume")
      _ = try engine.post(key, origin, by: BusCaller(), replacing: 0, now: now)
    }
    #expect(desk.shown.map(\.text.title) == ["Volume", "Volume", "one", "two"])
  }

  @Test("all who have posted it hear that it is over where its newest text comes too fast")
  func twoPosters() throws {
    let desk = try Desk(Desk.asking)
    let number = try desk.postFront("Saved", by: ":1.7") { $1.isTransient = true }
    for number in 2...desk.policy.limits.alertBurst { try desk.postFront("\(number)") }
    let again = try desk.postFront("Saved again", replacing: number, by: ":1.8") { $1.isTransient = true }
    #expect(again == number)
    #expect(desk.frontSignals.map(\.caller) == [.everybody])
    #expect(desk.frontSignals.map(\.signal) == [.closed(.expired)])
  }
}
