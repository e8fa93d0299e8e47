import BusSocket
import BusWire
import Delivery
import EventLoop
import Glibc
import Locks
import NotificationModel
import Sink
import TestSupport
import Testing

extension SinkTests {
  /// The bus sink's own behaviour.
  @Suite struct BusSinkTests {
    private static let name = "org.example.Shell"

    private func rig(_ modes: String..., patienceMilliseconds: Int64 = 25_000) async throws
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

    @Test(arguments: Way.allCases)
    func `a picture has its file's name for as long as that is the file that was copied`(way: Way)
      async throws
    {
      let rig = try await SinkRig(way)
      let server = try await ScriptedServer(on: rig.bus)
      let directory = TemporaryDirectory()
      let path = "\(directory.path)/cover.png"
      directory.write("cover.png", [1])
      let identity = try #require(FileIdentity.text(at: path))
      func shown() async throws -> String? {
        var banner = try testBanner()
        banner.text.image = "/copy.png"
        var origin = DesktopOrigin()
        (origin.pictureName, origin.pictureFile) = (path, PictureFile(path: path, identity: identity))
        banner.origin = Origin(origin)
        _ = try await rig.shown(banner)
        return server.notifications.last?.hints?["image-path"]
      }
      #expect(try await shown() == "'\(path)'")
      directory.write("cover.png", [1, 2])
      #expect(try await shown() == "'file:///copies/copy.png'")
      unlink(path)
      #expect(try await shown() == "'file:///copies/copy.png'")
    }

    @Test(arguments: ["org.freedesktop.Notifications", "org.example.Shell"])
    func `what this process serves itself is no server`(name: String) async throws {
      let rig = try await SinkRig()
      let front = try OwnedName(name, on: rig.bus.address)
      try await eventually("an owner", holds: { front.isOwned })
      if name == Self.name { rig.sink.perform(.route(.named(name))) }
      #expect(try await rig.answer(.show(testBanner())) == failed(.noServer))
      front.stop()
      let server = try await ScriptedServer(on: rig.bus, modes: ["owns \(name)"])
      _ = try await rig.shown(testBanner())
      #expect(server.notifications.count == 1)
    }
  }
}

/// A name on a bus that this process owns by another connection.
private final class OwnedName: Sendable {
  private let thread: LoopThread
  private let answer = Mutex<[BusValue]>([])
  // Touched on the loop's thread alone.
  private nonisolated(unsafe) var client: BusClient?

  init(_ name: String, on address: String) throws {
    thread = try LoopThread(name: "other")
    let addresses = BusAddress.list(address, runtimeDirectory: nil)
    thread.loop.post { [self] in
      BusClient.open(addresses, thread.loop) { [self] result in
        client = try? result.get()
        client?.call(.bus("RequestName"), [.string(name), .uint32(0)]) { [self] result in
          answer.withLock { $0 = (try? result.get()) ?? [] }
        }
      }
    }
  }

  var isOwned: Bool { answer.withLock { $0 == [.uint32(1)] } }

  func stop() {
    thread.loop.post { [self] in client = nil }
    thread.stop()
  }
}
