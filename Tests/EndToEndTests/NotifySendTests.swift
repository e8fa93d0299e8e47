import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The options of notify-send, and what comes of each.
  @Suite struct NotifySend {
    /// What the server is given for a title, a text, and some options.
    private struct Given {
      var options: [String]
      var app = "notify-send"
      var body = "Text"
      var timeout: Int32 = -1
      /// Beside those that every banner has.
      var hints: [String: String] = [:]

      init(_ options: String...) { self.options = options }

      func app(_ app: String) -> Given { changed { $0.app = app } }
      func timeout(_ timeout: Int32) -> Given { changed { $0.timeout = timeout } }
      func hint(_ name: String, _ value: String?) -> Given { changed { $0.hints[name] = value ?? "" } }

      private func changed(_ change: (inout Given) -> Void) -> Given {
        var given = self
        change(&given)
        return given
      }
    }

    private static let table = [
      Given(),
      Given("-u", "low").hint("urgency", "byte 0x00").hint("suppress-sound", "true"),
      // What is urgent stays until somebody has seen it, unless its app says how long.
      Given("-u", "critical").hint("urgency", "byte 0x02").timeout(0),
      Given("-u", "critical", "-t", "27").hint("urgency", "byte 0x02").timeout(27),
      Given("-t", "27").timeout(27),
      Given("-t", "0").timeout(0),
      Given("-i", "dialog-information").hint("image-path", "'dialog-information'"),
      Given("-i", "/no-such"),
      Given("-c", "im.received").hint("category", "'im.received'"),
      Given("-a", "foo.App").app("foo.App").hint("desktop-entry", "'foo.App'"),
      Given("-e").hint("transient", "true"),
      Given("-h", "boolean:transient:TRUE").hint("transient", "true"),
      Given("-h", "boolean:transient:not-true"),
      Given("-h", "int:transient:1").hint("transient", "true"),
      Given("-h", "boolean:resident:true").hint("resident", "true"),
      Given("-h", "int:value:55").hint("value", "55"),
      Given("-h", "double:value:5.5").hint("value", "6"),
      Given("-h", "byte:urgency:0").hint("urgency", "byte 0x00"),
      Given("-h", "string:sound-name:bell").hint("sound-name", "'bell'").hint("suppress-sound", nil),
      Given("-h", "boolean:suppress-sound:true").hint("suppress-sound", "true"),
      // One desktop's own: in the type that servers look for.
      Given("-h", "int:x-kde-number:55").hint("x-kde-number", "55"),
      Given("-h", "byte:x-kde-byte:255").hint("x-kde-byte", "255"),
      Given("-h", "double:x-kde-fraction:5.5").hint("x-kde-fraction", "5.5"),
      Given("-h", "boolean:x-kde-flag:true").hint("x-kde-flag", "true"),
      Given("-h", "string:x-kde-text:mail").hint("x-kde-text", "'mail'"),
      // Where the banner points, and what means nothing.
      Given("-h", "int:x:150", "-h", "int:y:10"),
      Given("-h", "string:anything:at all", "-h", "variant:many:{'a': 1, 'b': 2}"),
    ]

    private static let usual = [
      "urgency": "byte 0x01", "desktop-entry": "'notify-send'", "suppress-sound": "true",
    ]

    @Test func `the server is given what each option asks for`() async throws {
      let desk = try await FrontDesk(configuration: FrontDesk.mode + DaemonRig.unlimited)
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      for (number, given) in Self.table.enumerated() {
        let title = "Title \(number)"
        let id = try await desk.notifySend(given.options + [title, "Text"])
        #expect(id == 1_000_001 + UInt32(number))
        let shown = try await eventually("\(given.options)") {
          server.notifications.last { $0.title == title }
        }
        #expect(shown.app == given.app && shown.body == "Text" && shown.replaces == 0, "\(given.options)")
        #expect(shown.timeout == given.timeout && shown.actions == [], "\(given.options)")
        var hints = shown.hints ?? [:]
        hints["sender-pid"] = nil
        let expected = Self.usual.merging(given.hints) { _, own in own }.filter { !$0.value.isEmpty }
        #expect(hints == expected, "\(given.options)")
      }
    }

    @Test func `the number that it prints is the number that it replaces, also one that nobody has had`()
      async throws
    {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      let number = try await desk.notifySend("First")
      try await eventually("a banner", holds: { server.notifications.count == 1 })
      #expect(try await desk.notifySend("-r", "\(number)", "Second") == number)
      try await eventually("its new text", holds: { server.notifications.last?.title == "Second" })
      #expect(server.notifications.last?.replaces == 1)
      for title in ["Invented", "Invented Again"] {
        #expect(try await desk.notifySend("-r", "1234", title) == 1_234)
        try await eventually(title, holds: { server.notifications.last?.title == title })
      }
      #expect(server.notifications.map(\.replaces) == [0, 1, 0, 2])
      #expect(try await desk.notifySend("Next") == number + 1)
    }

    @Test func `it prints the name or the place of the button that was pressed, and ends`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      for (number, (label, printed)) in [("Foo", "0"), ("Bar", "bar-action"), ("Open", "default")]
        .enumerated()
      {
        let waiting = try desk.run(
          "/usr/bin/notify-send", "-A", "Foo", "-A", "bar-action=Bar", "-A", "default=Open", "Pick \(number)")
        let shown = try await eventually("a banner") {
          server.notifications.last { $0.title == "Pick \(number)" }
        }
        let texts = shown.actions ?? []
        let labels = texts.indices.filter { $0 % 2 == 1 }.map { texts[$0] }
        #expect(Set(labels) == ["Foo", "Bar", "Open"])
        let place = try #require(texts.firstIndex(of: label))
        try await server.command("press \(number + 1) \(texts[place - 1])")
        #expect(try await waiting.exit() == 0)
        #expect(waiting.output() == "\(printed)\n")
      }
    }

    @Test func `it waits as long as its banner is up, whoever closes it`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      for (number, reason) in [1, 2].enumerated() {
        let waiting = try desk.run("/usr/bin/notify-send", "--wait", "-t", "0", "Until \(reason)")
        try await eventually("a banner", holds: { server.notifications.count == number + 1 })
        #expect(waiting.isRunning)
        try await server.command("close \(number + 1) \(reason)")
        #expect(try await waiting.exit() == 0)
      }
      let waiting = try desk.run("/usr/bin/notify-send", "--wait", "Until withdrawn")
      try await eventually("a banner", holds: { server.notifications.count == 3 })
      _ = try await desk.output(
        "/usr/bin/gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
        "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.CloseNotification",
        "1000003")
      #expect(try await waiting.exit() == 0)
      try await eventually("no banner", holds: { server.closings.last?.id == 3 })
    }
  }
}
