/// What the command line says.
struct Arguments {
  enum SinkChoice: String, CaseIterable {
    case auto, libnotify, console, none
  }

  enum Parsed {
    case run(Arguments)
    case help
    case version
    case wrong(String)
  }

  var configuration: String?
  var runtimeDirectory: String?
  var stateDirectory: String?
  var sink = SinkChoice.auto

  static let usage =
    "usage: bellhopd [--config FILE] [--runtime-directory DIR] [--state-directory DIR] "
    + "[--sink auto|libnotify|console|none]"

  static let help = """
    \(usage)

    Takes notifications from apps and delivers them to the person at the desktop.

      --config FILE             read this file instead of /etc/bellhop and the person's own
      --runtime-directory DIR   put the sockets there (default: $XDG_RUNTIME_DIR)
      --state-directory DIR     keep bellhop.db there (default: $XDG_STATE_HOME/bellhop)
      --sink SINK               where banners go (default: auto, which is libnotify where there is a
                                session bus, else the console when run in a terminal)
      --help, --version

    Signals: HUP reads the configuration again, TERM ends.
    Exit status: 0 ended as asked, 1 cannot run, 2 wrong usage, 78 the database is of a newer version.
    """

  static func parse(_ words: [String]) -> Parsed {
    var arguments = Arguments()
    var rest = words[...]
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts.first.map(String.init) ?? word
      if name == "--help" || name == "-h" { return .help }
      if name == "--version" { return .version }
      guard ["--config", "--runtime-directory", "--state-directory", "--sink"].contains(name) else {
        return .wrong("unknown argument \(word)")
      }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
        return .wrong("\(name) needs a value")
      }
      switch name {
      case "--config": arguments.configuration = value
      case "--runtime-directory": arguments.runtimeDirectory = value
      case "--state-directory": arguments.stateDirectory = value
      default:
        guard let sink = SinkChoice(rawValue: value) else {
          return .wrong("--sink is one of \(SinkChoice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        arguments.sink = sink
      }
    }
    return .run(arguments)
  }
}
