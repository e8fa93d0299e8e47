import Glibc
import TestSupport

/// A bellhopd of its own, built beside this program, with limits that no benchmark reaches.
final class DaemonUnderTest {
  /// Seconds from its start until its socket had answered.
  let secondsToAnswer: Double
  private let process: ChildProcess
  private let directory: TemporaryDirectory

  private var socketPath: String { "\(directory.path)/run/bellhop/notifications.sock" }
  var databasePath: String { "\(directory.path)/state/bellhop.db" }

  init(durability: String) throws {
    directory = TemporaryDirectory()
    for name in ["run", "state"] { mkdir("\(directory.path)/\(name)", 0o700) }
    let configuration = "\(directory.path)/bellhop.conf"
    writeFile(
      configuration,
      """
      [Consent]
      Default=allow
      [Storage]
      Durability=\(durability)
      [Limits]
      AlertBurst=1000000
      PostBurst=1000000
      PostRefillPerSecond=1000000
      UnreadPerApp=1000000
      HistoryRows=1000000

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
      environment: ["DBUS_SESSION_BUS_ADDRESS": nil, "NOTIFY_SOCKET": nil, "LISTEN_FDS": nil])
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
