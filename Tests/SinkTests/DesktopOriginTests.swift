import Delivery
import NotificationModel
import SessionBus
import Testing

@testable import Sink

/// What came by the desktop's own interface, on its way out again.
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
    _ actions: [BannerAction] = [], _ change: (inout DesktopOrigin) -> Void = { _ in }
  ) throws -> Banner {
    var origin = DesktopOrigin()
    change(&origin)
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
    var banner = try banner {
      $0.appName = "Bank of Ann"
      $0.category = "im.received"
      $0.isResident = true
      $0.isTransient = true
      $0.soundFile = "/home/ann/ring of the bank.oga"
      $0.hints = [
        "x-kde-origin-name": .string("ann"), "SWAYNC_BYPASS_DND": .flag(true), "x-dunst-a": .integer(7),
        "x-dunst-b": .integer(1 << 40), "x-dunst-c": .number(0.5),
      ]
    }
    banner.category = "x-bellhop.reminder"
    banner.sound = "bell"
    let common: [String: BusValue] = [
      "desktop-entry": .string("org.example.Mail"), "urgency": .byte(1), "category": .string("im.received"),
      "resident": .bool(true), "transient": .bool(true), "sound-name": .string("bell"),
    ]
    let written: [String: BusValue] = [
      "sound-file": .string("/home/ann/ring of the bank.oga"), "x-kde-origin-name": .string("ann"),
      "SWAYNC_BYPASS_DND": .bool(true), "x-dunst-a": .int32(7), "x-dunst-b": .int64(1 << 40),
      "x-dunst-c": .double(0.5),
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

  @Test func `no hint of others takes the place of one of ours, and none goes with a banner of text alone`()
    throws
  {
    var banner = try banner {
      $0.appName = "Other"
      $0.hints = ["urgency": .integer(2), "desktop-entry": .string("other"), "x-kde-a": .flag(false)]
      $0.isResident = true
      $0.expiry = .after(milliseconds: .max)
    }
    #expect(rendered(banner).hints["urgency"] == .byte(1))
    #expect(rendered(banner).hints["desktop-entry"] == .string("org.example.Mail"))
    #expect(rendered(banner).hints["x-kde-a"] == .bool(false))
    banner.textOnly = true
    #expect(rendered(banner).hints.isEmpty && rendered(banner).timeout == -1)
    #expect(rendered(banner).appName == "Mail" && rendered(banner).buttons.isEmpty)
  }
}
