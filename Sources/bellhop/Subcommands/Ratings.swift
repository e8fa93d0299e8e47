extension Subcommand {
  static let ratings = Subcommand(
    name: "ratings", summary: "Let apps ask to be rated, or not.", operands: [Operand("on|off")],
    options: [.json], notes: "On, each app may ask three times in 365 days, two weeks apart."
  ) { (arguments, session) throws(Failure) in
    guard let word = arguments.operands.first, ["on", "off"].contains(word) else {
      throw .usage("say on or off")
    }
    try session.control(arguments) { try $0.setRatingPrompts(word == "on") }
  }
}
