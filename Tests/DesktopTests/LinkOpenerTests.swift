import Delivery
import Desktop
import Glibc
import NotificationModel
import TestSupport
import Testing

@Suite struct LinkOpenerTests {
  private static let portal = "org.freedesktop.portal.Desktop"
  private let url = "https://example.org/a?b=$c%20d"

  /// The file of a program that is found by its name for as long as the process of the tests runs.
  private static let hasOpener = access("/usr/bin/xdg-open", X_OK) == 0

  @Test func `an address goes to the portal, which is started for it, with the token`() async throws {
    let apps = try ScriptedApps()
    let launching = try await Launching(on: PrivateBus(services: [Self.portal: apps.portalCommand()]))
    _ = try await launching.finding(.limited)
    #expect(try await launching.open(url, token: "abc") == nil)
    #expect(try await launching.open("mailto:ann@example.org") == nil)
    #expect(apps.entries.compactMap(\.url) == [url, "mailto:ann@example.org"])
    #expect(apps.entries.first { $0.url == url }?.data == ["activation_token": "abc"])
  }

  @Test(.enabled(if: hasOpener), arguments: [true, false])
  func `where the portal is not there or will not, the service manager runs xdg-open`(refuses: Bool)
    async throws
  {
    let apps = try ScriptedApps()
    let services = refuses ? [Self.portal: apps.portalCommand(refuses: true)] : [:]
    let bus = try await PrivateBus(services: services)
    let manager = try apps.manager(on: bus, mode: "done")
    let launching = try Launching(on: bus)
    _ = try await launching.finding(.works)
    #expect(try await launching.open(url, token: "abc") == nil)
    let unit = try #require(apps.units.first)
    #expect(unit.unit?.hasPrefix("app-bellhop-xdg\\x2dopen@") == true)
    #expect(
      unit.properties?["ExecStart"]
        == "[('/usr/bin/xdg-open', ['xdg-open', 'https://example.org/a?b=$$c%20d'], false)]")
    #expect(unit.properties?["Description"] == "'xdg-open'")
    // It names an address that it cannot open.
    #expect(unit.properties?["StandardOutput"] == "'null'" && unit.properties?["StandardError"] == "'null'")
    #expect(manager.isRunning)
  }

  @Test func `a file goes past the portal, and only where it is the person's own`() async throws {
    let apps = try ScriptedApps()
    let launching = try await Launching(on: PrivateBus(services: [Self.portal: apps.portalCommand()]))
    _ = try await launching.finding(.limited)
    let directory = TemporaryDirectory()
    let own = Self.hasOpener ? AppStartFailure.noServiceManager : .nothingOpens
    writeFile("\(directory.path)/a b", "")
    #expect(try await launching.open("file://\(directory.path)/a%20b") == own)
    #expect(try await launching.open("file://\(directory.path)") == own)
    mkfifo("\(directory.path)/fifo", 0o600)
    for other in ["file://\(directory.path)/missing", "file://\(directory.path)/fifo", "file:///dev/null"] {
      #expect(try await launching.open(other) == .notOwnFile)
    }
    #expect(apps.entries.compactMap(\.url).isEmpty)
  }

  @Test func `without a bus nothing is opened`() async throws {
    let launching = try Launching(on: nil)
    _ = try await launching.finding(.missing)
    #expect(try await launching.open(url) == .noBus)
  }
}
