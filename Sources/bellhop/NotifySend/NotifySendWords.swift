import Glibc

/// The words of notify-send, taken apart as GLib's option parser does it: options anywhere before `--`, long ones whole,
/// short ones in bundles of which one may take the next word for its value.
struct NotifySendWords: Equatable {
  /// What goes to standard error, with the exit status 1.
  struct Fault: Error, Equatable {
    let message: String
  }

  enum Question { case help, version }

  private(set) var operands: [String] = []
  private(set) var urgency: UInt8 = 1
  private(set) var expireTime: Int32 = -1
  private(set) var replaceID: Int32 = 0
  private(set) var appName: String?
  private(set) var icon: String?
  private(set) var category: String?
  private(set) var isTransient = false
  private(set) var printsID = false
  private(set) var waits = false
  private(set) var hints: [String] = []
  private(set) var actions: [String] = []
  /// What is asked for instead of a notification.
  private(set) var question: Question?

  init(_ words: [String]) throws(Fault) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      if word == "--" {
        operands += rest
        return
      }
      try word.hasPrefix("--") ? takeLong(word, &rest) : takeBundle(word, &rest)
      if question == .help { return }
    }
  }

  private mutating func takeLong(_ word: String, _ rest: inout ArraySlice<String>) throws(Fault) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    if ["help", "help-all"].contains(name), parts.count == 1 { return question = .help }
    guard let flag = NotifySendFlag.allCases.first(where: { $0.form.long == name }) else {
      throw Fault(message: "Unknown option \(word)")
    }
    guard flag.form.value != nil else { return try take(flag, "", as: "--\(name)") }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst() else {
      throw Fault(message: "Missing argument for --\(name)")
    }
    try take(flag, value, as: "--\(name)")
  }

  private mutating func takeBundle(_ word: String, _ rest: inout ArraySlice<String>) throws(Fault) {
    var hasTaken = false
    for letter in word.dropFirst() {
      if letter == "?" { return question = .help }
      guard let flag = NotifySendFlag.allCases.first(where: { $0.form.short == letter }) else {
        throw Fault(message: "Unknown option \(word)")
      }
      var value = ""
      if flag.form.value != nil {
        guard !hasTaken else { throw Fault(message: "Error parsing option -\(letter)") }
        guard let next = rest.popFirst() else { throw Fault(message: "Missing argument for -\(letter)") }
        value = next
        hasTaken = true
      }
      try take(flag, value, as: "-\(letter)")
    }
  }

  private mutating func take(_ flag: NotifySendFlag, _ value: String, as name: String) throws(Fault) {
    switch flag {
    case .urgency: urgency = try Self.urgency(value)
    case .expireTime: expireTime = try Self.number(value, name)
    case .appName: appName = value
    case .icon: icon = value
    case .category: category = value
    case .transient: isTransient = true
    case .hint: hints.append(value)
    case .printID: printsID = true
    case .replaceID: replaceID = try Self.number(value, name)
    case .wait: waits = true
    case .action: actions.append(value)
    case .version: question = question ?? .version
    }
  }

  private static func urgency(_ text: String) throws(Fault) -> UInt8 {
    guard let level = ["low", "normal", "critical"].firstIndex(of: text.lowercased()) else {
      throw Fault(
        message: "Unknown urgency \(text) specified. Known urgency levels: low, normal, critical.")
    }
    return UInt8(level)
  }

  /// As `strtol` reads it, base and all.
  private static func number(_ text: String, _ name: String) throws(Fault) -> Int32 {
    let (value, isWhole) = text.withCString { start in
      var end: UnsafeMutablePointer<CChar>?
      let value = strtol(start, &end, 0)
      return (value, start.pointee != 0 && end?.pointee == 0)
    }
    guard isWhole else { throw Fault(message: "Cannot parse integer value “\(text)” for \(name)") }
    guard let number = Int32(exactly: value) else {
      throw Fault(message: "Integer value “\(text)” for \(name) out of range")
    }
    return number
  }
}
