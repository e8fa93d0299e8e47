import Wording

/// Which keys do what: the help, the manual page and what a key does come from here. While something is typed, keys are
/// text.
enum KeyTable {
  struct Binding {
    let command: CenterCommand
    /// The first is the one that is told where there is room for one.
    let keys: [Key]
  }

  static let all: [Binding] = CenterCommand.allCases.map { Binding(command: $0, keys: keys(for: $0)) }

  static func keys(for command: CenterCommand) -> [Key] {
    switch command {
    case .up: [.up, .character("k"), .wheelUp]
    case .down: [.down, .character("j"), .wheelDown]
    case .pageUp: [.pageUp, .control("B")]
    case .pageDown: [.pageDown, .control("F")]
    case .first: [.home, .character("g")]
    case .last: [.end, .character("G")]
    case .open: [.enter, .right, .character("l")]
    case .fold: [.character(" ")]
    case .press: [.character("o")]
    case .choose: numbers
    case .reply: [.character("r")]
    case .read: [.character("m")]
    case .dismiss: [.character("d"), .delete]
    case .undo: [.character("u")]
    case .clear: [.character("c")]
    case .clearApp: [.character("C")]
    case .erase: [.character("x")]
    case .snooze: [.character("z")]
    case .search: [.character("/")]
    case .filter: [.character("f")]
    case .doNotDisturb: [.character("n")]
    case .explain: [.character("e")]
    case .settings: [.character("s")]
    case .help: [.character("?")]
    case .back: [.escape, .left, .character("h"), .backspace]
    case .redraw: [.control("L")]
    case .leave: [.character("q")]
    }
  }

  /// The keys of a notification's actions, in their order.
  static let numbers: [Key] = "1234567890".map { .character($0) }
  /// The keys of a menu's lines. Letters are among them, since they have no other use in a menu.
  static let choices = numbers + "abcdef".map { .character($0) }

  private static let commands = [Key: CenterCommand](
    all.flatMap { binding in binding.keys.map { ($0, binding.command) } },
    uniquingKeysWith: { first, _ in first })

  static func command(for key: Key) -> CenterCommand? { commands[key] }

  /// The key that is told for a command.
  static func name(of command: CenterCommand, _ words: CenterWording) -> String {
    keys(for: command).first?.name(words) ?? ""
  }

  /// All keys of a binding, as the help has them.
  static func names(of binding: Binding, _ words: CenterWording) -> String {
    binding.command == .choose
      ? words.numbers : binding.keys.map { $0.name(words) }.joined(separator: ", ")
  }

  /// A line for each, in these words.
  static func lines(_ words: CenterWording) -> [(keys: String, meaning: String)] {
    all.map { (names(of: $0, words), words.command($0.command).meaning) }
  }
}
