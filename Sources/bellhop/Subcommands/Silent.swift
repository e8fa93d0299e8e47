extension Subcommand {
  static let silent = Subcommand(
    name: "silent", summary: "Turn the mute switch on or off, or say how it stands.",
    operands: [Operand("on|off|toggle", isOptional: true)],
    options: [.json], notes: "Muted, only critical notifications and your own alarms make a sound."
  ) { (arguments, session) throws(Failure) in
    guard let word = arguments.operands.first else {
      let status = try session.control(arguments) { try $0.status() }
      return arguments.has(.json)
        ? ()
        : session.terminal.write(
          (status.silent ? session.words.terms.on : session.words.terms.off) + "\n")
    }
    guard ["on", "off", "toggle"].contains(word) else {
      throw .usage("say on, off or toggle")
    }
    let isOn = word == "toggle" ? try session.control { try !$0.status().silent } : word == "on"
    try session.control(arguments) { try $0.setSilent(isOn) }
    guard !arguments.has(.json) else { return }
    session.terminal.write(session.words.changes.silent(isOn) + "\n")
  }
}
