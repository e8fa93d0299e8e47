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
      var icon = ""
      var body = "Text"
      var timeout: Int32 = -1
      /// Beside those that every banner has.
      var hints: [String: String] = [:]

      init(_ options: String...) { self.options = options }

      func icon(_ icon: String) -> Given { changed { $0.icon = icon } }
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
      Given("-i", "dialog-information").icon("dialog-information"),
      Given("-i", "/no-such").icon("/no-such"),
      Given("-c", "im.received").hint("category", "'im.received'"),
      Given("-a", "foo.App").app("foo.App"),
      Given("-e").hint("transient", "true"),
      Given("-h", "boolean:transient:TRUE").hint("transient", "true"),
      Given("-h", "boolean:transient:not-true"),
      Given("-h", "int:transient:1").hint("transient", "true"),
      Given("-h", "boolean:resident:true").hint("resident", "true"),
      Given("-h", "int:value:55").hint("value", "55"),
      Given("-h", "double:value:5.5").hint("value", "5.5"),
      Given("-h", "byte:urgency:0").hint("urgency", "byte 0x00"),
      Given("-h", "string:sound-name:bell").hint("sound-name", "'bell'").hint("suppress-sound", nil),
      Given("-h", "boolean:suppress-sound:true").hint("suppress-sound", "true"),
      // In the type that servers look for.
      Given("-h", "int:x-kde-number:55").hint("x-kde-number", "55"),
      Given("-h", "double:x-kde-fraction:5.5").hint("x-kde-fraction", "5.5"),
      Given("-h", "boolean:x-kde-flag:true").hint("x-kde-flag", "true"),
      Given("-h", "string:x-kde-text:mail").hint("x-kde-text", "'mail'"),
      // Where the banner points, and what means nothing here.
      Given("-h", "int:x:150", "-h", "int:y:10").hint("x", "150").hint("y", "10"),
      Given("-h", "string:anything:at all").hint("anything", "'at all'"),
    ]

    private static let usual = ["urgency": "byte 0x01", "suppress-sound": "true"]

    /// The programs that take these options.
    enum Program: CaseIterable {
      case libnotifys, bellhops

      func words(_ desk: FrontDesk) -> [String] {
        switch self {
        case .libnotifys: ["/usr/bin/notify-send"]
        case .bellhops: [DaemonRig.toolPath, "--runtime-directory", desk.rig.runtime, "notify-send"]
        }
      }
    }

    @Test(arguments: Program.allCases)
    func `the server is given what each option asks for`(program: Program) async throws {
      let desk = try await FrontDesk(configuration: FrontDesk.mode + DaemonRig.unlimited)
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      for (number, given) in Self.table.enumerated() {
        let title = "Title \(number)"
        let id = try await desk.notifySend(given.options + [title, "Text"], by: program.words(desk))
        #expect(id == 1_000_001 + UInt32(number))
        let shown = try await eventually("\(given.options)") {
          server.notifications.last { $0.title == title }
        }
        #expect(shown.app == given.app && shown.body == "Text" && shown.replaces == 0, "\(given.options)")
        #expect(shown.icon == given.icon, "\(given.options)")
        #expect(shown.timeout == given.timeout && shown.actions == [], "\(given.options)")
        var hints = shown.hints ?? [:]
        hints["sender-pid"] = nil
        let expected = Self.usual.merging(given.hints) { _, own in own }.filter { !$0.value.isEmpty }
        #expect(hints == expected, "\(given.options)")
      }
    }

    @Test(arguments: [
      (Program.libnotifys, Program.libnotifys), (.libnotifys, .bellhops), (.bellhops, .libnotifys),
      (.bellhops, .bellhops),
    ])
    func `the number that one prints is the number that another replaces, also one that nobody has had`(
      first: Program, second: Program
    ) async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      let number = try await desk.notifySend(["First"], by: first.words(desk))
      try await eventually("a banner", holds: { server.notifications.count == 1 })
      #expect(try await desk.notifySend(["-r", "\(number)", "Second"], by: second.words(desk)) == number)
      try await eventually("its new text", holds: { server.notifications.last?.title == "Second" })
      #expect(server.notifications.last?.replaces == 1)
      for title in ["Invented", "Invented Again"] {
        #expect(try await desk.notifySend(["-r", "1234", title], by: second.words(desk)) == 1_234)
        try await eventually(title, holds: { server.notifications.last?.title == title })
      }
      #expect(server.notifications.map(\.replaces) == [0, 1, 0, 2])
      #expect(try await desk.notifySend("Next") == number + 1)
    }

    @Test(arguments: Program.allCases)
    func `it prints the name or the place of the button that was pressed, and ends`(program: Program)
      async throws
    {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      for (number, (label, printed)) in [("Foo", "0"), ("Bar", "bar-action"), ("Open", "default")]
        .enumerated()
      {
        let waiting = try desk.rig.run(
          program.words(desk)
            + ["-A", "Foo", "-A", "bar-action=Bar", "-A", "default=Open", "Pick \(number)"])
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

    @Test(arguments: Program.allCases)
    func `it waits as long as its banner is up, whoever closes it`(program: Program) async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      for (number, reason) in [1, 2].enumerated() {
        let waiting = try desk.rig.run(program.words(desk) + ["--wait", "-t", "0", "Until \(reason)"])
        try await eventually("a banner", holds: { server.notifications.count == number + 1 })
        #expect(waiting.isRunning)
        try await server.command("close \(number + 1) \(reason)")
        #expect(try await waiting.exit() == 0)
      }
      let waiting = try desk.rig.run(program.words(desk) + ["--wait", "Until withdrawn"])
      try await eventually("a banner", holds: { server.notifications.count == 3 })
      _ = try await desk.output(
        "/usr/bin/gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
        "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.CloseNotification",
        "1000003")
      #expect(try await waiting.exit() == 0)
      try await eventually("no banner", holds: { server.closings.last?.id == 3 })
    }

    @Test func `an interrupt takes back what it waits for`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      for (number, program) in Program.allCases.enumerated() {
        let waiting = try desk.rig.run(program.words(desk) + ["--wait", "-t", "0", "Interrupted"])
        try await eventually("a banner", holds: { server.notifications.count == number + 1 })
        // It may not wait yet.
        try await eventually("the end") {
          waiting.signal(SIGINT)
          return waiting.isRunning ? nil : ()
        }
        #expect(waiting.output().hasSuffix("Wait cancelled, closing notification\n"))
        try await eventually("no banner", holds: { server.closings.count == number + 1 })
      }
    }

    @Test func `what is wrong is said in the same words, with the same status`() async throws {
      let rig = DaemonRig(environment: [
        "LC_ALL": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
      ])
      let wrong = [
        [], ["a", "b", "c"], ["--foo", "x"], ["--urg", "low", "x"], ["-z", "x"], ["-pq", "x"], ["-u"],
        ["--urgency"],
        ["-u", "loud", "x"], ["-ulow", "x"], ["-ua", "low", "x"], ["-t", "abc", "x"], ["-t", "", "x"],
        ["-t", "12x", "x"], ["-t", "99999999999", "x"], ["--expire-time=x", "x"], ["-r", "x", "y"],
        ["-t=", "3"],
        ["-h", "foo", "x"], ["-p", "-h", "foo:a:b", "x"], ["-h", "int:a:b", "x"], ["-h", "byte:a:300", "x"],
        ["-h", "double:a:-1", "x"], ["-h", "variant:a:[", "x"], ["-p", "-r", "7", "-h", "int:a:", "x"],
        ["--version=3"], ["-v"], ["-pv", "--nonsense"], ["-?"], ["--help"], ["x", "--help"], ["-p?"],
      ]
      for words in wrong {
        var results: [String] = []
        for program in [["/usr/bin/notify-send"], [DaemonRig.toolPath, "notify-send"]] {
          let child = try rig.run(program + words)
          let status = try await child.exit()
          let output = child.output().replacing("/usr/bin/notify-send", with: "notify-send")
          results.append("\(status) \(output)")
        }
        #expect(results[0] == results[1], "\(words)")
      }
    }

    @Test func `called by its name it is notify-send, and without a daemon it fails as that does`()
      async throws
    {
      let rig = DaemonRig(environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"])
      let link = "\(rig.directory.path)/notify-send"
      try #require(symlink(DaemonRig.toolPath, link) == 0)
      for program in ["/usr/bin/notify-send", link] {
        let child = try rig.run([program, "-p", "x"])
        #expect(try await child.exit() == 1)
        #expect(child.output().hasSuffix("\n0\n"))
      }
    }

    /// On a server that only records, with no front between.
    @Test func `for what is odd both end alike, in the same words, and show the same`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = DaemonRig(bus: bus, configuration: DaemonRig.unlimited, environment: ["LC_ALL": "C.UTF-8"])
      try await rig.start()
      let byte = "\"$(printf '\\377')\""
      let long = "\"$(head -c 100000 /dev/zero | tr '\\0' a)\""
      let odd = [
        (words: "''", isShown: false), ("'' Body", false), ("'' ''", false), ("'' a b", false),
        ("-p ''", false),
        ("-h foo ''", false), ("-a \(byte) Title", false), ("Title", true),
        ("Second ''", true), ("-p Third >/dev/full", true), ("Fourth \(long)", true),
      ]
      for (words, isShown) in odd {
        var results: [String] = []
        for program in [["/usr/bin/notify-send"], [DaemonRig.toolPath, "notify-send"]] {
          let before = server.notifications.count
          let tool = try rig.run(["/bin/sh", "-c", "\"$@\" \(words)", "sh"] + program)
          let status = try await tool.exit()
          if isShown { try await eventually(words, holds: { server.notifications.count > before }) }
          let shown = isShown ? server.notifications.last : nil
          results.append(
            "\(status) \(tool.output()) \(shown?.title ?? "-") \(shown?.body?.prefix(4_000) ?? "-")")
          #expect(server.notifications.count == before + (isShown ? 1 : 0), "\(words)")
        }
        #expect(results[0] == results[1], "\(words)")
      }
      // libnotify aborts.
      for words in [byte, "Title \(byte)", "-c \(byte) Title", "-h string:a:\(byte) Title"] {
        let tool = try rig.run([
          "/bin/sh", "-c", "\"$@\" \(words)", "sh", DaemonRig.toolPath, "notify-send",
        ])
        #expect(try await tool.exit() == 1)
        #expect(tool.output() == "Invalid byte sequence in conversion input\n")
      }
    }

    @Test(arguments: [
      (["-c", "a,b", "-i", "./x.png", "-h", "string:desktop-entry:nope"], "icon"),
      (["-h", "byte:urgency:9", "-h", "int:value:500"], "urgency"),
      (["-h", "string:urgency:x", "-i", "/nope"], "urgency"),
      (["-h", "string:image-path:/nope", "-h", "string:sound-file:x"], "sound-file"),
      (["-h", "string:transient:maybe", "-h", "int:resident:0"], "transient"),
    ])
    func `what an option could not become is told`(options: [String], names: String) async throws {
      let rig = try await DaemonRig.started()
      let child = try rig.follow(["notify-send"] + options + ["Title"])
      #expect(try await child.exit() == 0)
      #expect(child.output() == "notify-send: nothing becomes of: \(names)\n")
    }

    @Test func `what means nothing here is told once, and nothing fails by it`() async throws {
      let rig = try await DaemonRig.started()
      let child = try rig.follow(
        ["notify-send", "-h", "int:x:1", "-h", "variant:many:[1, 2]"]
          + (1...17).flatMap { ["-A", "\($0)"] } + ["-t", "1", "Title"])
      #expect(try await child.exit() == 0)
      #expect(
        child.output() == "notify-send: nothing becomes of: many, actions\nWait timeout expired\n")
    }
  }
}
