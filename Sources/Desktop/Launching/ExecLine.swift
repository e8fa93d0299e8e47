/// The command in a desktop entry's `Exec` key (Desktop Entry Specification 1.5, "The Exec key").
struct ExecLine {
  /// The values of `%i`, `%c` and `%k`. The codes for files and URLs (`%f`, `%F`, `%u` and `%U`) are replaced by
  /// nothing, because apps are started without any.
  struct Fields: Hashable {
    var icon: String?
    var name: String
    var path: String
  }

  /// The most bytes of a line; more than any entry has.
  private static let longestLine = 16_384

  /// The program and its arguments; `nil` for an overlong line, and for one that the specification forbids to run.
  static func arguments(of line: String, _ fields: Fields) -> [String]? {
    guard let words = words(of: line) else { return nil }
    var arguments: [String] = []
    for word in words {
      if word == "%i" {
        if let icon = fields.icon { arguments += ["--icon", icon] }
        continue
      }
      guard let argument = expand(word, fields) else { return nil }
      // A field code alone with an empty value adds no argument; "" in quotes adds an empty one.
      if word.isEmpty || !argument.isEmpty { arguments.append(argument) }
    }
    guard let program = arguments.first, isProgram(program) else { return nil }
    return arguments
  }

  /// Whether the text is an absolute path, or a name for the search path. Looks at bytes, as the system does with paths:
  /// as characters, a slash and a combining mark are one.
  private static func isProgram(_ text: String) -> Bool {
    let (bytes, slash) = (text.utf8, UInt8(ascii: "/"))
    return !bytes.isEmpty && !bytes.contains(UInt8(ascii: "="))
      && (bytes.first == slash || !bytes.contains(slash))
  }

  /// Splits the line and removes quotes; `nil` where a quote does not end. Single quotes, and backslashes outside of
  /// quotes, are reserved by the specification, but some entries use them as a shell does.
  private static func words(of line: String) -> [String]? {
    guard line.utf8.count <= longestLine else { return nil }
    var words: [String] = []
    // Optional, to tell an empty word in quotes from no word.
    var word: String.UnicodeScalarView?
    var rest = line.unicodeScalars.makeIterator()
    while let scalar = rest.next() {
      if [" ", "\t", "\n", "\r"].contains(scalar) {
        if let ended = word { words.append(String(ended)) }
        word = nil
        continue
      }
      if word == nil { word = String.UnicodeScalarView() }
      switch scalar {
      case "\"":
        guard let text = quoted(&rest) else { return nil }
        word?.append(contentsOf: text.unicodeScalars)
      case "'":
        while true {
          guard let next = rest.next() else { return nil }
          if next == "'" { break }
          word?.append(next)
        }
      case "\\":
        guard let next = rest.next() else { return nil }
        word?.append(next)
      default:
        word?.append(scalar)
      }
    }
    if let ended = word { words.append(String(ended)) }
    return words
  }

  /// The text up to the closing double quote, after the opening one was read; `nil` when the quote does not end.
  private static func quoted(_ rest: inout String.UnicodeScalarView.Iterator) -> String? {
    var text = String.UnicodeScalarView()
    while let scalar = rest.next() {
      switch scalar {
      case "\"":
        return String(text)
      case "\\":
        guard let next = rest.next() else { return nil }
        if !["\"", "`", "$", "\\"].contains(next) { text.append("\\") }
        text.append(next)
      default:
        text.append(scalar)
      }
    }
    return nil
  }

  /// Replaces the field codes; `nil` for a code that is not in the specification.
  private static func expand(_ word: String, _ fields: Fields) -> String? {
    var result = String.UnicodeScalarView()
    var rest = word.unicodeScalars.makeIterator()
    while let scalar = rest.next() {
      guard scalar == "%" else {
        result.append(scalar)
        continue
      }
      switch rest.next() {
      case "%": result.append("%")
      case "c": result.append(contentsOf: fields.name.unicodeScalars)
      case "k": result.append(contentsOf: fields.path.unicodeScalars)
      // Files and URLs, which are not given, an icon within a word, and deprecated codes.
      case "f", "F", "u", "U", "i", "d", "D", "n", "N", "v", "m": break
      default: return nil
      }
    }
    return String(result)
  }
}
