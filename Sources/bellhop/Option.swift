/// One option of a subcommand. Parsing and help both come from it.
struct Option: Hashable, Sendable {
  /// With its dashes.
  let name: String
  /// What stands for its value in the help; `nil` for an option without one.
  let value: String?
  let meaning: String
  let repeats: Bool
  /// The only values there are; empty where any text goes.
  let choices: [String]
  /// What Tab offers as its value, where its name does not say it.
  let offers: Completion?

  init(
    _ name: String, _ value: String? = nil, _ meaning: String, repeats: Bool = false, choices: [String] = [],
    offers: Completion? = nil
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.repeats = repeats
    self.choices = choices
    self.offers = offers
  }

  static let json = Option("--json", nil, "print the reply as JSON, one object a line")
  static let quiet = Option("--quiet", nil, "say nothing but what went wrong")
  static let plain = Option("--plain", nil, "one thing a line, each with its name, for a screen reader")
  static let help = Option("--help", nil, "print this help")

  /// What every subcommand takes.
  static let common = [quiet, plain, help]
}

/// One argument that is no option.
struct Operand: Hashable, Sendable {
  /// As the help calls it.
  let name: String
  let isOptional: Bool
  let repeats: Bool
  /// What Tab offers, where its name does not say it.
  let offers: Completion?

  init(_ name: String, isOptional: Bool = false, repeats: Bool = false, offers: Completion? = nil) {
    self.name = name
    self.isOptional = isOptional
    self.repeats = repeats
    self.offers = offers
  }

  var usage: String {
    let name = repeats ? "\(name)…" : name
    return isOptional ? "[\(name)]" : name
  }
}
