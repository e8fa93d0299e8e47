extension Subcommand {
  static let ratings = Subcommand(
    name: "ratings", summary: "Let apps ask to be rated, or not, or say how it stands.",
    operands: [Operand("on|off", isOptional: true)],
    options: [.json], notes: "On, each app may ask three times in 365 days, two weeks apart."
  ) { (arguments, session) throws(Failure) in
    guard let word = arguments.operands.first else {
      let status = try session.control(arguments) { try $0.status() }
      return arguments.has(.json)
        ? () : session.terminal.write((status.ratingPrompts ?? true) ? "on\n" : "off\n")
    }
    guard ["on", "off"].contains(word) else {
      throw .usage("say on or off")
    }
    try session.control(arguments) { try $0.setRatingPrompts(word == "on") }
  }
}
