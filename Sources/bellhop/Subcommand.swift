import Configuration

/// One subcommand: its interface, declared once, and what it does.
struct Subcommand: Sendable {
  let name: String
  /// One line, for the list of subcommands.
  let summary: String
  let wordOrder: Arguments.WordOrder
  let run: @Sendable (Arguments, Session) throws(Failure) -> Void
  private let declaredOperands: @Sendable () -> [Operand]
  private let declaredOptions: @Sendable () -> [Option]
  private let declaredNotes: @Sendable () -> String

  var operands: [Operand] { declaredOperands() }
  var options: [Option] { declaredOptions() }
  /// With those that all have.
  var allOptions: [Option] { options + Option.common }
  /// Further lines of its help.
  var notes: String { declaredNotes() }

  /// What it takes and says is found out when it is asked for: each start of the program is of one subcommand, and what
  /// all others say would cost it more than what it does.
  init(
    name: String, summary: String,
    operands: @escaping @Sendable @autoclosure () -> [Operand] = [],
    options: @escaping @Sendable @autoclosure () -> [Option],
    wordOrder: Arguments.WordOrder = .anyOrder, notes: @escaping @Sendable @autoclosure () -> String = "",
    run: @escaping @Sendable (Arguments, Session) throws(Failure) -> Void
  ) {
    self.name = name
    self.summary = summary
    self.wordOrder = wordOrder
    self.run = run
    declaredOperands = operands
    declaredOptions = options
    declaredNotes = notes
  }

  static func named(_ name: String) throws(Failure) -> Subcommand {
    if let subcommand = all.first(where: { $0.name == name }) { return subcommand }
    let near = Spelling.hint(for: name, among: all.map(\.name))
    let hint = elsewhere[name.lowercased()].map { "; \($0)" } ?? near
    throw .usage("there is no subcommand \(name)" + (hint.isEmpty ? "; see 'bellhop help'" : hint))
  }

  /// Names of subcommands in other tools, each with a hint.
  private static let elsewhere = [
    "history": "'bellhop list --all' lists all that is kept",
    "settings": "'bellhop apps APP' tells those of an app, and 'bellhop set' changes them",
    "config": "'bellhop check-config' tells what the configuration comes to; see 'man bellhop.conf'",
    "mute": "'bellhop silent on' is for sounds, 'bellhop dnd on' for banners, 'bellhop deny APP' for an app",
    "send": "'bellhop post' posts a notification", "notify": "'bellhop post' posts a notification",
    "search": "'bellhop list --search TEXT' finds some", "version": "'bellhop --version' prints it",
  ]

  /// In the order of the help.
  static let all: [Subcommand] = [
    .post, .withdraw, .run, .judge, .list, .show, .explain, .activate, .read, .dismiss, .clear,
    .undo, .erase, .snooze, .watch, .center, .apps, .allow, .deny, .forget, .set, .ratings, .stats, .front,
    .dnd, .quietHours, .silent, .lock, .unlock, .status, .doctor, .reload, .checkConfiguration, .inventory,
    .completion, .help,
  ]
}
