import BellhopClient
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Docks {
    private static let apps = ["org.example.Mail", "org.example.Chat"]
    /// Installed, as far as the daemon knows, and not in the dock.
    private static let other = "org.example.News"

    @Test func `Plank shows each app's number on its own icon, and takes it away when it is read`()
      async throws
    {
      let bus = try await PrivateBus()
      let plank = try await PlankDock(on: bus, pinned: Self.apps)
      let bare = try plank.picture()
      plank.install(Self.other)
      let rig = try await DaemonRig.started(
        bus: bus, environment: ["XDG_DATA_HOME": bus.directory.path])
      try rig.post("One")
      let one = try await plank.settled(otherThan: bare)
      for title in ["Seen", "Nowhere"] {
        _ = try rig.notifications().post(NotificationRequest(app: .literal(Self.other), title: title))
      }
      let chat = try rig.notifications().post(
        NotificationRequest(app: .literal(Self.apps[1]), title: "Hello"))
      let both = try await plank.settled(otherThan: one)
      #expect(both != bare)
      _ = try await rig.bellhop("read", "\(chat.id)")
      // The other app's number has not gone to Mail's icon.
      try await eventually("the first number alone", holds: { try plank.picture() == one })
      try rig.post("Two")
      let two = try await plank.settled(otherThan: one)
      #expect(two != bare)
      try await plank.screenshot("end-to-end-plank")
      let (_, diagnosis) = try await rig.bellhop("doctor")
      #expect(diagnosis.contains("works    badges"), "\(diagnosis)")
      #expect(diagnosis.contains("works    sound"), "\(diagnosis)")
      _ = try await rig.bellhop("read", "--all")
      try await eventually("a bare dock", holds: { try plank.picture() == bare })
    }

    @Test func `what a crash or an end leaves behind on Plank is nothing`() async throws {
      let bus = try await PrivateBus()
      let plank = try await PlankDock(on: bus, pinned: Self.apps)
      let bare = try plank.picture()
      let rig = try await DaemonRig.started(
        bus: bus, environment: ["XDG_DATA_HOME": bus.directory.path])
      try rig.post("One")
      let one = try await plank.settled(otherThan: bare)
      try rig.crash()
      try await eventually("a bare dock", holds: { try plank.picture() == bare })
      try await rig.start()
      try await eventually("the number again", holds: { try plank.picture() == one })
      #expect(try await rig.terminate() == 0)
      try await eventually("a bare dock", holds: { try plank.picture() == bare })
    }
  }
}
