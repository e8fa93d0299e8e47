import NotificationModel
import Testing
import Wording

@testable import bellhop

struct AppTextTests {
  private static func entry(_ id: String, _ name: String) throws -> AppEntry {
    AppEntry(
      app: try #require(AppID(id)), name: name, settings: EffectiveSettings(), unread: 3, held: 1)
  }

  @Test("One app is told setting by setting, each with who has decided it, and with its posts")
  func text() throws {
    var app = try Self.entry("org.example.Mail", "Mail")
    app.settings = EffectiveSettings(AppSettings(authorization: .authorized, banners: false, sounds: false))
    app.deciders = [
      SettingsDecider(settings: ["Authorization", "Banners"], file: nil),
      SettingsDecider(settings: ["Sounds"], file: "/etc/bellhop/bellhop.conf"),
    ]
    app.locked = ["Sounds"]
    (app.week, app.refused) = (12, 3)
    let text = AppText(app: app, clock: CenterRig.clock)
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
        dnd            urgent        as built in
        repeated       off           as built in
        buttons        off           as built in
        foreground     off           as built in
        again          6             as built in
        store          all           as built in
        keepDays       30            as built in

        To change it: bellhop set org.example.Mail SETTING=VALUE; bellhop allow, deny or forget org.example.Mail.
        In the last 7 days: 12 posts.
        Refused since the daemon's start: 3.

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
    let text = AppText(app: app, words: words, clock: clock)
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
    let text = AppText(app: app, clock: CenterRig.clock)
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
