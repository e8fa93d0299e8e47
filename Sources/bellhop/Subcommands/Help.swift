private let man = Option(
  "--man", nil, "print a page for man: bellhop, or bellhop.conf in place of SUBCOMMAND")

extension Subcommand {
  static let help = Subcommand(
    name: "help", summary: "Explain a subcommand, or list them.",
    operands: [Operand("SUBCOMMAND", isOptional: true)], options: [man],
    notes: "To read a page that is not installed: bellhop help --man bellhop.conf | man -l -"
  ) { (arguments, session) throws(Failure) in
    let name = arguments.operands.first
    if arguments.has(man) { return session.terminal.write(try page(name ?? "bellhop").roff) }
    guard let name else { return session.terminal.write(HelpText.overview) }
    session.terminal.write(HelpText(subcommand: try named(name)).full)
  }
}

private func page(_ name: String) throws(Failure) -> ManualPage {
  switch name {
  case "bellhop": .command
  case "bellhop.conf": .configuration
  default: throw .usage("there is no page \(name); there are bellhop and bellhop.conf")
  }
}
