import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The package is removed while the front is on.
  @Suite(
    .enabled(
      if: getenv("BELLHOP_FILTERS") == nil,
      "Tests/Package/filtered.sh keeps the programs in another directory, where they are not removed"))
  struct FrontRemoved {
    /// The programs are gone, and so is all that ran of them, as with the end of a session.
    private func removed(arguments: String = "") async throws -> FrontSwitchRig {
      let desk = try await FrontSwitchRig(arguments: arguments)
      try await desk.startServer()
      let (status, output) = try await desk.bellhop("front", "on")
      #expect(status == 0, "\(output)")
      try await desk.manage("StopUnit")
      try desk.rig.crash()
      #expect(shell("rm -r \(quoted(desk.programs))").status == 0)
      try await eventually(
        "a session without anybody", holds: { try await desk.owner(FrontSwitchRig.a) == nil })
      return desk
    }

    @Test func `the service manager starts the server as before, and it has its name`() async throws {
      let desk = try await removed(arguments: #""name %%h $$y""#)
      #expect(desk.isThere(desk.dropIn) && desk.isThere(desk.frontFile))
      try await desk.startServer()
      #expect(try await desk.owner(FrontSwitchRig.b) == nil)
      #expect(desk.serverWords.contains("name %h $y"))
      #expect(try await desk.notify("As before").status == 0)
      #expect(desk.shown.last == "As before")
    }

    @Test func `what an app posts has the bus start the server's unit`() async throws {
      let desk = try await removed()
      let (status, output) = try await desk.notify("As before")
      #expect(status == 0, "\(output)")
      #expect(desk.shown.last == "As before")
      #expect(desk.units?.log.last == "StartUnit dunst.service")
    }

    @Test func `without a service manager the bus starts the server's program`() async throws {
      let desk = try await removed(arguments: #""name it's %%h""#)
      try await desk.units?.end()
      let (status, output) = try await desk.notify("As before")
      #expect(status == 0, "\(output)")
      #expect(desk.shown.last == "As before")
      #expect(desk.serverWords.contains("name it's %h"))
    }

    @Test func `bellhop-bus alone is gone, and the server has its name all the same`() async throws {
      let desk = try await FrontSwitchRig()
      try await desk.startServer()
      #expect(try await desk.bellhop("front", "on").status == 0)
      unlink("\(desk.programs)/bellhop-bus")
      try desk.rig.crash()
      try await desk.manage("RestartUnit")
      try await eventually("a server", holds: { try await desk.owner(FrontSwitchRig.a) != nil })
      #expect(try await desk.notify("As before").status == 0)
      #expect(desk.shown.last == "As before")
    }
  }
}
