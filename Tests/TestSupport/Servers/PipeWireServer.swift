import Glibc
import Locks

/// PipeWire with a runtime directory of a test's own. It has no session manager: streams are linked by hand.
package final class PipeWireServer: Sendable {
  package let directory = TemporaryDirectory()
  /// The environment by which a client finds it.
  package var variables: [String: String] { ["PIPEWIRE_RUNTIME_DIR": directory.path] }
  private let process = Mutex<ChildProcess?>(nil)
  private var environment: [String: String?] {
    [
      "PIPEWIRE_RUNTIME_DIR": directory.path, "XDG_RUNTIME_DIR": directory.path, "PIPEWIRE_REMOTE": nil,
      "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
    ]
  }

  package init() {}

  package static func started() async throws -> PipeWireServer {
    let server = PipeWireServer()
    try await server.start()
    return server
  }

  package func start() async throws {
    let started = try run("pipewire")
    process.withLock { $0 = started }
    try await eventually("a PipeWire that answers") { try await exitStatus("pw-cli", "info", "0") == 0 }
  }

  /// Kills it.
  package func kill() { process.withLock { $0.take() }?.kill() }

  package func signal(_ number: Int32) { process.withLock { $0?.signal(number) } }

  /// Whether a program reads the node's pictures.
  package func isRunning(_ node: String) async throws -> Bool {
    let listing = try run("pw-cli", "info", node)
    try await listing.exit()
    return listing.output().contains("state: \"running\"")
  }

  /// A stream with this node name that PipeWire takes for video: its data is silence.
  package func stream(_ name: String) throws -> VideoStream {
    // Two minutes of silence with one event a second.
    let notes = Array(repeating: [0x60, 0x90, 0x3c, 0x40] as [UInt8], count: 240).flatMap(\.self)
    let track = notes + [0, 0xff, 0x2f, 0]
    let header: [UInt8] = [0, 0, 0, 6, 0, 0, 0, 1, 0, 96]
    let length: [UInt8] = [0, 0, UInt8(track.count >> 8), UInt8(track.count & 0xff)]
    directory.write("notes.mid", "MThd".utf8 + header + "MTrk".utf8 + length + track)
    return VideoStream(
      name, of: self,
      try run(
        "pw-cat", "--playback", "--midi", "--properties",
        "{ media.class=Video/Source node.name=\(name) }", "\(directory.path)/notes.mid"))
  }

  fileprivate func run(_ program: String, _ arguments: String...) throws -> ChildProcess {
    try ChildProcess(["/usr/bin/\(program)"] + arguments, environment: environment)
  }

  fileprivate func exitStatus(_ program: String, _ arguments: String...) async throws -> Int32 {
    try await ChildProcess(["/usr/bin/\(program)"] + arguments, environment: environment).exit()
  }
}

/// Stands for a shared screen or a camera, without a reader until `view`.
package final class VideoStream: Sendable {
  private let name: String
  private let server: PipeWireServer
  private let process: ChildProcess
  private let viewer = Mutex<ChildProcess?>(nil)

  fileprivate init(_ name: String, of server: PipeWireServer, _ process: ChildProcess) {
    self.name = name
    self.server = server
    self.process = process
  }

  /// Links a reader to it.
  package func view() async throws {
    let viewer = try server.run(
      "pw-cat", "--record", "--midi", "--properties",
      "{ media.class=Stream/Input/Video node.name=viewer-of-\(name) }",
      "\(server.directory.path)/viewed.mid")
    self.viewer.withLock { $0 = viewer }
    try await eventually("a link from \(name)") {
      // Since PipeWire 1.4 the ports have other names.
      for (output, input) in [("out_0", "in_0"), ("capture_1", "input_1")]
      where try await server.exitStatus("pw-link", "\(name):\(output)", "viewer-of-\(name):\(input)") == 0 {
        return ()
      }
      return nil
    }
  }

  /// Unlinks the reader.
  package func endViewing() { viewer.withLock { $0.take() }?.kill() }

  package func close() { process.kill() }
}
