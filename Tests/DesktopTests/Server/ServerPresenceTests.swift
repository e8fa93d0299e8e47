import Delivery
import Desktop
import Locks
import NotificationModel
import TestSupport
import Testing

/// The reports of the server's presence on a bus.
private final class ServerPresenceRig: Sendable {
  let monitor: OwnDesktop
  private let heard = Mutex<[ServerPresence]>([])
  private let missed = Mutex<[String?]>([])

  init(_ address: String?) throws {
    monitor = try OwnDesktop(variables: { $0 == "DBUS_SESSION_BUS_ADDRESS" ? address : nil })
    monitor.start { [weak self] report in
      if case .server(let presence) = report { self?.heard.withLock { $0.append(presence) } }
    } missingBus: { [weak self] kind in
      self?.missed.withLock { $0.append(kind) }
    }
  }

  deinit { monitor.stop() }

  var reports: [ServerPresence] { heard.withLock { $0 } }
  /// The kinds of address at which the bus was missing.
  var missing: [String?] { missed.withLock { $0 } }

  func waits(for presence: ServerPresence) async throws {
    try await eventually("\(presence)", holds: { reports.last == presence })
  }

  func waitsForServer() async throws {
    try await eventually("a server") { if case .present? = reports.last { true } else { nil } }
  }
}

@Suite struct ServerPresenceTests {
  @Test func `a server is seen to come and to go`() async throws {
    let bus = try await PrivateBus()
    let rig = try ServerPresenceRig(bus.address)
    try await rig.waits(for: .absent(activatable: false))
    let server = try await ScriptedServer(on: bus)
    try await rig.waitsForServer()
    server.kill()
    try await rig.waits(for: .absent(activatable: false))
    #expect(rig.reports.count == 3)
  }

  @Test func `a server that was there before is reported first`() async throws {
    let bus = try await PrivateBus()
    let server = try await ScriptedServer(on: bus)
    let rig = try ServerPresenceRig(bus.address)
    try await rig.waitsForServer()
    #expect(rig.reports.count == 1)
    server.kill()
  }

  @Test func `an activatable server is started when asked, and not before`() async throws {
    let script = try ScriptedServer.script()
    let bus = try await PrivateBus(services: [
      "org.freedesktop.Notifications":
        "/usr/bin/env SCRIPTED_SERVER_ACTIVATED=1 /usr/bin/python3 \(script) /dev/null"
    ])
    let rig = try ServerPresenceRig(bus.address)
    try await rig.waits(for: .absent(activatable: true))
    rig.monitor.perform(.activateServer)
    try await rig.waitsForServer()
  }

  @Test
  func `a bus that comes late, or comes again, is found, and each time that it is missing is told once`()
    async throws
  {
    let bus = try await PrivateBus()
    bus.stop()
    let rig = try ServerPresenceRig(bus.address)
    try await rig.waits(for: .absent(activatable: false))
    try await eventually("word of it", holds: { rig.missing == ["unix:path"] })
    try await bus.start()
    let first = try await ScriptedServer(on: bus)
    try await rig.waitsForServer()
    #expect(rig.missing == ["unix:path"])
    bus.stop()
    try await rig.waits(for: .absent(activatable: false))
    first.kill()
    try await eventually("word of it again", holds: { rig.missing.count == 2 })
    try await bus.start()
    let second = try await ScriptedServer(on: bus)
    try await rig.waitsForServer()
    #expect(rig.missing == ["unix:path", "unix:path"])
    second.kill()
  }

  @Test func `behind bellhop-bus, or at another name, a server is known by what the bus calls it everywhere`()
    async throws
  {
    let renaming = try await RenamingBus()
    let front = try await ScriptedServer(on: renaming.bus, isBehind: false)
    let server = try await ScriptedServer(on: renaming.bus)
    let rig = try ServerPresenceRig(renaming.bus.address)
    try await rig.waitsForServer()
    for (route, owner) in [
      (ServerRoute.behind(path: renaming.socketPath), server),
      (.named("org.freedesktop.Notifications"), front),
      (.behind(path: renaming.socketPath), server), (.usual, front),
    ] {
      let before = rig.reports.count
      rig.monitor.perform(.route(route))
      let name = try #require(owner.entries.first { $0.command == "own" }?.sender)
      try await eventually("the server of \(route)") {
        guard case .present(let server)? = rig.reports.last else { return false }
        return server.hasSuffix("/\(name)")
      }
      #expect(rig.reports.dropFirst(before).count == 1, "nothing in between")
    }
    rig.monitor.perform(.route(.behind(path: renaming.socketPath)))
    server.kill()
    try await rig.waits(for: .absent(activatable: false))
  }

  @Test func `behind bellhop-bus, the bus starts the server by the name that it has there`() async throws {
    let script = try ScriptedServer.script()
    let bus = try await PrivateBus(services: [
      RenamingBus.b:
        "/usr/bin/env SCRIPTED_SERVER_ACTIVATED=1 /usr/bin/python3 \(script) /dev/null 'owns \(RenamingBus.b)'"
    ])
    let rig = try ServerPresenceRig(bus.address)
    try await rig.waits(for: .absent(activatable: false))
    rig.monitor.perform(.route(.behind(path: "/nonexistent")))
    try await rig.waits(for: .absent(activatable: true))
    rig.monitor.perform(.activateServer)
    try await rig.waitsForServer()
  }

  @Test func `no server is started at a shell's own name`() async throws {
    let script = try ScriptedServer.script()
    let bus = try await PrivateBus(services: [
      "org.freedesktop.Notifications":
        "/usr/bin/env SCRIPTED_SERVER_ACTIVATED=1 /usr/bin/python3 \(script) /dev/null"
    ])
    let rig = try ServerPresenceRig(bus.address)
    try await rig.waits(for: .absent(activatable: true))
    rig.monitor.perform(.route(.named("org.example.Shell")))
    try await rig.waits(for: .absent(activatable: false))
    rig.monitor.perform(.activateServer)
    rig.monitor.perform(.route(.usual))
    try await rig.waits(for: .absent(activatable: true))
    rig.monitor.perform(.activateServer)
    try await rig.waitsForServer()
    #expect(rig.reports.count == 4, "\(rig.reports)")
  }

  @Test(arguments: [nil, "autolaunch:", "unixexec:path=/bin/false"])
  func `no bus is launched where there is none`(address: String?) async throws {
    try await ServerPresenceRig(address).waits(for: .absent(activatable: false))
  }
}
