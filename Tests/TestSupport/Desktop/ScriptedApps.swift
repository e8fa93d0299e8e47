import FoundationEssentials

/// Apps and a service manager on a private bus, with a log of their calls; `scripted-apps.py` plays them.
package final class ScriptedApps: Sendable {
  /// A line of their log.
  package struct Entry: Decodable, Sendable {
    /// The name of an app that has started.
    package var running: String?
    package var method: String?
    /// The platform data of `Activate`.
    package var data: [String: String]?
    package var unit: String?
    package var mode: String?
    package var signature: String?
    /// The values as GVariant prints them, with their types.
    package var properties: [String: String]?
    /// The kind of an event that an app has received.
    package var event: String?
    package var action: String?
    /// The token of an event, or from a program's environment.
    package var token: String?
    package var startup: String?
    /// The address that a portal was asked to open.
    package var url: String?
  }

  private let script: String
  private let logPath: String

  package init() throws {
    script = try TemporaryDirectory.shared.file("scripted-apps.py")
    logPath = try TemporaryDirectory.shared.file("apps-log")
    writeFile(script, String(decoding: PackageResources.scripted_apps_py, as: UTF8.self))
  }

  /// The command for a service file: an app with this name on the bus that follows its events at `socket`.
  package func appCommand(_ name: String, socket: String = "") -> String {
    "/usr/bin/python3 \(script) app \(logPath) \(name) \(socket)"
  }

  /// The command for a service file: a portal that opens addresses, or refuses.
  package func portalCommand(refuses: Bool = false) -> String {
    "/usr/bin/python3 \(script) portal \(logPath) \(refuses ? "refuse" : "open")"
  }

  /// The command for a desktop entry: the same app without a name on the bus.
  package func programCommand(_ name: String, socket: String) -> String {
    "/usr/bin/python3 \(script) program \(logPath) \(name) \(socket)"
  }

  /// Starts the service manager; it runs as long as the process.
  package func manager(on bus: PrivateBus, mode: String) throws -> ChildProcess {
    try ChildProcess(
      ["/usr/bin/python3", script, "manager", logPath, mode],
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  package var entries: [Entry] {
    guard let log = try? readFile(logPath) else { return [] }
    return log.split(separator: UInt8(ascii: "\n"))
      .compactMap { try? JSONDecoder().decode(Entry.self, from: Data($0)) }
  }

  package var units: [Entry] { entries.filter { $0.method == "StartTransientUnit" } }
  package var activations: [Entry] { entries.filter { $0.method == "Activate" } }
  /// The kinds of the events that apps have received, without `ready`.
  package var heard: [Entry] { entries.filter { $0.event != nil && $0.event != "ready" } }
}
