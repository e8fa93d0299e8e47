import NotificationModel
import NotificationProtocol
import Testing
import Varlink
import Wording

@testable import bellhop

struct BarFormatTests {
  private func entry(
    _ id: Int64, _ title: String, app name: String = "Mail", state: State = .delivered, unread: Bool = true
  ) throws -> Entry {
    Entry(
      id: NotificationID(id), app: try #require(AppID("org.example.Mail")), appName: name, title: title,
      level: .active, state: state, outcome: .presented, repeats: 0, posted: Timestamp(milliseconds: 0),
      unread: unread)
  }

  private func state(
    _ entries: [Entry], unread: Int = 0, held: Int = 0, doNotDisturb: Bool = false,
    quiet: [QuietReport]? = nil
  ) -> BarState {
    var state = BarState()
    state.apply(
      WatchReply(
        unread: unread, doNotDisturb: doNotDisturb, held: held, locked: false, quiet: quiet, changed: entries)
    )
    return state
  }

  private func line(_ format: String, _ state: BarState?, locale: String = "en") throws -> String {
    try BarFormat(format, option: "--format").line(
      state, words: BarWording(locale: locale), clock: CenterRig.clock)
  }

  private func fields(_ format: String, _ state: BarState?) throws -> JSON {
    try JSON(parsing: Array(try line(format, state).utf8))
  }

  @Test("The class says the one thing that matters most")
  func classes() throws {
    let held = try entry(1, "a", state: .held)
    #expect(BarClass(nil) == .down)
    #expect(BarClass(state([])) == .none)
    #expect(BarClass(state([held], unread: 1, held: 1)) == .held)
    #expect(BarClass(state([held, try entry(2, "b")], unread: 2, held: 1)) == .unread)
    let shared = QuietReport(kind: "sharedScreen")
    #expect(BarClass(state([try entry(2, "b")], unread: 1, quiet: [shared])) == .quiet)
    #expect(BarClass(state([try entry(2, "b")], unread: 1, doNotDisturb: true, quiet: [shared])) == .dnd)
  }

  private static let night = CenterRig.clock.now.advanced(bySeconds: 19 * 3_600)

  @Test(
    "Why it is quiet, and until when, is in the sentence, the tooltip and a template",
    arguments: [
      (QuietReport(kind: "doNotDisturb", until: night), "Do Not Disturb until 07:00", "방해 금지 모드 07:00까지"),
      (QuietReport(kind: "sharedScreen"), "screen shared", "화면 공유 중"),
      (QuietReport(kind: "fullScreen", by: ["mpv"]), "mpv fills the screen", "전체 화면 사용 중: mpv"),
      (QuietReport(kind: "fullScreen"), "an app fills the screen", "앱이 전체 화면 사용 중"),
      (QuietReport(kind: "inhibited", by: ["Firefox"]), "Firefox asks for quiet", "방해 금지 요청: Firefox"),
      (QuietReport(kind: "inhibited", by: ["a", "b"]), "a, b ask for quiet", "방해 금지 요청: a, b"),
      (QuietReport(kind: "inhibited"), "an app asks for quiet", "앱이 방해 금지 요청"),
      (QuietReport(kind: "quietHours", until: night), "quiet hours until 07:00", "조용한 시간 07:00까지"),
      (QuietReport(kind: "siesta"), "siesta", "siesta"),
    ])
  func causes(report: QuietReport, english: String, korean: String) throws {
    let bar = state([], unread: 2, quiet: [report])
    #expect(try line("plain", bar) == "2 unread, \(english)")
    #expect(try line("plain", bar, locale: "ko") == "읽지 않음 2개, \(korean)")
    #expect(try line("[{quiet}]", bar) == "[\(english)]" && line("[{quiet}]", state([])) == "[]")
    #expect(try fields("waybar", bar)["tooltip"] == "2 unread, \(english)".json)
  }

  @Test("A name among the causes of quiet opens no mark and no tag, and an earlier daemon tells of one cause")
  func hostileCause() throws {
    let bar = state([], quiet: [QuietReport(kind: "fullScreen", by: ["<b>%{A1:rm:}\u{1b}"])])
    #expect(try fields("waybar", bar)["tooltip"] == "&lt;b&gt;% {A1:rm:}␛ fills the screen".json)
    #expect(try line("{quiet}", bar) == "<b>% {A1:rm:}␛ fills the screen")
    #expect(try line("{quiet}", state([], doNotDisturb: true)) == "Do Not Disturb")
  }

  @Test("While nothing can be stored, the sentence and the tooltip say so")
  func unstored() throws {
    var bar = BarState()
    bar.apply(
      WatchReply(unread: 1, doNotDisturb: false, storageFault: "the disk has no room"))
    #expect(try line("plain", bar) == "1 unread, nothing is stored")
    #expect(try line("waybar", bar).contains("nothing is stored"))
    bar.apply(WatchReply(unread: 1, doNotDisturb: false))
    #expect(try line("plain", bar) == "1 unread")
  }

  @Test("The newest is one that is not held back, and one that was read or is gone is none")
  func newest() throws {
    var bar = state([try entry(1, "One"), try entry(2, "Two"), try entry(3, "Three", state: .held)])
    #expect(bar.newest(1).map(\.title) == ["Two"])
    bar.apply(
      WatchReply(unread: 1, doNotDisturb: false, held: 1, locked: false, gone: [NotificationID(2)]))
    #expect(bar.newest(5).map(\.title) == ["One"])
    bar.apply(
      WatchReply(
        unread: 0, doNotDisturb: false, held: 1, locked: false, changed: [try entry(1, "One", unread: false)]
      ))
    #expect(bar.newest(5).isEmpty)
  }

  @Test("Once the screen is locked, nothing that was told before is shown")
  func locks() throws {
    var bar = state([try entry(1, "Secret"), try entry(2, "Hush")], unread: 2)
    bar.apply(
      WatchReply(
        unread: 2, doNotDisturb: false, held: 0, locked: true, changed: [try entry(2, "Notification")]))
    #expect(bar.newest(5).map(\.title) == ["Notification"])
    #expect(try !line("waybar", bar).contains("Secret"))
  }

  @Test(
    "No text of an app ends a line, opens a mark of Pango or a tag of polybar, whatever marks stand on it",
    arguments: ["", "\u{301}", "\u{200D}"])
  func hostile(mark: String) throws {
    let evil = "a\n\"b\"\u{1b}[2J\u{2028}<\(mark)span>\(mark)&\(mark)%{\(mark)A1:rm:}\0"
    let bar = state([try entry(1, evil)], unread: 1)
    for format in ["waybar", "i3blocks", "plain", "{app} {title}"] {
      let line = try line(format, bar)
      #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{2028}" }, "\(format)")
      #expect(format.hasSuffix("bar") || !Self.opensTag(line), "\(format)")
    }
    let waybar = try fields("waybar", bar)
    #expect(
      waybar["tooltip"]
        == .string(
          "1 unread\n<b>Mail</b>  a \"b\"␛[2J &lt;\(mark)span&gt;\(mark)&amp;\(mark)% {\(mark)A1:rm:}␀"))
    #expect(waybar["text"] == "1".json && waybar["class"] == "unread".json)
    #expect(try fields("i3blocks", bar)["markup"] == "none".json)
  }

  @Test(
    "What is filled in opens no tag with what stands beside it; what the person has written may",
    arguments: [
      ("{app}{title}", "% {A1:rm:}"), ("%{title}", "% {A1:rm:}"), ("{app}{{x}}", "% {x}"),
      ("%{{F#f00}}{title}%{{F-}}", "%{F#f00}{A1:rm:}%{F-}"), ("{app}%{{F-}}", "%%{F-}"),
    ])
  func tags(format: String, expected: String) throws {
    #expect(try line(format, state([try entry(1, "{A1:rm:}", app: "%")])) == expected)
  }

  /// As a program finds it that reads bytes.
  private static func opensTag(_ line: String) -> Bool {
    zip(line.utf8, line.utf8.dropFirst()).contains { $0 == (UInt8(ascii: "%"), UInt8(ascii: "{")) }
  }

  @Test("Without a daemon there is a line, too, in the person's language")
  func down() throws {
    #expect(try fields("waybar", nil)["class"] == "down".json)
    #expect(try line("plain", nil) == "The notification daemon is not running")
    #expect(try line("plain", nil, locale: "ko") == "알림 데몬이 실행되고 있지 않습니다")
    #expect(try line("{unread} {title}", nil) == "")
    #expect(try line("plain", state([])) == "")
  }

  @Test("A template is filled in, and two braces are one")
  func template() throws {
    let bar = state([try entry(1, "Lunch")], unread: 3, held: 2, doNotDisturb: true)
    #expect(
      try line("{{{unread}}}/{held} {dnd} {app}: {title}", bar) == "{3}/2 on Mail: Lunch")
  }

  @Test("What was missed is counted once nothing holds it")
  func missed() throws {
    var (seen, held) = (try entry(1, "Seen"), try entry(2, "Held", state: .held))
    seen.missed = .away
    held.missed = .quiet(.doNotDisturb)
    let bar = state([seen, held, try entry(3, "Other")], unread: 3, held: 1)
    #expect(bar.missed == 1)
    #expect(try line("{missed}", bar) == "1")
    #expect(try fields("waybar", bar)["tooltip"]?.text.contains("3 unread, 1 held back, 1 missed") == true)
    #expect(try line("plain", bar, locale: "ko").contains("놓친 알림 1개"))
    let template = try ListFormat("{id} {missed}", option: "--format")
    #expect(try [seen, entry(3, "Other")].map { template.line($0, doNotDisturb: false) } == ["1 1", "3 0"])
  }

  @Test("A picker gets a line for each, with its id first and its icon last")
  func picker() throws {
    let format = try ListFormat("rofi", option: "--format")
    #expect(
      format.line(try entry(7, "Lunch\n%{x}"), doNotDisturb: false)
        == "7  * Mail: Lunch % {x}\0icon\u{1f}org.example.Mail")
    let template = try ListFormat("{id} {unread}{held} {dnd} {title}", option: "--format")
    #expect(
      template.line(try entry(8, "Tea", state: .held, unread: false), doNotDisturb: true) == "8 01 on Tea")
  }
}
