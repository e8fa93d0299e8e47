import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Bar {
    @Test func `a bar is told at once, of what comes, and of a daemon that goes away and is back`()
      async throws
    {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let rig = try await DaemonRig.started(bus: bus)
      let bar = try rig.follow(["watch", "--format", "waybar"])
      func lines(_ class: String) -> Int {
        bar.output().split(separator: "\n").count { $0.contains("\"class\":\"\(`class`)\"") }
      }
      try await eventually("the first line", holds: { lines("none") == 1 })
      _ = try rig.post("Lunch & <Supper>")
      try await eventually("the new one", holds: { lines("unread") == 1 })
      #expect(bar.output().contains("Lunch &amp; &lt;Supper&gt;"))
      try await eventually("the banner", holds: { server.notifications.count == 1 })
      try rig.crash()
      try await eventually("that no daemon is there", holds: { lines("down") == 1 })
      try await rig.start()
      try await eventually("that it is back", holds: { lines("unread") >= 2 })
      #expect(bar.output().contains("the daemon is back"), "\(bar.output())")
    }

    @Test func `a bar without a daemon is told so, and waits for one`() async throws {
      let directory = TemporaryDirectory()
      let bar = try ChildProcess(
        [
          "\(PackageFiles.products)/bellhop", "--runtime-directory", directory.path, "watch", "--format",
          "waybar",
        ],
        environment: [:])
      try await eventually("the first line", holds: { bar.output().contains("\"class\":\"down\"") })
    }
  }
}
