import NotificationModel
import NotificationProtocol
import Testing
import Wording

@testable import bellhop

/// What is told of quiet, of those who come through it, and of previews.
struct QuietTextTests {
  private let clock = CenterRig.clock
  private let style = Style(isColoured: false)
  private static let mail = AppID(literal: "org.example.Mail")
  private static let hour = CenterRig.clock.now.advanced(bySeconds: 3_600)

  private func app(_ change: (inout AppEntry) -> Void) -> AppEntry {
    var app = AppEntry(app: Self.mail, name: "Mail", settings: EffectiveSettings(), unread: 0, held: 0)
    app.settings.authorization = .authorized
    change(&app)
    return app
  }

  @Test("The status has a row for each cause of quiet, one that a later daemon has by its name")
  func status() {
    var status = DaemonStatus()
    status.quiet = [
      QuietReport(kind: "sharedScreen"), QuietReport(kind: "fullScreen", by: ["mpv\u{1b}"]),
      QuietReport(kind: "siesta", until: Self.hour),
    ]
    #expect(
      Table(facts: quietRows(status, clock: clock)).text(style: style) == """
        Do Not Disturb:  off
        shared screen:   on
        full screen:     mpv␛
        siesta:          on, until 13:00 (in 1 h)
        quiet hours:     off
        next summary:    none

        """)
    status.quiet = [QuietReport(kind: "fullScreen")]
    #expect(quietRows(status, clock: clock).contains(["full screen", "an app"]))
    #expect(quietRows(status, .korean, clock: clock).contains(["전체 화면", "앱"]))
    status.quiet = nil
    #expect(quietRows(status, clock: clock).count == 3)
  }

  @Test("The status says when text may be seen, where the daemon does")
  func previewsOfStatus() {
    var status = DaemonStatus()
    #expect(!statusText(status, clock: clock, style: style).contains("previews"))
    status.previews = .never
    #expect(statusText(status, clock: clock, style: style).contains("\npreviews:        never\n"))
    #expect(statusText(status, .korean, clock: clock, style: style).contains("미리보기:        안 함\n"))
  }

  @Test("What follows the list is told why it is quiet, and again once that changes")
  func watch() {
    var told = WatchText(style: style, columns: nil)
    let film = [QuietReport(kind: "fullScreen", by: ["mpv"])]
    let quiet = WatchReply(unread: 1, doNotDisturb: false, quiet: film)
    #expect(told.news(in: quiet, clock: clock) == "1 unread, mpv fills the screen\n")
    #expect(told.news(in: quiet, clock: clock) == "")
    #expect(
      told.news(in: WatchReply(unread: 1, doNotDisturb: false, quiet: []), clock: clock) == "1 unread\n")
    let earlier = WatchReply(unread: 1, doNotDisturb: true, doNotDisturbUntil: Self.hour)
    #expect(told.news(in: earlier, clock: clock) == "1 unread, Do Not Disturb until 13:00\n")
  }

  @Test("One list has the senders and the apps that come through, each with the command that takes it back")
  func through() {
    let senders = [
      LetThrough(name: "Ada Lovelace"), LetThrough(name: "O'Brien", app: Self.mail), LetThrough(name: "-x"),
      LetThrough(name: "Bob", app: AppID(literal: "gone")),
    ]
    let apps = [
      app {
        $0.settings.dnd = .through
        $0.settings.repeated = true
        $0.ending = [ChoiceEnd(setting: "Through", until: Self.hour)]
      },
      app {
        $0.settings.dnd = .never
        $0.locked = ["Through"]
      }, app { _ in },
    ]
    #expect(
      throughList(senders, apps, clock: clock, style: style) == """
        COMES THROUGH                                           TO TAKE IT BACK
        Ada Lovelace                                            bellhop through remove 'Ada Lovelace'
        O'Brien, in Mail                                        bellhop through remove --app org.example.Mail 'O'\\''Brien'
        -x                                                      bellhop through remove -- -x
        Bob, in gone                                            bellhop through remove --app gone Bob
        all of Mail until 13:00                                 bellhop set org.example.Mail dnd=urgent
        a second call or message within three minutes, in Mail  bellhop set org.example.Mail repeated=off
        nothing of Mail                                         fixed by an administrator

        """)
    let vain = throughList(
      [LetThrough(name: "Ada", app: Self.mail)],
      [
        app {
          $0.locked = ["Through"]
        }
      ], clock: clock, style: style)
    #expect(vain.contains("\nAda, in Mail, without effect  bellhop through remove"), "\(vain)")
    let korean = throughList(senders, apps, .korean, clock: clock, style: style)
    for part in ["O'Brien(Mail)", "모두 표시: Mail 13:00까지", "관리자가 고정함"] {
      #expect(korean.contains(part), "\(korean)")
    }
  }

  @Test(
    "An app of which everything comes through, or nothing, is told so beside its permission",
    arguments: [
      (ThroughQuiet.through, "allowed; comes through Do Not Disturb", "허용, 방해 금지 모드 중에도 표시"),
      (.never, "allowed; nothing comes through Do Not Disturb", "허용, 방해 금지 모드 중에는 표시 안 함"),
    ])
  func apps(what: ThroughQuiet, english: String, korean: String) {
    var app = app { $0.settings.dnd = what }
    func list(_ words: AppsWording = .english) -> String {
      appList([app], words, clock: clock, style: style, columns: nil)
    }
    #expect(list().hasSuffix("  \(english)       0     0     0\n"), "\(list())")
    #expect(list(.korean).contains("  \(korean)  "))
    let one = AppText(app: app, clock: clock).text(style: style, columns: nil)
    #expect(one.contains("\nauthorization  \(english)  "), "\(one)")
    #expect(one.contains("\ndnd            \(what.rawValue)  "), "\(one)")
    app.ending = [ChoiceEnd(setting: "Through", until: Self.hour)]
    #expect(list().contains("  \(english) until 13:00  "))
    app.ending = []
    app.settings.authorization = .denied
    #expect(list().contains("  denied  ") && list().hasSuffix("  dnd \(what.rawValue)\n"))
    app.front = .authorized
    #expect(list().contains("  allowed, as [Front] Consent says; "))
  }

  @Test("Previews are told with their source, and the apps with others")
  func previews() {
    var status = DaemonStatus()
    status.previews = .whenUnlocked
    let apps = [
      app { $0.settings.previews = .never }, app { $0.settings.previews = .whenUnlocked },
    ]
    #expect(
      previewsText(status, apps, style: style) == """
        previews:          whenUnlocked (as built in)
        org.example.Mail:  never

        """)
    status.previewsFrom = DaemonStatus.person
    #expect(
      previewsText(status, [], style: style)
        == "previews:  whenUnlocked (as you have chosen; 'bellhop previews default' takes that back)\n")
    status.previewsFrom = "/etc/bellhop/bellhop.conf"
    #expect(
      previewsText(status, [], .korean, style: style)
        == "미리보기:  잠금 해제 시 (/etc/bellhop/bellhop.conf 파일에 따름)\n")
  }
}
