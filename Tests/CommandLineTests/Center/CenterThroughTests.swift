import NotificationModel
import NotificationProtocol
import Testing

@testable import bellhop

/// Letting a sender or an app through from its notification.
struct CenterThroughTests {
  private static let mail = AppID(literal: "org.example.Mail")
  private static let hour = CenterRig.clock.now.advanced(bySeconds: 3_600)
  private static let ada = LetThrough(name: "Ada Lovelace", app: mail)

  private func app(_ change: (inout AppEntry) -> Void = { _ in }) -> AppEntry {
    var app = AppEntry(app: Self.mail, name: "Mail", settings: EffectiveSettings(), unread: 1, held: 0)
    app.settings.authorization = .authorized
    change(&app)
    return app
  }

  /// With the menu open.
  private func rig(
    sender: String? = "Ada Lovelace", senders: [LetThrough] = [], cameInFront: Bool = false,
    locale: String = "en",
    _ change: (inout AppEntry) -> Void = { _ in }
  ) -> CenterRig {
    var entry = CenterRig.entry(
      1, "One", actions: [Entry.Button(id: .defaultAction, title: "Yes", destructive: false)])
    entry.sender = sender
    var rig = CenterRig([entry], locale: locale)
    #expect(rig.type("t") == [.call(.standing(NotificationID(1), Self.mail))])
    rig.send(.answered(.standing(NotificationID(1), app(change), senders, cameInFront: cameInFront)))
    return rig
  }

  private func choices(_ rig: CenterRig) -> [String] {
    rig.state.pages.last?.menu?.choices.map(\.label) ?? []
  }

  @Test("Two keys let a sender through in their app, or all of the app, or mute it for an hour")
  func twoKeys() {
    let rig = rig()
    #expect(
      choices(rig) == [
        "Let Ada Lovelace in Mail through Do Not Disturb", "Let all of Mail through Do Not Disturb",
        "Mute Mail for an Hour (until 13:00)",
      ])
    let made: [(CenterThrough, String)] = [
      (.sender([Self.ada], true), "Ada Lovelace comes through Do Not Disturb"),
      (.app(Self.mail, name: "Mail", .through), "All of Mail comes through Do Not Disturb"),
      (.mute(Self.mail, name: "Mail", until: .after(3_600)), "Mail is muted until 13:00"),
    ]
    for (key, (choice, told)) in zip("123", made) {
      var rig = rig
      #expect(rig.type(String(key)) == [.call(.letThrough(choice))] && rig.state.pages.isEmpty)
      rig.send(.answered(.letThrough(choice)))
      #expect(rig.lines.last == " \(told)")
    }
  }

  @Test("What is through already is taken back by the same keys, also where it holds for all apps")
  func takenBack() {
    let everywhere = LetThrough(name: "ADA LOVELACE")
    let other = LetThrough(name: "Ada Lovelace", app: AppID(literal: "org.example.Chat"))
    let rig = rig(senders: [Self.ada, other, everywhere]) {
      $0.settings.dnd = .through
      $0.settings.banners = false
    }
    #expect(
      choices(rig) == [
        "Let Ada Lovelace through no longer", "Let only what is urgent of Mail through",
        "Let Mail show banners again",
      ])
    let made: [(CenterThrough, String)] = [
      (.sender([Self.ada, everywhere], false), "Ada Lovelace comes through Do Not Disturb no longer"),
      (.app(Self.mail, name: "Mail", .urgent), "Only what is urgent of Mail comes through Do Not Disturb"),
      (.mute(Self.mail, name: "Mail", until: nil), "Mail shows banners again"),
    ]
    for (key, (choice, told)) in zip("123", made) {
      var rig = rig
      #expect(rig.type(String(key)) == [.call(.letThrough(choice))])
      rig.send(.answered(.letThrough(choice)))
      #expect(rig.lines.last == " \(told)")
    }
  }

  @Test("Without a sender there are the choices about the app, and what is fixed is told so")
  func fixed() {
    #expect(choices(rig(sender: nil)).count == 2)
    var rig = rig { $0.locked = ["Through"] }
    #expect(rig.screen.contains("Let all of Mail through Do Not Disturb: fixed by an administrator"))
    #expect(rig.type("1").isEmpty && rig.lines.last == " fixed by an administrator")
  }

  @Test("One that came while its app was in front offers to keep such banners away, or to show them again")
  func cameInFront() {
    let made = [
      (false, "Show no banners of Mail while it is in front", "Mail shows no banners while it is in front"),
      (true, "Show banners of Mail while it is in front", "Mail shows banners while it is in front"),
    ]
    for (isAway, label, told) in made {
      var rig = rig(sender: nil, cameInFront: true) { $0.settings.foreground = isAway }
      #expect(choices(rig).last == label)
      let choice = CenterThrough.inFront(Self.mail, name: "Mail", staysAway: !isAway)
      #expect(rig.type("3") == [.call(.letThrough(choice))])
      rig.send(.answered(.letThrough(choice)))
      #expect(rig.lines.last == " \(told)")
    }
  }

  @Test("A number that comes before the menu presses no action, and an answer that comes too late opens none")
  func early() {
    var entry = CenterRig.entry(
      1, "One", actions: [Entry.Button(id: .defaultAction, title: "Yes", destructive: false)])
    entry.sender = "Ada"
    var rig = CenterRig([entry])
    rig.type("t")
    #expect(rig.type("1").isEmpty)
    rig.send(.answered(.failed(.standing(NotificationID(1), Self.mail), "No")))
    #expect(rig.type("1") == [.call(.press(NotificationID(1), .defaultAction, text: nil))])
    rig.type("t")
    rig.apply([], gone: [NotificationID(1)])
    rig.send(.answered(.standing(NotificationID(1), app(), [])))
    #expect(rig.state.pages.isEmpty)
  }

  @Test("On a heading there is no sender")
  func heading() {
    var rig = CenterRig([CenterRig.entry(1, "One")])
    rig.press(.up)
    #expect(rig.type("t").isEmpty && rig.lines.last?.contains("heading") == true)
  }

  @Test("The first line says why it is quiet, and until when", arguments: ["en", "ko"])
  func head(locale: String) {
    var rig = CenterRig([CenterRig.entry(1, "One")], locale: locale)
    let quiet = [
      QuietReport(kind: "doNotDisturb", until: Self.hour), QuietReport(kind: "fullScreen", by: ["mpv"]),
    ]
    rig.send(.news([WatchReply(unread: 1, doNotDisturb: true, locked: false, quiet: quiet)]))
    let told =
      locale == "ko"
      ? "방해 금지 모드 13:00까지 · 전체 화면 사용 중: mpv" : "Do Not Disturb until 13:00 · mpv fills the screen"
    #expect(rig.lines.first?.contains(told) == true, "\(rig.screen)")
  }
}
