import TestSupport
import Testing

@Suite struct SessionEnvironmentTests {
  @Test func `a display that only the service manager knows is found, also when it learns of it later`()
    async throws
  {
    let bus = try await PrivateBus()
    let screen = try await VirtualScreen()
    let manager = try await screen.manager()
    let window = try await screen.window("org.example.One")
    let services = try await ScriptedManager(on: bus, environment: ["PATH": "/bin"])
    let watching = WatchedFocus(["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try await watching.waits(for: .unknown)
    try await watching.waits(for: .missing)
    services.set(["PATH": "/bin", "DISPLAY": screen.display])
    try await watching.waits(for: "org.example.One")
    try await watching.waits(for: .works)
    withExtendedLifetime((manager, window)) {}
  }

  @Test func `the process's own display counts before the service manager's`() async throws {
    let bus = try await PrivateBus()
    let (own, other) = (try await VirtualScreen(), try await VirtualScreen())
    let managers = [try await own.manager(), try await other.manager()]
    let windows = [try await own.window("org.example.Own"), try await other.window("org.example.Other")]
    let services = try await ScriptedManager(on: bus, environment: ["DISPLAY": other.display])
    let watching = WatchedFocus(["DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": own.display])
    try await watching.waits(for: "org.example.Own")
    #expect(!watching.isInFront("org.example.Other"))
    withExtendedLifetime((managers, windows, services)) {}
  }
}
