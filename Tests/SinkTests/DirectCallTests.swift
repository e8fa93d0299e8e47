import BusWire
import Delivery
import NotificationModel
import SessionBus
import Sink
import Synchronization
import TestSupport
import Testing

extension SinkTests {
  /// What libnotify has no part in.
  @Suite struct DirectCalls {
    private static let name = "org.example.Shell"

    private func rig(_ modes: String..., patienceMilliseconds: UInt32 = 25_000) async throws
      -> (SinkRig, ScriptedServer)
    {
      let rig = try await SinkRig(patienceMilliseconds: patienceMilliseconds)
      let server = try await ScriptedServer(on: rig.bus, modes: ["owns \(Self.name)"] + modes)
      rig.sink.perform(.route(.named(Self.name)))
      return (rig, server)
    }

    @Test func `a server that answers others and never this call has not answered`() async throws {
      let (rig, server) = try await rig("never-notify", patienceMilliseconds: 200)
      #expect(try await rig.answer(.show(testBanner())) == failed(.unanswered))
      #expect(server.notifications.count == 1)
      try await server.command("ok")
      _ = try await rig.shown(testBanner())
    }

    @Test
    func `while a server hangs its banner is waited for, and what it says meanwhile is told afterwards`()
      async throws
    {
      let (rig, server) = try await rig(patienceMilliseconds: 50)
      let earlier = try await rig.shown(testBanner(1))
      try await server.command("hang")
      rig.sink.perform(.show(try testBanner(2)))
      try await eventually("the second call", holds: { server.notifications.count == 2 })
      let asked = server.entries.count { $0.method == "GetServerInformation" }
      try await eventually("a question") {
        server.entries.count { $0.method == "GetServerInformation" } > asked
      }
      rig.sink.perform(.show(try testBanner(3)))
      try await rig.waits(for: .failed(.notification(NotificationID(3)), .busy))
      try await server.command("press \(earlier.id) default")
      try await server.command("resume")
      try await rig.waits(for: .pressed(earlier, action: .defaultAction, activationToken: nil))
      guard case .shown(_, let handle, _, _)? = rig.reports.dropLast().last else {
        Issue.record("\(rig.reports)")
        return
      }
      #expect(handle.server == earlier.server && handle.id != earlier.id)
    }

    @Test func `a server that dies of a banner, and one that refuses it, are told apart`() async throws {
      let (rig, server) = try await rig("exit-on POISON", "error org.example.Own")
      #expect(try await rig.answer(.show(testBanner())) == failed(.refused("org.example.Own")))
      #expect(try await rig.answer(.show(testBanner(body: "POISON"))) == failed(.serverDied))
      try await server.process.exit()
      #expect(try await rig.answer(.show(testBanner())) == failed(.noServer))
    }

    @Test func `GNOME refuses another connection's banner, and is given a new one`() async throws {
      let (rig, server) = try await rig("rejects-foreign")
      let handle = try await rig.shown(testBanner())
      rig.sink.stop()
      rig.sink.start { [weak rig] report in rig?.note(report) }
      rig.sink.perform(.route(.named(Self.name)))
      var banner = try testBanner()
      banner.replaces = handle
      _ = try await rig.shown(banner)
      #expect(server.notifications.map(\.replaces) == [0, handle.id, 0])
    }

    @Test func `what may not be seen while locked is not sent while locked`() async throws {
      let (rig, server) = try await rig()
      var banner = try testBanner(title: "Secret", body: "very")
      banner.textWhenLocked = BannerText(title: "Notification")
      rig.lock.set(true)
      let report = try await rig.answer(.show(banner))
      guard case .shown(_, _, hidden: true, _) = report else { throw SinkRig.Unexpected(report: report) }
      #expect(server.notifications.map(\.title) == ["Notification"])
    }

    @Test func `where somebody keeps the shared connection elsewhere, a connection of our own does`()
      async throws
    {
      let renaming = try await RenamingBus()
      let server = try await ScriptedServer(on: renaming.bus)
      let rig = try await SinkRig(on: renaming.bus)
      let holder = OtherConnection()
      try await holder.open(try #require(SessionBusAddress.current()), isShared: true)
      rig.sink.perform(.route(.behind(path: renaming.socketPath)))
      let handle = try await rig.shown(testBanner())
      rig.sink.perform(.close(handle))
      try await rig.waits(for: .closed(handle, .closed))
      #expect(server.notifications.map { $0.hints?["x-shell-sender"] != nil } == [true])
      await holder.close()
    }

    @Test(arguments: ["org.freedesktop.Notifications", "org.example.Shell"])
    func `what this process serves itself is no server`(name: String) async throws {
      let rig = try await SinkRig()
      let front = OtherConnection()
      try await front.open(try #require(SessionBusAddress.current()), isShared: false, owning: name)
      if name == Self.name { rig.sink.perform(.route(.named(name))) }
      #expect(try await rig.answer(.show(testBanner())) == failed(.noServer))
      await front.close()
      let server = try await ScriptedServer(on: rig.bus, modes: ["owns \(name)"])
      _ = try await rig.shown(testBanner())
      #expect(server.notifications.count == 1)
    }
  }
}

/// Another connection of this process.
private actor OtherConnection {
  nonisolated let thread = GLibThread(name: "other")
  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }
  private var connection: GLibConnection?

  func open(_ address: GLibAddress, isShared: Bool, owning name: String? = nil) async throws {
    let opened: Bool = await withCheckedContinuation { continuation in
      let then: (Result<GLibConnection, BusError>) -> Void = { [self] result in
        connection = try? result.get()
        continuation.resume(returning: connection != nil)
      }
      if isShared {
        GLibConnection.share(address, then: then)
      } else {
        GLibConnection.open(address, then: then)
      }
    }
    #expect(opened)
    guard let name else { return }
    let answer = try connection?.callAndWait(.bus("RequestName"), [.string(name), .uint32(0)])
    #expect(answer == [.uint32(1)])
  }

  func close() { connection = nil }
}
