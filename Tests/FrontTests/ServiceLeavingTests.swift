import Front
import NotificationModel
import TestSupport
import Testing

@Suite("The service gives its name away")
struct ServiceLeavingTests {
  @Test("Whoever has called before is answered, and whoever calls later is another's")
  func answered() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let (app, other) = (try await rig.client(), try await rig.client())
      await rig.hold(true)
      for title in ["One", "Two"] { try await app.ask("post", title) }
      // Queued calls come by the same connection, before the name has an owner.
      await rig.leave()
      try await other.waits("owner", ServiceRig.a) { $0.isEmpty }
      #expect(await !rig.isDone)
      await rig.hold(false)
      try await app.waits("answers") { $0 == "[[1000001], [1000002]]" }
      try await eventually("all done", holds: { await rig.isDone })
      #expect(
        try await other.ask("notify", "Three") == "error: org.freedesktop.DBus.Error.ServiceUnknown")
      #expect(await rig.posts.map(\.title) == ["One", "Two"])
    }
  }

  @Test("Whoever has found us behind it calls us by our own name, and is answered for a while")
  func found() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      let service = try await app.ask("owner", ServiceRig.a)
      await rig.hold(true)
      await rig.leave()
      try await app.waits("owner", ServiceRig.a) { $0.isEmpty }
      let arguments = "('app', uint32 0, '', 'Found', '', @as [], @a{sv} {}, -1)"
      try await app.ask("send", service, ServiceRig.path, ServiceRig.a, "Notify", arguments)
      try await eventually("a post", holds: { await rig.posts.map(\.title) == ["Found"] })
      await rig.hold(false)
      try await app.waits("answers") { $0 == "[[1000001]]" }
      try await eventually("all done", holds: { await rig.isDone })
    }
  }

  @Test("Told to go before it has the name, it takes it first, and answers those who wait for its start")
  func beforeItsTime() async throws {
    try await ServiceRig.run(opening: false) { rig in
      // For the bus, a program that has ended with 0 may still have a child that serves.
      try await rig.bus.activate(ServiceRig.a, by: "/bin/true")
      let app = try await rig.client()
      try await app.ask("post", "Waits")
      await rig.openAndLeave()
      try await app.waits("answers") { $0 == "[[1000001]]" }
      try await eventually("all done", holds: { await rig.isDone })
      #expect(try await app.ask("owner", ServiceRig.a).isEmpty)
    }
  }

  @Test("It stays for that while where nobody calls any more")
  func lingers() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let begin = ContinuousClock.now
      await rig.leave()
      try await eventually("all done", holds: { await rig.isDone })
      // The documented time: a tenth of a second.
      #expect(ContinuousClock.now - begin >= .milliseconds(100))
    }
  }

  @Test("The server's answer to a call that was passed on to it is waited for")
  func serverUnderWay() async throws {
    try await ServiceRig.run { rig in
      let bellhopBus = try await rig.bellhopBus()
      let server = try await rig.client(behind: true)
      try await server.ask("serve")
      try await server.ask("own", ServiceRig.a, "4")
      try await rig.waits(for: .owner(route: .behind(path: rig.busSocket)))
      let app = try await rig.client()
      try await app.ask("send", ServiceRig.a, ServiceRig.path, "org.example.Tool", "Hang")
      try await server.waits("calls") { $0.contains("Hang") }
      await rig.leave()
      try await app.waits("owner", ServiceRig.a) { $0.isEmpty }
      await rig.outlastsLinger()
      #expect(await !rig.isDone && bellhopBus.isRunning)
      server.process.kill()
      try await app.waits("answers") { $0.contains("error: ") }
      try await eventually("all done", holds: { await rig.isDone })
    }
  }

  @Test(
    "Switched off and told to end at once, it still has the server get the name", arguments: [false, true])
  func leftAndReleased(isFree: Bool) async throws {
    try await ServiceRig.run { rig in
      let bellhopBus = try await rig.bellhopBus()
      rig.bus.launch = ServerLaunch(prefix: rig.exec, name: ServiceRig.b)
      let dunst = try await DunstServer(on: rig.bus)
      try await rig.waits(for: .owner(route: .behind(path: rig.busSocket)))
      let app = try await rig.client()
      let server = try await app.ask("owner", ServiceRig.b)
      await rig.leave()
      if isFree { try await app.waits("owner", ServiceRig.a) { $0.isEmpty } }
      await rig.release()
      // bellhop-bus was told before that: else it waits for as long as a daemon takes to come back.
      try await eventually("the name in the server's hands", within: testTimeout / 2) {
        try await app.ask("owner", ServiceRig.a) == server
      }
      #expect(dunst.process.isRunning && bellhopBus.isRunning)
    }
  }

  @Test("Switched off, it stays until everybody is told who is to be told")
  func moreToTell() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      try await app.ask("listen", ServiceRig.a)
      try await app.ask("notify", "One")
      let caller = try #require(await rig.posts.first).caller
      await rig.plan { $0.hasMoreToTell = true }
      async let end: Void = rig.release()
      try await app.waits("owner", ServiceRig.a) { $0.isEmpty }
      await rig.outlastsLinger()
      #expect(await !rig.isDone)
      await rig.tell(.closed(.undefined), 1_000_001, to: caller)
      await rig.plan { $0.hasMoreToTell = false }
      await end
      try await app.waits("signals") { $0.contains("NotificationClosed") }
    }
  }

  @Test("A picture that is still being copied is waited for")
  func underWay() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      await rig.plan { $0.keepPictures() }
      try await app.ask("post-picture", "16384")
      try await eventually("a call", holds: { await rig.hasCaller })
      await rig.leave()
      let other = try await rig.client()
      try await other.waits("owner", ServiceRig.a) { $0.isEmpty }
      await rig.outlastsLinger()
      #expect(await !rig.isDone)
      await rig.plan { $0.givePictures() }
      try await app.waits("answers") { $0 == "[[1000001]]" }
      try await eventually("all done", holds: { await rig.isDone })
    }
  }

  @Test("Switched off with calls under way, it answers them before it goes")
  func released() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      let app = try await rig.client()
      await rig.plan { $0.keepPictures() }
      try await app.ask("post-picture", "16384")
      try await eventually("a call", holds: { await rig.hasCaller })
      async let end: Void = rig.release()
      let other = try await rig.client()
      try await other.waits("owner", ServiceRig.a) { $0.isEmpty }
      await rig.plan { $0.givePictures() }
      await end
      try await app.waits("answers") { $0 == "[[1000001]]" }
    }
  }

  @Test("Without a connection there is nothing to wait for, and none is made any more")
  func outside() async throws {
    try await ServiceRig.run { rig in
      try await rig.waitsForName()
      rig.bus.stop()
      try await eventually("the end of the bus") { () -> Void? in
        if case .unreachable? = await rig.state { () } else { nil }
      }
      await rig.leave()
      #expect(await rig.isDone)
    }
  }
}
