import Glibc

/// A service manager on a private bus with an environment only.
package final class ScriptedManager: Sendable {
  private let process: ChildProcess
  private let path: String

  /// Returns when it owns its name.
  package init(on bus: PrivateBus, environment: [String: String]) async throws {
    path = try TemporaryDirectory.shared.file("manager-environment")
    let script = try TemporaryDirectory.shared.file("scripted-manager.py")
    writeFile(script, String(decoding: PackageResources.scripted_manager_py, as: UTF8.self))
    writeFile(path, Self.lines(environment))
    process = try ChildProcess(
      ["/usr/bin/python3", script, path], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try await eventually("a service manager") { [self] in
      guard process.isRunning else { throw TimedOut(description: "the manager: \(process.output())") }
      return access("\(path).ready", F_OK) == 0 ? () : nil
    }
  }

  /// As `systemctl --user import-environment` does.
  package func set(_ environment: [String: String]) { writeFile(path, Self.lines(environment)) }

  private static func lines(_ environment: [String: String]) -> String {
    environment.map { "\($0.key)=\($0.value)\n" }.joined()
  }
}
