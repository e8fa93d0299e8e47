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

    @Test func `reload says how many notifications a file takes off the lists, and how many come back`()
      async throws
    {
      let rig = try await DaemonRig.started()
      for title in ["One", "Two"] {
        #expect(try await rig.bellhop("post", "--app", "org.example.News", title).status == 0)
      }
      let allowing = "[Consent]\nDefault=allow\n"
      rig.configure(allowing + "[App org.example.*]\nAuthorization=denied\n")
      let taken = try await rig.bellhop("reload").output
      #expect(
        taken
          == "off the lists, until their apps are allowed again, but for private ones: 2 notifications of 1 app\n"
      )
      #expect(try await !rig.bellhop("list", "--all").output.contains("One"))
      rig.configure(allowing)
      #expect(try await rig.bellhop("reload").output == "back in the lists: 2 notifications of 1 app\n")
      #expect(try await rig.bellhop("list", "--unread").output.contains("One"))
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

    @Test
    func `each of several faults is logged, and status, doctor and manager hear the first and how many more`()
      async throws
    {
      let manager = try NotifySocket()
      let faulty = "[Storage]\nKeepDays=0\nDurability=no\n[Nonsense]\n"
      let rig = try await DaemonRig.started(
        configuration: faulty, environment: ["NOTIFY_SOCKET": manager.path])
      let places = (2...4).map { "bellhopd: \(rig.configurationPath):\($0): " }
      func isLogged(times: Int) throws -> Bool {
        let lines = try rig.daemon.output().split(separator: "\n")
        return places.allSatisfy { place in lines.count { $0.hasPrefix(place) } == times }
      }
      #expect(try isLogged(times: 1))
      let first = "\(rig.configurationPath):2: KeepDays must be 1 to 3650, and \"0\" is not (and 2 more)"
      for subcommand in ["status", "doctor"] {
        #expect(try await rig.bellhop(subcommand).output.contains(first), "\(subcommand)")
      }
      #expect(manager.lines.contains { $0.hasPrefix("STATUS=") && $0.hasSuffix(first) })
      try rig.daemon.signal(SIGHUP)
      try await eventually("the same again", holds: { try isLogged(times: 2) })
    }

    @Test func `reload begins each line with the file at fault, and of many says how many more there are`()
      async throws
    {
      let rig = try await DaemonRig.started()
      rig.configure((1...23).map { "[Nonsense\($0)]\n" }.joined())
      let reload = try await rig.bellhop("reload")
      #expect(reload.status == 1)
      let lines = reload.output.split(separator: "\n")
      for number in 1...20 {
        #expect(lines[number - 1].hasPrefix("\(rig.configurationPath):\(number): "), "\(lines[number - 1])")
      }
      #expect(lines[19].hasSuffix(" (and 3 more)"))
      #expect(!lines[20].contains(rig.configurationPath))
    }

    @Test func `many reloads in a row leave a few lines in the log, with a fault or without`() async throws {
      let rig = try await DaemonRig.started()
      let control = try rig.control()
      for _ in 0..<100 { _ = try control.reload() }
      rig.configure(Self.faulty)
      for _ in 0..<100 { #expect(throws: ClientError.self) { try control.reload() } }
      let lines = try rig.daemon.output().split(separator: "\n")
      for text in ["was read again", "\(rig.configurationPath):3: "] {
        #expect((1...20).contains(lines.count { $0.contains(text) }), "\(text)")
      }
    }

    @Test func `set takes a setting as a file has it`() async throws {
      let rig = try await DaemonRig.started()
      _ = try rig.post("One that is known")
      let set = try await rig.bellhop("set", DaemonRig.app.text, "TimeSensitive=false", "Previews=never")
      #expect(set.status == 0 && set.output.isEmpty, "\(set.output)")
      let settings = try rig.control().apps().first { $0.app == DaemonRig.app }?.settings
      #expect(settings?.timeSensitive == false && settings?.previews == .never)
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
