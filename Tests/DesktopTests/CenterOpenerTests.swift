import Delivery
import Glibc
import TestSupport
import Testing

@testable import Desktop

@Suite struct CenterOpenerTests {
  @Test(
    arguments: [
      (["xterm", "foot"], nil, "foot", ["foot", "bellhop", "center"]),
      (["xterm"], nil, "xterm", ["xterm", "-e", "bellhop", "center"]),
      (["xterm", "kgx"], nil, "kgx", ["kgx", "--", "bellhop", "center"]),
      (["xterm", "gnome-terminal"], nil, "gnome-terminal", ["gnome-terminal", "--", "bellhop", "center"]),
      (
        ["foot", "x-terminal-emulator"], nil, "x-terminal-emulator",
        ["x-terminal-emulator", "-e", "bellhop", "center"]
      ),
      (
        ["foot", "xdg-terminal-exec"], "foot", "xdg-terminal-exec",
        ["xdg-terminal-exec", "bellhop", "center"]
      ),
      (["foot", "alacritty"], "alacritty", "alacritty", ["alacritty", "-e", "bellhop", "center"]),
      (["foot", "/opt/kgx"], "/opt/kgx", "/opt/kgx", ["/opt/kgx", "--", "bellhop", "center"]),
      (["foot"], "gone", "foot", ["foot", "bellhop", "center"]),
      ([], "gone", nil, []),
    ] as [([String], String?, String?, [String])])
  func `the first terminal that is there runs it, as that terminal is told to`(
    installed: [String], preferred: String?, program: String?, arguments: [String]
  ) {
    let found = TerminalProgram.running(["bellhop", "center"], preferred: preferred) {
      installed.contains($0) ? $0 : nil
    }
    #expect(found?.program == program && found?.arguments ?? [] == arguments)
  }

  @Test func `it opens at an app's settings, in a unit of the service manager, with the token`() async throws
  {
    let apps = try ScriptedApps()
    let bus = try await PrivateBus()
    let manager = try apps.manager(on: bus, mode: "done")
    let launching = try Launching(on: bus, terminal: "/bin/true")
    _ = try await launching.finding(.works)
    #expect(try await launching.openCenter(at: "org.example.Mail", token: "abc") == nil)
    let unit = try #require(apps.units.first)
    #expect(unit.unit?.hasPrefix("app-bellhop-io.bellhop.Center@") == true)
    #expect(
      unit.properties?["ExecStart"]?.contains(
        "'/opt/bellhop', 'center', '--settings', 'org.example.Mail'], false)]") == true)
    #expect(unit.properties?["Environment"]?.contains("XDG_ACTIVATION_TOKEN=abc") == true)
    #expect(manager.isRunning)
  }

  @Test func `without a service manager it does not open, and that is told`() async throws {
    let launching = try await Launching(on: PrivateBus(), terminal: "/bin/true")
    _ = try await launching.finding(.limited)
    #expect(try await launching.openCenter(at: nil) == .noServiceManager)
  }
}
