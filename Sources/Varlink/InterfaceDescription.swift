/// The description of an interface. Only names are parsed here; `Declarations` parses the types.
package struct InterfaceDescription: Hashable, Sendable {
  package struct Method: Hashable, Sendable {
    /// The name of the method without the interface.
    package let name: String
    /// The method replies several times, and only if called with `more`.
    package let requiresMore: Bool
    /// The method can reply several times.
    package let supportsMore: Bool
  }

  package let name: String
  /// The text of the description.
  package let text: String
  package let methods: [Method]

  /// `nil` when the text names no interface. Each `method` must begin its own line; the comments right above
  /// it may hold `[Requires 'more' flag]` or `[Supports 'more' flag]`.
  package init?(text: String) {
    var name: String?
    var methods: [Method] = []
    var comments: [Substring] = []
    for rawLine in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let line = rawLine.drop { $0 == " " || $0 == "\t" }
      if line.first == "#" {
        comments.append(line)
        continue
      }
      if let found = Self.word(in: line, after: "interface "), name == nil { name = String(found) }
      if let found = Self.word(in: line, after: "method ") {
        let notes = comments.flatMap { $0.split { $0 == "[" || $0 == "]" } }
        let requires = notes.contains("Requires 'more' flag")
        let supports = notes.contains("Supports 'more' flag")
        methods.append(
          Method(name: String(found), requiresMore: requires, supportsMore: requires || supports))
      }
      comments = []
    }
    guard let name, name.contains(".") else { return nil }
    self.name = name
    self.text = text
    self.methods = methods
  }

  private static func word(in line: Substring, after keyword: String) -> Substring? {
    guard line.hasPrefix(keyword) else { return nil }
    let word = line.dropFirst(keyword.count).drop { $0 == " " }
      .prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
    return word.isEmpty ? nil : word
  }
}

/// A type as an interface description writes it.
package indirect enum DeclaredType: Equatable, Sendable {
  case bool, int, float, string, object
  case named(String)
  case array(DeclaredType)
  case nullable(DeclaredType)
  case structure([DeclaredField])
  case enumeration([String])
}

package struct DeclaredField: Equatable, Sendable {
  package let name: String
  package let type: DeclaredType
}

/// The declarations of an interface, parsed from its description by the grammar of Varlink. Maps are not supported,
/// since Bellhop's interfaces have no maps.
package struct Declarations: Sendable {
  package struct Method: Sendable {
    package let parameters: DeclaredType
    package let results: DeclaredType
  }

  package struct GrammarFault: Error {
    /// The unexpected token; `nil` at the end of the text.
    let token: String?
  }

  package private(set) var types: [String: DeclaredType] = [:]
  package private(set) var errors: [String: DeclaredType] = [:]
  /// The methods by their names without the interface.
  package private(set) var methods: [String: Method] = [:]

  package init(_ interface: InterfaceDescription) throws(GrammarFault) {
    var scanner = Scanner(interface.text)
    try scanner.expect("interface")
    _ = scanner.next()
    while let keyword = scanner.next() {
      guard let name = scanner.next() else { throw GrammarFault(token: nil) }
      switch keyword {
      case "type": types[name] = try scanner.type()
      case "error": errors[name] = try scanner.type()
      case "method":
        let parameters = try scanner.type()
        try scanner.expect("->")
        methods[name] = Method(parameters: parameters, results: try scanner.type())
      default: throw GrammarFault(token: keyword)
      }
    }
  }

  /// The fields of an object of this type, or of each element if it is an array of objects; empty for other types.
  package func fields(of type: DeclaredType) -> [DeclaredField] {
    switch type {
    case .structure(let fields): fields
    case .named(let name): types[name].map(fields) ?? []
    case .array(let inner), .nullable(let inner): fields(of: inner)
    case .bool, .int, .float, .string, .object, .enumeration: []
    }
  }
}

private struct Scanner {
  private var tokens: ArraySlice<String>

  init(_ text: String) {
    var tokens: [String] = []
    for line in text.split(separator: "\n") {
      var word = ""
      for character in line.prefix(while: { $0 != "#" }) {
        if "(),:".contains(character) || character.isWhitespace {
          if !word.isEmpty { tokens.append(word) }
          word = ""
          if !character.isWhitespace { tokens.append(String(character)) }
        } else {
          word.append(character)
        }
      }
      if !word.isEmpty { tokens.append(word) }
    }
    self.tokens = tokens[...]
  }

  mutating func next() -> String? { tokens.popFirst() }

  mutating func expect(_ token: String) throws(Declarations.GrammarFault) {
    let found = next()
    guard found == token else { throw Declarations.GrammarFault(token: found) }
  }

  mutating func type() throws(Declarations.GrammarFault) -> DeclaredType {
    guard let token = next() else { throw Declarations.GrammarFault(token: nil) }
    return try type(token)
  }

  private mutating func type(_ token: String) throws(Declarations.GrammarFault) -> DeclaredType {
    if token.hasPrefix("?") { return .nullable(try rest(of: token, after: 1)) }
    if token.hasPrefix("[]") { return .array(try rest(of: token, after: 2)) }
    switch token {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    case "(": return try parenthesis()
    default: return .named(token)
    }
  }

  /// `[]` and a parenthesis are two tokens, `[]string` is one.
  private mutating func rest(of token: String, after count: Int) throws(Declarations.GrammarFault)
    -> DeclaredType
  {
    token.count > count ? try type(String(token.dropFirst(count))) : try type()
  }

  /// A structure or, without colons, an enumeration.
  private mutating func parenthesis() throws(Declarations.GrammarFault) -> DeclaredType {
    var fields: [DeclaredField] = []
    var cases: [String] = []
    while let name = next(), name != ")" {
      if tokens.first == ":" {
        try expect(":")
        fields.append(DeclaredField(name: name, type: try type()))
      } else {
        cases.append(name)
      }
      let separator = next()
      if separator == ")" { break }
      guard separator == "," else { throw Declarations.GrammarFault(token: separator) }
    }
    return cases.isEmpty ? .structure(fields) : .enumeration(cases)
  }
}
