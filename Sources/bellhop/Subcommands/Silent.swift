extension Subcommand {
  static let silent = Subcommand(
    name: "silent", summary: "Turn the mute switch on or off.", operands: [Operand("on|off")],
    options: [.json], notes: "Muted, only critical notifications and your own alarms make a sound."
  ) { (arguments, session) throws(Failure) in
    guard let word = arguments.operands.first, ["on", "off"].contains(word) else {
      throw .usage("say on or off")
    }
    try session.control(arguments) { try $0.setSilent(word == "on") }
  }
}
