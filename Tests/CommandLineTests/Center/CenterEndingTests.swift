import NotificationModel
import NotificationProtocol
import Testing

@testable import bellhop

/// The ends of put-off notifications and of Do Not Disturb.
struct CenterEndingTests {
  private static let id = NotificationID(1)

  /// A centre at this time of day, on the day of `CenterRig.clock`.
  private func rig(_ hour: Int64 = 12, _ minute: Int64 = 0, locale: String = "en") -> CenterRig {
    var rig = CenterRig([CenterRig.entry(1, "One")], locale: locale)
    let now = CenterRig.clock.now.advanced(bySeconds: ((hour - 12) * 60 + minute) * 60)
    rig.state.clock = LocalClock(now: now, isUTC: true)
    return rig
  }

  private static func later(_ minutes: Int64) -> ChosenEnd {
    .at(CenterRig.clock.now.advanced(bySeconds: minutes * 60))
  }

  private func choices(_ rig: CenterRig) -> [String] {
    rig.state.pages.last?.menu?.choices.map(\.label) ?? []
  }

  private static let spans = ["for 15 minutes (until 12:15)", "for an hour (until 13:00)"]

  @Test("What is put off and Do Not Disturb have the same ends to choose from", arguments: ["z", "n"])
  func sameEnds(key: String) {
    var rig = rig()
    rig.type(key)
    let named = ["until this evening (18:00)", "until tomorrow morning (09:00)"]
    let endless = key == "n" ? ["until it is turned off"] : []
    #expect(choices(rig) == Self.spans + named + endless + ["until another time…"])
    for (choice, end) in zip("1234", [.after(900), .after(3_600), Self.later(360), Self.later(1_260)]) {
      let call: CenterCall =
        key == "z" ? .snooze(Self.id, until: end) : .doNotDisturb(true, until: end)
      #expect(rig.type(String(choice)) == [.call(call)] && rig.state.pages.isEmpty)
      rig.type(key)
    }
  }

  @Test(
    "An evening is one that comes today, and a morning is called after its day",
    arguments: [
      (3, 0, ["until this morning (09:00)", "until this evening (18:00)"]),
      (9, 0, ["until this evening (18:00)", "until tomorrow morning (09:00)"]),
      (18, 0, ["until tomorrow morning (09:00)"]), (23, 50, ["until tomorrow morning (09:00)"]),
    ] as [(Int64, Int64, [String])])
  func timesOfDay(hour: Int64, minute: Int64, named: [String]) {
    var rig = rig(hour, minute)
    rig.type("z")
    #expect(choices(rig).dropFirst(2).dropLast() == named[...])
  }

  @Test("While Do Not Disturb is on, its end is told, and to turn it off is the first choice")
  func turnOff() {
    var rig = rig()
    rig.type("n")
    #expect(rig.type("5") == [.call(.doNotDisturb(true, until: nil))])
    let end = CenterRig.clock.now.advanced(bySeconds: 75 * 60)
    rig.send(
      .news([WatchReply(unread: 1, doNotDisturb: true, doNotDisturbUntil: end, locked: false)]))
    #expect(rig.lines[0].contains(" · Do Not Disturb until 13:15"))
    rig.type("n")
    #expect(rig.lines[0] == " Do Not Disturb until 13:15 · 1 unread · Do Not Disturb until 13:15")
    #expect(rig.screen.contains("> [1] Turn it off") && rig.screen.contains("[6] until it is turned off"))
    #expect(rig.press(.enter) == [.call(.doNotDisturb(false, until: nil))])
    rig.apply([], doNotDisturb: true)
    rig.type("n")
    #expect(choices(rig).first == "Turn it off" && !choices(rig).contains("until it is turned off"))
  }

  @Test("What came of it is said with its end")
  func said() {
    for (locale, lines) in [
      ("en", ["Put off until 13:15", "Do Not Disturb until 13:15", "Do Not Disturb is off"]),
      ("ko", ["13:15까지 미룸", "방해 금지 모드 13:15까지", "방해 금지 모드 꺼짐"]),
    ] {
      var rig = rig(locale: locale)
      let answers: [CenterAnswer] = [
        .putOff(until: Self.later(75)), .doNotDisturb(true, until: Self.later(75)),
        .doNotDisturb(false, until: nil),
      ]
      for (answer, line) in zip(answers, lines) {
        rig.send(.answered(answer))
        #expect(rig.lines.last == " " + line)
      }
    }
  }

  @Test(
    "Another end is typed as a duration or a time of day, and what is neither is asked for again",
    arguments: [
      ("45m", .after(2_700)), ("1h30m", .after(5_400)), ("18:00", later(360)), ("11:00", later(1_380)),
      ("5", nil), ("soon", nil),
    ] as [(String, ChosenEnd?)])
  func typed(text: String, end: ChosenEnd?) {
    for key in ["z", "n"] {
      var rig = rig()
      rig.type(key)
      rig.type(key == "z" ? "5" : "6")
      #expect(rig.lines.last == " Until when (45m or 18:00):")
      #expect(rig.press(.enter).isEmpty)
      rig.type(text)
      let ending = key == "z" ? CenterEnding.snooze(Self.id) : .doNotDisturb
      let effects = rig.press(.enter)
      guard let end else {
        #expect(effects.isEmpty && rig.lines.last == " Not clear; write 45m, 1h30m or 18:00: \(text)")
        rig.press(.backspace)
        #expect(rig.lines.last?.hasPrefix(" Until when") == true)
        continue
      }
      #expect(effects == [.call(ending.call(until: end))] && rig.state.prompt == nil)
    }
  }
}
