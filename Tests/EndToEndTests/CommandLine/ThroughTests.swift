import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  /// What comes through quiet, and previews, by the command line.
  @Suite struct ThroughTests {
    private func said(_ rig: DaemonRig, _ words: String..., status: Int32 = 0) async throws -> String {
      let tool = try rig.follow(words)
      #expect(try await tool.exit() == status, "\(words) \(tool.output())")
      return tool.output()
    }

    @Test func `a sender is let through Do Not Disturb, and no longer`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let mail = "org.example.Mail"
      _ = try await said(rig, "dnd", "on")
      #expect(
        try await said(rig, "post", "--app", mail, "--sender", "Ada Lovelace", "Hi").hasPrefix("1 held"))
      #expect(
        try await said(rig, "through", "add", "--app", mail, "ada", "lovelace")
          == "comes through Do Not Disturb: ada lovelace, in \(mail)\n")
      try await rig.isShown(NotificationID(1))
      #expect(
        try await said(rig, "through", "add", "--app", mail, "Ada Lovelace").hasPrefix(
          "comes through already"))
      #expect(try await said(rig, "post", "--sender", "Ada Lovelace", "Hi").hasPrefix("2 held"))
      #expect(
        try await said(rig, "through", "list", "--json").hasPrefix(
          #"{"senders":[{"name":"ada lovelace","app":"\#(mail)"}],"apps":[]}"#))
      #expect(try await said(rig, "through", "remove", "Ada Lovelace").hasPrefix("was not let through"))
      #expect(
        try await said(rig, "through", "remove", "--app", mail, "Ada Lovelace", "--json")
          == "{\"changed\":true}\n")
      #expect(try await said(rig, "through") == "only what is urgent comes through\n")
      #expect(
        try await said(rig, "post", "--app", mail, "--sender", "Ada Lovelace", "Again").hasPrefix("3 held"))
      _ = try await said(rig, "set", mail, "dnd=through", "--for", "1h")
      try await rig.isShown(NotificationID(3))
      #expect(try await said(rig, "apps", mail).contains("allowed; comes through Do Not Disturb until "))
      _ = try await said(rig, "set", mail, "dnd=never")
      #expect(
        try await said(rig, "through", "add", "--app", mail, "Bob").contains(
          "without effect while nothing of \(mail) comes through"))
      #expect(try await said(rig, "through").contains("\nBob, in \(mail)?, without effect  "))
      try await eventually("both banners", holds: { server.notifications.count == 2 })
      rig.configure(
        DaemonRig.allowing + "[Locked]\nKeys=App \(mail)/Through\n[App \(mail)]\nThrough=urgent\n")
      _ = try await said(rig, "reload")
      #expect(
        try await said(rig, "through", "add", "--app", mail, "Bob", status: 1).contains(
          "an administrator has fixed Through for \(mail) in "))
    }

    @Test func `previews are chosen for all apps, and for one`() async throws {
      let rig = try await DaemonRig.started()
      #expect(try await said(rig, "previews") == "previews:  whenUnlocked (as built in)\n")
      #expect(try await said(rig, "previews", "never").hasPrefix("previews:  never (as you have chosen; "))
      _ = try await said(rig, "previews", "always", "--app", "io.bellhop.Shell", "--for", "1h")
      #expect(try await said(rig, "previews").hasSuffix("io.bellhop.Shell:  always\n"))
      #expect(try await said(rig, "previews", "--app", "io.bellhop.Shell").hasPrefix("always until "))
      #expect(try await said(rig, "status").contains("previews:        never\n"))
      #expect(
        try await said(rig, "previews", "default").hasPrefix(
          "previews:          whenUnlocked (as built in)\n"))
      rig.configure(DaemonRig.allowing + "[Locked]\nKeys=Previews/Show\n")
      _ = try await said(rig, "reload")
      #expect(
        try await said(rig, "previews", "never", status: 1).contains(
          "an administrator has fixed Previews/Show in "))
    }

    @Test func `the bar says why it is quiet, and until when`() async throws {
      let rig = try await DaemonRig.started()
      let bar = try rig.follow(["watch", "--format", "{dnd} [{quiet}]"])
      try await eventually("the first line", holds: { bar.output() == "off []\n" })
      _ = try await said(rig, "dnd", "on")
      try await eventually("why", holds: { bar.output().hasSuffix("on [Do Not Disturb]\n") })
      _ = try await said(rig, "quiet-hours", "00:00-23:59")
      _ = try await said(rig, "dnd", "off")
      try await eventually("until when", holds: { bar.output().hasSuffix("off [quiet hours until 23:59]\n") })
      _ = try await said(rig, "quiet-hours", "off")
      try await eventually("that it is over", holds: { bar.output().hasSuffix("\noff []\n") })
    }
  }
}
