/// The help of a subcommand, from its declaration.
struct HelpText {
  let subcommand: Subcommand

  /// The short line that goes with a mistake.
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

  /// What may stand before a subcommand besides the options of the whole program.
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

  /// Breaks those lines between words that are longer than a terminal of 120 columns.
  private static func filled(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { wrapped(String($0), to: 120) }
      .joined(separator: "\n")
  }

  /// The long ones on a line of their own, so that the meanings stay in one column.
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
