import Testing
import Varlink

/// A type as an interface description writes it.
indirect enum DeclaredType: Equatable, Sendable {
  case bool, int, float, string, object
  case named(String)
  case array(DeclaredType)
  case nullable(DeclaredType)
  case structure([DeclaredField])
  case enumeration([String])
}

struct DeclaredField: Equatable, Sendable {
  var name: String
  var type: DeclaredType
}

/// What an interface declares, read from its description by the grammar of Varlink (without maps, of which
/// there are none here).
struct Declarations: Sendable {
  var types: [String: DeclaredType] = [:]
  var errors: [String: DeclaredType] = [:]
  /// Parameters and results.
  var methods: [String: (parameters: DeclaredType, results: DeclaredType)] = [:]

  init(_ interface: InterfaceDescription) throws {
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
        methods[name] = (parameters, try scanner.type())
      default: throw GrammarFault(token: keyword)
      }
    }
  }

  struct GrammarFault: Error { let token: String? }

  /// The type with names replaced by what they stand for.
  func resolved(_ type: DeclaredType) throws -> DeclaredType {
    guard case .named(let name) = type else { return type }
    return try #require(types[name], "\(name) is not declared")
  }

  /// How a value departs from the type, by path; empty when it is exactly of that type. With `complete`, every
  /// field that may be null must be there too.
  func departures(of value: JSON, from type: DeclaredType, complete: Bool, at path: String) throws -> [String]
  {
    switch try (resolved(type), value) {
    case (.bool, .bool), (.int, .int), (.float, .double), (.string, .string), (.object, .object): return []
    case (.nullable(let inner), _):
      return try departures(of: value, from: inner, complete: complete, at: path)
    case (.array(let element), .array(let values)):
      let nothing = complete && values.isEmpty ? ["\(path): empty"] : []
      return try values.enumerated().reduce(into: nothing) { found, pair in
        found += try departures(
          of: pair.element, from: element, complete: complete, at: "\(path)[\(pair.offset)]")
      }
    case (.enumeration(let cases), .string(let text)):
      return cases.contains(text) ? [] : ["\(path): no such case"]
    case (.structure(let declared), .object(let fields)):
      var found = fields.map(\.name).filter { name in !declared.contains { $0.name == name } }
        .map { "\(path).\($0): not declared" }
      for field in declared {
        if let inner = value[field.name] {
          found += try departures(
            of: inner, from: field.type, complete: complete, at: "\(path).\(field.name)")
        } else if case .nullable = field.type, !complete {
          continue
        } else {
          found.append("\(path).\(field.name): missing")
        }
      }
      return found
    default: return ["\(path): of another type"]
    }
  }
}

private struct Scanner {
  private var tokens: ArraySlice<String>

  init(_ text: String) {
    var tokens: [String] = []
    for line in text.split(separator: "\n") {
      let code = line.prefix { $0 != "#" }.replacing("->", with: " -> ")
      var word = ""
      for character in code {
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

  mutating func expect(_ token: String) throws {
    let found = next()
    guard found == token else { throw Declarations.GrammarFault(token: found) }
  }

  mutating func type() throws -> DeclaredType {
    guard let token = next() else { throw Declarations.GrammarFault(token: nil) }
    return try type(token)
  }

  private mutating func type(_ token: String) throws -> DeclaredType {
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
  private mutating func rest(of token: String, after count: Int) throws -> DeclaredType {
    token.count > count ? try type(String(token.dropFirst(count))) : try type()
  }

  /// A structure or, without colons, an enumeration.
  private mutating func parenthesis() throws -> DeclaredType {
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
