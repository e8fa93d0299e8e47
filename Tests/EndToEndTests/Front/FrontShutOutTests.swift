import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct FrontShutOut {
    /// As theme scripts do.
    @Test
    func `a dunst that a script starts anew past bellhop-bus ends, and the next server shows what to write`()
      async throws
    {
      let desk = try await FrontDesk()
      let screen = try await VirtualScreen()
      let dunst = try await DunstServer(on: desk.renaming.bus, screen: screen)
      try await desk.open()
      dunst.process.kill()
      let theme = "\(desk.rig.directory.path)/theme"
      writeFile(theme, "[global]\n")
      let past = try ChildProcess(
        ["/usr/bin/dunst", "-conf", theme], environment: screen.environment(on: desk.renaming.bus))
      #expect(try await past.exit() != 0)
      try await eventually("what doctor has found") {
        try await desk.rig.bellhop("doctor").output.contains(
          "bellhop-bus exec -- /usr/bin/dunst -conf \(theme)")
      }
      try await dunst.restart()
      try await shows(1, dunst)
      let notice = try #require(try desk.entry("“dunst” Could Not Start"))
      #expect(notice.app == .shell && notice.body?.hasSuffix("exec -- /usr/bin/dunst -conf \(theme)") == true)
    }

    private func shows(_ count: Int, _ dunst: DunstServer) async throws {
      try await eventually("\(count) banners", holds: { try await dunst.count() == count })
    }
  }
}
