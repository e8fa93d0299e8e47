import NotificationModel

/// The possible words at a place of a command line, by the name of that place in the help.
enum Completion: Hashable, Sendable {
  /// The notifications that a command applies to.
  enum Notifications { case all, unread, pressable }

  case words([String])
  case apps, settings, subcommands, files
  /// The senders that are let through quiet.
  case senders
  case notifications(Notifications)
  /// The actions of a notification, by its id as typed.
  case actions(of: String)
  /// Free text.
  case text

  /// The completion of an option's value.
  init(valueOf option: Option) {
    self =
      option.offers ?? (option.choices.isEmpty ? Self.named(option.value ?? "") : .words(option.choices))
    if option.name == "--app" { self = .apps }
  }

  /// The completion of an operand, whose name may have another meaning beside an option, and depend on the operands
  /// before it.
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
      case "NAME" where operands.first == "remove": .senders
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

/// A possible completion of a word.
struct Candidate: Equatable {
  let text: String
  /// A line about it; empty if the text says it all.
  var meaning = ""
}

/// The words after the program's name, as a shell split them. bash splits at `=` and `:` if its COMP_WORDBREAKS
/// contains them.
struct TypedWords {
  /// The words as the program would get them.
  let joined: [String]
  private let parts: [String]
  private let separators: Set<Character>

  init(_ parts: [String], of shell: Shell) {
    separators = shell == .bash ? ["=", ":"] : []
    self.parts = parts
    joined = Self.joined(parts[...], at: separators)
  }

  /// The number of characters of the last word that precede the part that the shell replaces.
  var settled: Int {
    guard let word = joined.last, let part = parts.last else { return 0 }
    return word.count - (Self.isSeparator(part, separators) ? 0 : part.count)
  }

  /// The shell's index of the part at which a word begins.
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

/// An unfinished command line, of which the last word is to be completed. Faults in the words before it are ignored.
struct PartialCommand {
  /// The possible continuations at the last word.
  enum Place: Equatable {
    case candidates([Candidate])
    /// A value after `prefix`, which stays.
    case value(Completion, prefix: String)
    /// The command line of another program, which begins with this word.
    case commandLine(first: Int)
  }

  let place: Place
  /// The unfinished last word.
  let word: String
  private(set) var runtimeDirectory: String?

  /// The options that may precede a subcommand.
  private static let leading = CommandLineTool.options + CommandLineTool.passedOn

  /// `words`: those after the name of the program; the last one may be empty.
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

  /// Completes an option's name, or its value after `=`.
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

/// The answer to the Tab key.
enum CompletionReply: Equatable {
  case candidates([Candidate])
  /// Names of files after `prefix`, completed by the shell.
  case files(prefix: String)
  /// The shell's own completion for the command line that begins with this word.
  case commandLine(first: Int)

  /// The matching completions, from the declarations and the daemon.
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
  case .senders:
    (session.glance { try $0.sendersLetThrough() } ?? []).map {
      Candidate(text: $0.name, meaning: $0.app?.text ?? "")
    }
  // While the screen is locked, the daemon sends the visible text only.
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
  /// `nil` for all states.
  fileprivate var states: [State]? {
    switch self {
    case .all, .unread: nil
    // A snoozed notification is scheduled, too, and was shown before.
    case .pressable: [.scheduled, .held, .delivered, .failed, .read]
    }
  }
}

private func actions(of id: String, _ session: Session) -> [Candidate] {
  guard let number = Int64(id), let entry = session.glance({ try $0.entry(NotificationID(number)) }) ?? nil
  else { return [] }
  return entry.actions.map { Candidate(text: $0.id.text, meaning: visible($0.title)) }
}

/// The names of settings; after `=` the values.
private func settings(for word: String) -> [Candidate] {
  guard let equals = word.firstIndex(of: "="),
    let setting = AppSetting.personal.first(where: { $0.rawValue == word[..<equals] })
  else {
    return AppSetting.personal.map { Candidate(text: $0.rawValue + "=", meaning: $0.facts.meaning) }
  }
  let words = setting.isSwitch ? ["on", "off"] : setting.words
  return words.map { Candidate(text: "\(setting.rawValue)=\($0)") }
}
