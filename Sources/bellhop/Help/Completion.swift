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

/// The words behind the program's name, as a shell has taken them apart. To bash `=` and `:` are words of their own,
/// where its COMP_WORDBREAKS holds them.
struct TypedWords {
  /// As this program will be given them.
  let joined: [String]
  private let parts: [String]
  private let separators: Set<Character>

  init(_ parts: [String], of shell: Shell) {
    separators = shell == .bash ? ["=", ":"] : []
    self.parts = parts
    joined = Self.joined(parts[...], at: separators)
  }

  /// How many characters of the last word stand before what the shell replaces.
  var settled: Int {
    guard let word = joined.last, let part = parts.last else { return 0 }
    return word.count - (Self.isSeparator(part, separators) ? 0 : part.count)
  }

  /// Where in the shell's own count a word begins.
  func part(ofWord word: Int) -> Int {
    parts.indices.last { Self.joined(parts[..<$0], at: separators).count == word } ?? 0
  }

  private static func joined(_ parts: ArraySlice<String>, at separators: Set<Character>) -> [String] {
    var joined: [String] = []
    var isOpen = false
    for part in parts {
      let joins = isSeparator(part, separators)
      if let last = joined.indices.last, joins || isOpen, !joined[last].isEmpty {
        joined[last] += part
      } else {
        joined.append(part)
      }
      isOpen = joins
    }
    return joined
  }

  private static func isSeparator(_ part: String, _ separators: Set<Character>) -> Bool {
    !part.isEmpty && part.allSatisfy(separators.contains)
  }
}

/// A command line as far as it is written: what its last word can become. Faults in the words before it are no
/// matter here; whoever types is not done.
struct PartialCommand {
  /// What can stand in place of the last word.
  enum Place: Equatable {
    case candidates([Candidate])
    /// In place of what stands behind `prefix`, which stays.
    case value(Completion, prefix: String)
    /// What another program takes: its command line begins with this word.
    case commandLine(first: Int)
  }

  let place: Place
  /// The last word, which is not finished.
  let word: String
  private(set) var runtimeDirectory: String?

  /// What may stand before a subcommand.
  private static let leading = CommandLineTool.options + CommandLineTool.passedOn

  /// `words`: those behind the name of the program, the last one perhaps empty.
  init(_ words: [String]) {
    let last = words.last ?? ""
    word = last
    var before = words.dropLast()[...]
    var waiting: Option?
    while let first = before.first, first.hasPrefix("-") {
      before = before.dropFirst()
      guard let option = Self.leading.first(where: { Self.name(in: first) == $0.name }) else {
        continue
      }
      var value = Self.value(in: first)
      if value == nil, option.value != nil {
        value = before.popFirst()
        if value == nil { waiting = option }
      }
      if option.name == CommandLineTool.runtimeDirectory.name { runtimeDirectory = value }
    }
    if let waiting {
      place = .value(Completion(valueOf: waiting), prefix: "")
    } else if let name = before.popFirst() {
      let subcommand = Subcommand.all.first { $0.name == name }
      place = subcommand.map { Self.place(of: last, after: before, in: $0) } ?? .candidates([])
    } else if word.hasPrefix("-") {
      place = Self.option(word, among: Self.leading)
    } else {
      place = .value(.subcommands, prefix: "")
    }
  }

  private static func place(
    of word: String, after words: ArraySlice<String>, in subcommand: Subcommand
  ) -> Place {
    let options = subcommand.allOptions
    var rest = words
    var operands: [String] = []
    var given: Set<String> = []
    var takesOptions = true
    while let next = rest.popFirst() {
      if next == "--", takesOptions {
        takesOptions = false
      } else if takesOptions, next.hasPrefix("-"), next != "-" {
        guard let option = options.first(where: { $0.name == name(in: next) }) else { continue }
        if !option.repeats { given.insert(option.name) }
        guard option.value != nil, value(in: next) == nil else { continue }
        if rest.popFirst() == nil { return .value(Completion(valueOf: option), prefix: "") }
      } else {
        guard subcommand.wordOrder != .optionsFirst else { return .commandLine(first: rest.startIndex - 1) }
        operands.append(next)
      }
    }
    if takesOptions, word.hasPrefix("-") {
      return option(word, among: options.filter { !given.contains($0.name) })
    }
    guard subcommand.wordOrder != .optionsFirst else { return .commandLine(first: rest.endIndex) }
    let declared = subcommand.operands
    let last = declared.last.flatMap { $0.repeats ? $0 : nil }
    guard let operand = declared.dropFirst(operands.count).first ?? last else { return .candidates([]) }
    return .value(Completion(of: operand, behind: given, after: operands), prefix: "")
  }

  /// An option by its name; its value where `=` stands behind that.
  private static func option(_ word: String, among options: [Option]) -> Place {
    if value(in: word) != nil {
      let option = options.first { $0.name == name(in: word) && $0.value != nil }
      return option.map { .value(Completion(valueOf: $0), prefix: $0.name + "=") } ?? .candidates([])
    }
    return .candidates(options.map { Candidate(text: $0.name, meaning: $0.meaning) })
  }

  private static func name(in word: String) -> String { String(word.prefix { $0 != "=" }) }

  private static func value(in word: String) -> String? {
    guard word.hasPrefix("--") else { return nil }
    return word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
  }
}

/// What Tab is answered.
enum Offer: Equatable {
  case candidates([Candidate])
  /// The names of files, which the shell knows, behind `prefix`.
  case files(prefix: String)
  /// What the shell itself has for the command line that begins with this word.
  case commandLine(first: Int)

  /// What fits, of what the declarations and the daemon know.
  init(for command: PartialCommand, _ session: Session) {
    switch command.place {
    case .commandLine(let first): self = .commandLine(first: first)
    case .value(.files, let prefix): self = .files(prefix: prefix)
    case .candidates(let candidates): self = .candidates(command.fitting(candidates))
    case .value(let completion, let prefix):
      self = .candidates(
        command.fitting(
          values(of: completion, for: command.word, session).map {
            Candidate(text: prefix + $0.text, meaning: $0.meaning)
          }))
    }
  }
}

extension PartialCommand {
  fileprivate func fitting(_ candidates: [Candidate]) -> [Candidate] {
    candidates.filter { $0.text.hasPrefix(word) }
  }
}

private func values(of completion: Completion, for word: String, _ session: Session) -> [Candidate] {
  switch completion {
  case .words(let words): words.map { Candidate(text: $0) }
  case .subcommands: Subcommand.all.map { Candidate(text: $0.name, meaning: $0.summary) }
  case .settings: settings(for: word)
  case .apps:
    (session.glance { try $0.apps() } ?? []).map { Candidate(text: $0.app.text, meaning: visible($0.name)) }
  // While the screen is locked, with what may be seen then.
  case .notifications(let which):
    (session.glance { try $0.list(states: which.states, unreadOnly: which == .unread).entries } ?? [])
      .filter { which != .pressable || $0.state != .scheduled || $0.outcome != .scheduled }.map {
        Candidate(text: $0.id.description, meaning: "\($0.shownName()): \(visible($0.title))")
      }
  case .actions(let id):
    actions(of: id, session)
  case .files, .text: []
  }
}

extension Completion.Notifications {
  /// `nil` for every one.
  fileprivate var states: [State]? {
    switch self {
    case .all, .unread: nil
    // What the person has put off is scheduled, too, and was shown before.
    case .pressable: [.scheduled, .held, .delivered, .failed, .read]
    }
  }
}

private func actions(of id: String, _ session: Session) -> [Candidate] {
  guard let number = Int64(id), let entry = session.glance({ try $0.entry(NotificationID(number)) }) ?? nil
  else { return [] }
  return entry.actions.map { Candidate(text: $0.id.text, meaning: visible($0.title)) }
}

/// The names first; the values once there is an `=`.
private func settings(for word: String) -> [Candidate] {
  guard let equals = word.firstIndex(of: "="),
    let setting = AppSetting.personal.first(where: { $0.rawValue == word[..<equals] })
  else {
    return AppSetting.personal.map { Candidate(text: $0.rawValue + "=", meaning: $0.facts.meaning) }
  }
  let words = setting.isSwitch ? ["on", "off"] : setting.words
  return words.map { Candidate(text: "\(setting.rawValue)=\($0)") }
}
