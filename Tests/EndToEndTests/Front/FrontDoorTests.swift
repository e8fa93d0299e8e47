import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// Apps that never heard of Bellhop.
  @Suite struct NotificationsService {
    private static let servers: [ServerMatrix.Server] = [.dunst, .mako, .xfce, .notificationDaemon, .swaync]

    @Test(arguments: servers)
    func `notify-send reaches the person's own server, and hears what became of it`(
      kind: ServerMatrix.Server
    ) async throws {
      let desk = try await FrontDesk()
      let server = try await kind.start(on: desk.renaming.bus)
      try await desk.open()
      let number = try await desk.notifySend("Build finished", "All <b>tests</b> &amp; more")
      #expect(number > 1_000_000)
      try await eventually("a banner", holds: { try await server.count() == 1 })
      #expect(try desk.entry("Build finished")?.body == "All tests & more")
      // In the same place, by another process.
      #expect(try await desk.notifySend("-r", "\(number)", "Build failed") == number)
      try await eventually("the new text") { try desk.entry("Build failed") }
      #expect(try await server.count() == 1)
      let waiting = try desk.run("/usr/bin/notify-send", "--wait", "-A", "default=Open", "Question")
      try await eventually("a press") {
        if waiting.isRunning { try await server.press() }
        return !waiting.isRunning
      }
      #expect(waiting.output().contains("default"))
    }

    @Test func `what is denied is not shown, and its app does not wait for it`() async throws {
      let desk = try await FrontDesk(configuration: "[Front]\nMode=on\nConsent=deny\n")
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      let waiting = try desk.run("/usr/bin/notify-send", "--wait", "Build finished")
      #expect(try await waiting.exit() == 0)
      #expect(server.notifications.isEmpty)
    }

    @Test func `the server is given what the app asked of it, and hidden texts stay with us`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus, modes: ["name Plasma"])
      try await desk.open()
      try await desk.notifySend(
        "-u", "critical", "-t", "7000", "-c", "im.received", "-h", "string:x-kde-eventId:mail", "-h",
        "int:value:40", "-a", "Mailer", "Lunch?", "At noon")
      let shown = try await eventually("a banner") { server.notifications.last }
      #expect(shown.app == "Mailer" && shown.title == "Lunch?" && shown.body == "At noon")
      #expect(shown.timeout == 7_000)
      #expect(shown.hints?["urgency"] == "byte 0x02" && shown.hints?["category"] == "'im.received'")
      #expect(shown.hints?["x-kde-eventId"] == "'mail'" && shown.hints?["value"] == "40")
      try desk.rig.control().setLocked(true)
      let hidden = try await eventually("the hidden form") {
        server.notifications.last.flatMap { $0.title != "Lunch?" ? $0 : nil }
      }
      #expect(hidden.replaces == 1)
      #expect(hidden.hints?["x-kde-eventId"] != "'mail'" && hidden.body?.contains("noon") != true)
      try desk.rig.control().setLocked(false)
      try await eventually("the text again", holds: { server.notifications.last?.title == "Lunch?" })
    }

    @Test func `a press and a closing by the server go to the app that has posted it alone`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      let monitor = try desk.run(
        "/usr/bin/gdbus", "monitor", "--session", "--dest", "org.freedesktop.Notifications")
      try await eventually("a listener", holds: { monitor.output().contains("is owned by") })
      let waiting = try desk.run(
        "/usr/bin/notify-send", "--wait", "-A", "yes=Yes", "-A", "no=No", "Really?")
      let shown = try await eventually("a banner") { server.notifications.last }
      let keys = try #require(shown.actions)
      let key = try #require(keys.indices.dropLast().first { keys[$0 + 1] == "No" }.map { keys[$0] })
      try await server.command("press 1 \(key)")
      #expect(try await waiting.exit() == 0)
      #expect(waiting.output().contains("no"))
      let closing = try desk.run("/usr/bin/notify-send", "--wait", "Another")
      try await eventually("a banner", holds: { server.notifications.last?.title == "Another" })
      try await server.command("close 2 2")
      #expect(try await closing.exit() == 0)
      monitor.kill()
      #expect(!monitor.output().contains("ActionInvoked"))
    }

    @Test func `what is posted while the daemon is away waits for it, and nothing answered is lost`()
      async throws
    {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      for round in 1...5 {
        let posts = try (0..<8).map { try desk.run("/usr/bin/notify-send", "-p", "Post \(round).\($0)") }
        try desk.rig.crash()
        try await desk.rig.start()
        try await desk.ownsName()
        for (number, post) in posts.enumerated() where try await post.exit() == 0 {
          let title = "Post \(round).\(number)"
          try await eventually("\(title) in the list") { try desk.entry(title) }
          try await eventually("\(title) on the server") {
            server.notifications.contains { $0.title == title }
          }
        }
      }
    }

    @Test func `switched off, the server has its name again, and on again, Bellhop`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      try desk.rig.control().setFront(.off)
      try await eventually("the server's own number") { try await desk.notifySend("Direct") < 1_000_000 }
      #expect(try desk.entry("Direct") == nil)
      try desk.rig.control().setFront(.on)
      try await desk.ownsName()
      #expect(try await desk.notifySend("By Bellhop") > 1_000_000)
      try await eventually("both", holds: { server.notifications.map(\.title).suffix(1) == ["By Bellhop"] })
    }

    @Test func `a server that is not behind keeps the name, and is delivered to as ever`()
      async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus, configuration: DaemonRig.allowing + FrontDesk.mode)
      let finding = try await eventually("a finding") {
        try rig.control().examine().findings.first { $0.subject == .front && $0.verdict == .limited }
      }
      #expect(finding.text.contains("org.freedesktop.Notifications"))
      try rig.post("Lunch?")
      try await eventually("a banner", holds: { server.notifications.last?.title == "Lunch?" })
    }

    @Test func `a banner that is up is hidden by the lock, also after the mode or the daemon has changed`()
      async throws
    {
      for isSwitchedOff in [false, true] {
        let desk = try await FrontDesk()
        let server = try await ScriptedServer(on: desk.renaming.bus)
        try await desk.open()
        try await desk.notifySend("-t", "0", "Secret", "private text")
        try await desk.rig.isShown(#require(try desk.entry("Secret")).id)
        if isSwitchedOff {
          try desk.rig.control().setFront(.off)
          try await eventually("the server's own number") {
            try await desk.notifySend("Direct") < 1_000_000
          }
        } else {
          try desk.rig.crash()
          try await desk.rig.start()
          try await desk.ownsName()
        }
        try await desk.rig.meetsServer()
        try desk.rig.control().setLocked(true)
        try await eventually("the banner hidden") {
          server.closings.contains { $0.id == 1 }
            || server.notifications.contains { $0.replaces == 1 && $0.title != "Secret" }
        }
      }
    }

    @Test func `what is shown in passing does not outlive the daemon, which alone would hide it`()
      async throws
    {
      for isKilled in [false, true] {
        let desk = try await FrontDesk()
        let server = try await ScriptedServer(on: desk.renaming.bus)
        try await desk.open()
        try await desk.notifySend("-e", "-t", "0", "The code is 31415")
        try await eventually("a banner", holds: { server.notifications.count == 1 })
        if isKilled {
          // It is noted once the server has answered, which is told nowhere but there.
          try await eventually("a note of it") {
            access("\(desk.rig.runtime)/bellhop-control/passing", F_OK) == 0
          }
          try desk.rig.crash()
          try await desk.rig.start()
        } else {
          #expect(try await desk.rig.terminate() == 0)
        }
        try await eventually("its end", holds: { Set(server.closings.map(\.id)) == [1] })
        try await eventually("no note of it") {
          access("\(desk.rig.runtime)/bellhop-control/passing", F_OK) != 0
        }
      }
    }

    @Test func `what is shown in passing is noted once more where its note is gone with the directory`()
      async throws
    {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      try await desk.notifySend("-e", "-t", "0", "The code is 31415")
      let directory = "\(desk.rig.runtime)/bellhop-control"
      let isNoted = { access("\(directory)/passing", F_OK) == 0 }
      try await eventually("a note of it", holds: isNoted)
      #expect(shell("rm -r \(directory)").status == 0 && !isNoted())
      try await eventually("a note of it", holds: isNoted)
      try desk.rig.crash()
      try await desk.rig.start()
      try await eventually("its end", holds: { server.closings.map(\.id) == [1] })
    }

    @Test func `nobody waits in vain: the mode is switched off, or the server begins anew`() async throws {
      for isSwitchedOff in [false, true] {
        let desk = try await FrontDesk()
        let server = try await ScriptedServer(on: desk.renaming.bus)
        try await desk.open()
        let waiting = try desk.run("/usr/bin/notify-send", "--wait", "Really?")
        let entry = try await eventually("an entry") { try desk.entry("Really?") }
        try await desk.rig.isShown(entry.id, times: 1)
        if isSwitchedOff {
          try desk.rig.control().setFront(.off)
          #expect(try await waiting.exit() == 0)
        } else {
          server.kill()
          let second = try await ScriptedServer(on: desk.renaming.bus)
          #expect(try await waiting.exit() == 0)
          try await desk.notifySend("next")
          try await eventually("next", holds: { second.notifications.last?.title == "next" })
        }
      }
    }

    @Test func `the server's own number of a banner of ours is nobody's to close`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      let number = try await desk.notifySend("Somebody's")
      try await eventually("a banner", holds: { server.notifications.last?.title == "Somebody's" })
      for id in ["1", "\(number)"] {
        _ = try await desk.output(
          "/usr/bin/gdbus", "call", "--session", "--dest", "org.freedesktop.Notifications", "--object-path",
          "/org/freedesktop/Notifications", "--method", "org.freedesktop.Notifications.CloseNotification", id)
      }
      // By its own number it is closed, and once.
      try await eventually("a closing", holds: { server.closings.count == 1 })
    }

    @Test func `a picture's file, and one that is none, go on by their names`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      let picture = "\(desk.rig.directory.path)/picture.png"
      desk.rig.directory.write("picture.png", SampleImage.png("Ann"))
      for options in [[], ["-e"]] {
        let count = server.notifications.count
        try await desk.notifySend(options + ["-h", "string:image-path:\(picture)", "With a picture"])
        let shown = try await eventually("a banner") { server.notifications.dropFirst(count).last }
        #expect(shown.hints?["image-path"] == "'\(picture)'")
      }
      try await desk.notifySend("-h", "string:image-path:/etc/passwd", "Without one")
      let bare = try await eventually("a banner") { server.notifications.last { $0.title == "Without one" } }
      #expect(bare.hints?["image-path"] == "'/etc/passwd'")
    }
  }
}
