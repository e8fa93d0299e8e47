import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// A daemon's life with `BELLHOP_LEAKS` posts. `Tests/Sanitizers/sanitizers.sh leaks` runs it in a build whose programs
  /// report, at their end, the memory that nothing points to any more, and then end with another status.
  @Suite(.enabled(if: askedNumber("BELLHOP_LEAKS") != nil, "Tests/Sanitizers/sanitizers.sh leaks runs it"))
  struct Leaks {
    @Test func `a daemon that has served thousands of posts by both ways in has lost no memory`() async throws
    {
      let half = Int(try #require(askedNumber("BELLHOP_LEAKS")) / 2)
      let desk = try await FrontDesk(configuration: DaemonRig.unlimited + FrontDesk.mode)
      let server = try await ScriptedServer(on: desk.renaming.bus, modes: ["evict 40"])
      try await desk.open()
      let byFront = try await postByFront(half, desk)
      let bySocket = try await postBySocket(half, desk.rig)
      try desk.rig.post("Last")
      let banner = try await eventually("the last banner") { server.live.first { $0.seen.contains("Last") } }
      try await server.command("press \(banner.id) default")
      let bus = try #require(desk.renaming.process)
      #expect(try await desk.rig.terminate() == 0)
      server.kill()
      bus.signal(SIGTERM)
      #expect(try await bus.exit() == 0, "\(bus.output())")
      print("\(byFront) posts by the front, \(bySocket) by the socket")
    }

    /// Updates, tags, transient ones and apps without a file, as programs send them; returns how many were answered.
    private func postByFront(_ count: Int, _ desk: FrontDesk) async throws -> Int {
      let flood = try BusFlood(on: desk.renaming.bus)
      var answered = 0
      while answered < count {
        for kind in BusFlood.Kind.allCases {
          let calls = try flood.flood(RenamingBus.a, kind, connections: 2, seconds: 0.5)
          answered += try await flood.outcome(calls)["ok"] ?? 0
        }
      }
      return answered
    }

    /// New ones, replacements, images and buttons, with all that an app and a list do between them.
    private func postBySocket(_ count: Int, _ rig: DaemonRig) async throws -> Int {
      let (client, control) = (try rig.notifications(), try rig.control())
      rig.directory.write("Ann.png", SampleImage.png("Ann"))
      for number in 1...count {
        let receipt = try client.post(
          request(
            identifier: number % 3 == 0 ? "same \(number % 50)" : nil, thread: "thread \(number % 7)",
            title: "Post \(number)", body: "Tea at \(number)",
            actions: number % 5 == 0 ? [.button("open", "Open")] : nil,
            image: number % 20 == 0 ? "\(rig.directory.path)/Ann.png" : nil))
        guard number % 100 == 0 else { continue }
        _ = try client.list(app: DaemonRig.app, limit: 100)
        _ = try control.list(limit: 100)
        _ = try control.explain(receipt.id)
        _ = try control.apps()
        _ = try client.markRead(app: DaemonRig.app)
        try client.withdraw(app: DaemonRig.app, ids: [receipt.id])
        _ = try control.reload()
        #expect(try await rig.bellhop("list").status == 0)
      }
      return count
    }
  }
}
