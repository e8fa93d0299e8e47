import Delivery
import Glibc
import NotificationModel
import Sink
import TestSupport
import Testing
import Wording

extension SinkTests {
  @Suite struct Showing {
    @Test(arguments: Way.allCases)
    func `a banner reaches the server whole, with every hint in its exact type`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      var banner = try testBanner(
        title: "a & b <i>", body: "1 < 2 & 3", actions: [action("reply"), action("Archive")])
      banner.text.image = "mail-unread"
      banner.urgency = .critical
      banner.sound = "message"
      banner.category = "im.received"
      banner.progress = 40
      _ = try await rig.shown(banner)
      let call = try #require(server.notifications.first)
      #expect(call.app == "Mail" && call.replaces == 0 && call.icon == "")
      #expect(call.title == "a & b <i>")
      #expect(call.body == "1 &lt; 2 &amp; 3")
      #expect(call.actions == ["default", "Open", "a.reply", "REPLY", "a.Archive", "ARCHIVE"])
      var hints = try #require(call.hints)
      #expect(hints.removeValue(forKey: "sender-pid") == "\(way == .bus ? "uint32" : "int64") \(getpid())")
      let sender = way == .bus ? call.sender : nil
      #expect(hints.removeValue(forKey: "x-shell-sender") == sender.map { "'\($0)'" })
      #expect((hints.removeValue(forKey: "x-shell-sender-pid") != nil) == (way == .bus))
      #expect(
        hints == [
          "desktop-entry": "'org.example.Mail'", "urgency": "byte 0x02", "image-path": "'mail-unread'",
          "sound-name": "'message'", "category": "'im.received'", "value": "40",
        ])
    }

    @Test(arguments: Way.allCases)
    func `what an app asked of its server reaches it in the types that it looks for`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      var origin = DesktopOrigin()
      origin.appName = "mail-client"
      origin.urgency = .critical
      origin.expiry = .after(milliseconds: 7_000)
      origin.isResident = true
      origin.isTransient = true
      origin.soundFile = "/a b.oga"
      origin.hints = try [
        "x-kde-origin-name": .string("a"), "SWAYNC_BYPASS_DND": .bool(true),
        "x-dunst-a": .int32(7), "x-dunst-b": .double(0.5), "x-kde-urls": .strings(["file:///a", "b"]),
        "deep": .dictionary([
          "a": .structure([.byte(1), .bool(true)]), "b": .variant(.array(of: "y", [.byte(1), .byte(2)])),
        ]),
      ].bytes()
      origin.isVouchedFor = true
      var banner = try testBanner(actions: [action("yes")])
      banner.sound = "bell"
      banner.origin = Origin(origin)
      _ = try await rig.shown(banner)
      banner.origin = Origin(DesktopOrigin())
      _ = try await rig.shown(banner)
      let call = try #require(server.notifications.first)
      #expect(call.app == "mail-client" && call.timeout == 7_000 && call.actions == ["a.yes", "YES"])
      let hints = call.hints?.filter { !$0.key.hasPrefix("sender-pid") && !$0.key.hasPrefix("x-shell") }
      #expect(
        hints == [
          "desktop-entry": "'org.example.Mail'", "urgency": "byte 0x02", "resident": "true",
          "transient": "true", "sound-name": "'bell'", "sound-file": "'/a b.oga'",
          "x-kde-origin-name": "'a'", "SWAYNC_BYPASS_DND": "true", "x-dunst-a": "7", "x-dunst-b": "0.5",
          "x-kde-urls": "['file:///a', 'b']",
          "deep": "{'a': <(byte 0x01, true)>, 'b': <<[byte 0x01, 0x02]>>}",
        ])
      #expect(server.notifications.map(\.timeout) == [7_000, -1])
    }

    @Test(arguments: Way.allCases)
    func `the server is described once per owner, and its name tells servers apart`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let first = try await ScriptedServer(on: rig.bus)
      let one = try await rig.shown(testBanner(1))
      let two = try await rig.shown(testBanner(2))
      #expect(one.server == two.server && one.id != two.id)
      first.kill()
      let second = try await ScriptedServer(on: rig.bus, modes: ["name other"])
      let three = try await rig.shown(testBanner(3))
      #expect(three.id == one.id && three.server != one.server)
      let names = rig.reports.compactMap {
        if case .described(let description) = $0 { description.name } else { nil }
      }
      #expect(names == ["scripted", "other"])
      #expect(second.notifications.count == 1)
    }

    @Test(arguments: Way.allCases)
    func `a banner takes another's place only on the server that shows the other`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let handle = try await rig.shown(testBanner(1))
      var next = try testBanner(2)
      next.replaces = handle
      #expect(try await rig.shown(next) == handle)
      next.replaces = BannerHandle(server: "elsewhere/:1.1", id: handle.id)
      #expect(try await rig.shown(next) != handle)
      #expect(server.notifications.map(\.replaces) == [0, handle.id, 0])
    }

    @Test(arguments: Way.allCases)
    func `what may not be seen while locked is not sent while locked`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      var banner = try testBanner(title: "Secret", body: "very")
      banner.textWhenLocked = BannerText(title: "Notification")
      rig.lock.set(true)
      let report = try await rig.answer(.show(banner))
      guard case .shown(_, _, hidden: true, _) = report else { throw SinkRig.Unexpected(report: report) }
      rig.lock.set(false)
      _ = try await rig.shown(banner)
      #expect(server.notifications.map(\.title) == ["Notification", "Secret"])
      #expect(server.notifications.map(\.body) == ["", "very"])
    }

    @Test(arguments: [
      ("actions,inline-reply", ["default", "inline-reply", "a.later", "a.never"]),
      ("actions", ["default", "a.say", "a.later", "a.never"]),
    ])
    func `text is asked for once where the server can, and a press on another such button opens the app`(
      capabilities: String, keys: [String]
    ) async throws {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["capabilities \(capabilities)"])
      let text = TextInput(placeholder: "What?", button: "Send")
      let report = try await rig.answer(
        .show(
          try testBanner(
            actions: [
              action("say", input: text), action("later", input: TextInput(placeholder: "When?")),
              action("never"),
            ])))
      guard case .shown(_, _, _, let reasons) = report else { throw SinkRig.Unexpected(report: report) }
      let omitted = reasons.map { Wording.english.sentence($0) }
      let call = try #require(server.notifications.first)
      let shown = call.actions ?? []
      #expect(shown.indices.filter { $0 % 2 == 0 }.map { shown[$0] } == keys)
      let canAsk = keys.contains("inline-reply")
      #expect(call.hints?["x-kde-reply-placeholder-text"] == (canAsk ? "'What?'" : nil))
      #expect(call.hints?["x-kde-reply-submit-button-text"] == (canAsk ? "'Send'" : nil))
      let plain = canAsk ? ["later"] : ["say", "later"]
      #expect(omitted.filter { $0.contains("opens the app") }.count == plain.count)
      #expect(plain.allSatisfy { id in omitted.contains { $0.contains("“\(id)” is a plain button") } })
    }

    @Test(arguments: Way.allCases)
    func `a text-only banner carries no hint, no button and no image`(way: Way) async throws {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      var banner = try testBanner(body: "text", actions: [action("reply")])
      banner.text.image = "bad"
      banner.textOnly = true
      _ = try await rig.shown(banner)
      let call = try #require(server.notifications.first)
      #expect(call.actions == [] && call.body == "text")
      #expect(call.hints?.keys.allSatisfy { $0.contains("sender") } == true)
    }

    @Test func `what a server cannot show is left out and said, without private text`() async throws {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["capabilities "])
      var banner = try testBanner(title: "T", body: "B", actions: [action("reply")])
      banner.sound = "bell"
      let omitted = try await rig.omitted(banner)
      #expect(omitted.count == 2)
      #expect(!omitted.contains { $0.contains("REPLY") })
      let call = try #require(server.notifications.first)
      #expect(call.body == "" && call.actions == [] && call.hints?["sound-name"] == nil)
    }

    @Test func `GNOME is given three buttons, the first ones`() async throws {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(on: rig.bus, modes: ["name gnome-shell"])
      let omitted = try await rig.omitted(
        testBanner(actions: [action("a"), action("b"), action("c"), action("d")]))
      #expect(omitted.count == 1 && omitted.first?.contains("; left out: d.") == true)
      #expect(server.notifications.first?.actions?.count == 8)
    }

    @Test func `text is asked for where the server can ask, and once`() async throws {
      let rig = try await SinkRig()
      let server = try await ScriptedServer(
        on: rig.bus, modes: ["capabilities actions,body,inline-reply"])
      let input = TextInput(placeholder: "Write", button: "Send")
      let omitted = try await rig.omitted(
        testBanner(actions: [action("one", input: input), action("two", input: input)]))
      #expect(omitted.count == 1)
      let call = try #require(server.notifications.first)
      #expect(call.actions == ["default", "Open", "inline-reply", "ONE", "a.two", "TWO"])
      #expect(call.hints?["x-kde-reply-placeholder-text"] == "'Write'")
      #expect(call.hints?["x-kde-reply-submit-button-text"] == "'Send'")
    }
  }
}
