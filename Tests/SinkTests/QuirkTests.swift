import Delivery
import NotificationModel
import Sink
import TestSupport
import Testing

extension SinkTests {
  /// The quirks of single servers.
  @Suite struct Quirks {
    @Test(arguments: Way.allCases, ["gnome", "plasma", "xfce", "mako", "dunst", "swaync"])
    func `a whole banner is taken by each, and changed in its place`(way: Way, desktop: String) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: [desktop])
      var banner = try testBanner(
        title: "a & b", body: "1 < 2", actions: ["a", "b", "c", "d"].map { try action($0) })
      banner.text.image = "mail-unread"
      banner.category = "im.received"
      banner.sound = "bell"
      banner.progress = 40
      banner.replaces = try await rig.shown(banner)
      banner.text.title = "c & d"
      #expect(try await rig.shown(banner) == banner.replaces)
      #expect(server.live.count == 1)
      // mako dies of the two together.
      let tags = ["synchronous", "x-canonical-private-synchronous", "x-dunst-stack-tag"]
      #expect(server.notifications.allSatisfy { call in tags.allSatisfy { call.hints?[$0] == nil } })
    }

    @Test func `GNOME Shell says in its own words that an app has no name`() async throws {
      let rig = try await SinkRig(.bus)
      let server = try await ScriptedServer(on: rig.bus, modes: ["gnome"])
      let nameless = Banner(
        subject: .notification(NotificationID(1)), app: .unknown, appName: "unknown",
        text: BannerText(title: "Lunch"), openLabel: "Open")
      _ = try await rig.shown(nameless)
      _ = try await rig.shown(testBanner(2))
      #expect(server.notifications.map(\.app) == ["", "Mail"])
    }

    /// It refuses a call that looks like the one before, and hidden forms all do.
    @Test(arguments: Way.allCases)
    func `Plasma takes any number of hidden forms at once, and has no such hint with a text`(way: Way)
      async throws
    {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["plasma", "refuse-identical"])
      _ = try await rig.shown(testBanner())
      rig.lock.set(true)
      for number: Int64 in 1...4 {
        var banner = try testBanner(number)
        banner.textWhenLocked = BannerText(title: "Notification", isHidden: true)
        _ = try await rig.shown(banner)
      }
      let told = server.notifications.map { $0.hints?["x-kde-eventId"] }
      #expect(told.first == .some(nil) && Set(told.dropFirst()).count == 4)
    }

    @Test func `xfce has no buttons while it does not disturb, and has them again afterwards`() async throws {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["xfce", "capabilities body,body-markup"])
      let banner = try testBanner(actions: [action("reply")])
      #expect(try await rig.omitted(banner).count == 1)
      try await server.command("xfce")
      // An answer counts for a second.
      try await eventually("a button", holds: { try await rig.omitted(banner).isEmpty })
      #expect(server.notifications.last?.actions == ["default", "Open", "a.reply", "REPLY"])
      try await server.command("capabilities body,body-markup")
      try await eventually(
        "no button",
        holds: { try await rig.omitted(banner) == ["The server shows no buttons; left out: reply."] })
      #expect(server.notifications.last?.actions == [])
    }

    @Test func `what a server plays or asks no more it is not given`() async throws {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["capabilities actions,sound,inline-reply"])
      var sounding = try testBanner(1)
      sounding.sound = "bell"
      let asking = try testBanner(2, actions: [action("reply", input: TextInput())])
      _ = try await rig.shown(sounding)
      #expect(server.notifications.last?.hints?["sound-name"] == "'bell'")
      #expect(try await rig.omitted(asking).isEmpty)
      try await server.command("capabilities actions")
      try await eventually("silence") {
        _ = try await rig.shown(sounding)
        return server.notifications.last?.hints?["sound-name"] == nil ? () : nil
      }
      try await server.command("capabilities actions,inline-reply")
      try await eventually("a field", holds: { try await rig.omitted(asking).isEmpty })
      try await server.command("capabilities actions")
      try await eventually("a plain button", holds: { try await rig.omitted(asking).count == 1 })
      #expect(server.notifications.last?.actions == ["default", "Open", "a.reply", "REPLY"])
    }

    @Test(arguments: Way.allCases)
    func `a banner that dunst gives no number counts as refused`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["dunst"])
      var banner = try testBanner(title: "")
      banner.icon = "/icon.png"
      let report = try await rig.answer(.show(banner))
      #expect(
        report
          == .failed(
            .notification(NotificationID(1)), .refused("io.bellhop.Error.ShownWithoutNumber")))
      #expect(server.notifications.count == 1)
    }

    @Test(arguments: [
      ("swaync", "mail-unread", "mail-unread", "'mail-unread'"),
      ("swaync", "/an icon.png", "", "'/copies/an icon.png'"),
      ("mako", "/an icon.png", "", "'file:///copies/an%20icon.png'"),
      ("mako", "mail-unread", "", "'mail-unread'"),
    ])
    func `swaync finds an icon of the theme where it looks for one`(
      desktop: String, image: String, icon: String, hint: String
    ) async throws {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: [desktop])
      var banner = try testBanner()
      banner.text.image = image
      _ = try await rig.shown(banner)
      #expect(server.notifications.map(\.icon) == [icon])
      #expect(server.notifications.first?.hints?["image-path"] == hint)
    }

    @Test(arguments: [
      ("dunst", Stay.untilDone, Int32(0)), ("Notification Daemon", .untilDone, -1),
      ("dunst", .untilAnswered, 0),
      ("Notification Daemon", .untilAnswered, 0), ("dunst", .asLongAsUsual, -1),
    ])
    func
      `the banner of work stays up, but where an update keeps a server from closing it, and so does a call`(
        name: String, stay: Stay, timeout: Int32
      ) async throws
    {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["name \(name)"])
      var banner = try testBanner()
      banner.stay = stay
      _ = try await rig.shown(banner)
      let timeouts = server.notifications.compactMap(\.timeout)
      #expect(timeouts == [timeout])
    }

    @Test(
      arguments: ["Notification Daemon", "fnott", "lxqt-notificationd", "Plasma", "one of next year"].map {
        ($0, true)
      }
        + ["dunst", "mako", "SwayNotificationCenter", "Xfce Notify Daemon", "gnome-shell"].map { ($0, false) }
    )
    func `a server that may keep a hidden banner's picture is given a clear one`(
      name: String, isGiven: Bool
    ) async throws {
      let picture = isGiven ? "(1, 1, 4, true, 8, 4, [byte 0x00, 0x00, 0x00, 0x00])" : nil
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["name \(name)"])
      var banner = try testBanner()
      banner.text.image = "mail-unread"
      banner.textWhenLocked = BannerText(title: "Notification", isHidden: true)
      banner.replaces = try await rig.shown(banner)
      rig.lock.set(true)
      _ = try await rig.shown(banner)
      #expect(server.notifications.map { $0.hints?["image-data"] } == [nil, picture])
    }

    @Test func `one that drops it for the icon of the app is given one where the app is not named`()
      async throws
    {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["name Xfce Notify Daemon"])
      var banner = try testBanner()
      banner.appNameWhenHidden = "Notification"
      banner.text.image = "mail-unread"
      banner.textWhenLocked = BannerText(title: "Notification", isHidden: true)
      banner.replaces = try await rig.shown(banner)
      rig.lock.set(true)
      _ = try await rig.shown(banner)
      #expect(server.notifications.map { $0.hints?["image-data"] != nil } == [false, true])
      #expect(server.notifications.map { $0.hints?["desktop-entry"] != nil } == [true, false])
    }

    @Test func `text is escaped as the server reads it now`() async throws {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["capabilities actions,body,body-markup"])
      let banner = try testBanner(body: "a & b")
      _ = try await rig.shown(banner)
      try await server.command("capabilities actions,body")
      try await eventually("a plain text") {
        _ = try await rig.shown(banner)
        return server.notifications.last?.body == "a & b" ? () : nil
      }
      #expect(server.notifications.first?.body == "a &amp; b")
    }

    @Test(arguments: Way.allCases)
    func `a banner that the server's word has no bearing on costs no question`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["slow 1100"])
      for number in 1...2 { _ = try await rig.shown(testBanner(Int64(number), body: "plain")) }
      #expect(server.entries.count { $0.method == "GetCapabilities" } == 1)
    }

    @Test(arguments: Way.allCases)
    func `a banner that GNOME keeps for an earlier connection is shown anew`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus, modes: ["rejects-foreign"])
      let other = try await run(
        [
          "/usr/bin/gdbus", "call", "--address", rig.bus.address, "--dest", "org.freedesktop.Notifications",
          "--object-path", "/org/freedesktop/Notifications", "--method",
          "org.freedesktop.Notifications.Notify",
          "app", "0", "", "Another's", "", "[]", "{}", "0",
        ], [:])
      #expect(other.contains("uint32 1"))
      let own = try await rig.shown(testBanner(1))
      var banner = try testBanner(2)
      banner.replaces = BannerHandle(server: own.server, id: 1)
      let handle = try await rig.shown(banner)
      #expect(handle.id != 1 && handle.id != own.id)
      #expect(server.notifications.map(\.replaces) == [0, 0, 1, 0])
    }

    @Test(arguments: Way.allCases)
    func `ids that begin again with a new server touch nobody else's banner`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let first = try await ScriptedServer(on: rig.bus, modes: ["dunst"])
      var banner = try testBanner(1)
      banner.replaces = try await rig.shown(banner)
      first.kill()
      let second = try await ScriptedServer(on: rig.bus, modes: ["dunst"])
      let other = try await rig.shown(testBanner(2, title: "Another"))
      #expect(other.id == banner.replaces?.id)
      let again = try await rig.shown(banner)
      #expect(again != other)
      rig.sink.perform(.close(try #require(banner.replaces)))
      rig.sink.perform(.close(again))
      try await rig.waits(for: .closed(again, .closed))
      #expect(second.closings.map(\.id) == [again.id])
    }

    @Test(arguments: Way.allCases)
    func `what a stranger says about a banner is not heard`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner())
      let before = rig.reports.count
      try await server.command("stranger press \(handle.id) default")
      try await server.command("stranger close \(handle.id) 2")
      try await server.command("close \(handle.id) 1")
      try await rig.waits(for: .closed(handle, .expired))
      #expect(rig.reports.dropFirst(before) == [.closed(handle, .expired)])
    }
  }
}
