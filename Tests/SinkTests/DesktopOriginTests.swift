import BusWire
import Delivery
import NotificationModel
import Testing

@testable import Sink

/// Notifications of the desktop's own interface, on their way to a server.
@Suite struct DesktopOriginTests {
  private func rendered(
    _ banner: Banner, text: BannerText? = nil, capabilities: Set<String> = ["actions", "body", "sound"],
    on name: String = "scripted"
  ) -> RenderedBanner {
    let server = ServerDescription(
      server: "a/:1.1", name: name, version: "1", capabilities: capabilities)
    return RenderedBanner(banner, text: text ?? banner.text, server: server, images: "/copies")
  }

  private func banner(
    _ actions: [BannerAction] = [], _ change: (inout DesktopOrigin) throws -> Void = { _ in }
  ) throws -> Banner {
    var origin = DesktopOrigin()
    try change(&origin)
    var banner = try testBanner(body: "text", actions: actions)
    banner.origin = Origin(origin)
    return banner
  }

  private static let hidden = BannerText(title: "Notification", isHidden: true)

  @Test func `a posted banner is as it was`() throws {
    let banner = try testBanner(body: "text", actions: [action("yes")])
    let rendered = rendered(banner)
    #expect(rendered.timeout == -1 && rendered.appName == "Mail")
    #expect(rendered.buttons.map(\.key) == ["default", "a.yes"])
    #expect(
      rendered.hints == [
        "desktop-entry": .string("org.example.Mail"), "urgency": .byte(1), "suppress-sound": .bool(true),
      ])
  }

  @Test func `a hidden form of what nobody vouches for names no app, by its name or by its id`() throws {
    var banner = try testBanner(body: "text", actions: [])
    banner.appNameWhenHidden = "Notification"
    let hidden = rendered(banner, text: Self.hidden)
    #expect(hidden.appName == "Notification" && hidden.hints["desktop-entry"] == nil)
    #expect(rendered(banner).hints["desktop-entry"] == .string("org.example.Mail"))
    banner.appNameWhenHidden = nil
    #expect(rendered(banner, text: Self.hidden).hints["desktop-entry"] == .string("org.example.Mail"))
  }

  @Test(
    arguments: [
      (.low, .normal, 0), (.normal, .low, 1), (.critical, .normal, 2), (.low, .critical, 2),
      (.critical, .low, 2),
    ] as [(DesktopOrigin.Urgency, Urgency, UInt8)])
  func `the urgency is the one that was asked for, but for what was granted, hidden or not`(
    asked: DesktopOrigin.Urgency, own: Urgency, urgency: UInt8
  ) throws {
    var banner = try banner { $0.urgency = asked }
    banner.urgency = own
    #expect(rendered(try self.banner { $0.urgency = .unset }).hints["urgency"] == nil)
    #expect(rendered(banner).hints["urgency"] == .byte(urgency))
    #expect(rendered(banner, text: Self.hidden).hints["urgency"] == .byte(urgency))
  }

  @Test(
    arguments: [("gnome-shell", .normal, 0), ("gnome-shell", .critical, 2), ("Plasma", .normal, 1)]
      as [(String, DesktopOrigin.Urgency, UInt8)])
  func
    `what changes without an alert keeps its urgency, but on a server that shows any change but a low one again`(
      server: String, asked: DesktopOrigin.Urgency, urgency: UInt8
    ) throws
  {
    var banner = try banner { $0.urgency = asked }
    banner.alerts = false
    #expect(rendered(banner, on: server).hints["urgency"] == .byte(urgency))
  }

  /// Its list draws no entry any more whose urgency has changed.
  @Test(arguments: [("43.9", 0), ("48.7", 1), ("50.5", 1), ("", 0)] as [(String, UInt8)])
  func `GNOME Shell from 48 on has the urgency stay where only the lock changes the form`(
    version: String, urgency: UInt8
  ) throws {
    var banner = try banner { $0.urgency = .normal }
    banner.alerts = false
    let server = ServerDescription(
      server: "bus/:1.1", name: "gnome-shell", version: version, capabilities: ["body"])
    func given() -> BusValue? {
      RenderedBanner(banner, text: banner.text, server: server, images: "").hints["urgency"]
    }
    #expect(given() == .byte(0))
    banner.onlyFollowsLock = true
    #expect(given() == .byte(urgency))
    banner.isMissed = true
    #expect(given() == .byte(1), "what came behind the lock comes up at the unlock")
  }

  @Test(
    arguments: [(.serverDecides, -1), (.never, 0), (.after(milliseconds: 7_000), 7_000)]
      as [(DesktopOrigin.Expiry, Int32)])
  func `a banner stays for as long as was asked for`(expiry: DesktopOrigin.Expiry, timeout: Int32) throws {
    let banner = try banner { $0.expiry = expiry }
    #expect(rendered(banner).timeout == timeout)
    #expect(rendered(banner, text: Self.hidden).timeout == timeout)
  }

  @Test
  func `what tells nothing of the matter goes with the hidden form, too, and what the app wrote does not`()
    throws
  {
    var banner = try banner { origin in
      origin.appName = "Bank of Ann"
      origin.isResident = true
      origin.isTransient = true
      origin.soundFile = "/home/ann/ring of the bank.oga"
      origin.hints = try [
        "x-kde-origin-name": .string("ann"), "category": .string("im.received,bank"), "value": .int32(130),
        "x-dunst-a": .strings(["a", "b"]),
      ].bytes()
      origin.isVouchedFor = true
    }
    banner.category = "x-bellhop.reminder"
    banner.sound = "bell"
    let common: [String: BusValue] = [
      "desktop-entry": .string("org.example.Mail"), "category": .string("x-bellhop.reminder"),
      "resident": .bool(true), "transient": .bool(true), "sound-name": .string("bell"),
    ]
    let written: [String: BusValue] = [
      "sound-file": .string("/home/ann/ring of the bank.oga"),
      "x-kde-origin-name": .string("ann"), "value": .int32(130),
      "category": .string("im.received,bank"), "x-dunst-a": .strings(["a", "b"]),
    ]
    let full = rendered(banner)
    #expect(full.appName == "Bank of Ann" && full.hints == common.merging(written) { $1 })
    let hidden = rendered(banner, text: Self.hidden)
    #expect(hidden.appName == "Mail" && hidden.hints == common)
    #expect(rendered(banner, text: BannerText(title: "Lunch")).hints == full.hints, "hidden is what says so")
  }

  @Test
  func
    `a file is played where a sound may be heard, by a server that plays any, and none where silence is asked`()
    throws
  {
    var banner = try banner { $0.soundFile = "/a.oga" }
    #expect(rendered(banner).hints["sound-file"] == nil, "its app may not be heard now")
    banner.sound = "bell"
    #expect(rendered(banner).hints["sound-file"] == .string("/a.oga"))
    #expect(rendered(banner, capabilities: ["body"]).hints["sound-file"] == nil)
    var quiet = try self.banner {
      $0.soundFile = "/a.oga"
      $0.suppressesSound = true
    }
    quiet.sound = "bell"
    for capabilities: Set<String> in [["sound"], []] {
      let hints = rendered(quiet, capabilities: capabilities).hints
      #expect(hints["suppress-sound"] == .bool(true))
      #expect(hints["sound-name"] == nil && hints["sound-file"] == nil)
    }
  }

  @Test func `a press on the banner itself is offered where its app knows one`() throws {
    let without = try banner([action("a.1")])
    #expect(rendered(without).buttons.map(\.key) == ["a.a.1"])
    let with = try banner([action("a.1")]) { $0.keys[.defaultAction] = "default" }
    #expect(rendered(with).buttons.map(\.key) == ["default", "a.a.1"])
    #expect(rendered(with, text: Self.hidden).buttons.map(\.key) == ["default"])
    let plain = rendered(try banner(), capabilities: ["body"])
    #expect(plain.buttons.isEmpty && plain.omitted.isEmpty && !plain.dependsOnCapabilities)
  }

  @Test
  func `buttons go on by what their app calls them, but where that means something to us or to libnotify`()
    throws
  {
    let actions = try (1...5).map { try action("a.\($0)") }
    let banner = try banner(actions) { origin in
      for (id, key) in zip(actions.map(\.id), ["yes", "", "a.3", "x\n#y [7,ok]", "ja, bitte"]) {
        origin.keys[id] = key
      }
      origin.keys[.defaultAction] = "default"
      origin.pressLabel = "Show the Mail"
    }
    let shown = rendered(banner)
    #expect(shown.buttons.map(\.key) == ["default", "yes", "a.a.2", "a.a.3", "a.a.4"])
    #expect(shown.buttons.first?.label == "Show the Mail")
    let hidden = rendered(banner, text: Self.hidden)
    #expect(hidden.buttons == [.init(key: "default", label: "Open")])
  }

  @Test func `an app names itself to its server, and it is not named where it does not say who it is`() throws
  {
    let entry = rendered(try banner { $0.hints = try ["desktop-entry": .string("mail")].bytes() }).hints[
      "desktop-entry"]
    #expect(entry == .string("mail"))
    #expect(rendered(try banner()).hints["desktop-entry"] == nil)
    #expect(rendered(try banner(), text: Self.hidden).hints["desktop-entry"] == nil, "a claim is private")
    let known = rendered(try banner { $0.isVouchedFor = true }).hints["desktop-entry"]
    #expect(known == .string("org.example.Mail"))
  }

  @Test func `a banner of text alone has nothing that its app gave for its server`() throws {
    var banner = try banner {
      $0.appName = "Other"
      $0.title = " Lunch "
      $0.icon = "mail-unread"
      $0.hints = try ["x-kde-a": .bool(false)].bytes()
      $0.isResident = true
      $0.expiry = .after(milliseconds: .max)
    }
    banner.textOnly = true
    #expect(rendered(banner).hints.isEmpty && rendered(banner).timeout == -1)
    #expect(rendered(banner).appName == "Mail" && rendered(banner).buttons.isEmpty)
    #expect(rendered(banner).title == "Lunch" && rendered(banner).icon == nil)
  }

  @Test(
    arguments: [
      [], ["body"], ["body", "body-markup"], ["body", "body-markup", "body-hyperlinks", "body-images"],
    ]
      as [Set<String>])
  func
    `a title and a body go on as they were written, whatever the server shows, and are hidden with all else`(
      capabilities: Set<String>
    ) throws
  {
    for written in ["  a < b\t\n", #"<b>T & <a href="x:y">it</a><img src="/cat.png" alt="a cat"/>"#, ""] {
      let banner = try banner {
        $0.title = ""
        $0.body = written
      }
      let shown = rendered(banner, capabilities: capabilities)
      #expect(shown.title.isEmpty && shown.body == written)
      #expect(shown.omitted.isEmpty && !shown.dependsOnCapabilities)
      let hidden = rendered(banner, text: Self.hidden, capabilities: capabilities)
      #expect(hidden.title == "Notification" && hidden.body.isEmpty)
    }
    #expect(rendered(try banner(), capabilities: capabilities).body == "text")
  }

  @Test
  func
    `a hidden form, and the text alone after a server's death, are escaped for a server that reads markup`()
    throws
  {
    var banner = try banner { $0.body = "<b>a & b" }
    banner.text.body = "<b>a & b"
    let hidden = BannerText(title: "Notification", body: "Mail & more", isHidden: true)
    let capabilities: Set = ["body", "body-markup"]
    let escaped = rendered(banner, text: hidden, capabilities: capabilities)
    #expect(escaped.body == "Mail &amp; more" && escaped.dependsOnCapabilities)
    #expect(rendered(banner, text: hidden, capabilities: ["body"]).body == "Mail & more")
    banner.textOnly = true
    #expect(rendered(banner, capabilities: capabilities).body == "&lt;b&gt;a &amp; b")
  }

  @Test func `an icon and a picture each have their own place`() throws {
    var banner = try banner { $0.icon = "mail-unread" }
    banner.text.image = "ann.png"
    #expect(
      rendered(banner).icon == "mail-unread" && rendered(banner).hints["image-path"] == .string("ann.png"))
    #expect(rendered(banner, text: Self.hidden).icon == nil)
    var alone = try self.banner { $0.isPictureIcon = true }
    alone.text.image = "/copy.png"
    #expect(rendered(alone).icon == "/copies/copy.png" && rendered(alone).hints["image-path"] == nil)
  }

  @Test(arguments: [false, true])
  func `a picture's file has the name that its app gave it, and none while the text is hidden`(isIcon: Bool)
    throws
  {
    var banner = try banner {
      ($0.isPictureIcon, $0.pictureName) = (isIcon, "file:///tmp/a%20b.png")
      $0.pictureFile = PictureFile(path: "/tmp/a b.png", identity: "")
      if !isIcon { $0.icon = "/home/ann/face.png" }
    }
    banner.text.image = "/copy.png"
    let named = rendered(banner)
    #expect(named.icon == (isIcon ? "file:///tmp/a%20b.png" : "/home/ann/face.png"))
    #expect(named.hints["image-path"] == (isIcon ? nil : .string("file:///tmp/a%20b.png")))
    let copied = rendered(banner.withCopyAlone)
    #expect(copied.icon == (isIcon ? "/copies/copy.png" : "/home/ann/face.png"))
    #expect(copied.hints["image-path"] == (isIcon ? nil : .string("file:///copies/copy.png")))
    let hidden = rendered(banner, text: Self.hidden)
    #expect(hidden.icon == nil && hidden.hints["image-path"] == nil)
    banner.textOnly = true
    let plain = rendered(banner)
    #expect(plain.icon == nil && plain.hints["image-path"] == nil)
  }
}
