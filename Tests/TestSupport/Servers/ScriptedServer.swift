import FoundationEssentials
import Locks

/// A notification server on a private bus that obeys commands; `scripted-server.py` lists them.
package final class ScriptedServer: Sendable {
  /// A line of its log: a call that it received, or a command that it carried out.
  package struct Entry: Decodable, Sendable {
    /// Seconds of the monotonic clock.
    package var time: Double
    package var command: String?
    package var method: String?
    package var sender: String?
    /// The number in a CloseNotification.
    package var id: UInt32?
    package var app: String?
    package var replaces: UInt32?
    package var icon: String?
    package var title: String?
    package var body: String?
    package var actions: [String]?
    /// The hints as GVariant prints them, with their types: `byte 0x01`, `'text'`, `true`, `7` for an int32.
    package var hints: [String: String]?
    package var timeout: Int32?
    /// The number of a banner that is shown, or changed in place.
    var shows: UInt32?
    /// That banner's title, body, progress, image and labels, a line each.
    var seen: String?
    /// The number of a banner that is gone.
    var gone: UInt32?
  }

  /// A banner as it is seen: the title, body, progress, image and labels, a line each.
  package struct Live: Sendable {
    package let id: UInt32
    package var seen: String
  }

  /// The log so far; each line is read once.
  private struct Log {
    var bytes = 0
    var entries: [Entry] = []
  }

  package let process: ChildProcess
  private let logPath: String
  private let sent = Mutex(0)
  private let log = Mutex(Log())

  /// Returns when it owns the name. `modes`: commands, or a desktop: `gnome`, `plasma`, `xfce`, `mako`, `dunst` or
  /// `swaync`. `isBehind`: runs as servers on this bus are started, else on the session bus itself. `python`: the
  /// interpreter.
  package init(
    on bus: PrivateBus, modes: [String] = [], isBehind: Bool = true, python: String = NamedPython.usual
  ) async throws {
    let modes = modes.flatMap(ScriptedManners.modes)
    logPath = try Self.logPath()
    process = try ChildProcess(
      (isBehind ? bus.launch.prefix : []) + [python, try Self.script(), logPath] + modes,
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    sent.withLock { $0 = modes.count }
    try await eventually("a scripted server that owns its name") { [self] in
      guard process.isRunning else { throw TimedOut(description: "the scripted server: \(process.output())") }
      return entries.contains { $0.command == "own" }
    }
  }

  /// A new log's path, for servers that are started elsewhere.
  package static func logPath() throws -> String { try TemporaryDirectory.shared.file("server-log") }

  /// The script's path, for services that D-Bus activation starts: `/usr/bin/python3 PATH LOG`.
  package static func script() throws -> String {
    let path = try TemporaryDirectory.shared.file("scripted-server.py")
    writeFile(path, String(decoding: PackageResources.scripted_server_py, as: UTF8.self))
    return path
  }

  /// Sends a command, and returns when it has been carried out (`crash`: when the server is gone). A desktop's name is
  /// a mode.
  package func command(_ line: String) async throws {
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

  package var entries: [Entry] {
    log.withLock { log in
      let new = ((try? readFile(logPath)) ?? []).dropFirst(log.bytes)
      // An incomplete line is read later.
      let lines = new[..<(new.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? new.startIndex)]
      log.bytes += lines.count
      log.entries += Self.entries(of: lines)
      return log.entries
    }
  }

  package static func entries(in path: String) -> [Entry] { entries(of: ((try? readFile(path)) ?? [])[...]) }

  private static func entries(of lines: ArraySlice<UInt8>) -> [Entry] {
    lines.split(separator: UInt8(ascii: "\n"))
      .compactMap { try? JSONDecoder().decode(Entry.self, from: Data($0)) }
  }

  /// The banners it shows, the oldest first.
  package var live: [Live] {
    entries.reduce(into: []) { live, entry in
      if let id = entry.shows {
        let seen = entry.seen ?? ""
        if let place = live.firstIndex(where: { $0.id == id }) {
          live[place].seen = seen
        } else {
          live.append(Live(id: id, seen: seen))
        }
      }
      if let id = entry.gone { live.removeAll { $0.id == id } }
    }
  }

  package var notifications: [Entry] { entries.filter { $0.method == "Notify" } }
  package var closings: [Entry] { entries.filter { $0.method == "CloseNotification" } }

  package func kill() { process.kill() }
}
