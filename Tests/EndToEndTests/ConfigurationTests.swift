import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Configuration {
    private static let denying = "[Consent]\nDefault=deny\n"
    private static let faulty = denying + "[Nonsense]\nKey=value\n"

    private func isAllowed(_ name: String, _ rig: DaemonRig) throws -> Authorization {
      try rig.notifications().settings(app: .literal(name)).authorization
    }

    @Test func `a fault keeps the old configuration, and says where it is`() async throws {
      let rig = try await DaemonRig.started()
      rig.configure(Self.faulty)
      try rig.daemon.signal(SIGHUP)
      let place = "\(rig.configurationPath):3: "
      try await eventually("a line about the fault", holds: { try rig.daemon.output().contains(place) })
      #expect(try isAllowed("org.example.One", rig) == .authorized)
      let reload = try await rig.bellhop("reload")
      #expect(reload.status == 1)
      #expect(reload.output.contains(rig.configurationPath) && reload.output.contains("3"))
      #expect(try isAllowed("org.example.Two", rig) == .authorized)
      rig.configure(Self.denying)
      #expect(try await rig.bellhop("reload").status == 0)
      #expect(try isAllowed("org.example.Three", rig) == .denied)
    }

    @Test func `a fault at the start leaves the last good configuration in force`() async throws {
      let manager = try NotifySocket()
      let rig = try await DaemonRig.started(environment: ["NOTIFY_SOCKET": manager.path])
      #expect(try await rig.terminate() == 0)
      rig.configure(Self.faulty)
      try await rig.start()
      #expect(try isAllowed("org.example.One", rig) == .authorized)
      #expect(manager.lines.contains { $0.hasPrefix("STATUS=") && $0.contains("\(rig.configurationPath):3") })
      #expect(try rig.daemon.output().contains("\(rig.configurationPath):3: "))
    }

    @Test func `a fault at the very first start leaves the strictest configuration in force`() async throws {
      let bus = try await PrivateBus()
      let server = try await ScriptedServer(on: bus)
      let faulty = DaemonRig.allowing + "[Previews]\nShow=always\n[Nonsense]\n"
      let rig = try await DaemonRig.started(bus: bus, configuration: faulty)
      let error = #expect(throws: ClientError.self) { try rig.post("Lunch?") }
      #expect(error?.notificationsError == .notAuthorized(app: DaemonRig.app, authorization: .denied))
      // The person's own word still counts; the text stays hidden.
      try rig.control().setAuthorization(.authorized, app: DaemonRig.app)
      try await rig.isShown(rig.post("Lunch?").id)
      #expect(!server.notifications.contains { $0.title == "Lunch?" })
      #expect(server.notifications.contains { $0.title == "Notification" })
    }
  }
}
