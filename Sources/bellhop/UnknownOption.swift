import Configuration

/// An option that is not declared, and what may have been meant by it.
struct UnknownOption {
  /// As it was given, with its dashes.
  let name: String
  let options: [Option]
  /// `nil` for one that stands before every subcommand.
  let subcommand: Subcommand?

  var reason: String { "there is no option \(name)\(hint)" }

  private var hint: String {
    if let operand = subcommand?.operands.first(where: { "--\($0.name.lowercased())" == name }) {
      return "; \(operand.name) is an operand, with no name before it"
    }
    // Of two letters, any is like any other.
    let near = name.hasPrefix("--") ? Spelling.hint(for: name, among: options.map(\.name)) : ""
    if !near.isEmpty { return near }
    guard let subcommand else { return "; see 'bellhop help'" }
    let takes = { (operand: String) in subcommand.operands.contains { $0.name == operand } }
    if takes("ID"), Int64(name) != nil { return "; an ID is a number from 1 on" }
    return "; see 'bellhop help \(subcommand.name)'"
      + (takes("TITLE") ? "; text that begins with - goes after --" : "")
  }
}
