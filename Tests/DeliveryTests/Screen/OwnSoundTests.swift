import Delivery
import NotificationModel
import Testing

/// Sounds for servers that play none.
@Suite("Sounds of our own") struct OwnSoundTests {
  private func sounds(_ desk: Desk) -> [String] {
    desk.desktopCommands.compactMap { if case .play(let sound, _) = $0 { sound } else { nil } }
  }

  @Test("a server without sounds has them played for it, once the banner is on screen")
  func played() throws {
    let desk = try Desk(server: .silent)
    try desk.post("a") { $0.sound = "bell" }
    #expect(sounds(desk) == [])
    desk.serverAnswersAtLast()
    #expect(sounds(desk) == ["bell"])
    #expect(desk.desktopCommands.contains(.play(sound: "bell", app: "Mail")))
    #expect(try desk.explanation("a").filter { $0 == "played" }.count == 1)
  }

  @Test("what ended while the server was showing it makes no sound")
  func endedMeanwhile() throws {
    let desk = try Desk()
    desk.server = .silent
    try desk.post("a") { $0.sound = "bell" }
    _ = try desk.perform { try $0.markRead(nil, now: $1) }
    desk.serverAnswersAtLast()
    #expect(desk.shown.count == 1)
    #expect(sounds(desk) == [])
  }

  @Test("a server that plays sounds is left to it")
  func capable() throws {
    let desk = try Desk(hasServer: false)
    desk.capabilities.insert("sound")
    desk.serverAppears()
    try desk.post("a") { $0.sound = "bell" }
    #expect(desk.shown.first?.sound == "bell")
    #expect(sounds(desk) == [])
    #expect(try !desk.explanation("a").contains("played"))
  }

  @Test("nothing is played for what asks for no sound, is muted, comes too fast, or was not shown")
  func nothing() throws {
    let desk = try Desk()
    try desk.post("none")
    #expect(sounds(desk) == [])
    try desk.post("first") { $0.sound = "default" }
    try desk.post("second") { $0.sound = "default" }
    #expect(sounds(desk) == ["message-new-instant"])
    desk.pass(seconds: 60)
    try desk.perform { engine, _ in try engine.setSilent(true) }
    try desk.post("muted") { $0.sound = "default" }
    try desk.perform { engine, _ in try engine.setSilent(false) }
    desk.server = .fails(.refused("no"))
    try desk.post("refused") { $0.sound = "default" }
    #expect(sounds(desk) == ["message-new-instant"])
  }

  @Test("where nothing can play it, the explanation says so")
  func noLibrary() throws {
    let desk = try Desk()
    try desk.perform { engine, _ in engine.receive(.finding(.noSoundLibrary)) }
    try desk.post("a") { $0.sound = "bell" }
    #expect(sounds(desk) == [])
    let id = try desk.record("a").id
    let decisions = try desk.engine.assumeIsolated { try $0.explain(id).map(\.decision) }
    let why = decisions.filter { $0.effect == "leftOut" }.map(\.why)
    #expect(
      why == ["Plasma plays no sounds, and Bellhop cannot play this one: libcanberra is not installed."])
  }

  @Test(
    "a sound that could not be played does not silence the next",
    arguments: [DesktopFact.noSoundLibrary, .soundFailed(reason: "no device")])
  func failed(_ fact: DesktopFact) throws {
    let desk = try Desk()
    try desk.post("a") { $0.sound = "bell" }
    try desk.perform { engine, _ in engine.receive(.finding(fact)) }
    try desk.perform { engine, _ in engine.receive(.finding(.soundsArePlayed)) }
    try desk.post("b") { $0.sound = "bell" }
    #expect(sounds(desk) == ["bell", "bell"])
    // One that was heard does.
    try desk.post("c") { $0.sound = "bell" }
    #expect(sounds(desk) == ["bell", "bell"])
  }

  @Test(
    "what the server keeps back by its own Do Not Disturb makes no sound either",
    arguments: [(false, false), (true, false), (true, true)])
  func serverMuted(isOn: Bool, isCritical: Bool) throws {
    var policy = Desk.allowing
    policy.apps[mail] = AppSettings(critical: true)
    let desk = try Desk(policy)
    let mute = ServerMute(isOn: isOn, state: "dunst is paused", sparesCritical: true)
    desk.engine.assumeIsolated { $0.receive(DesktopReport.serverMute(mute)) }
    desk.run()
    try desk.post("a") {
      $0.sound = "bell"
      if isCritical { $0.level = .critical }
    }
    let isMutedByServer = isOn && !isCritical
    #expect(sounds(desk) == (isMutedByServer ? [] : ["bell"]))
    #expect(try desk.explanation("a").contains("leftOut") == isMutedByServer)
  }
}
