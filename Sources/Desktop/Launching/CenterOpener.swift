import Delivery
import EventLoop
import NotificationModel

/// Opens the notification centre in a terminal. The service manager runs the terminal; this process runs no program.
///
/// Invariant: each opening is reported once.
final class CenterOpener {
  /// The name of the unit, as tools that list units show it.
  private static let unit = "io.bellhop.Center"
  private static let title = "Notification centre"

  private let command: [String]
  private let variables: SessionVariables
  private let services: ServiceManager
  private let background: Background
  private let reporting: (AppStartFailure?) -> Void

  /// `command`: the program and its arguments before the subcommand.
  init(
    _ command: [String], _ variables: @escaping SessionVariables, _ services: ServiceManager,
    _ background: Background,
    reporting: @escaping (AppStartFailure?) -> Void
  ) {
    self.command = command
    self.variables = variables
    self.services = services
    self.background = background
    self.reporting = reporting
  }

  func open(_ opening: CenterOpening) {
    let arguments = command + ["center"] + (opening.app.map { ["--settings", $0.text] } ?? [])
    background.run { [variables] in
      Self.terminal(running: arguments, variables)
    } then: { [self] found in
      guard let found, let name = AppID(Self.unit) else { return reporting(.noTerminal) }
      let entry = LaunchEntry(name: Self.title, isBusActivatable: false, command: .success(found))
      switch TransientUnit.make(for: name, entry, token: opening.activationToken) {
      case .failure(let failure): reporting(failure)
      case .success(let unit): services.start(unit, then: reporting)
      }
    }
  }

  private static func terminal(
    running command: [String], _ variables: SessionVariables
  ) -> LaunchEntry.Command? {
    TerminalProgram.running(command, preferred: variables("TERMINAL"), find: DesktopEntries.program)
  }
}

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
