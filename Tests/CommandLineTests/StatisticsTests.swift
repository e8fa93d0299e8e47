import NotificationModel
import NotificationProtocol
import Testing
import Varlink
import Wording

@testable import bellhop

@Suite("Statistics")
struct StatisticsTests {
  private static func app(_ id: String, _ change: (inout AppStatistics) -> Void) throws -> AppStatistics {
    var app = AppStatistics(app: try #require(AppID(id)), name: "Mail")
    change(&app)
    return app
  }

  private func text(_ apps: [AppStatistics], hints: [AppID: String] = [:]) -> StatisticsText {
    StatisticsText(apps: apps, hints: hints, rest: (2, 1), heading: "The last 28 days.")
  }

  @Test("are bars of one scale, to an eighth of a column, and nothing for nothing")
  func bars() throws {
    let apps = try [
      Self.app("a.Mail") { ($0.posts, $0.pressed) = (80, 1) }, Self.app("a.News") { $0.posts = 5 },
    ]
    let lines = text(apps).bars(style: Style(isColoured: false), columns: 34, blocks: true).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines == [
        "The last 28 days.", "", "Mail  a.Mail", "  posts             80  ██████████",
        "  pressed            1  ▏", "", "Mail  a.News", "  posts              5  ▋", "",
        "And 2 more apps with 1 post.", "",
      ])
    let plain = text(apps).bars(style: Style(isColoured: false), columns: 34, blocks: false)
    #expect(plain.contains("80  ##########\n") && plain.contains(" 1  #\n"))
  }

  @Test("fit into the terminal", arguments: [40, 60, 80, 120, 200])
  func widths(_ columns: Int) throws {
    let app = try Self.app("org.example.Mail.of.a.Long.Name.Indeed") { $0.posts = 1_000_000 }
    let hint = "Most are dismissed unread: 'bellhop set x banners=off' keeps them in the list."
    let bars = text([app], hints: [app.app: hint]).bars(
      style: Style(isColoured: false), columns: columns, blocks: true)
    #expect(bars.split(separator: "\n").allSatisfy { $0.displayWidth <= columns })
  }

  @Test("are sentences for a screen reader")
  func sentences() throws {
    let app = try Self.app("a.Mail") { ($0.posts, $0.coalesced, $0.replaced) = (6, 3, 2) }
    #expect(
      text([app], hints: [app.app: "Do."]).plain == """
        The last 28 days.
        Mail (a.Mail): 6 posts, 3 coalesced, 2 replaced, 0 held, 0 suppressed, 0 pressed, 0 dismissed unread. Do.
        And 2 more apps with 1 post.

        """)
  }

  @Test("are JSON as the daemon has it, with the hints, of those apps alone that are asked for")
  func json() throws {
    let apps = try [Self.app("a.Mail") { $0.posts = 8 }, Self.app("a.News") { $0.posts = 5 }]
    let reply = StatisticsReply(apps: apps, earliest: nil, keptDays: 30)
    let json = reply.json(of: [apps[0]], hints: [apps[0].app: "Do."], more: true)
    #expect(
      json.text == #"{"apps":[{"app":"a.Mail","name":"Mail","posts":8,"coalesced":0,"replaced":0,"held":0,"#
        + #""suppressed":0,"pressed":0,"dismissedUnread":0,"hint":"Do."}],"more":true,"keptDays":30}"#)
  }

  @Test(
    "name the setting that helps, where one does",
    arguments: [
      ("19 are too few", 19, 0, 0, 0, 19, [:], [], nil),
      ("19 are too few, however often they change", 200, 181, 0, 0, 0, [:], [], nil),
      ("dismissed unread", 20, 0, 0, 1, 10, [:], [], "banners=off"),
      ("dismissed unread, each after many changes", 200, 180, 0, 1, 10, [:], [], "banners=off"),
      ("pressed all the same", 20, 0, 0, 5, 10, [:], [], nil),
      ("banners are off", 20, 0, 0, 0, 20, [AppSetting.banners: "false"], [], nil),
      ("fixed by an administrator", 20, 0, 0, 0, 20, [:], ["Banners"], nil),
      ("many, seldom pressed", 100, 0, 0, 2, 3, [:], [], "summary=on"),
      ("many, as each changes often", 100, 70, 0, 2, 3, [:], [], "summary=on"),
      ("many changes, and each pressed at last", 100, 80, 0, 8, 0, [:], [], nil),
      ("held, and pressed later", 40, 0, 20, 10, 0, [.timeSensitive: "false"], [], "timeSensitive=on"),
      ("held, and urgent already", 40, 0, 20, 10, 0, [:], [], nil),
      ("denied", 20, 0, 0, 0, 20, [.authorization: "denied"], [], nil),
    ] as [(String, Int, Int, Int, Int, Int, [AppSetting: String], [String], String?)])
  func hints(
    _ name: String, posts: Int, replaced: Int, held: Int, pressed: Int, dismissed: Int,
    said: [AppSetting: String], locked: [String], hint: String?
  ) throws {
    let app = try Self.app("a.Mail") {
      ($0.posts, $0.replaced, $0.held, $0.pressed, $0.dismissedUnread) = (
        posts, replaced, held, pressed, dismissed
      )
    }
    var settings = AppSettings(authorization: .authorized)
    for (setting, word) in said {
      let isKnown = settings.set(setting, to: word)
      #expect(isKnown)
    }
    let entry = AppEntry(
      app: app.app, name: "Mail", settings: EffectiveSettings(settings), question: nil, unread: 0, held: 0,
      locked: locked, marketingQuestion: nil)
    let sentence = StatisticsHint(app: app, settings: entry, hasSummaries: true).sentence
    #expect((sentence != nil) == (hint != nil), "\(name): \(sentence ?? "nothing")")
    if let hint { #expect(sentence?.contains("'bellhop set a.Mail \(hint)'") == true, "\(name)") }
  }
}

struct AppTextTests {
  private static func entry(_ id: String, _ name: String) throws -> AppEntry {
    AppEntry(
      app: try #require(AppID(id)), name: name, settings: EffectiveSettings(), unread: 3, held: 1)
  }

  @Test("One app is told setting by setting, each with who has decided it, and with its last week")
  func text() throws {
    var app = try Self.entry("org.example.Mail", "Mail")
    app.settings = EffectiveSettings(AppSettings(authorization: .authorized, banners: false, sounds: false))
    app.deciders = [
      SettingsDecider(settings: ["Authorization", "Banners"], file: nil),
      SettingsDecider(settings: ["Sounds"], file: "/etc/bellhop/bellhop.conf"),
    ]
    app.locked = ["Sounds"]
    var week = AppStatistics(app: app.app, name: "Mail")
    (week.posts, week.held, week.pressed) = (12, 3, 1)
    let text = AppText(app: app, week: week, hint: "Mute it.", clock: CenterRig.clock)
      .text(style: Style(isColoured: false), columns: nil)
    #expect(
      text == """
        Mail (org.example.Mail): 3 unread, 1 held

        SETTING        VALUE         DECIDED BY
        authorization  authorized    you
        banners        off           you
        badges         on            as built in
        sounds         off           /etc/bellhop/bellhop.conf, locked by an administrator
        timeSensitive  on            as built in
        critical       off           as built in
        marketing      off           as built in
        previews       whenUnlocked  as built in
        summary        off           as built in
        alarms         on            as built in
        calls          off           as built in
        foreground     on            as built in
        store          all           as built in
        keepDays       30            as built in

        To change it: bellhop set org.example.Mail SETTING=VALUE; bellhop allow, deny or forget org.example.Mail.
        In the last 7 days: 12 posts, 3 held, 1 pressed.
        Mute it.

        """)
  }

  @Test(
    "What was chosen for a while is told with its end, and a question below the name",
    arguments: ["en", "ko"])
  func endsAndQuestions(locale: String) throws {
    let clock = CenterRig.clock
    let end = clock.now.advanced(bySeconds: 3_600)
    var app = try Self.entry("org.example.Mail", "Mail")
    app.settings = EffectiveSettings(AppSettings(authorization: .authorized, banners: false))
    app.ending = ["Authorization", "Banners"].map { ChoiceEnd(setting: $0, until: end) }
    (app.question, app.marketingQuestion) = ("Tell you", "")
    let words = locale == "ko" ? CommandWording.korean : .english
    let text = AppText(app: app, week: nil, hint: nil, words: words, clock: clock)
      .text(style: Style(isColoured: false), columns: nil)
    let time = clock.short(end)
    let expected =
      locale == "ko"
      ? ["보류 1개\n허용 요청 중: “Tell you”\n혜택과 소식 허용 요청 중\n\n", "허용 \(time)까지  ", "끔 \(time)까지  "]
      : [
        "1 held\nasks: “Tell you”\nasks to send offers and news\n\n",
        "authorization  authorized until \(time)  ", "banners        off until \(time)  ",
      ]
    for part in expected { #expect(text.contains(part), "\(text)") }
  }

  @Test("What comes by the front is told as what it says, and a week without posts as such")
  func front() throws {
    var app = try Self.entry("firefox", "firefox")
    app.front = .authorized
    let text = AppText(app: app, week: nil, hint: nil, clock: CenterRig.clock)
      .text(style: Style(isColoured: false), columns: nil)
    #expect(text.hasPrefix("firefox: 3 unread"))
    #expect(text.contains("authorization  allowed, as [Front] Consent says  "))
    #expect(text.hasSuffix("In the last 7 days: nothing posted.\n"))
  }

  @Test(
    "An app that is not known is said to be so, with the one that may be meant by its id or its name",
    arguments: [
      ("org.example.Mal", "org.example.Mal never posted anything; did you mean org.example.Mail?"),
      ("Firefox", "Firefox never posted anything; did you mean firefox-esr?"),
      ("ORG.example.mail", "ORG.example.mail never posted anything; did you mean org.example.Mail?"),
      ("News", "News never posted anything; did you mean org.example.News?"),
      ("nosuch", "nosuch never posted anything; 'bellhop apps' lists those that did"),
      ("org.example.Mail", nil), (AppID.shell.text, nil),
    ] as [(String, String?)])
  func unknown(id: String, sentence: String?) throws {
    let known = [
      try Self.entry("org.example.Mail", "Mail"), try Self.entry("firefox-esr", "Firefox"),
      try Self.entry("org.example.News", "org.example.News"),
    ]
    #expect(
      UnknownApp(try #require(AppID(id)), among: known).map { CommandWording.english.error($0.sentence) }
        == sentence
    )
  }
}
