import NotificationModel
import NotificationProtocol
import Testing
import Wording

@testable import bellhop

@Suite("A name that nothing but the app's own word says")
struct ShownNameTests {
  private static func entry(isClaimed: Bool = true) -> Entry {
    var entry = CenterRig.entry(7, "Hello", name: "微信")
    entry.isNameClaimed = isClaimed
    return entry
  }

  private static func app(_ change: (inout AppEntry) -> Void = { _ in }) -> AppEntry {
    var app = AppEntry(
      app: AppID(literal: "app-5c0ffee"), name: "微信", settings: EffectiveSettings(), unread: 1, held: 0)
    change(&app)
    return app
  }

  /// Every place where people read the name of a listed app, each as a text.
  private static func places(_ entry: Entry) throws -> [String: String] {
    let style = Style(isColoured: false)
    let list = EntryList(entries: [entry], clock: CenterRig.clock)
    var bar = BarState()
    bar.apply(WatchReply(unread: 1, doNotDisturb: false, held: 0, locked: false, changed: [entry]))
    var places = [
      "list": list.text(style: style, columns: nil),
      "show": EntryText(entry: entry, clock: CenterRig.clock).text(style: style),
      "rofi": try ListFormat("rofi", option: "").line(entry, doNotDisturb: false),
      "template": try ListFormat("{app} {title}", option: "").line(entry, doNotDisturb: false),
      "center": CenterRig([entry]).screen, "dnd": heldByApp([entry]),
    ]
    for format in BarFormat.words + ["{app}"] {
      places["bar \(format)"] = try BarFormat(format, option: "").line(
        bar, words: BarWording(locale: "en"), clock: CenterRig.clock)
    }
    return places
  }

  @Test("is marked wherever people read it, and a vouched one nowhere")
  func marks() throws {
    for (place, text) in try Self.places(Self.entry()) where place != "bar {app}" {
      #expect(text.contains("微信?"), "\(place): \(text)")
    }
    for (place, text) in try Self.places(Self.entry(isClaimed: false)) {
      #expect(text.contains("微信") && !text.contains("微信?"), "\(place): \(text)")
    }
  }

  @Test("is marked by a word for a screen reader")
  func words() {
    let list = EntryList(entries: [Self.entry()], clock: CenterRig.clock)
    #expect(list.text(style: .plain, columns: nil).hasPrefix("微信 (claimed): Hello"))
  }

  @Test("is marked among the apps, with what [Front] Consent says of it in words")
  func apps() {
    func line(_ app: AppEntry) -> [Substring] {
      appList([app], clock: CenterRig.clock, style: Style(isColoured: false), columns: nil)
        .split(separator: "\n").last?.split(separator: "  ") ?? []
    }
    let claimed = Self.app {
      $0.isNameClaimed = true
      $0.front = .authorized
    }
    #expect(line(claimed).prefix(3) == ["app-5c0ffee", "微信?", "allowed, as [Front] Consent says"])
    #expect(line(Self.app { $0.front = .denied })[2] == "denied, as [Front] Consent says")
    #expect(line(Self.app()).prefix(3) == ["app-5c0ffee", "微信", "notDetermined"])
  }

  @Test("stands for scripts as it was, with a word of its own where it is a claim")
  func scripts() {
    let claimed = Self.entry().json.text
    #expect(claimed.contains(#""appName":"微信""#) && claimed.contains(#""claimed":true"#))
    #expect(!Self.entry(isClaimed: false).json.text.contains("claimed"))
  }
}
