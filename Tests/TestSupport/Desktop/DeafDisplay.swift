import Glibc

/// An X server whose screen has a window manager and no active window. It answers the first look at the screen; after
/// it has reported a change, it answers no more.
package final class DeafDisplay: Sendable {
  /// The value for `DISPLAY`.
  package let display: String
  private let process: ChildProcess
  private let socket: String

  /// Returns when it accepts connections. Other programs do not use a number like this one.
  package init() async throws {
    let number = 70_000 + getpid()
    display = ":\(number)"
    let socket = "/tmp/.X11-unix/X\(number)"
    self.socket = socket
    unlink(socket)
    let script = try TemporaryDirectory.shared.file("deaf-display.py")
    writeFile(script, String(decoding: PackageResources.deaf_display_py, as: UTF8.self))
    process = try ChildProcess(["/usr/bin/python3", script, socket])
    try await eventually("a deaf display") { [process] in
      guard process.isRunning else { throw TimedOut(description: "the display: \(process.output())") }
      return access(socket, F_OK) == 0 ? () : nil
    }
  }

  deinit { unlink(socket) }
}
