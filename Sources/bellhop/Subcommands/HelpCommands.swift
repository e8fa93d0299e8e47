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

private let candidatesOption = Option(
  "--candidates", nil, "print what the last WORD can become; the script asks this")

extension Subcommand {
  static let completion = Subcommand(
    name: "completion", summary: "Print what has a shell complete these commands on Tab.",
    operands: [
      Operand(Shell.allCases.map(\.rawValue).joined(separator: "|")),
      Operand("WORD", isOptional: true, repeats: true),
    ],
    options: [candidatesOption],
    notes: """
      The package installs all three. Without it, in the shell's configuration:
        bash  eval "$(bellhop completion bash)"
        zsh   eval "$(bellhop completion zsh)", below compinit
        fish  bellhop completion fish | source
      """
  ) { (arguments, session) throws(Failure) in
    guard let shell = arguments.operands.first.flatMap({ Shell(rawValue: $0) }) else {
      throw .usage("say \(Shell.allCases.map(\.rawValue).joined(separator: ", ")) for the shell")
    }
    let words = TypedWords(Array(arguments.operands.dropFirst()), of: shell)
    guard arguments.has(candidatesOption) else {
      guard words.joined.isEmpty else { throw .usage("a WORD goes with \(candidatesOption.name)") }
      return session.terminal.write(shell.script)
    }
    let command = PartialCommand(words.joined)
    let offer = CompletionReply(for: command, session.with(runtimeDirectory: command.runtimeDirectory))
    session.terminal.write(shell.answer(offer, to: words))
  }
}
