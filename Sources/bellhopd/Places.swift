import Glibc
import Journal
import NotificationModel
import NotificationProtocol

/// Where the daemon keeps things.
struct Places {
  /// Stands for `$XDG_RUNTIME_DIR`; `nil` where only sockets that were passed need none.
  let runtime: String?
  /// Holds `bellhop.db`.
  let state: String
  /// Holds a directory for each person, with what root has left for them.
  let spool: String
  /// Holds the copies of image files.
  var images: String { "\(state)/images" }

  init(_ arguments: Arguments, _ environment: [String: String]) throws(StartFault) {
    runtime =
      try arguments.runtimeDirectory.map(Self.absolute) ?? baseDirectory(environment["XDG_RUNTIME_DIR"])
    let home =
      baseDirectory(environment["XDG_STATE_HOME"]).map { "\($0)/bellhop" }
      ?? baseDirectory(environment["HOME"]).map { "\($0)/.local/state/bellhop" }
    guard let path = try arguments.stateDirectory.map(Self.absolute) ?? home else {
      throw StartFault("HOME is not set to an absolute path; give --state-directory DIR")
    }
    state = path
    spool = try arguments.spoolDirectory.map(Self.absolute) ?? KeptName.directory
  }

  /// The command line that speaks to this daemon. Its program is the one beside this daemon, else the installed one.
  func commandLine(_ environment: [String: String]) -> [String] {
    let beside = Process.directory.map { "\($0)/bellhop" }
    let program = beside.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? "bellhop"
    guard let runtime, runtime != baseDirectory(environment["XDG_RUNTIME_DIR"]) else { return [program] }
    return [program, "--runtime-directory", runtime]
  }

  private static func absolute(_ path: String) throws(StartFault) -> String {
    guard !path.hasPrefix("/") else { return path }
    guard let here = getcwd(nil, 0) else { throw StartFault("the working directory is gone") }
    defer { free(here) }
    return "\(String(cString: here))/\(path)"
  }
}
