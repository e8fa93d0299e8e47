import FoundationEssentials
import Synchronization

/// A notification server on a private bus that does what it is told; `scripted-server.py` lists what.
public final class ScriptedServer: Sendable {
  /// A line of its log: a call it received, or a command it carried out.
  public struct Entry: Decodable, Sendable {
    /// Seconds of the monotonic clock.
    public var time: Double
    public var command: String?
    public var method: String?
    public var sender: String?
    /// Of CloseNotification.
    public var id: UInt32?
    public var app: String?
    public var replaces: UInt32?
    public var icon: String?
    public var title: String?
    public var body: String?
    public var actions: [String]?
    /// As GVariant prints them, with their types: `byte 0x01`, `'text'`, `true`, `7` for an int32.
    public var hints: [String: String]?
    /// What it shows from now on: of each banner the title, body, progress, image and labels, a line each.
    public var live: [String]?
    /// Theirs, in the same order.
    public var ids: [UInt32]?
  }

  public let process: ChildProcess
  private let logPath: String
  private let sent = Mutex(0)

  /// Returns when it owns the name. `modes` as commands, or a desktop: `gnome`, `plasma`, `xfce`, `mako`, `dunst`
  /// or `swaync`.
  public init(on bus: PrivateBus, modes: [String] = []) async throws {
    let modes = modes.flatMap(ScriptedManners.modes)
    logPath = try Self.logPath()
    process = try ChildProcess(
      ["/usr/bin/python3", try Self.script(), logPath] + modes,
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    sent.withLock { $0 = modes.count }
    try await eventually("a scripted server that owns its name") { [self] in
      guard process.isRunning else { throw TimedOut(description: "the scripted server: \(process.output())") }
      return entries.contains { $0.command == "own" }
    }
  }

  /// A new log's path, for servers that are not started here.
  public static func logPath() throws -> String { try TemporaryDirectory.shared.file("server-log") }

  /// The script's path, for services that D-Bus activation starts: `/usr/bin/python3 PATH LOG`.
  public static func script() throws -> String {
    let path = try TemporaryDirectory.shared.file("scripted-server.py")
    writeFile(path, String(decoding: PackageResources.scripted_server_py, as: UTF8.self))
    return path
  }

  /// Returns when it has been carried out; `crash` when the server is gone. A desktop's name, as a mode.
  public func command(_ line: String) async throws {
    for line in ScriptedManners.modes(line) { try await carryOut(line) }
  }

  private func carryOut(_ line: String) async throws {
    let number = sent.withLock { sent in
      sent += 1
      return sent
    }
    process.send(line)
    try await eventually("the scripted server's \(line)") { [self] in
      if line == "crash" { return !process.isRunning }
      return entries.count { $0.command != nil && $0.command != "own" } >= number
    }
  }

  public var entries: [Entry] { Self.entries(in: logPath) }

  public static func entries(in path: String) -> [Entry] {
    guard let log = try? readFile(path) else { return [] }
    return log.split(separator: UInt8(ascii: "\n"))
      .compactMap { try? JSONDecoder().decode(Entry.self, from: Data($0)) }
  }

  public var notifications: [Entry] { entries.filter { $0.method == "Notify" } }
  public var closings: [Entry] { entries.filter { $0.method == "CloseNotification" } }

  public func kill() { process.kill() }
}
