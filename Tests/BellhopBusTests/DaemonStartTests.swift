import TestSupport
import Testing

/// The notification name without an owner, before the server gets it.
struct DaemonStartTests {
  private let directory = TemporaryDirectory()
  private var starts: String { "\(directory.path)/starts" }

  /// How often the bus has started the daemon.
  private var count: Int { ((try? readFile(starts)) ?? []).count { $0 == UInt8(ascii: "\n") } }

  /// A front that has the name, a server, and a bus whose start of the daemon fails.
  private func rig() async throws -> (rig: BusRig, front: ScriptedClient, server: ScriptedClient) {
    let rig = try await BusRig()
    try await rig.bus.activate(BusRig.a, by: "/bin/sh -c 'echo >>\(starts); exit 1'")
    let front = try await rig.client(.onSessionBus)
    try await front.ask("own \(BusRig.a) 0")
    let server = try await rig.client(.executed([]))
    try await server.ask("own \(BusRig.a) 0")
    return (rig, front, server)
  }

  @Test("The bus is asked to start the daemon at each end of the front, also where the server is to wait")
  func bus() async throws {
    let (rig, front, server) = try await rig()
    for (round, choice) in ["server", "wait"].enumerated() {
      let daemon = try await rig.client()
      try await daemon.ask("when-down \(choice)")
      try await front.ask("release \(BusRig.a)")
      try await eventually("a start", holds: { count == round + 1 })
      try await front.ask("own \(BusRig.a) 0")
    }
    #expect(server.process.isRunning)
  }

  @Test("A service manager that has the daemon's unit is left to start it")
  func manager() async throws {
    let (rig, front, server) = try await rig()
    let manager = try await rig.client(.onSessionBus)
    try await manager.ask("manage")
    for round in 1...2 {
      try await front.ask("release \(BusRig.a)")
      let asked = Array(repeating: #"["GetUnitFileState", ["bellhop.service"]]"#, count: round)
      try await manager.waits("calls") { $0 == "[\(asked.joined(separator: ", "))]" }
      try await front.ask("own \(BusRig.a) 0")
    }
    #expect(count == 0)
    manager.process.kill()
    try await front.ask("release \(BusRig.a)")
    try await eventually("a start by the bus", holds: { count == 1 })
    #expect(server.process.isRunning)
  }
}
