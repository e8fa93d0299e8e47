import Glibc
import TestSupport

/// A bellhopd of its own, built beside this program.
final class DaemonUnderTest {
  /// Limits that no benchmark reaches.
  static let unlimited =
    "AlertBurst=1000000\nPostBurst=1000000\nPostRefillPerSecond=1000000\nUnreadPerApp=1000000\n"

  /// Seconds from its start until its socket had answered.
  let secondsToAnswer: Double
  private let process: ChildProcess
  private let directory: TemporaryDirectory

  var socketPath: String { "\(directory.path)/run/bellhop/notifications.sock" }
  var controlPath: String { "\(directory.path)/run/bellhop-control/control.sock" }
  var databasePath: String { "\(directory.path)/state/bellhop.db" }

  /// `earlier`: one that has ended, whose database this one takes over.
  init(durability: String, limits: String = unlimited, after earlier: DaemonUnderTest? = nil) throws {
    directory = earlier?.directory ?? TemporaryDirectory()
    for name in ["run", "state", "data", "data/applications"] { mkdir("\(directory.path)/\(name)", 0o700) }
    let configuration = "\(directory.path)/bellhop.conf"
    writeFile(
      configuration,
      """
      [Consent]
      Default=allow
      [Storage]
      Durability=\(durability)
      [Limits]
      HistoryRows=1000000
      \(limits)
      """)
    let program = "\(PackageFiles.products)/bellhopd"
    guard access(program, X_OK) == 0 else {
      throw Unmeasurable("there is no \(program); build it with: swift build -c release")
    }
    let start = now()
    process = try ChildProcess(
      [
        program, "--config", configuration, "--runtime-directory", "\(directory.path)/run",
        "--state-directory", "\(directory.path)/state", "--sink", "none",
      ],
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": nil, "NOTIFY_SOCKET": nil, "LISTEN_FDS": nil,
        "XDG_DATA_HOME": "\(directory.path)/data",
      ])
    let path = "\(directory.path)/run/bellhop/notifications.sock"
    while access(path, F_OK) != 0 {
      guard process.isRunning, now() - start < 10 else {
        throw Unmeasurable("bellhopd did not start: \(process.output())")
      }
      usleep(100)
    }
    // Between bind and listen nobody is let in.
    var connection: PostConnection?
    while connection == nil, now() - start < 10 { connection = try? PostConnection(to: path) }
    try connection?.call(#"{"method":"org.varlink.service.GetInfo"}"#)
    secondsToAnswer = now() - start
  }

  func connection() throws -> PostConnection { try PostConnection(to: socketPath) }
  func connection(of app: String) throws -> PostConnection { try PostConnection(to: socketPath, app: app) }

  /// Has a desktop entry vouch for these apps.
  func install(_ apps: [String]) {
    for app in apps {
      writeFile(
        "\(directory.path)/data/applications/\(app).desktop",
        "[Desktop Entry]\nType=Application\nName=\(app)\nExec=true\n")
    }
  }

  /// Resident memory in MiB.
  func residentMemory() throws -> Double {
    let status = String(decoding: try readFile("/proc/\(process.pid)/status"), as: UTF8.self)
    for line in status.split(separator: "\n") where line.hasPrefix("VmRSS:") {
      let kilobytes = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      if let kilobytes = kilobytes.flatMap({ Double($0) }) { return kilobytes / 1_024 }
    }
    throw Unmeasurable("the daemon is gone: \(process.output())")
  }

  /// Ends it in order; the database stays for as long as this object.
  func stop() async throws {
    process.signal(SIGTERM)
    try await process.exit()
  }
}
