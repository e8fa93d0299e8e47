import FoundationEssentials

/// A dock on a private bus that logs the badges it receives.
package final class ScriptedDock: Sendable {
  /// A line of its log.
  package struct Entry: Decodable, Hashable, Sendable {
    package var uri: String?
    package var sender: String?
    package var path: String?
    package var count: Int64?
    package var visible: Bool?
    /// The unique name of a connection that had sent a badge and has left the bus.
    package var left: String?
    var listens: Bool?
  }

  private let process: ChildProcess
  private let logPath: String

  /// Returns when it listens.
  package init(on bus: PrivateBus) async throws {
    logPath = try TemporaryDirectory.shared.file("dock-log")
    let script = try TemporaryDirectory.shared.file("scripted-dock.py")
    writeFile(script, String(decoding: PackageResources.scripted_dock_py, as: UTF8.self))
    process = try ChildProcess(
      ["/usr/bin/python3", script, logPath], environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    try await eventually("a dock that listens") { [self] in
      guard process.isRunning else { throw TimedOut(description: "the scripted dock: \(process.output())") }
      return entries.contains { $0.listens == true }
    }
  }

  /// Takes the dock's name on the bus, or gives it back.
  package func own() { process.send("own") }
  package func disown() { process.send("disown") }

  package var entries: [Entry] {
    guard let log = try? readFile(logPath) else { return [] }
    return log.split(separator: UInt8(ascii: "\n"))
      .compactMap { try? JSONDecoder().decode(Entry.self, from: Data($0)) }
  }

  /// Each badge in order, such as "org.example.Mail 3"; "org.example.Mail -" for a removed one.
  package var badges: [String] {
    entries.compactMap { entry in
      guard let uri = entry.uri else { return nil }
      let app = uri.dropFirst("application://".count).dropLast(".desktop".count)
      return "\(app) \(entry.visible == true ? String(entry.count ?? -1) : "-")"
    }
  }
}
