import BusWire
import Glibc
import Journal

/// Where this bus listens, and where the session bus does.
struct Places {
  /// What stands for `$XDG_RUNTIME_DIR`: absolute, if given at all.
  let runtime: String?
  /// The session bus, by its variable.
  let upstream: [BusAddress]
  /// Where it is without the variable, and where that names nothing that can be used.
  let usual: [BusAddress]

  static let directory = "bellhop-bus"
  static let socket = "bus"

  init(runtimeDirectory: String?) throws(StartFault) {
    let session = Self.variable("XDG_RUNTIME_DIR").flatMap { $0.hasPrefix("/") ? $0 : nil }
    runtime = try runtimeDirectory.map(Self.absolute) ?? session
    usual = session.map { [.path("\($0)/bus")] } ?? []
    upstream =
      Self.variable("DBUS_SESSION_BUS_ADDRESS").map { BusAddress.list($0, runtimeDirectory: session) } ?? []
  }

  /// Where this bus listens when nobody has opened the socket for it.
  var path: String? { runtime.map { "\($0)/\(Self.directory)/\(Self.socket)" } }

  /// An empty variable counts as none.
  static func variable(_ name: String) -> String? {
    guard let value = getenv(name), value[0] != 0 else { return nil }
    return String(cString: value)
  }

  private static func absolute(_ path: String) throws(StartFault) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let here = getcwd(nil, 0) else { throw StartFault("the working directory is gone") }
    defer { free(here) }
    return "\(String(cString: here))/\(path)"
  }
}
