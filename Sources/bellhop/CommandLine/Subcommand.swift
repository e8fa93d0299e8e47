import Configuration

/// A subcommand: its interface, declared once, and its implementation.
struct Subcommand: Sendable {
  let name: String
  /// A line for the list of subcommands.
  let summary: String
  let wordOrder: Arguments.WordOrder
  let run: @Sendable (Arguments, Session) throws(Failure) -> Void
  private let declaredOperands: @Sendable () -> [Operand]
  private let declaredOptions: @Sendable () -> [Option]
  private let declaredNotes: @Sendable () -> String

  var operands: [Operand] { declaredOperands() }
  var options: [Option] { declaredOptions() }
  /// The options, with those of every subcommand.
  var allOptions: [Option] { options + Option.common }
  /// Further lines of its help.
  var notes: String { declaredNotes() }

  /// Options, operands and notes are evaluated on demand: each start of the program runs one subcommand, and building
  /// the texts of all would take longer than most of them.
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
    "mute": "'bellhop silent on' is for sounds, 'bellhop dnd on' for banners, "
      + "'bellhop set APP banners=off --for 1h' for an app",
    "send": "'bellhop post' posts a notification", "notify": "'bellhop post' posts a notification",
    "search": "'bellhop list --search TEXT' finds some", "version": "'bellhop --version' prints it",
  ]

  /// In the order of the help.
  static let all: [Subcommand] = [
    .post, .withdraw, .run, .judge, .list, .show, .explain, .activate, .read, .dismiss, .clear,
    .undo, .erase, .snooze, .watch, .center, .apps, .allow, .deny, .forget, .set, .ratings, .front,
    .dnd, .through, .quietHours, .previews, .silent, .lock, .unlock, .status, .doctor, .reload,
    .checkConfiguration, .completion,
    .help,
  ]
}

/// The help of a subcommand, from its declaration.
struct HelpText {
  let subcommand: Subcommand

  /// The short line after a wrong command line.
  var usage: String { "usage: \(synopsis)" }

  var synopsis: String {
    let options = subcommand.options.isEmpty ? [] : ["[OPTION…]"]
    return (["bellhop", subcommand.name] + options + subcommand.operands.map(\.usage))
      .joined(separator: " ")
  }

  var full: String {
    var text = "\(usage)\n\n\(subcommand.summary)\n"
    text += "\n" + Self.rows(of: subcommand.allOptions)
    if !subcommand.notes.isEmpty { text += "\n\(Self.filled(subcommand.notes))\n" }
    return text
  }

  /// Explains the options of subcommands that may precede the subcommand.
  static let passedOn =
    "What a subcommand takes of \(CommandLineTool.passedOn.map(\.name).joined(separator: ", ")) may stand before its name, too."

  /// The help of the whole program.
  static var overview: String {
    let width = Subcommand.all.map(\.name.count).max() ?? 0
    let names = Subcommand.all.map { command in
      "  \(command.name)\(String(repeating: " ", count: width - command.name.count))  \(command.summary)\n"
    }
    return """
      usage: bellhop [--runtime-directory DIR] SUBCOMMAND [OPTION…] [OPERAND…]

      Posts notifications, and decides about them.

      \(names.joined())
      \(rows(of: CommandLineTool.options))
      Each subcommand takes \(Option.common.map(\.name).joined(separator: ", ")). 'bellhop help SUBCOMMAND' says more \
      about one.
      \(passedOn)
      Exit status: \(ExitStatus.allCases.map { "\($0.rawValue) \($0.brief)" }.joined(separator: ", ")).

      """
  }

  /// Breaks lines that are longer than a terminal of 120 columns, between words.
  private static func filled(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrapped(String($0), to: 120) }
      .joined(separator: "\n")
  }

  /// The options in columns. A long option has a line of its own, so that the meanings stay aligned.
  private static func rows(of options: [Option]) -> String {
    let column = 26
    return options.map { option in
      let left = "  " + ([option.name] + [option.value].compactMap { $0 }).joined(separator: " ")
      let gap =
        left.count + 2 > column
        ? "\n" + String(repeating: " ", count: column) : String(repeating: " ", count: column - left.count)
      let lines = wrapped(meaning(of: option), to: 120 - column)
      return left + gap + lines.joined(separator: "\n" + String(repeating: " ", count: column)) + "\n"
    }.joined()
  }

  static func meaning(of option: Option) -> String {
    let choices = option.choices.isEmpty ? "" : " (\(option.choices.joined(separator: ", ")))"
    return option.meaning + choices + (option.repeats ? "; can be given several times" : "")
  }
}
