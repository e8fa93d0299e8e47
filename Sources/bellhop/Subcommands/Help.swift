extension Subcommand {
  static let help = Subcommand(
    name: "help", summary: "Explain a subcommand, or list them.",
    operands: [Operand("SUBCOMMAND", isOptional: true)], options: []
  ) { (arguments, session) throws(Failure) in
    guard let name = arguments.operands.first else { return session.terminal.write(HelpText.overview) }
    guard let subcommand = all.first(where: { $0.name == name }) else {
      throw .usage("there is no subcommand \(name)")
    }
    session.terminal.write(HelpText(subcommand: subcommand).full)
  }
}
