import Glibc
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
    let services = try await ScriptedClient(address: bus.address)
    try await services.ask("manage", "PATH=/bin")
    let rig = try FocusRig(["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try await rig.waits(for: .unknown)
    try await rig.waits(for: .missing)
    try await services.ask("environment", "PATH=/bin", "DISPLAY=\(screen.display)")
    try await rig.waits(for: "org.example.One")
    try await rig.waits(for: .works)
    withExtendedLifetime((manager, window)) {}
  }

  @Test(arguments: [false, true])
  func `the process's own display counts first, but where the service manager started it`(isService: Bool)
    async throws
  {
    let bus = try await PrivateBus()
    let (own, other) = (try await VirtualScreen(), try await VirtualScreen())
    let managers = [try await own.manager(), try await other.manager()]
    let windows = [try await own.window("org.example.Own"), try await other.window("org.example.Other")]
    let services = try await ScriptedClient(address: bus.address)
    try await services.ask("manage")
    if !isService {
      try await services.ask("environment", "DISPLAY=\(other.display)", "WAYLAND_DISPLAY=wayland-0")
    }
    // An earlier session's, for a service.
    var variables = [
      "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": isService ? ":99999" : own.display,
      // Of this process, or of one that the service manager started this from.
      "SYSTEMD_EXEC_PID": "\(isService ? getpid() : getppid())",
    ]
    if isService { variables["WAYLAND_DISPLAY"] = "wayland-of-old" }
    let rig = try FocusRig(variables)
    if isService {
      try await services.ask("environment", "DISPLAY=\(other.display)")
      try await rig.waits(for: "org.example.Other")
      // No part of a session is mixed with another's.
      try await rig.waits(for: .works)
    } else {
      // The manager's answer has come.
      try await rig.waits(for: .limited)
      try await rig.waits(for: "org.example.Own")
      #expect(rig.isInFront("org.example.Own"))
    }
    withExtendedLifetime((managers, windows, services)) {}
  }
}
