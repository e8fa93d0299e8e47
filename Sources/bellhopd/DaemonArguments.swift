import Configuration
import Delivery
import Glibc
import Journal
import NotificationModel
import NotificationProtocol
import Sink

/// The daemon's command line.
struct DaemonArguments {
  enum Parsed {
    case run(DaemonArguments)
    case help
    case version
  }

  let configuration: String?
  let runtimeDirectory: String?
  let stateDirectory: String?
  let spoolDirectory: String?
  let sink: any ChosenSink.Type

  private static let names = [
    "--config", "--runtime-directory", "--state-directory", "--spool-directory", "--sink",
  ]

  static let usage =
    "usage: bellhopd [--config FILE] [--runtime-directory DIR] [--state-directory DIR] "
    + "[--spool-directory DIR] [--sink \(SinkChoice.words.joined(separator: "|"))]"

  static let help = """
    \(usage)

    Takes notifications from apps and delivers them to the person at the desktop.

      --config FILE             read this file instead of /etc/bellhop and the person's own
      --runtime-directory DIR   put the sockets there (default: $XDG_RUNTIME_DIR)
      --state-directory DIR     keep bellhop.db there (default: $XDG_STATE_HOME/bellhop)
      --spool-directory DIR     find there what root has left (default: \(KeptName.directory))
      --sink SINK               where banners go (default: auto, which is libnotify where there is a
                                session bus, else the console when run in a terminal)
      --help, --version

    Signals: HUP reads the configuration again, TERM ends.
    Exit status: 0 ended as asked, 1 cannot run, 2 wrong usage, 78 the database is of a newer version.
    """

  static func parse() throws(StartFault) -> Parsed {
    var values: [String: String] = [:]
    var rest = try words()[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? word
      if name == "--help" || name == "-h" { return .help }
      if name == "--version" { return .version }
      guard names.contains(name) else {
        throw .usage("unknown argument \(word)")
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        throw .usage("\(name) needs a value")
      }
      guard values.updateValue(value, forKey: name) == nil else { throw .usage("\(name) is given twice") }
    }
    guard let sink = SinkChoice.sink(values["--sink"] ?? SinkChoice.automatic) else {
      throw .usage("--sink is one of \(SinkChoice.words.joined(separator: ", "))")
    }
    return .run(
      DaemonArguments(
        configuration: values["--config"], runtimeDirectory: values["--runtime-directory"],
        stateDirectory: values["--state-directory"], spoolDirectory: values["--spool-directory"], sink: sink))
  }

  private static func words() throws(StartFault) -> [String] {
    do throws(ArgumentFault) { return try CommandLine.words() } catch { throw .usage("\(error)") }
  }
}

extension StartFault {
  fileprivate static func usage(_ reason: String) -> StartFault {
    StartFault("\(reason)\n\(DaemonArguments.usage)", status: 2)
  }
}

/// The daemon's directories.
struct DaemonPlaces {
  /// `--runtime-directory` or `$XDG_RUNTIME_DIR`; `nil` if the service manager passes both sockets and neither is set.
  let runtime: String?
  /// Holds `bellhop.db`.
  let state: String
  /// Holds a directory for each person, with what root has left for them.
  let spool: String
  /// Holds the copies of image files.
  var images: String { "\(state)/images" }

  init(_ arguments: DaemonArguments, _ environment: [String: String]) throws(StartFault) {
    runtime =
      try arguments.runtimeDirectory.map(absolutePath) ?? baseDirectory(environment["XDG_RUNTIME_DIR"])
    let home =
      baseDirectory(environment["XDG_STATE_HOME"]).map { "\($0)/bellhop" }
      ?? baseDirectory(environment["HOME"]).map { "\($0)/.local/state/bellhop" }
    guard let path = try arguments.stateDirectory.map(absolutePath) ?? home else {
      throw StartFault("HOME is not set to an absolute path; give --state-directory DIR")
    }
    state = path
    spool = try arguments.spoolDirectory.map(absolutePath) ?? KeptName.directory
  }

  /// The command line that speaks to this daemon. Its program is the one beside this daemon, else the installed one.
  func commandLine(_ environment: [String: String]) -> [String] {
    let beside = Process.directory.map { "\($0)/bellhop" }
    let program = beside.flatMap { access($0, X_OK) == 0 ? $0 : nil } ?? "bellhop"
    guard let runtime, runtime != baseDirectory(environment["XDG_RUNTIME_DIR"]) else { return [program] }
    return [program, "--runtime-directory", runtime]
  }
}
