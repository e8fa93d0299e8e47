import Delivery
import Desktop
import Locks
import NotificationModel
import TestSupport
import Testing
import Wording

@Suite struct ServerExaminationTests {
  /// The finding about the server on this bus.
  private func finding(on address: String?, route: ServerRoute = .usual) async throws -> DesktopFinding {
    let found = Mutex<DesktopFinding?>(nil)
    let isThere = Mutex(false)
    let monitor = try OwnDesktop(variables: { $0 == "DBUS_SESSION_BUS_ADDRESS" ? address : nil })
    monitor.start { report in
      switch report {
      case .finding(let fact) where fact.subject == .server:
        found.withLock { $0 = Wording.english.finding(fact) }
      case .server: isThere.withLock { $0 = true }
      default: break
      }
    }
    defer { monitor.stop() }
    try await eventually("a first report", holds: { isThere.withLock { $0 } })
    monitor.perform(.route(route))
    monitor.perform(.probeServer)
    return try await eventually("a finding") { found.withLock { $0 } }
  }

  @Test func `a server that answers is named, with its process and what it can`() async throws {
    let bus = try await PrivateBus()
    let server = try await ScriptedServer(on: bus)
    let finding = try await finding(on: bus.address)
    #expect(finding.verdict == .works)
    for part in ["scripted", "python3", "actions, body"] {
      #expect(finding.text.contains(part), "\(finding.text)")
    }
    server.kill()
  }

  @Test func `a server without buttons is less than there could be`() async throws {
    let bus = try await PrivateBus()
    let server = try await ScriptedServer(on: bus, modes: ["capabilities body"])
    let finding = try await finding(on: bus.address)
    #expect(finding.verdict == .limited)
    #expect(finding.text.contains("It lacks: actions."))
    server.kill()
  }

  @Test func `a server that hangs is found out, and nobody waits for it for ever`() async throws {
    let bus = try await PrivateBus()
    let server = try await ScriptedServer(on: bus, modes: ["hang"])
    let finding = try await finding(on: bus.address)
    #expect(finding.verdict == .missing)
    #expect(finding.text.contains("has not answered within 2 s"))
    #expect(finding.remedy != nil)
    server.kill()
  }

  @Test func `without a server the remedy names some, unless the bus can start one`() async throws {
    let bus = try await PrivateBus()
    let none = try await finding(on: bus.address)
    #expect(none.verdict == .missing)
    #expect(none.remedy?.contains("dunst") == true)
    let other = try await PrivateBus(services: ["org.freedesktop.Notifications": "/bin/false"])
    #expect(try await finding(on: other.address).verdict == .works)
  }

  @Test
  func `a server behind bellhop-bus is named with its own process, or with none where that is not told`()
    async throws
  {
    let renaming = try await RenamingBus()
    let server = try await ScriptedServer(on: renaming.bus)
    let found = try await finding(on: renaming.bus.address, route: .behind(path: renaming.socketPath))
    #expect(
      found.verdict == .works && found.text.contains("process \(server.process.pid), "), "\(found.text)")
    let other = try await finding(on: renaming.bus.address, route: .behind(path: "/nonexistent"))
    #expect(other.verdict == .works && other.text.contains("a process that the bus cannot name"))
    server.kill()
    try await eventually("no server") {
      let none = try await finding(on: renaming.bus.address, route: .behind(path: renaming.socketPath))
      return none.verdict == .missing && none.text.contains("io.bellhop.NotificationServer")
    }
  }

  @Test func `a server at another name is found there`() async throws {
    let bus = try await PrivateBus()
    let server = try await ScriptedServer(on: bus, modes: ["owns org.example.Shell"])
    let found = try await finding(on: bus.address, route: .named("org.example.Shell"))
    #expect(found.verdict == .works && found.text.contains("process \(server.process.pid), "))
    #expect(try await finding(on: bus.address).verdict == .missing)
  }

  @Test func `without a bus that is said`() async throws {
    let finding = try await finding(on: nil)
    #expect(finding.verdict == .missing)
    #expect(finding.text == "There is no session bus.")
  }
}
