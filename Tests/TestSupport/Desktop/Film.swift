/// A film without end and without sound in a window of mpv's, which keeps the screen from going idle while it plays.
package final class Film: Sendable {
  private let process: ChildProcess
  private let socket: String

  /// `environment`: leads to the screen. `user`: the prefix of the command that makes it another user's.
  /// `directory`: where that user may make a socket.
  init(
    _ name: String, in directory: String, _ environment: [String: String?],
    asUser: ([String]) -> [String] = { $0 }, options: [String]
  ) async throws {
    let socket = "\(directory)/\(name).film"
    self.socket = socket
    let process = try ChildProcess(
      asUser(
        ["/usr/bin/mpv", "--no-config", "--no-audio", "--no-terminal", "--input-ipc-server=\(socket)"]
          + options + ["av://lavfi:testsrc=size=320x180:rate=5"]), environment: environment)
    self.process = process
    try await eventually("a film") {
      guard process.isRunning else { throw TimedOut(description: "mpv: \(process.output())") }
      return try? await Self.say(#"["get_property", "time-pos"]"#, to: socket)
    }
  }

  package func fillScreen(_ fills: Bool) async throws { try await set("fullscreen", fills) }
  package func pause(_ isPaused: Bool) async throws { try await set("pause", isPaused) }
  package func end() { process.kill() }

  private func set(_ property: String, _ value: Bool) async throws {
    try await Self.say(#"["set_property", "\#(property)", \#(value)]"#, to: socket)
  }

  private static func say(_ command: String, to socket: String) async throws {
    let answer = try await run(
      [
        "/bin/sh", "-c", #"printf '{"command": %s}\n' "$1" | socat -t 5 - "UNIX-CONNECT:$2""#, "sh", command,
        socket,
      ],
      [:])
    guard answer.contains("success") else { throw TimedOut(description: "mpv: \(answer)") }
  }
}

extension HeadlessSway {
  /// Plays a film in a window of this app.
  package func film(_ appID: String) async throws -> Film {
    try await Film(
      appID, in: directory.path, clientEnvironment, asUser: Self.asNobody,
      options: ["--vo=wlshm", "--wayland-app-id=\(appID)"])
  }
}

extension VirtualScreen {
  /// Plays a film in a window of this name.
  package func film(_ name: String) async throws -> Film {
    try await Film(
      name, in: TemporaryDirectory.shared.path, environment, options: ["--vo=x11", "--x11-name=\(name)"])
  }
}
