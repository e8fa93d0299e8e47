import Glibc

/// Where the daemon keeps things.
struct Places {
  /// Stands for `$XDG_RUNTIME_DIR`; `nil` where only sockets that were passed need none.
  let runtime: String?
  /// Holds `bellhop.db`.
  let state: String
  /// Holds the copies of image files.
  var images: String { "\(state)/images" }

  init(_ arguments: Arguments, _ environment: [String: String]) throws(StartFault) {
    let directory = arguments.runtimeDirectory ?? environment["XDG_RUNTIME_DIR"] ?? ""
    runtime = directory.isEmpty ? nil : try Self.absolute(directory)
    let home =
      environment["XDG_STATE_HOME"].map { "\($0)/bellhop" }
      ?? environment["HOME"].map { "\($0)/.local/state/bellhop" }
    guard let path = arguments.stateDirectory ?? home, !path.isEmpty else {
      throw StartFault("HOME is not set; give --state-directory DIR")
    }
    state = try Self.absolute(path)
  }

  private static func absolute(_ path: String) throws(StartFault) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let here = getcwd(nil, 0) else { throw StartFault("the working directory is gone") }
    defer { free(here) }
    return "\(String(cString: here))/\(path)"
  }
}
