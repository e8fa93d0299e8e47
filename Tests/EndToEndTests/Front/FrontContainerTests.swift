import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// Programs in containers that share files and bus with the desktop, and in sandboxes that do not.
  @Suite struct FrontContainers {
    private static let containers: [[String]] = [
      ["/usr/bin/firejail", "--quiet", "--noprofile"], ["/usr/bin/bwrap", "--dev-bind", "/", "/"],
      ["/usr/bin/bwrap", "--unshare-user", "--dev-bind", "/", "/"],
    ].filter {
      let isInstalled = access($0[0], X_OK) == 0
      if !isInstalled { print("\($0[0]) is not installed, and not tried") }
      return isInstalled
    }
    private static let claim = ["-a", "My Mail", "-h", "string:desktop-entry:org.example.Mail"]

    private struct Stage {
      let desk: FrontDesk
      let server: ScriptedServer
      let traffic: ServerTraffic
      /// Of the installed app called My Mail.
      let program: String

      init() async throws {
        desk = try await FrontDesk()
        let home = desk.rig.directory.path
        program = "\(home)/mail"
        let applications = "\(home)/.local/share/applications"
        try #require(
          shell("cp -L /usr/bin/notify-send \(quoted(program)) && mkdir -p \(quoted(applications))").status
            == 0)
        writeFile(
          "\(applications)/org.example.Mail.desktop",
          "[Desktop Entry]\nType=Application\nName=My Mail\nExec=\(program)\n")
        server = try await ScriptedServer(on: desk.renaming.bus)
        try await desk.open()
        try await eventually(
          "an entry that is read",
          holds: { [desk, program] in
            try await desk.notifySend(["-a", "Post", "First"], by: [program])
            return try desk.entry("First")?.app == AppID("org.example.Mail")
          })
        traffic = try await ServerTraffic(on: desk.renaming.bus)
      }
    }

    @Test(arguments: containers)
    func `in a container name and entry go to the server as they were sent, and are claims in the list`(
      container: [String]
    ) async throws {
      let stage = try await Stage()
      let (desk, traffic) = (stage.desk, stage.traffic)
      try await desk.notifySend(Self.claim + ["Claimed"], by: container + ["/usr/bin/notify-send"])
      let claimed = try #require(try await traffic.notifications().last)
      #expect(claimed.app == "My Mail" && claimed.hints["desktop-entry"] == .string("org.example.Mail"))
      #expect(try desk.entry("Claimed")?.app == AppID("My-Mail"), "not the installed app")
      #expect(try await desk.rig.bellhop("list").output.contains("My Mail?"))

      // Of the entry's own program both are known.
      try await desk.notifySend(["-a", "Post", "Vouched"], by: container + [stage.program])
      #expect(try desk.entry("Vouched")?.app == AppID("org.example.Mail"))

      try desk.rig.control().setLocked(true)
      try await desk.notifySend(Self.claim + ["Private"], by: container + ["/usr/bin/notify-send"])
      let hidden = try #require(try await traffic.notifications().last)
      #expect(hidden.app == "Notification" && hidden.hints["desktop-entry"] == nil, "\(hidden)")
    }

    @Test func `a sandbox without the person's home is shown under no other app's name`() async throws {
      let stage = try await Stage()
      let (desk, traffic) = (stage.desk, stage.traffic)
      let sandbox = [
        "/usr/bin/bwrap", "--dev-bind", "/", "/", "--tmpfs", desk.rig.directory.path, "/usr/bin/notify-send",
      ]
      try await desk.notifySend(Self.claim + ["Claimed"], by: sandbox)
      let claimed = try #require(try await traffic.notifications().last)
      #expect(claimed.app == "My-Mail" && claimed.hints["desktop-entry"] == nil)
    }
  }
}
