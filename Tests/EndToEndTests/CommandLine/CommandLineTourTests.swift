import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct CommandLineTour {
    private func expect(
      _ rig: DaemonRig, _ words: [String], status: Int32 = 0, says parts: [String] = [],
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let tool = try rig.follow(words)
      #expect(try await tool.exit() == status, "\(words) \(tool.output())", sourceLocation: sourceLocation)
      for part in parts {
        #expect(tool.output().contains(part), "\(words) \(tool.output())", sourceLocation: sourceLocation)
      }
    }

    @Test func `a person allows an app, looks at what it posts, and decides about it`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus, configuration: "")
      let post = ["post", "--app", "org.example.Mail", "--action", "reply=Reply"]
      try await expect(rig, post + ["Lunch?", "At noon"], says: ["1 awaitingConsent"])
      try await eventually("the question", holds: { server.notifications.count == 1 })
      try await expect(rig, ["apps"], says: ["org.example.Mail", "notDetermined", "asks"])
      let question = server.notifications[0]
      #expect(![question.title, question.body].contains { $0?.contains("noon") == true || $0 == "Lunch?" })
      try await expect(rig, ["allow", "org.example.Mail"])
      try await rig.isShown(NotificationID(1))
      try await expect(rig, ["apps"], says: ["authorized"])
      try await expect(rig, ["list"], says: ["* ", "Lunch? — At noon"])
      try await expect(rig, ["show", "1"], says: ["Lunch?", "At noon", "reply (Reply)"])
      try await expect(rig, ["explain", "1"], says: ["awaitingConsent", "shown"])
      try await expect(rig, ["status"], says: ["scripted", "unread:          1"])
      try await expect(rig, ["activate", "1", "reply"])
      try await expect(rig, ["list", "--unread"])
      #expect(try rig.unread().isEmpty)
      try await expect(rig, ["dnd", "on", "--for", "1h"])
      try await expect(rig, post + ["Supper?"], says: ["2 held"])
      try await expect(rig, ["status"], says: ["Do Not Disturb:  on, until"])
      try await expect(rig, ["dnd"], says: ["held:            org.example.Mail? 1"])
      try await expect(rig, ["dnd", "off"])
      try await rig.isShown(NotificationID(2))
      try await expect(rig, ["read", "2"])
      try await expect(rig, post + ["Tea?"], says: ["3 presented"])
      try await expect(rig, ["dismiss", "3"])
      #expect(try rig.unread().isEmpty)
      try await expect(rig, ["post", "Tea"], says: ["4 presented"])
      try await expect(
        rig, ["apps", "--sort", "count", "--json"],
        says: [
          #"{"apps":[{"app":"org.example.Mail","#, #""week":3,"refused":0}"#, #""app":"io.bellhop.Shell""#,
        ])
      try await expect(rig, ["deny", "org.example.Mail"])
      try await expect(rig, post + ["Again?"], status: 1, says: ["is not allowed to notify"])
      try await expect(rig, ["apps"], says: ["1 refused"])
      #expect(!server.notifications.contains { $0.title == "Again?" })
    }

    @Test func `a person searches, puts off, takes back and is told what would be`() async throws {
      let rig = try await DaemonRig.started()
      try await expect(rig, ["post", "Tea is ready", "Earl Grey"], says: ["1 "])
      try await expect(rig, ["post", "Lunch?"], says: ["2 "])
      try await expect(rig, ["list", "--search", "grey", "--json"], says: [#""id":1,"#])
      try await expect(rig, ["dismiss", "1", "2"])
      try await expect(rig, ["undo"], says: ["as before: 1, 2"])
      try await expect(rig, ["undo"], says: ["nothing to bring back"])
      try await expect(rig, ["dismiss", "--all"])
      #expect(try rig.unread().isEmpty)
      try await expect(rig, ["list", "--state", "dismissed", "--json"], says: [#""id":1,"#, #""id":2,"#])
      try await expect(rig, ["undo"], says: ["as before: 1, 2"])
      try await expect(rig, ["deny", "nope"])
      try await expect(rig, ["forget", "nope"])
      try await expect(rig, ["silent"], says: ["off\n"])
      try await expect(rig, ["silent", "toggle"], says: ["silent on\n"])
      try await expect(rig, ["silent"], says: ["on\n"])
      try await expect(rig, ["silent", "toggle"], says: ["silent off\n"])
      try await expect(rig, ["silent"], says: ["off\n"])
      try await expect(rig, ["ratings"], says: ["on\n"])
      try await expect(rig, ["forget", "nope"], status: 1, says: ["not found: app nope"])
      try await expect(rig, ["snooze", "1", "30m"])
      try await expect(rig, ["show", "1"], says: ["scheduled", "(in 30 min)"])
      try await expect(
        rig, ["explain", "1"], says: ["dismissed", "restored", "The person put it off until"])
      try await expect(rig, ["dnd", "until", "1h"])
      try await expect(rig, ["status"], says: ["Do Not Disturb:  on, until", "(in 1 h)"])
      try await expect(
        rig, ["judge", "Supper?"],
        says: [
          "now  ", "held  ", "Do Not Disturb is on (bellhop dnd).", "with the app in front", "suppressed",
        ])
      try await expect(
        rig, ["judge", "--json", "--foreground", "io.bellhop.Shell", "Supper?"],
        says: [#"{"outcome":"suppressed","decisions":["#])
      try await expect(
        rig, ["judge", "--app", "org.example.Mail", "--authorization", "denied", "Supper?"], status: 1,
        says: ["is not allowed to notify"])
      try await expect(
        rig, ["judge", "--category", "tea", "Supper?"], status: 1,
        says: ["not found: category"])
      #expect(try rig.unread().map(\.id) == [NotificationID(2)])
    }

    @Test func `a person names the last one and several, and looks at one app`() async throws {
      let rig = try await DaemonRig.started()
      for title in ["One", "Two", "Three", "Four"] { try await expect(rig, ["post", title]) }
      try await expect(rig, ["show", "last"], says: ["Four\n"])
      try await expect(rig, ["explain", "last"], says: ["delivery"])
      try await expect(rig, ["dismiss", "last"])
      try await expect(rig, ["dismiss", "last"])
      try await expect(rig, ["list", "--state", "dismissed", "--json"], says: [#""id":4,"#, #""id":3,"#])
      // A range names those of its IDs that exist.
      try await expect(rig, ["read", "2-99"])
      #expect(try rig.unread().map(\.title) == ["One"])
      try await expect(rig, ["read", "90-99"], status: 1, says: ["no notification from 90 to 99 is kept"])
      try await expect(rig, ["list", "--all", "--limit", "1"], says: ["Four"])
      try await expect(rig, ["list", "--since", "1h", "--json"], says: [#""id":1,"#, #""id":2,"#])
      try await expect(rig, ["apps", "io.bellhop.Shell"], says: ["authorization", "7 days: 4 posts"])
      try await expect(
        rig, ["apps", "io.bellhop.Shel"], status: 1,
        says: ["never posted anything; did you mean io.bellhop.Shell?"])
      try await expect(rig, ["set", "nosuch", "banners=off"], says: ["nosuch never posted anything"])
      try await expect(
        rig, ["post", "--category", "no", "Tea"], status: 1, says: ["not found: category no; "])
      try await expect(
        rig, ["set", "org.example.*", "sounds=off"], status: 1, says: ["as [App org.example.*]; see"])
      try await expect(
        rig, ["post", "--at", "2020-01-01T00:00:00Z", "Past"], says: ["the time of --at is past"])
    }

    @Test func `a person chooses quiet hours, and takes that back`() async throws {
      let rig = try await DaemonRig.started(
        configuration: DaemonRig.allowing + "[Schedule]\nQuietHours=00:00-00:01\n")
      try await expect(rig, ["quiet-hours"], says: ["00:00-00:01 (as \(rig.configurationPath) says)"])
      try await expect(
        rig, ["quiet-hours", "22:00-21:59", "Mo-Fr"], says: ["22:00-21:59 Mo-Fr (as you have chosen"])
      try await expect(
        rig, ["quiet-hours", "off"], says: ["now:          off\nquiet hours:  never (as you have chosen"])
      try await expect(rig, ["quiet-hours", "default"], says: ["00:00-00:01 (as "])
      rig.configure(DaemonRig.allowing + "[Locked]\nKeys=Schedule/QuietHours\n")
      try await expect(rig, ["reload"])
      try await expect(
        rig, ["quiet-hours", "off"], status: 1, says: ["an administrator has fixed Schedule/QuietHours in "])
    }

    @Test func `what cannot be done has a status of its own`() async throws {
      let rig = try await DaemonRig.started()
      try await expect(rig, ["show", "7"], status: 1, says: ["not found: notification 7; "])
      try await expect(
        rig, ["explain", "--json", "7"], status: 1,
        says: [
          #"\#n{"error":"io.bellhop.Control.NotFound","parameters":{"what":"notification 7"}}\#n"#
        ])
      try await expect(rig, ["activate", "7"], status: 1, says: ["not found: notification 7; "])
      try await expect(rig, ["activate", "seven"], status: 2, says: ["usage: "])
      let long = String(repeating: "x", count: 257)
      try await expect(rig, ["post", long], status: 1, says: ["notification.title has 257 characters"])
      let longer = String(repeating: "x", count: 70_000)
      try await expect(
        rig, ["post", longer], status: 1, says: ["notification.title has 70002 bytes"])
      try await expect(rig, ["list", "--search", longer], status: 1, says: ["search has"])
      let all = (1...10_001).map(String.init)
      try await expect(rig, ["dismiss"] + all, status: 1, says: ["10001 IDs", "at most 10000"])
      try await expect(rig, ["read", "--json"] + all, says: ["{\"unread\":0}\n{\"unread\":0}\n"])
      try await expect(rig, ["post"], status: 2, says: ["usage: "])
      try await expect(rig, ["bellow"], status: 2)
      try rig.crash()
      try await expect(rig, ["status"], status: 3, says: ["no daemon at"])
    }

    @Test func `what there was nothing to do about is said`() async throws {
      let rig = try await DaemonRig.started()
      try await expect(
        rig, ["post", "--sender", "Ann", "--action", "say=Reply,text", "--action", "no=Never"], says: ["1 "])
      try await expect(rig, ["show", "1"], says: ["Ann\n", "say (Reply, asks for text)", "no (Never)"])
      try await expect(
        rig, ["activate", "1", "nope"], status: 1, says: ["not found: action nope; 1 has say, no\n"])
      try await expect(rig, ["post", "Tea"], says: ["2 "])
      try await expect(
        rig, ["activate", "2", "nope"], status: 1, says: ["not found: action nope; 2 has no actions\n"])
      // As the daemon has said it.
      try await expect(
        rig, ["activate", "--json", "2", "nope"], status: 1,
        says: [#"{"error":"io.bellhop.Control.NotFound","parameters":{"what":"action"}}"#])
      func said(_ words: [String]) async throws -> String {
        let tool = try rig.follow(words)
        #expect(try await tool.exit() == 0)
        return tool.output()
      }
      try await expect(rig, ["read", "1"])
      #expect(try await said(["dismiss", "1"]) == "")
      #expect(
        try await said(["dismiss", "1", "2"]) == "dismissed 1 of 2: the other is gone already\n")
      #expect(try await said(["dismiss", "2"]) == "nothing to dismiss: gone already\n")
      #expect(try await said(["dismiss", "--quiet", "2"]) == "")
      #expect(try await said(["dismiss", "--json", "2"]) == "{\"unread\":0,\"dismissed\":0}\n")
      #expect(try await said(["undo"]) == "as before: 2\n")
      #expect(try await said(["dismiss", "2"]) == "")
      #expect(try await said(["dismiss", "--all"]) == "nothing is unread\n")
      // A dismissal that found nothing does not count.
      #expect(try await said(["undo"]) == "as before: 2\n")
      let dismissed = try await said(["list", "--all"])
      #expect(try await !said(["list"]).contains(" dismissed ") && dismissed.contains(" dismissed "))
    }

    @Test func `that there is nothing to list is told to a terminal, and to no program`() async throws {
      let rig = try await DaemonRig.started()
      let terminal = try await TmuxTerminal(rig)
      terminal.run("bellhop list")
      try await terminal.shows("nothing to list")
      for selection in ["--search tea", "--unread", "--state read", "--app org.example.Mail"] {
        // The typed command on the screen differs from its output.
        terminal.run("clear; bellhop list \(selection); echo 'that''s' '\(selection)'")
        try await terminal.shows("nothing matches\nthats \(selection)")
      }
      terminal.run(
        "clear; for way in --plain --quiet --json --format={id}; do bellhop list $way; done; echo a''ll")
      try await terminal.shows("\nall", butNot: ["nothing"])
      try await expect(rig, ["post", "Tea"])
      terminal.run("clear; bellhop list")
      try await terminal.shows("Tea", butNot: ["nothing"])
      #expect(try await rig.bellhop("list", "--search", "nope").output == "")
    }

    @Test func `watch tells each state once as JSON, too`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let watch = try rig.follow(["watch", "--json"])
      func lines() -> [Substring] { watch.output().split(separator: "\n") }
      try await eventually("the present state", holds: { watch.output().hasSuffix("\n") })
      try await expect(rig, ["post", "Tea"])
      try await rig.isShown(NotificationID(1))
      try await eventually("the banner", holds: { server.notifications.count == 1 })
      try await expect(rig, ["post", "Lunch?"])
      try await rig.isShown(NotificationID(2))
      try await expect(rig, ["read", "--all"])
      try await eventually(
        "the last change", holds: { lines().count > 1 && lines().last?.hasPrefix(#"{"unread":0,"#) == true })
      #expect(!zip(lines(), lines().dropFirst()).contains { $0 == $1 }, "\(watch.output())")
    }

    @Test func `post --wait acknowledges its own answer, but nothing that came before it`() async throws {
      let rig = try await DaemonRig.started()
      func answered(_ number: Int64) async throws {
        let post = try rig.follow(["post", "--wait", "--action", "yes=Yes", "Question \(number)"])
        try await eventually("a question", holds: { try rig.entry(NotificationID(number)) != nil })
        try await expect(rig, ["activate", "\(number)", "yes"])
        #expect(try await post.exit() == 0)
        #expect(post.output().hasSuffix("\nyes\n"))
      }
      var last = 0
      func kept() async throws -> [NotificationID?] {
        let follower = try await WireClient.subscribed(to: rig, app: .shell, at: rig.paths.control)
        // Pressed after the others, so that all of those have come when this one has.
        last += 1
        try await expect(rig, ["post", "Last \(last)"])
        let newest = try rig.unread().first?.id
        try await expect(rig, ["activate", "\(newest?.number ?? 0)"])
        _ = try await follower.event(.activated, of: newest)
        return follower.events().filter(\.kind.isKept).map(\.id)
      }
      try await answered(1)
      try await answered(2)
      #expect(try await kept() == [NotificationID(3)])
      try await answered(4)
      #expect(try await kept() == [NotificationID(3), NotificationID(4), NotificationID(5)])
    }

    @Test func `withdraw takes back what was posted, of the shell or of an app, and ends who waits for it`()
      async throws
    {
      let rig = try await DaemonRig.started()
      let waiting = try rig.follow(["post", "--wait", "--identifier", "build", "Build Runs"])
      try await eventually("a notification", holds: { try rig.entry(NotificationID(1)) != nil })
      try await expect(rig, ["withdraw", "--identifier", "build"], says: ["withdrawn: 1"])
      #expect(try await waiting.exit() == 0)
      #expect(waiting.output().hasSuffix("\nwithdrawn\n"))
      try await expect(rig, ["withdraw", "--identifier", "build"], says: ["nothing to withdraw"])
      for identifier in ["a", "b", "c"] {
        try await expect(rig, ["post", "--app", "org.example.Mail", "--identifier", identifier, "Letter"])
      }
      try await expect(rig, ["withdraw", "--identifier", "a"], says: ["nothing to withdraw"])
      try await expect(
        rig, ["withdraw", "--app", "org.example.Mail", "--identifier", "a", "--identifier", "c", "--json"],
        says: [#"{"withdrawn":2,"unread":1}"#])
      #expect(try await rig.bellhop("withdraw").status == 2)
    }

    @Test func `an update that nobody waits for leaves the press to who does`() async throws {
      let rig = try await DaemonRig.started()
      let words = ["--identifier", "shot", "--action", "open=Open"]
      let copy = try rig.follow(["post", "--wait"] + words + ["Copying", "One of two files."])
      try await eventually("the copy", holds: { try rig.entry(NotificationID(1)) != nil })
      try await expect(rig, ["post"] + words + ["Copying", "Two of two files."])
      try await expect(rig, ["activate", "1", "open"])
      #expect(try await copy.exit() == 0)
      #expect(copy.output().hasSuffix("\nopen\n"), "\(copy.output())")
    }

    @Test func `the first of two that wait under one identifier is told that it was replaced`() async throws {
      let rig = try await DaemonRig.started()
      let words = ["post", "--wait", "--identifier", "shot", "--action", "open=Open"]
      let first = try rig.follow(words + ["Screenshot 1"])
      try await eventually("the first", holds: { try rig.entry(NotificationID(1)) != nil })
      let second = try rig.follow(words + ["Screenshot 2"])
      try await eventually("the second", holds: { try rig.entry(NotificationID(1))?.title == "Screenshot 2" })
      try await expect(rig, ["activate", "1", "open"])
      for (waiting, end) in [(first, "replaced"), (second, "open")] {
        #expect(try await waiting.exit() == 0)
        #expect(waiting.output().hasSuffix("\n\(end)\n"), "\(waiting.output())")
      }
    }

    @Test func `what a job has written is posted, whatever is in it`() async throws {
      let rig = try await DaemonRig.started()
      let job = quoted("\(rig.directory.path)/job")
      func post(_ command: String) -> ShellResult {
        let result = shell(
          "\(command) >\(job); cat \(job) \(job) | \(quoted(DaemonRig.toolPath)) --runtime-directory "
            + "\(quoted(rig.runtime)) post Job - 2>&1 >/dev/null")
        #expect(result.status == 0)
        return result
      }
      #expect(
        post("printf %05000d").output.hasPrefix("bellhop: the body had 10000 bytes and was cut to 4096\n"))
      #expect(post(#"printf 'Gr\374\337e\n'"#).output.contains("is not UTF-8"))
      #expect(try rig.unread().first?.body == "Gr��e\nGr��e")
      #expect(post(#"printf '\033[31mfailed\033[0m\n'"#).output.contains("a terminal's codes"))
      #expect(try rig.unread().first?.body == "failed\nfailed")
      let flood = post("yes tea | head -c 3000000")
      #expect(
        flood.output.hasPrefix("bellhop: the body had 6000000 bytes and was cut to its first 40 lines\n"))
      // A notification that a program has written is refused as it always was.
      let json = "{\"title\":\"Job\",\"body\":\"\(String(repeating: "x", count: 5_000))\"}"
      writeFile("\(rig.directory.path)/job", json)
      let refused = shell(
        "\(quoted(DaemonRig.toolPath)) --runtime-directory \(quoted(rig.runtime)) post --json <\(job) 2>&1")
      #expect(
        refused.status == 1 && refused.output.contains("notification.body has 5000 bytes"),
        "\(refused.output)")
    }

    @Test func `post waits for the person, and watch follows the list`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let watch = try rig.follow(["watch"])
      try await eventually("the present state", holds: { watch.output().hasPrefix("0 unread\n") })
      let post = try rig.follow([
        "post", "--app", "org.example.Mail", "--action", "reply=Reply", "--wait", "Lunch?",
      ])
      try await eventually("a change", holds: { watch.output().contains("Lunch?") })
      try await rig.isShown(NotificationID(1))
      #expect(post.isRunning)
      try await server.command("press 1 a.reply")
      #expect(try await post.exit() == 0)
      #expect(post.output().hasSuffix("\nreply\n"))
      // The press is the app's to acknowledge.
      let app = try await WireClient.subscribed(to: rig)
      #expect(try await app.event(.activated).id == NotificationID(1))
      try await eventually("the last change", holds: { watch.output().hasSuffix("0 unread\n") })
      #expect(watch.isRunning)
      try await expect(rig, ["list", "--json"], says: [#""title":"Lunch?""#, #""state":"read""#])
    }
  }
}
