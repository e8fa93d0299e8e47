import BellhopClient
import Glibc
import Locks
import TestSupport
import Testing

/// The built `bellhopd` with directories of its own, and the built `bellhop` that talks to it.
final class DaemonRig: Sendable {
  /// Every app may notify.
  static let allowing = "[Consent]\nDefault=allow\n"
  /// The same, and as often as it likes.
  static let unlimited =
    allowing + "[Limits]\nAlertBurst=1000000\nUnreadPerApp=1000000\nPostBurst=1000000\n"
    + "PostRefillPerSecond=1000000\n"

  /// The daemon ended where it should have run.
  struct Ended: Error { let output: String }

  static let app = AppID.mail
  static let daemonPath = "\(PackageFiles.products)/bellhopd"
  static let toolPath = "\(PackageFiles.products)/bellhop"

  let directory = TemporaryDirectory()
  let runtime: String
  let state: String
  var configurationPath: String { "\(directory.path)/bellhop.conf" }
  var paths: SocketPaths { SocketPaths(runtimeDirectory: runtime) }
  private let environment: [String: String?]
  /// Kept for as long as the daemon.
  private let bus: PrivateBus?
  private let launcher: [String]
  private let program: String
  private let process = Mutex<ChildProcess?>(nil)
  private let activation = Mutex<ActivatedDaemon?>(nil)

  /// `launcher`: a program and its arguments that the daemon's own follow; `state`: the state directory's name.
  init(
    bus: PrivateBus? = nil, configuration: String = allowing, environment: [String: String?] = [:],
    launcher: [String] = [], program: String = daemonPath, state: String = "state", runtime: String? = nil
  ) {
    self.runtime = runtime ?? "\(directory.path)/runtime"
    self.state = "\(directory.path)/\(state)"
    self.bus = bus
    self.launcher = launcher
    self.program = program
    self.environment = [
      "DBUS_SESSION_BUS_ADDRESS": bus?.address, "XDG_RUNTIME_DIR": self.runtime,
      "HOME": directory.path, "XDG_STATE_HOME": nil, "XDG_CONFIG_HOME": nil, "JOURNAL_STREAM": nil,
      "NOTIFY_SOCKET": nil, "WATCHDOG_USEC": nil,
      // `swift test` sets it where it writes to no terminal.
      "NO_COLOR": nil,
      // The desktop that the tests run on is not the one that they are about.
      "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "SWAYSOCK": nil, "I3SOCK": nil,
      "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
      "XDG_SESSION_ID": nil, "PIPEWIRE_RUNTIME_DIR": nil, "PIPEWIRE_REMOTE": nil,
    ].merging(environment) { _, own in own }
    mkdir(self.runtime, 0o700)
    configure(configuration)
  }

  /// Ends the daemon before its directory is removed, since it would write files back.
  deinit {
    process.withLock { $0?.kill() }
    activated?.kill()
  }

  /// One that runs, and takes calls.
  static func started(
    bus: PrivateBus? = nil, configuration: String = allowing, environment: [String: String?] = [:],
    launcher: [String] = [], program: String = daemonPath, state: String = "state", runtime: String? = nil
  ) async throws -> DaemonRig {
    let rig = DaemonRig(
      bus: bus, configuration: configuration, environment: environment, launcher: launcher,
      program: program, state: state, runtime: runtime)
    try await rig.start()
    return rig
  }

  func configure(_ text: String) { writeFile(configurationPath, text) }

  // MARK: The daemon

  var arguments: [String] {
    [
      program, "--config", configurationPath, "--runtime-directory", runtime, "--state-directory",
      state,
    ]
  }

  /// Without waiting for anything. `behind`: a launcher for this once.
  func launch(behind launcher: [String]? = nil) throws {
    let started = try run((launcher ?? self.launcher) + arguments)
    process.withLock { $0 = started }
  }

  /// Any program, in the daemon's environment.
  func run(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess(arguments, environment: environment)
  }

  func start() async throws {
    try launch()
    try await eventually("a daemon that answers") {
      guard try daemon.isRunning else { throw Ended(output: try daemon.output()) }
      // Until it has heard from the desktop, the screen counts as locked.
      return (try? control().status()).map { $0.lockedBy?.isEmpty != true } == true
        ? () : nil
    }
  }

  var daemon: ChildProcess { get throws { try #require(process.withLock { $0 }) } }

  /// Registers it with the bus, which starts it from now on at a call to the notification name without an owner.
  func isActivated(by bus: PrivateBus, behind launcher: [String] = []) async throws {
    let activated = ActivatedDaemon(in: directory)
    let words = environment.map { name, value in value.map { "\(name)=\($0)" } ?? "-u\(name)" }
    // Options come first.
    activated.write(["/usr/bin/env"] + words.sorted() + launcher + arguments)
    try await bus.activate(RenamingBus.a, by: activated.command)
    try await bus.activate(RenamingBus.daemon, by: activated.ownCommand)
    activation.withLock { $0 = activated }
  }

  /// Those that the bus has started.
  var activated: ActivatedDaemon? { activation.withLock { $0 } }

  /// No chance to tidy up.
  func crash() throws { try daemon.kill() }

  /// The status it exits with.
  func terminate() async throws -> Int32 {
    try daemon.signal(SIGTERM)
    return try await daemon.exit()
  }

  // MARK: Clients

  func control() throws -> ControlClient { try ControlClient(paths: paths) }
  func control(replyTimeout: Duration) throws -> ControlClient {
    let client = try control()
    client.connection.replyTimeout = replyTimeout
    return client
  }
  func notifications() throws -> NotificationsClient { try NotificationsClient(paths: paths) }

  /// Runs the command line and waits for its end.
  func bellhop(_ arguments: String...) async throws -> (status: Int32, output: String) {
    let tool = try follow(arguments)
    let status = try await tool.exit()
    return (status, tool.output())
  }

  /// The same without waiting.
  func follow(_ arguments: [String]) throws -> ChildProcess {
    try run([Self.toolPath, "--runtime-directory", runtime] + arguments)
  }

  @discardableResult
  func post(_ title: String, identifier: String? = nil, actions: [Action]? = nil) throws -> Receipt {
    try notifications().post(request(identifier: identifier, title: title, actions: actions))
  }

  /// Every entry that is unread, newest first.
  func unread() throws -> [Entry] { try entries(unreadOnly: true) }

  func entries(unreadOnly: Bool = false) throws -> [Entry] {
    let client = try control()
    var all: [Entry] = []
    while true {
      let page = try client.list(unreadOnly: unreadOnly, limit: 1_000, before: all.last)
      all += page.entries
      guard page.more else { return all }
    }
  }

  func entry(_ id: NotificationID) throws -> Entry? {
    try control().list(limit: 1_000).entries.first { $0.id == id }
  }

  /// Waits until the list says why the server showed it, so often.
  func isShown(_ id: NotificationID, times: Int = 1) async throws {
    try await eventually("notification \(id) on screen") {
      try control().explain(id).decisions.count { $0.decision.effect == "shown" } >= times ? () : nil
    }
  }

  /// Waits until the daemon knows the notification server.
  func meetsServer() async throws {
    try await eventually("a server that the daemon knows", holds: { try control().status().server != nil })
  }
}

extension Action {
  static func button(_ id: String, _ title: String) -> Action { Action(id: .literal(id), title: title) }
}
