/// Terminals, and how each is told to run a program.
struct TerminalProgram: Hashable, Sendable {
  let name: String
  /// What stands between its name and the program's.
  let arguments: [String]

  /// The first that is there is taken: what a desktop or a distribution has settled on, then by name.
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

  /// Runs `command` in a terminal; `nil` where none is found. `preferred`: the person's own (`TERMINAL`), after
  /// xdg-terminal-exec, which they can configure. `find`: the path of a program.
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
