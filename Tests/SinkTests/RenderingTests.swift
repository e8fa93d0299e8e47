import Delivery
import NotificationModel
import TestSupport
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

  /// The server's name and version, whether the banner has a picture, whether the app has an icon; the icon that the
  /// server is given, and whether the app's name stands above the body.
  static let senders: [(String, String, Bool, Bool, String?, Bool)] = [
    ("dunst", "1.9", false, true, "/i/mail.png", false), ("dunst", "1.9", true, true, "/i/mail.png", true),
    ("dunst", "1.9", false, false, nil, true), ("mako", "1.7", true, true, "/i/mail.png", true),
    ("Notification Daemon", "3", false, true, "/i/mail.png", false),
    ("Xfce Notify Daemon", "0.7", false, true, nil, false),
    ("Xfce Notify Daemon", "0.7", true, true, nil, true),
    ("SwayNotificationCenter", "0.7", true, true, nil, true), ("gnome-shell", "43.9", true, true, nil, true),
    ("gnome-shell", "48.7", true, true, nil, false), ("gnome-shell", "48.7", false, false, nil, false),
    ("Plasma", "6.3", true, true, nil, false), ("unheard-of", "1", true, true, "/i/mail.png", false),
  ]

  @Test(arguments: senders)
  func `icon or name say which app a banner is from, as its server draws them`(
    name: String, version: String, hasPicture: Bool, hasIcon: Bool, icon: String?, isNamed: Bool
  ) throws {
    let app = try #require(AppID("org.example.Mail"))
    var banner = Banner(
      subject: .notification(NotificationID(1)), app: app, appName: "Mail & Post",
      text: BannerText(title: "Lunch", body: "At noon?", image: hasPicture ? "face" : nil), openLabel: "Open")
    banner.icon = hasIcon ? "/i/mail.png" : nil
    let server = ServerDescription(
      server: "a/:1.1", name: name, version: version, capabilities: ["body", "body-markup"])
    let rendered = RenderedBanner(banner, text: banner.text, server: server, images: "")
    let isThemed = name == "SwayNotificationCenter" && hasPicture
    #expect(rendered.icon == (isThemed ? "face" : icon))
    #expect(rendered.body == (isNamed ? "Mail &amp; Post\nAt noon?" : "At noon?"))
  }

  @Test(arguments: [("dunst", true), ("dunst", false), ("gnome-shell", true)])
  func
    `a hidden banner has the app's icon only with its name, and a server that finds it itself is given none`(
      name: String, isVouchedFor: Bool
    )
  {
    var banner = Banner(
      subject: .notification(NotificationID(1)), app: .literal("org.example.Mail"), appName: "Mail",
      text: BannerText(title: "Mail", isHidden: true), openLabel: "Open")
    banner.icon = "/i/mail.png"
    banner.appNameWhenHidden = isVouchedFor ? nil : "Notification"
    let server = ServerDescription(server: "a/:1.1", name: name, version: "1", capabilities: ["body"])
    let rendered = RenderedBanner(banner, text: banner.text, server: server, images: "")
    #expect(rendered.icon == (isVouchedFor && name == "dunst" ? "/i/mail.png" : nil))
  }

  @Test
  func `the app's icon takes the place of a picture that is hidden, where a server would go on drawing it`() {
    var banner = Banner(
      subject: .missed, app: .shell, appName: "Bellhop", text: BannerText(title: "a", isHidden: true),
      replaces: BannerHandle(server: "s", id: 1), openLabel: "Open")
    banner.icon = "/i/b c.png"
    let server = ServerDescription(
      server: "s", name: "lxqt-notificationd", version: "1", capabilities: ["body"])
    let rendered = RenderedBanner(banner, text: banner.text, server: server, images: "")
    #expect(
      rendered.hints["image-path"] == .string("file:///i/b%20c.png") && rendered.hints["image-data"] == nil)
  }

  @Test(arguments: [
    ("fnott", "png", true), ("fnott", "svg", true), ("fnott", "gif", false), ("fnott", "webp", false),
    ("dunst", "webp", true), ("Plasma", "svg", true), ("another", "gif", true),
  ])
  func `a picture of a kind that the server draws none of is left out, and said so`(
    name: String, kind: String, isDrawn: Bool
  ) {
    let banner = Banner(
      subject: .missed, app: .shell, appName: "Bellhop", text: BannerText(title: "a", image: "/1.\(kind)"),
      openLabel: "Open")
    let server = ServerDescription(server: "a/:1.1", name: name, version: "1", capabilities: [])
    let rendered = RenderedBanner(banner, text: banner.text, server: server, images: "/copies")
    #expect((rendered.hints["image-path"] != nil) == isDrawn)
    let why = Reason(.pictureNotDrawn, .name(name), .name(kind.uppercased()))
    #expect(rendered.omitted == (isDrawn ? [] : [why]))
  }

  @Test(arguments: [(Stay.asLongAsUsual, Int32(1)), (.untilAnswered, 0)])
  func `swaync shows a lock's change for a moment, but an alarm until it is answered`(
    stay: Stay, timeout: Int32
  ) {
    var banner = Banner(
      subject: .missed, app: .shell, appName: "Bellhop", text: BannerText(title: "a"), openLabel: "Open")
    (banner.stay, banner.onlyFollowsLock) = (stay, true)
    let server = ServerDescription(
      server: "s", name: "SwayNotificationCenter", version: "1", capabilities: ["body"])
    #expect(RenderedBanner(banner, text: banner.text, server: server, images: "").timeout == timeout)
  }

  @Test func `an icon that nothing vouches for is on no hidden banner, and Bellhop's own on each of its own`()
  {
    var origin = DesktopOrigin()
    origin.isVouchedFor = false
    var claimed = Banner(
      subject: .transient(1), app: .literal("org.example.Mail"), appName: "Mail",
      text: BannerText(title: "Mail", isHidden: true), replaces: BannerHandle(server: "s", id: 1),
      openLabel: "Open")
    (claimed.origin, claimed.icon) = (Origin(origin), "/mail.png")
    let server = ServerDescription(server: "s", name: "fnott", version: "1", capabilities: ["body"])
    let hidden = RenderedBanner(claimed, text: claimed.text, server: server, images: "")
    #expect(hidden.icon == nil && hidden.hints["image-path"] == nil && hidden.hints["image-data"] != nil)
    var notice = Banner(
      subject: .deadEnd(.literal("org.example.Mail")), app: .literal("org.example.Mail"), appName: "Mail",
      text: BannerText(title: "Notification", isHidden: true), openLabel: "Open")
    (notice.appNameWhenHidden, notice.icon) = ("Notification", "/bellhop.png")
    #expect(RenderedBanner(notice, text: notice.text, server: server, images: "").icon == "/bellhop.png")
  }

  @Test
  func
    `a picture of a kind that is not drawn takes the earlier one away, where a server would go on drawing it`()
  {
    let banner = Banner(
      subject: .missed, app: .shell, appName: "Bellhop", text: BannerText(title: "a", image: "/1.gif"),
      replaces: BannerHandle(server: "s", id: 1), openLabel: "Open")
    let server = ServerDescription(server: "s", name: "fnott", version: "1", capabilities: ["body"])
    #expect(
      RenderedBanner(banner, text: banner.text, server: server, images: "/c").hints["image-data"] != nil)
  }

  @Test func `a server without bodies has left out no body of a post without one`() {
    let banner = Banner(
      subject: .notification(NotificationID(1)), app: .literal("org.example.Mail"), appName: "Mail",
      text: BannerText(title: "Lunch"), openLabel: "Open")
    let server = ServerDescription(server: "s", name: "dunst", version: "1", capabilities: [])
    #expect(RenderedBanner(banner, text: banner.text, server: server, images: "").omitted.isEmpty)
  }
}
