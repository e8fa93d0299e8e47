import Glibc
import Locks

/// A session bus for one test with bellhop-bus in front of it: notification servers are started behind that.
package final class RenamingBus: Sendable {
  package static let a = "org.freedesktop.Notifications"
  package static let b = "io.bellhop.NotificationServer"
  /// The daemon's own name.
  package static let daemon = "io.bellhop.Daemon"
  package static let program = "\(PackageFiles.products)/bellhop-bus"

  package let bus: PrivateBus
  package let directory = TemporaryDirectory()
  package let isNobodys: Bool
  private let running = Mutex<ChildProcess?>(nil)

  package var socketPath: String { "\(directory.path)/bellhop-bus/bus" }
  package var address: String { "unix:path=\(socketPath)" }
  /// The words before a command that is to run behind it.
  package var exec: [String] { [Self.program, "--runtime-directory", directory.path, "exec", "--"] }

  /// Returns when it listens. `isNobodys`: it runs as the user `nobody`, and servers under sway with it.
  package init(isNobodys: Bool = false, connections: Int? = nil) async throws {
    bus = try await PrivateBus(connections: connections)
    self.isNobodys = isNobodys
    chmod(directory.path, 0o700)
    if isNobodys, let nobody = getpwnam("nobody") {
      chown(directory.path, nobody.pointee.pw_uid, nobody.pointee.pw_gid)
    }
    bus.launch = ServerLaunch(prefix: exec, name: Self.b, isNobodys: isNobodys)
    try await start()
  }

  /// Starts bellhop-bus, also after its end.
  package func start() async throws {
    let command = [Self.program, "--runtime-directory", directory.path]
    let process = try ChildProcess(
      isNobodys ? HeadlessSway.asNobody(command) : command,
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    running.withLock { $0 = process }
    try await eventually("a bellhop-bus that listens") { [self] in
      guard process.isRunning else { throw TimedOut(description: "bellhop-bus: \(process.output())") }
      return connects(socketPath) ? () : nil
    }
  }

  package var process: ChildProcess? { running.withLock { $0 } }
  /// The number of its open files.
  package var openFiles: Int {
    Int(shell("ls /proc/\(process?.pid ?? 0)/fd | wc -l").output.filter(\.isNumber)) ?? .max
  }

  package var output: String { process?.output() ?? "" }
}
