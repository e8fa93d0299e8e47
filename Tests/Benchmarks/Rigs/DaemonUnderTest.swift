import Glibc
import TestSupport

/// A bellhopd for a benchmark, from the programs built beside this one.
final class DaemonUnderTest {
  /// Limits that no benchmark reaches.
  static let unlimited =
    "AlertBurst=1000000\nConnectionsPerPeer=256\nPostBurst=1000000\nPostRefillPerSecond=1000000\nUnreadPerApp=1000000\n"

  /// Seconds from the start until the socket answered.
  let secondsToAnswer: Double
  private let process: ChildProcess
  private let directory: TemporaryDirectory

  var socketPath: String { "\(directory.path)/run/bellhop/notifications.sock" }
  var controlPath: String { "\(directory.path)/run/bellhop-control/control.sock" }
  var runtimeDirectory: String { "\(directory.path)/run" }
  var databasePath: String { "\(directory.path)/state/bellhop.db" }

  var pid: pid_t { process.pid }

  /// `earlier`: a daemon that has ended, whose database this one takes over. `front`: the bus on which it has the
  /// notification name. `bus`: the bus on which it delivers; without either it delivers to no server. `display`: the
  /// desktop's X11 display. `callgrind`: the command that runs it under callgrind.
  init(
    durability: String, limits: String = unlimited, after earlier: DaemonUnderTest? = nil,
    front: RenamingBus? = nil, bus: PrivateBus? = nil, display: String? = nil,
    below callgrind: Callgrind? = nil
  ) throws {
    directory = earlier?.directory ?? TemporaryDirectory()
    for name in ["run", "state", "data", "data/applications"] { mkdir("\(directory.path)/\(name)", 0o700) }
    if let front { symlink("\(front.directory.path)/bellhop-bus", "\(directory.path)/run/bellhop-bus") }
    let configuration = "\(directory.path)/bellhop.conf"
    writeFile(
      configuration,
      """
      [Consent]
      Default=allow
      [Storage]
      Durability=\(durability)
      [Front]
      Mode=\(front == nil ? "off" : "on")
      [Limits]
      HistoryRows=1000000
      \(limits)
      """)
    let program = "\(PackageFiles.products)/bellhopd"
    guard access(program, X_OK) == 0 else {
      throw Unmeasurable("there is no \(program); build it with: swift build -c release")
    }
    let command = try callgrind?.command(program) ?? [program]
    let environment = callgrind == nil ? [:] : Callgrind.environment
    let patience = callgrind == nil ? 10.0 : 60
    let start = now()
    process = try ChildProcess(
      command + [
        "--config", configuration, "--runtime-directory", "\(directory.path)/run",
        "--state-directory", "\(directory.path)/state", "--sink",
        front == nil && bus == nil ? "none" : "libnotify",
      ],
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": (front?.bus ?? bus)?.address, "NOTIFY_SOCKET": nil, "LISTEN_FDS": nil,
        "DBUS_SYSTEM_BUS_ADDRESS": bus?.address, "XDG_RUNTIME_DIR": "\(directory.path)/run",
        "XDG_DATA_HOME": "\(directory.path)/data", "DISPLAY": display, "WAYLAND_DISPLAY": nil,
      ].merging(environment) { _, new in new })
    let path = "\(directory.path)/run/bellhop/notifications.sock"
    while access(path, F_OK) != 0 {
      guard process.isRunning, now() - start < patience else {
        throw Unmeasurable("bellhopd did not start: \(process.output())")
      }
      usleep(100)
    }
    // Between bind and listen connections are refused.
    var connection: PostConnection?
    while connection == nil, now() - start < patience { connection = try? PostConnection(to: path) }
    try connection?.call(#"{"method":"org.varlink.service.GetInfo"}"#)
    secondsToAnswer = now() - start
  }

  func connection() throws -> PostConnection { try PostConnection(to: socketPath) }
  func connection(of app: String) throws -> PostConnection { try PostConnection(to: socketPath, app: app) }

  /// Writes a desktop entry for each of these apps.
  func install(_ apps: [String]) {
    for app in apps {
      writeFile(
        "\(directory.path)/data/applications/\(app).desktop",
        "[Desktop Entry]\nType=Application\nName=\(app)\nExec=true\n")
    }
  }

  /// Resident memory in MiB.
  func residentMemory() throws -> Double {
    guard process.isRunning else { throw Unmeasurable("the daemon is gone: \(process.output())") }
    return try Footprint(of: process.pid).resident
  }

  /// Processor time of all its threads so far, in seconds.
  func processorSeconds() throws -> Double {
    guard process.isRunning else { throw Unmeasurable("the daemon is gone: \(process.output())") }
    let statistics = String(decoding: try readFile("/proc/\(pid)/stat"), as: UTF8.self)
    // The process name in parentheses may hold any character.
    let fields = statistics.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      throw Unmeasurable("/proc says nothing about the daemon")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// Ends the daemon in order. The database stays until this object is released.
  func stop() async throws {
    process.signal(SIGTERM)
    try await process.exit()
  }
}
