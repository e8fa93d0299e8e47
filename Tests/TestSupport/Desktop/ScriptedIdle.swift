import Glibc

/// A Wayland compositor without windows that speaks ext-idle-notify (`scripted-idle.py`).
package final class ScriptedIdle: Sendable {
  /// The value for `WAYLAND_DISPLAY`.
  package let display: String
  private let process: ChildProcess

  package init() async throws {
    let display = "\(TemporaryDirectory.shared.path)/wayland-idle-\(UInt32.random(in: .min ... .max))"
    self.display = display
    let script = try TemporaryDirectory.shared.file("scripted-idle.py")
    writeFile(script, String(decoding: PackageResources.scripted_idle_py, as: UTF8.self))
    process = try ChildProcess(["/usr/bin/python3", script, display])
    try await eventually("a compositor") { [process] in
      guard process.isRunning else { throw TimedOut(description: "the compositor: \(process.output())") }
      return access(display, F_OK) == 0 ? () : nil
    }
  }

  /// Sends that there is input again.
  package func touch() { process.send("") }

  package func kill() { process.kill() }
}
