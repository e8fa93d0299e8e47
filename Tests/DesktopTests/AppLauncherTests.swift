import Delivery
import Desktop
import Glibc
import Locks
import NotificationModel
import TestSupport
import Testing
import Wording

/// A desktop with one person's desktop entries, and the result of each start.
final class Launching: Sendable {
  let monitor: OwnDesktop
  private let directory = TemporaryDirectory()
  private let heard = Mutex<[DesktopReport]>([])

  /// Kept for as long as the monitor.
  private let bus: PrivateBus?

  init(on bus: PrivateBus?, terminal: String? = nil, bellhop: String = "/opt/bellhop") throws {
    self.bus = bus
    let address = bus?.address
    let path = directory.path
    mkdir("\(path)/applications", 0o755)
    monitor = try OwnDesktop(
      variables: { name in
        switch name {
        case "DBUS_SESSION_BUS_ADDRESS": address
        case "XDG_DATA_HOME": path
        case "XDG_DATA_DIRS": "/nonexistent"
        case "TERMINAL": terminal
        default: nil
        }
      }, bellhop: [bellhop])
    monitor.start { [weak self] report in self?.heard.withLock { $0.append(report) } }
  }

  deinit { monitor.stop() }

  func install(_ app: String, _ lines: String) {
    writeFile(
      "\(directory.path)/applications/\(app).desktop",
      "[Desktop Entry]\nType=Application\nName=Mail\n\(lines)")
  }

  /// The newest word about how apps are started here.
  func finding(_ verdict: DesktopFinding.Verdict) async throws -> DesktopFinding {
    try await eventually("\(verdict)") {
      let findings = heard.withLock { $0 }.compactMap {
        if case .finding(let fact) = $0, fact.subject == .launching {
          Wording.english.finding(fact)
        } else {
          nil
        }
      }
      return findings.last?.verdict == verdict ? findings.last : nil
    }
  }

  /// Why it was not opened.
  func open(_ url: String, token: String? = nil) async throws -> AppStartFailure? {
    let before = heard.withLock { $0.count }
    monitor.perform(
      .open(
        OpenedLink(url: try #require(Link(url)), notification: NotificationID(1), activationToken: token)))
    return try await eventually("an answer") {
      heard.withLock { $0 }.dropFirst(before).lazy.compactMap { report -> AppStartFailure?? in
        if case .opened(_, let failure) = report { .some(failure) } else { nil }
      }.first
    }
  }

  /// Opens the centre. Returns the failure; `nil` on success.
  func openCenter(at app: String?, token: String? = nil) async throws -> AppStartFailure? {
    let before = heard.withLock { $0.count }
    monitor.perform(.openCenter(CenterOpening(app: app.flatMap { AppID($0) }, activationToken: token)))
    return try await eventually("an answer") {
      heard.withLock { $0 }.dropFirst(before).lazy.compactMap { report -> AppStartFailure?? in
        if case .centerOpened(let failure) = report { .some(failure) } else { nil }
      }.first
    }
  }

  /// `nil` on success.
  func takeFrontBack() async throws -> AppStartFailure? {
    monitor.perform(.takeFrontBack)
    return try await eventually("an answer") {
      heard.withLock { $0 }.lazy.compactMap { report -> AppStartFailure?? in
        if case .frontTakenBack(let failure) = report { .some(failure) } else { nil }
      }.first
    }
  }

  func start(
    _ app: String = "org.example.Mail", foreground: Bool = true, token: String? = nil
  ) async throws -> AppStartResult {
    let before = heard.withLock { $0.count }
    monitor.perform(
      .start(
        AppStart(
          app: try #require(AppID(app)), notification: NotificationID(1), isForeground: foreground,
          activationToken: token)))
    return try await eventually("a start") {
      heard.withLock { $0 }.dropFirst(before).lazy.compactMap {
        if case .started(_, _, let result) = $0 { result } else { nil }
      }.first
    }
  }
}

@Suite struct AppLauncherTests {
  private let name = "org.example.Mail"
  private let activatable = "Exec=/bin/false\nDBusActivatable=true\n"

  private func bus(_ apps: ScriptedApps) async throws -> PrivateBus {
    try await PrivateBus(services: [name: apps.appCommand(name)])
  }

  private func launching(on bus: PrivateBus) async throws -> Launching {
    let launching = try Launching(on: bus)
    _ = try await launching.finding(.limited)
    return launching
  }

  @Test func `an app that D-Bus can activate is asked to open, with the token by both its names`()
    async throws
  {
    let apps = try ScriptedApps()
    let launching = try await launching(on: try await bus(apps))
    launching.install(name, activatable)
    #expect(try await launching.start(token: "abc") == .activated)
    #expect(apps.activations.map(\.data) == [["activation-token": "abc", "desktop-startup-id": "abc"]])
    #expect(try await launching.start() == .activated)
    #expect(apps.activations.last?.data == [:])
    #expect(apps.entries.count { $0.running != nil } == 1)
  }

  @Test func `work out of sight starts the app, and does not ask it to open`() async throws {
    let apps = try ScriptedApps()
    let launching = try await launching(on: try await bus(apps))
    launching.install(name, activatable)
    #expect(try await launching.start(foreground: false) == .runByBus)
    try await eventually("the app", holds: { apps.entries.compactMap(\.running) == [name] })
    #expect(apps.activations.isEmpty)
  }

  @Test func `an app that D-Bus cannot activate is run by the service manager, with exact types`()
    async throws
  {
    let apps = try ScriptedApps()
    let bus = try await PrivateBus()
    let manager = try apps.manager(on: bus, mode: "done")
    let launching = try Launching(on: bus)
    _ = try await launching.finding(.works)
    launching.install(name, "Exec=env --title=%c \"$\" %u\nPath=/srv\nIcon=mail\n")
    #expect(try await launching.start(token: "abc") == .runByServiceManager)
    let unit = try #require(apps.units.first)
    let env = shell("command -v env | tr -d '\n'").output
    #expect(unit.unit?.hasPrefix("app-bellhop-org.example.Mail@") == true)
    #expect(unit.mode == "fail")
    #expect(unit.signature == "(ssa(sv)a(sa(sv)))")
    #expect(
      unit.properties == [
        "Description": "'Mail'", "Type": "'exec'", "ExitType": "'cgroup'",
        "CollectMode": "'inactive-or-failed'", "Slice": "'app.slice'", "WorkingDirectory": "'/srv'",
        "ExecStart": "[('\(env)', ['env', '--title=Mail', '$$'], false)]",
        "Environment": "['XDG_ACTIVATION_TOKEN=abc', 'DESKTOP_STARTUP_ID=abc']",
      ])
    // An entry that promises an activation which the bus knows nothing of.
    launching.install(name, "Exec=env\nDBusActivatable=true\n")
    #expect(try await launching.start() == .runByServiceManager)
    #expect(try await launching.start(foreground: false) == .runByServiceManager)
    #expect(apps.units.count == 3)
    manager.kill()
    _ = try await launching.finding(.limited)
    #expect(try await launching.start() == .failed(.noServiceManager))
  }

  @Test(arguments: [
    ("refuse", AppStartFailure.refusedByServiceManager("org.freedesktop.systemd1.UnitExists")),
    ("failed", .notRun),
  ])
  func `a service manager that cannot start it says so`(mode: String, failure: AppStartFailure) async throws {
    let apps = try ScriptedApps()
    let bus = try await PrivateBus()
    let manager = try apps.manager(on: bus, mode: mode)
    let launching = try Launching(on: bus)
    _ = try await launching.finding(.works)
    launching.install(name, "Exec=env\n")
    #expect(try await launching.start() == .failed(failure))
    #expect(manager.isRunning)
  }

  @Test(arguments: [
    ("", AppStartFailure.noCommand), ("Exec=mail %x\n", .noCommand),
    ("Exec=no-such-program\n", .notInstalled), ("Exec=/dev/null\n", .notInstalled),
    ("Exec=mail\nTerminal=true\n", .needsTerminal),
    ("Exec=mail\nTryExec=no-such-program\n", .notInstalled), ("Exec=mail\nHidden=true\n", .noDesktopEntry),
    ("Exec=env\nTryExec=sh\n", .noServiceManager), ("Exec=/bin/sh\nTryExec=/bin/sh\n", .noServiceManager),
  ])
  func `an entry that cannot be started by says why`(lines: String, failure: AppStartFailure) async throws {
    let launching = try await launching(on: try await PrivateBus())
    launching.install(name, lines)
    #expect(try await launching.start() == .failed(failure))
  }

  @Test func `an app without an entry, or whose service does not start, is not started`() async throws {
    let bus = try await PrivateBus(services: [name: "/bin/false"])
    let launching = try await launching(on: bus)
    #expect(try await launching.start() == .failed(.noDesktopEntry))
    launching.install(name, activatable)
    for foreground in [true, false] {
      let result = try await launching.start(foreground: foreground)
      guard case .failed(.refusedByBus(let error)) = result else {
        Issue.record("\(result)")
        continue
      }
      #expect(error.hasPrefix("org.freedesktop.DBus.Error.Spawn"))
    }
  }

  @Test(arguments: ["mail", "9.lives", "org..Mail", "org.example.9Mail"])
  func `an id that is no name on the bus is never called there`(app: String) async throws {
    let launching = try await launching(on: try await PrivateBus())
    launching.install(app, activatable)
    #expect(try await launching.start(app) == .failed(.noServiceManager))
  }

  @Test func `without a bus nothing is started, and the finding says what to install`() async throws {
    let launching = try Launching(on: nil)
    #expect(try await launching.finding(.missing).remedy?.contains("dbus-user-session") == true)
    launching.install(name, activatable)
    #expect(try await launching.start() == .failed(.noBus))
  }
}
