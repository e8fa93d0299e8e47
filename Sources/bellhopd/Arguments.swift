import Configuration
import Delivery
import Journal
import NotificationProtocol

/// What the command line says.
struct Arguments {
  enum Parsed {
    case run(Arguments)
    case help
    case version
  }

  let configuration: String?
  let runtimeDirectory: String?
  let stateDirectory: String?
  let spoolDirectory: String?
  let sink: any Sink.Type

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
      Arguments(
        configuration: values["--config"], runtimeDirectory: values["--runtime-directory"],
        stateDirectory: values["--state-directory"], spoolDirectory: values["--spool-directory"], sink: sink))
  }

  private static func words() throws(StartFault) -> [String] {
    do throws(ArgumentFault) { return try CommandLine.words() } catch { throw .usage("\(error)") }
  }
}

extension StartFault {
  fileprivate static func usage(_ reason: String) -> StartFault {
    StartFault("\(reason)\n\(Arguments.usage)", status: 2)
  }
}
