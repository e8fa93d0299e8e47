/// A terminal, and how it is told to run a program.
struct TerminalProgram: Hashable, Sendable {
  let name: String
  /// The arguments between the terminal's name and the program.
  let arguments: [String]

  /// The first installed terminal is used. The choices of a desktop or a distribution come first, then terminals by
  /// name.
  private static let known = [
    TerminalProgram(name: "xdg-terminal-exec", arguments: []),
    TerminalProgram(name: "x-terminal-emulator", arguments: ["-e"]),
    TerminalProgram(name: "foot", arguments: []),
    TerminalProgram(name: "konsole", arguments: ["-e"]),
    TerminalProgram(name: "gnome-terminal", arguments: ["--"]),
    TerminalProgram(name: "kgx", arguments: ["--"]),
    TerminalProgram(name: "ptyxis", arguments: ["--"]),
    TerminalProgram(name: "xterm", arguments: ["-e"]),
  ]

  /// The command line that runs `command` in a terminal; `nil` if no terminal is found. `preferred`: the person's own
  /// terminal (`TERMINAL`), tried after xdg-terminal-exec, which the person can configure. `find`: returns the path of
  /// a program.
  static func running(
    _ command: [String], preferred: String?, find: (String) -> String?
  ) -> LaunchEntry.Command? {
    var terminals = known
    if let preferred {
      let name = String(preferred.split(separator: "/").last ?? "")
      let arguments = known.first { $0.name == name }?.arguments ?? ["-e"]
      terminals.insert(TerminalProgram(name: preferred, arguments: arguments), at: 1)
    }
    for terminal in terminals {
      guard let path = find(terminal.name) else { continue }
      return LaunchEntry.Command(
        program: path, arguments: [terminal.name] + terminal.arguments + command)
    }
    return nil
  }
}
