import BusWire
import Glibc
import NotificationModel

/// What the environment says of the session: where its bus is, and where the person's own files are.
struct SessionEnvironment: Sendable {
  /// Of `$XDG_RUNTIME_DIR`; `nil` where that is not set.
  let runtime: String?
  let configuration: String
  let data: String
  let state: String
  /// Of all others, the first counting most.
  let dataDirectories: [String]
  let home: String
  let addresses: [BusAddress]

  /// `nil` where the person has no home.
  init?(_ variable: (String) -> String? = Self.variable) {
    guard let home = baseDirectory(variable("HOME")) else { return nil }
    self.home = home
    runtime = baseDirectory(variable("XDG_RUNTIME_DIR"))
    configuration = baseDirectory(variable("XDG_CONFIG_HOME")) ?? "\(home)/.config"
    data = baseDirectory(variable("XDG_DATA_HOME")) ?? "\(home)/.local/share"
    state = baseDirectory(variable("XDG_STATE_HOME")) ?? "\(home)/.local/state"
    let others = (variable("XDG_DATA_DIRS") ?? "").split(separator: ":").compactMap {
      baseDirectory(String($0))
    }
    dataDirectories = others.isEmpty ? ["/usr/local/share", "/usr/share"] : others
    let named = variable("DBUS_SESSION_BUS_ADDRESS").map { [runtime] in
      BusAddress.list($0, runtimeDirectory: runtime)
    }
    let usual = runtime.map { BusAddress.path("\($0)/bus") }
    addresses = named.flatMap { $0.isEmpty ? nil : $0 } ?? [usual].compactMap { $0 }
  }

  /// Where bellhop-bus listens.
  var behind: String? { runtime.map { "\($0)/bellhop-bus/bus" } }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
