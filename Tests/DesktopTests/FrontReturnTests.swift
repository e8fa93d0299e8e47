import Delivery
import Glibc
import TestSupport
import Testing

@Suite struct FrontReturnTests {
  @Test func `the service manager runs bellhop front off, in a unit of its own`() async throws {
    let apps = try ScriptedApps()
    let bus = try await PrivateBus()
    let manager = try apps.manager(on: bus, mode: "done")
    let launching = try Launching(on: bus, bellhop: "/bin/true")
    _ = try await launching.finding(.works)
    #expect(try await launching.takeFrontBack() == nil)
    let unit = try #require(apps.units.first)
    #expect(unit.unit?.hasPrefix("app-bellhop-io.bellhop.FrontOff@") == true)
    #expect(unit.properties?["ExecStart"]?.contains("'/bin/true', 'front', 'off'], false)]") == true)
    #expect(manager.isRunning)
  }

  @Test func `without a bus it waits for one`() async throws {
    let apps = try ScriptedApps()
    let bus = try await PrivateBus()
    let manager = try apps.manager(on: bus, mode: "done")
    _ = try await Launching(on: bus).finding(.works)
    // The request comes before the bus can have answered.
    let launching = try Launching(on: bus, bellhop: "/bin/true")
    #expect(try await launching.takeFrontBack() == nil)
    #expect(apps.units.count == 1 && manager.isRunning)
  }

  @Test func `without a service manager, and without the program, that is told`() async throws {
    let alone = try await Launching(on: PrivateBus(), bellhop: "/bin/true")
    #expect(try await alone.takeFrontBack() == .noServiceManager)
    let without = try await Launching(on: PrivateBus(), bellhop: "/nonexistent/bellhop")
    #expect(try await without.takeFrontBack() == .notInstalled)
  }
}
