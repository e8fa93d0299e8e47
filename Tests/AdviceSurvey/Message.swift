import NotificationModel

/// A message of a program, in the part of a notification that it would make.
struct Message {
  enum Part: CaseIterable {
    case title, body, button, hiddenPreview, purpose
  }

  let text: String
  let language: String
  /// The parts that it could be: a short text that ends a sentence could be a body, or a purpose.
  let parts: [Part]

  /// `nil` where no notification would hold it: options, headings of files, tables, names alone.
  init?(_ message: String, language: String) {
    let filled = Self.filled(message)
    let text = filled.text
    let bytes = text.utf8
    guard bytes.count > 2, bytes.count <= Limits.bodyBytes, bytes.first != UInt8(ascii: "-"),
      !text.contains("\n\n"), !text.contains("  "), !text.contains("\t"),
      text.unicodeScalars.contains(where: \.properties.isAlphabetic)
    else { return nil }
    self.text = text
    self.language = language
    let endsSentence = ".!?".utf8.contains(bytes.last ?? 0) || text.hasSuffix("다.") || text.hasSuffix("요.")
    parts =
      if filled.hasMnemonic {
        Limits.label.excess(of: text) == nil ? [.button] : []
      } else if !endsSentence && bytes.count <= 60 && !text.contains("\n") {
        bytes.count <= 30 ? [.title, .hiddenPreview] : [.title]
      } else {
        endsSentence && Limits.purpose.excess(of: text) == nil ? [.body, .purpose] : [.body]
      }
    if parts.isEmpty { return nil }
  }

  /// The text as on screen: without the mark of a button's key, and with words in place of `printf`'s conversions.
  private static func filled(_ message: String) -> (text: String, hasMnemonic: Bool) {
    var result = ""
    var hasMnemonic = false
    var rest = message[...]
    while let character = rest.popFirst() {
      switch character {
      case "%": result += conversion(&rest)
      case "_" where rest.first?.isLetter == true && result.last?.isLetter != true: hasMnemonic = true
      default: result.append(character)
      }
    }
    while result.last == "\n" { result.removeLast() }
    return (result, hasMnemonic)
  }

  /// The words in place of the conversion after a percent sign.
  private static func conversion(_ rest: inout Substring) -> String {
    var ahead = rest.drop { "0123456789$.*-+#'hlqjzt".contains($0) }
    switch ahead.popFirst() {
    case "s", "S", "Q", "B":
      rest = ahead
      return "Budget"
    case "d", "i", "u", "f", "g", "x", "e":
      rest = ahead
      return "3"
    case "%" where rest.first == "%":
      rest = ahead
      return "%"
    default: return "%"
    }
  }
}
