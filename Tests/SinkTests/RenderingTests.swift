import Delivery
import NotificationModel
import Testing

@testable import Sink

@Suite struct RenderingTests {
  @Test(arguments: ["reply", "Reply.1", "_x-Y", "default.", "a.default", "settings", "inline-reply"])
  func `an action's id comes back from the server as it went`(id: String) throws {
    let action = try #require(ItemID(id))
    #expect(ActionKey.action(for: ActionKey.key(for: action)) == action)
    #expect(ActionKey.key(for: action).first?.isLetter == true)
  }

  @Test func `a press on the banner itself is the action that servers know`() {
    #expect(ActionKey.key(for: .defaultAction) == "default")
    #expect(ActionKey.action(for: "default") == .defaultAction)
  }

  @Test(arguments: ["", "a.", "a.not an id", "inline-reply", "settings", "b.x", "A.x"])
  func `keys that no banner of ours has mean nothing`(key: String) {
    #expect(ActionKey.action(for: key) == nil)
  }

  @Test(arguments: [
    ("/a/b-1_~.png", "file:///a/b-1_~.png"), ("/a b/%41?#.png", "file:///a%20b/%2541%3F%23.png"),
    ("/\u{e9}\n", "file:///%C3%A9%0A"),
  ])
  func `a file is named by a URI that means it and no other`(path: String, uri: String) {
    #expect(fileURI(path) == uri)
  }

  @Test(arguments: [
    ("a & b", "a &amp; b"), ("<img src=x>", "&lt;img src=x&gt;"), ("&amp;", "&amp;amp;"),
    ("e\u{301}<", "e\u{301}&lt;"), ("<\u{301}", "&lt;\u{301}"), ("\"'", "\"'"),
    ("\"plain\" é", "\"plain\" é"),
  ])
  func `text is escaped once, scalar by scalar`(text: String, escaped: String) {
    #expect(Array(Markup.escaped(text).utf8) == Array(escaped.utf8))
  }

  /// The server's name, its capabilities, the app's buttons, and the daemon's own that are shown after them.
  static let rooms: [(String, Set<String>, Int, [String])] = [
    ("Plasma", ["actions", "body"], 0, ["mute", "snooze"]),
    ("Plasma", ["actions", "body"], 2, ["mute", "snooze"]),
    ("Plasma", ["actions", "body"], 3, ["mute"]), ("Plasma", ["actions", "body"], 4, []),
    ("gnome-shell", ["actions", "body"], 2, ["mute"]), ("gnome-shell", ["actions", "body"], 3, []),
    ("dunst", ["actions", "body"], 4, ["mute", "snooze"]), ("scripted", ["body"], 0, []),
  ]

  @Test(arguments: rooms)
  func `the daemon's own buttons stand after the app's where there is room, and what has none is no loss`(
    name: String, capabilities: Set<String>, count: Int, extra: [String]
  ) {
    let own = (0..<count).compactMap { ItemID("own\($0)") }.map { BannerAction(id: $0, title: "Own") }
    let extras = [ItemID("mute"), ItemID("snooze")].compactMap(\.self)
      .map { BannerAction(id: $0, title: "Extra", isExtra: true) }
    let banner = Banner(
      subject: .missed, app: .shell, appName: "Bellhop",
      text: BannerText(title: "a", actions: own + extras), openLabel: "Open")
    let server = ServerDescription(server: "a/:1.1", name: name, version: "1", capabilities: capabilities)
    let rendered = RenderedBanner(banner, text: banner.text, server: server, images: "")
    let shown = capabilities.contains("actions") ? ["default"] + own.map { "a.\($0.id)" } : []
    #expect(rendered.buttons.map(\.key) == shown + extra.map { "a.\($0)" })
    #expect(rendered.omitted.isEmpty)
  }
}
