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
