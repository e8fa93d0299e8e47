import NotificationModel

/// What can stand in one place of a command line, told by what the help calls that place.
enum Completion: Hashable, Sendable {
  /// Which notifications a command is for.
  enum Notifications { case all, unread, pressable }

  case words([String])
  case apps, settings, subcommands, files
  case notifications(Notifications)
  /// The notification by its id, as it was written.
  case actions(of: String)
  /// Whatever the person thinks of.
  case text

  /// Of an option's value.
  init(valueOf option: Option) {
    self =
      option.offers ?? (option.choices.isEmpty ? Self.named(option.value ?? "") : .words(option.choices))
    if option.name == "--app" { self = .apps }
  }

  /// Of an operand; what it is called can mean something else behind an option, and depend on the operands before it.
  init(of operand: Operand, behind options: Set<String>, after operands: [String]) {
    if let offers = operand.offers {
      self = offers
      return
    }
    self =
      switch operand.name {
      case "ID": .notifications(.all)
      case "ACTION": .actions(of: operands.first ?? "")
      case "SUBCOMMAND" where options.contains("--man"): .words(ManualPage.names)
      case "SETTING=VALUE": .settings
      default: Self.named(operand.name)
      }
  }

  private static func named(_ name: String) -> Completion {
    switch name {
    case "APP": .apps
    case "SUBCOMMAND": .subcommands
    case "FILE", "DIR", "NAME-OR-FILE": .files
    case _ where name.utf8.contains(UInt8(ascii: "|")): .words(name.split(separator: "|").map(String.init))
    default: .text
    }
  }
}

/// One thing that a word can become.
struct Candidate: Equatable {
  let text: String
  /// One line about it; empty where its name says all.
  var meaning = ""
}
