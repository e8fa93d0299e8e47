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
    // Split by characters: a carriage return and a line feed together are one, and each ends a line by itself as well.
    for rawLine in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
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

/// The declarations of an interface, parsed from its description by the grammar of Varlink
/// (varlink.org/Interface-Definition). Maps are not supported, since Bellhop's interfaces have no maps.
package struct Declarations: Sendable {
  package struct Method: Sendable {
    package let parameters: DeclaredType
    package let results: DeclaredType
  }

  package enum GrammarFault: Error, Hashable {
    /// `nil` at the end of the text.
    case unexpected(token: String?)
    /// A type with more than `maximumDepth` types around it.
    case tooDeep
  }

  /// The greatest number of types in one another. The parser calls itself for each.
  static let maximumDepth = 32

  package private(set) var types: [String: DeclaredType] = [:]
  package private(set) var errors: [String: DeclaredType] = [:]
  /// The methods by their names without the interface.
  package private(set) var methods: [String: Method] = [:]

  package init(_ interface: InterfaceDescription) throws(GrammarFault) {
    var scanner = Scanner(interface.text)
    try scanner.expect("interface")
    _ = scanner.next()
    while let keyword = scanner.next() {
      switch keyword {
      case "type": types[try scanner.name()] = try scanner.declared()
      case "error": errors[try scanner.name()] = try scanner.declared()
      case "method":
        let name = try scanner.name()
        let parameters = try scanner.declared()
        try scanner.expect("->")
        methods[name] = Method(parameters: parameters, results: try scanner.declared())
      default: throw .unexpected(token: keyword)
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
    for line in text.split(whereSeparator: \.isNewline) {
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
    guard found == token else { throw .unexpected(token: found) }
  }

  mutating func name() throws(Declarations.GrammarFault) -> String { try name(next()) }

  private func name(_ token: String?) throws(Declarations.GrammarFault) -> String {
    guard let token, token.isDeclarableName else { throw .unexpected(token: token) }
    return token
  }

  /// The type of a declaration: in parentheses, so that no name stands for itself.
  mutating func declared() throws(Declarations.GrammarFault) -> DeclaredType {
    try expect("(")
    return try parenthesis(0)
  }

  private mutating func type(_ token: String?, _ depth: Int) throws(Declarations.GrammarFault) -> DeclaredType
  {
    guard depth <= Declarations.maximumDepth else { throw .tooDeep }
    guard let token else { throw .unexpected(token: nil) }
    if token.hasPrefix("?") {
      let inner = try rest(of: token, after: 1, depth)
      if case .nullable = inner { throw .unexpected(token: "?") }
      return .nullable(inner)
    }
    if token.hasPrefix("[]") { return .array(try rest(of: token, after: 2, depth)) }
    switch token {
    case "bool": return .bool
    case "int": return .int
    case "float": return .float
    case "string": return .string
    case "object": return .object
    case "(": return try parenthesis(depth)
    default: return .named(try name(token))
    }
  }

  /// `[]` and a parenthesis are two tokens, `[]string` is one.
  private mutating func rest(
    of token: String, after count: Int, _ depth: Int
  ) throws(Declarations.GrammarFault) -> DeclaredType {
    try type(token.count > count ? String(token.dropFirst(count)) : next(), depth + 1)
  }

  /// A structure or, without a colon behind the first name, an enumeration.
  private mutating func parenthesis(_ depth: Int) throws(Declarations.GrammarFault) -> DeclaredType {
    guard tokens.first != ")" else {
      try expect(")")
      return .structure([])
    }
    var fields: [DeclaredField] = []
    var cases: [String] = []
    var separator: String? = ","
    while separator == "," {
      let name = try name()
      if cases.isEmpty, !fields.isEmpty || tokens.first == ":" {
        try expect(":")
        fields.append(DeclaredField(name: name, type: try type(next(), depth + 1)))
      } else {
        cases.append(name)
      }
      separator = next()
    }
    guard separator == ")" else { throw .unexpected(token: separator) }
    return cases.isEmpty ? .structure(fields) : .enumeration(cases)
  }
}
