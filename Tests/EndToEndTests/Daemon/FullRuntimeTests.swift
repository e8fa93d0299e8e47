import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// A runtime directory with no room for a file more.
  @Suite(.enabled(if: TinyFileSystem.isAvailable, TinyFileSystem.needsRoot))
  struct FullRuntime {
    @Test func `a daemon that has no room for its sockets says so and ends, and with room it starts`()
      async throws
    {
      let rig = DaemonRig()
      let runtime = try TinyFileSystem(at: rig.runtime, "size=64k")
      try runtime.fill()
      try rig.launch()
      #expect(try await rig.daemon.exit() == 1)
      let said = try rig.daemon.output()
      #expect(said.hasPrefix("bellhopd: \(rig.runtime)/") && said.contains("No space left"), "\(said)")
      // Without its words about the way: it has not begun.
      #expect(said.split(separator: "\n").count == 1, "\(said)")
      try runtime.empty()
      try await rig.start()
      #expect(try rig.post("Lunch?").unread == 1)
    }

    @Test func `one that fills up costs a running daemon nothing, and it ends and starts again in order`()
      async throws
    {
      let desk = try await FrontDesk()
      let runtime = try TinyFileSystem(at: desk.rig.runtime, "size=64k")
      try #require(
        symlink("\(desk.renaming.directory.path)/bellhop-bus", "\(desk.rig.runtime)/bellhop-bus") == 0)
      let dunst = try await DunstServer(on: desk.renaming.bus)
      try await desk.open()
      try runtime.fill()
      for title in ["Before", "After"] {
        // In passing, so that it is to be noted in that directory.
        try await desk.notifySend("-t", "0", "-h", "boolean:transient:true", "Passing \(title)")
        try await desk.notifySend("-t", "0", title)
        try await desk.rig.isShown(try #require(try desk.entry(title)).id)
        #expect(try await desk.rig.bellhop("status").status == 0)
        guard title == "Before" else { break }
        #expect(try await desk.rig.terminate() == 0)
        // Its sockets' own room.
        try await desk.open()
      }
      #expect(dunst.process.isRunning)
      #expect(try desk.rig.unread().count == 2)
    }

    @Test func `sockets that go while there is no room are back soon after there is`() async throws {
      let rig = DaemonRig()
      let runtime = try TinyFileSystem(at: rig.runtime, "size=64k")
      try await rig.start()
      let control = try rig.control()
      #expect(shell("rm -r \(rig.runtime)/bellhop").status == 0)
      try runtime.fill()
      let path = rig.paths.notifications
      try await eventually("that it is said", holds: { try rig.daemon.output().contains("No space left") })
      #expect(try control.status().unread == 0)
      try runtime.empty()
      try await eventually("that it is back", holds: { try rig.daemon.output().contains("\(path) is back") })
      try rig.post("After")
      // Once for as long as it lasts, and not at each attempt.
      #expect(try rig.daemon.output().components(of: "No space left") == 1)
    }
  }
}
