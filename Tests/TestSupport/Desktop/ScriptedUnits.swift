import FoundationEssentials
import Glibc

/// A service manager on a private bus that runs units with their drop-ins; `scripted-units.py` has the details.
package final class ScriptedUnits: Sendable {
  /// The relevant parts of a unit's file.
  package struct Unit: Encodable, Sendable {
    package var type = "simple"
    package var busName: String?
    /// `ExecStart=` as in the file.
    package var execStart: String?
    package var environment: String?
    package var requiredBy: [String]?
    package var transient: Bool?
    /// For a socket unit: its path, and the unit that it starts.
    package var listen: String?
    package var program: [String]?

    package init(type: String = "simple", busName: String? = nil, execStart: String? = nil) {
      (self.type, self.busName, self.execStart) = (type, busName, execStart)
    }

    private enum CodingKeys: String, CodingKey {
      case type = "Type"
      case busName = "BusName"
      case execStart = "ExecStart"
      case environment = "Environment"
      case requiredBy = "RequiredBy"
      case transient = "Transient"
      case listen = "Listen"
      case program = "Program"
    }
  }

  private let process: ChildProcess
  private let directory: String

  /// Returns when it owns its name. `environment`: the environment of its units.
  package init(on bus: PrivateBus, units: [String: Unit], environment: [String: String?]) async throws {
    directory = try TemporaryDirectory.shared.file("units")
    mkdir(directory, 0o755)
    writeFile("\(directory)/script.py", String(decoding: PackageResources.scripted_units_py, as: UTF8.self))
    writeFile("\(directory)/units.json", String(decoding: try JSONEncoder().encode(units), as: UTF8.self))
    process = try ChildProcess(
      ["/usr/bin/python3", "\(directory)/script.py", directory],
      environment: environment.merging(["DBUS_SESSION_BUS_ADDRESS": bus.address]) { $1 })
    try await eventually("a service manager that runs units") { [self] in
      guard process.isRunning else { throw TimedOut(description: "the manager: \(process.output())") }
      return access("\(directory)/ready", F_OK) == 0 ? () : nil
    }
  }

  /// Calls that fail from now on.
  package func fail(_ faults: String...) {
    writeFile("\(directory)/faults", faults.map { "\($0)\n" }.joined())
  }

  /// Calls that fail once each.
  package func failOnce(_ faults: String...) {
    writeFile("\(directory)/faults", faults.map { "once \($0)\n" }.joined())
  }

  /// The calls it got, in order.
  package var log: [String] {
    let log = (try? readFile("\(directory)/log")).map { String(decoding: $0, as: UTF8.self) } ?? ""
    return log.split(separator: "\n").map(String.init)
  }

  /// The output of a unit.
  package func output(of unit: String) -> String {
    (try? readFile("\(directory)/\(unit).output")).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  package var output: String { process.output() }

  /// Ends it with all units that it has started.
  package func end() async throws {
    process.signal(SIGTERM)
    try await process.exit()
  }
}
