import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// A state directory on a disk that is full.
  @Suite(.enabled(if: TinyFileSystem.isAvailable, TinyFileSystem.needsRoot))
  struct FullDisk {
    private static let apps = 12
    private static let long = String(repeating: "long ", count: 600)

    private func desk() async throws -> (FrontDesk, TinyFileSystem) {
      let desk = try await FrontDesk(configuration: DaemonRig.unlimited + FrontDesk.mode)
      return (desk, try TinyFileSystem(at: desk.rig.state, "size=2m"))
    }

    private func server(_ name: String, _ desk: FrontDesk) async throws -> any ObservedServer {
      let bus = desk.renaming.bus
      return name == "mako" ? try await MakoServer(on: bus) : try await DunstServer(on: bus)
    }

    /// At least so many: the question about a Time Sensitive app may be among them.
    private func shows(_ count: Int, _ server: any ObservedServer) async throws {
      try await eventually("\(count) banners", holds: { try await server.count() >= count })
    }

    @Test(arguments: ["dunst", "mako"])
    func `on a full disk every app's notification is answered and shown, and nothing that was stored is lost`(
      name: String
    ) async throws {
      let (desk, disk) = try await desk()
      let server = try await server(name, desk)
      try await desk.open()
      let rig = desk.rig
      try await desk.notifySend("-t", "0", "Before")
      try rig.post("Stored")
      try disk.fill()
      for number in 1...Self.apps {
        try await desk.notifySend("-t", "0", "-a", "app\(number)", "T \(number)", Self.long)
      }
      try await desk.notifySend("-t", "0", "-a", "gsd", "-u", "critical", "Low Disk Space", Self.long)
      try await shows(Self.apps + 3, server)
      #expect(throws: ClientError.self) { try rig.post("By the socket") }
      let quiet = try await rig.bellhop("dnd", "on")
      #expect(quiet.status == 0 && quiet.output.contains("cannot be stored yet"), "\(quiet.output)")
      try await desk.notifySend("-t", "0", "Held")
      #expect(try desk.entry("Held")?.state == .held)
      #expect(try await rig.bellhop("dnd", "off").status == 0)
      try await shows(Self.apps + 4, server)
      let own = try #require(try desk.entry("Held"))
      #expect(try rig.control().explain(own.id).decisions.contains { $0.decision.effect == "unstored" })
      #expect(try rig.control().status().storageFault == "the disk has no room")
      #expect(try rig.daemon.output().components(of: "is kept in memory") == 1)
      try disk.empty()
      try await eventually("that it is stored", holds: { try rig.control().status().storageFault == nil })
      try rig.crash()
      try await desk.open()
      #expect(Set(try rig.unread().map(\.title)).count == Self.apps + 4)
    }

    @Test
    func
      `killed on a full disk, the daemon loses what was in memory alone, and shows none of it while locked`()
      async throws
    {
      let (desk, disk) = try await desk()
      let dunst = try await DunstServer(on: desk.renaming.bus)
      try await desk.open()
      let rig = desk.rig
      try rig.post("Stored")
      try disk.fill()
      // Those that the log has room for are stored as well.
      for number in 1...40 { try await desk.notifySend("-t", "0", "T \(number)", Self.long) }
      let last = try await desk.notifySend("-t", "0", "Last")
      #expect(last > 0)
      let lock = try await rig.bellhop("lock")
      #expect(lock.status == 0 && lock.output.contains("cannot be stored yet"), "\(lock.output)")
      try rig.crash()
      try await desk.open()
      let titles = try rig.unread().map(\.title)
      #expect(titles.contains("Stored") && !titles.contains("Last"))
      try await eventually("its banner closed") {
        _ = try await dunst.control("close-all")
        return try await dunst.control("history").contains("Last") ? nil : ()
      }
    }

    @Test
    func
      `the person's switches hold on a full disk, say that they are not stored, and are once there is room`()
      async throws
    {
      let rig = DaemonRig()
      let disk = try TinyFileSystem(at: rig.state, "size=2m")
      try await rig.start()
      try rig.post("Stored")
      try disk.fill()
      // The log has some room already.
      while (try? rig.post("More")) != nil {}
      for words in [["dnd", "on"], ["silent", "on"], ["deny", "org.example.Chat"], ["lock"]] {
        let tool = try rig.follow(words)
        #expect(try await tool.exit() == 0)
        #expect(tool.output().contains("cannot be stored yet"), "\(words): \(tool.output())")
      }
      func hold() throws -> Bool {
        let status = try rig.control().status()
        let chat = try rig.control().apps().first { $0.app.text == "org.example.Chat" }
        return status.doNotDisturb && status.silent && status.locked
          && (chat == nil || chat?.settings.authorization == .denied)
      }
      #expect(try hold())
      try disk.empty()
      #expect(try await rig.bellhop("silent", "on").output.contains("cannot be stored yet") == false)
      try rig.crash()
      try await rig.start()
      #expect(try hold())
    }
  }
}
