import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The daemon is told to end while apps post, and another begins.
  @Suite struct FrontRestart {
    private static let posts = 8

    @Test func `whoever has called before it ends is answered, and nobody starts another`() async throws {
      let desk = try await FrontDesk()
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.open()
      let monitor = try await BusMonitor(on: desk.renaming.bus)
      try desk.rig.daemon.signal(SIGSTOP)
      let posts = try (0..<Self.posts).map { try desk.call("Post \($0)") }
      try await eventually("calls that wait in its socket") {
        try await monitor.heard().components(of: "member=Notify\n") == Self.posts ? () : nil
      }
      for signal in [SIGTERM, SIGCONT] { try desk.rig.daemon.signal(signal) }
      for post in posts {
        let status = try await post.exit()
        #expect(status == 0, "\(post.output())")
      }
      #expect(try await desk.rig.daemon.exit() == 0)
      let late = try desk.call("Late")
      #expect(try await late.exit() != 0)
      #expect(late.output().contains("not provided by any"), "\(late.output())")
      try await desk.rig.start()
      try await desk.ownsName()
      for number in 0..<Self.posts { #expect(try desk.entry("Post \(number)") != nil) }
      try await eventually("all of them shown") {
        Set(server.notifications.compactMap(\.title)).count == Self.posts ? () : nil
      }
    }

    @Test func `where the bus starts the next one, no app hears of it`() async throws {
      let desk = try await FrontDesk(configuration: DaemonRig.unlimited + FrontDesk.mode)
      let server = try await ScriptedServer(on: desk.renaming.bus)
      try await desk.rig.isActivated(by: desk.renaming.bus)
      try await desk.notifySend("First")
      for round in 1...5 {
        try await desk.ownsName()
        let owner = try #require(try await desk.owner)
        let posts = try (0..<Self.posts).map { try desk.run("/usr/bin/notify-send", "Post \(round).\($0)") }
        try await eventually("some of them", holds: { posts.count { !$0.isRunning } >= round })
        #expect(kill(owner, SIGTERM) == 0)
        for (number, post) in posts.enumerated() {
          let status = try await post.exit()
          #expect(status == 0, "\(round).\(number): \(post.output()) \(desk.rig.activated?.output ?? "")")
        }
        // The next one may not have been called for yet.
        try await eventually("the next one") {
          try await desk.notifySend("After \(round)")
          return try await desk.owner.flatMap { $0 == owner ? nil : () }
        }
      }
      let titles = Set((1...5).flatMap { round in (0..<Self.posts).map { "Post \(round).\($0)" } })
      #expect(try titles.isSubset(of: desk.rig.entries().map(\.title)))
      try await eventually("all of them shown") {
        titles.isSubset(of: server.notifications.compactMap(\.title)) ? () : nil
      }
    }
  }
}
