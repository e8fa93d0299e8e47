import Configuration
import NotificationModel
import NotificationProtocol
import Varlink

/// The arguments of a subcommand, parsed by its declaration: every option is declared, has a value exactly if it needs
/// one and stands once unless it repeats; and the number of operands is allowed.
struct Arguments: Sendable {
  private var values: [String: [String]] = [:]
  private(set) var operands: [String] = []

  /// The order of options and operands.
  enum WordOrder {
    /// Options and operands can stand in any order; after `--` everything is an operand.
    case anyOrder
    /// The words from the first operand on belong to another program.
    case optionsFirst
  }

  init(_ words: [String], of subcommand: Subcommand) throws(Failure) {
    let options = subcommand.allOptions
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      if word == "-h" {
        values[Option.help.name] = [""]
      } else if word.hasPrefix("-"), word != "-" {
        try consume(word, from: &rest, options: options, of: subcommand)
      } else {
        operands.append(word)
        guard subcommand.wordOrder == .anyOrder else {
          operands += rest
          break
        }
      }
    }
    if has(.help) { return }
    try check(operands.count, against: subcommand.operands)
  }

  /// Parses the options before the subcommand, and leaves the remaining words.
  init(leading words: inout ArraySlice<String>, options: [Option]) throws(Failure) {
    while let word = words.first, word.hasPrefix("-") {
      words = words.dropFirst()
      try consume(word == "-h" ? Option.help.name : word, from: &words, options: options)
    }
  }

  private mutating func consume(
    _ word: String, from rest: inout ArraySlice<String>, options: [Option], of subcommand: Subcommand? = nil
  ) throws(Failure) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, let option = options.first(where: { $0.name == name }) else {
      throw .usage(UnknownOption(name: parts.first ?? word, options: options, subcommand: subcommand).reason)
    }
    var value = parts.count > 1 ? parts[1] : nil
    if let wanted = option.value {
      value = value ?? rest.popFirst()
      guard value != nil else { throw .usage("\(name) needs its \(wanted)") }
    } else if value != nil {
      throw .usage("\(name) takes no value")
    }
    let given = value ?? ""
    guard option.choices.isEmpty || option.choices.contains(given) else {
      throw .usage("\(name) is one of \(option.choices.joined(separator: ", "))")
    }
    guard option.repeats || values[name] == nil else { throw .usage("\(name) is given twice") }
    values[name, default: []].append(given)
  }

  private func check(_ count: Int, against declared: [Operand]) throws(Failure) {
    let needed = declared.filter { !$0.isOptional }
    guard count >= needed.count else { throw .usage("\(needed[count].name) is missing") }
    let isOpen = declared.last?.repeats ?? false
    guard isOpen || count <= declared.count else {
      switch declared.count {
      case 0: throw .usage("takes no operands")
      case 1: throw .usage("more than one operand")
      case let most: throw .usage("more than \(most) operands")
      }
    }
  }

  func has(_ option: Option) -> Bool { values[option.name] != nil }

  /// Throws if an option is given that does not go with this one. The options of all subcommands go with each.
  func check(_ option: Option, goesWith others: [Option]) throws(Failure) {
    guard has(option) else { return }
    let allowed = Set((others + [option] + Option.common).map(\.name))
    if let other = values.keys.filter({ !allowed.contains($0) }).min() {
      throw .usage("\(option.name) and \(other) exclude each other")
    }
  }

  /// Throws if one of these options is given beside this one.
  func check(_ option: Option, excludes others: [Option]) throws(Failure) {
    guard has(option), let other = others.first(where: has) else { return }
    throw .usage("\(option.name) and \(other.name) exclude each other")
  }

  func text(_ option: Option) -> String? { values[option.name]?.last }

  func all(_ option: Option) -> [String] { values[option.name] ?? [] }

  /// A whole number, at least `least`.
  func number(_ option: Option, least: Int64) throws(Failure) -> Int64? {
    guard let text = text(option) else { return nil }
    guard let number = Int64(text), number >= least else {
      throw .usage("\(option.name) is a whole number from \(least) on")
    }
    return number
  }

  /// A whole number from 0 to 100, or `NotificationRequest.ofUnknownLength` for "unknown".
  func percentage(_ option: Option) throws(Failure) -> Int64? {
    guard let text = text(option) else { return nil }
    if text == "unknown" { return Int64(NotificationRequest.ofUnknownLength) }
    guard let number = Int64(text), (0...100).contains(number) else {
      throw .usage("\(option.name) is a whole number from 0 to 100, or unknown")
    }
    return number
  }

  /// A number from 0 to 1.
  func fraction(_ option: Option) throws(Failure) -> Double? {
    guard let text = text(option) else { return nil }
    guard let number = Double(text), (0...1).contains(number) else {
      throw .usage("\(option.name) is a number from 0 to 1, such as 0.7")
    }
    return number
  }
}

extension AppID {
  /// Throws with the daemon's message for the field.
  init(operand text: String) throws(FieldFault) {
    guard !text.contains("*") else {
      throw .invalid(
        path: "app",
        reason:
          "a group of apps stands in a configuration file alone, as [App \(text)]; see 'man bellhop.conf'")
    }
    var fields = try ShapeReader(JSON(fields: ["app": text.json]))
    self = try fields.required("app", try fields.app())
  }
}

extension ItemID {
  /// Throws with the daemon's message for the field.
  init(action text: String) throws(FieldFault) {
    var fields = try ShapeReader(JSON(fields: ["action": text.json]))
    self = try fields.required("action", try fields.item("action"))
  }
}

/// An option of a subcommand. Parsing and help both use it.
struct Option: Hashable, Sendable {
  /// The option's name with its dashes.
  let name: String
  /// The name of its value in the help; `nil` for an option without a value.
  let value: String?
  let meaning: String
  let repeats: Bool
  /// The allowed values; empty if any text is.
  let choices: [String]
  /// The completion of its value, if its name does not determine it.
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

  /// The options of every subcommand.
  static let common = [quiet, plain, help]
}

/// An argument that is no option.
struct Operand: Hashable, Sendable {
  /// The operand's name in the help.
  let name: String
  let isOptional: Bool
  let repeats: Bool
  /// The operand's completion, if its name does not determine it.
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

/// An undeclared option, and the likely intention.
private struct UnknownOption {
  /// The option as given, with its dashes.
  let name: String
  let options: [Option]
  /// `nil` for an option before the subcommand.
  let subcommand: Subcommand?

  var reason: String { "there is no option \(name)\(hint)" }

  private var hint: String {
    if let operand = subcommand?.operands.first(where: { "--\($0.name.lowercased())" == name }) {
      return "; \(operand.name) is an operand, with no name before it"
    }
    // Options of one letter are all alike, so no similar one is suggested.
    let near = name.hasPrefix("--") ? Spelling.hint(for: name, among: options.map(\.name)) : ""
    if !near.isEmpty { return near }
    guard let subcommand else { return "; see 'bellhop help'" }
    let takes = { (operand: String) in subcommand.operands.contains { $0.name == operand } }
    if takes("ID"), Int64(name) != nil { return "; an ID is a number from 1 on" }
    return "; see 'bellhop help \(subcommand.name)'"
      + (takes("TITLE") ? "; text that begins with - goes after --" : "")
  }
}
