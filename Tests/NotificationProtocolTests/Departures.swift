import Testing
import Varlink

extension Declarations {
  /// The type with names replaced by their declarations.
  func resolved(_ type: DeclaredType) throws -> DeclaredType {
    guard case .named(let name) = type else { return type }
    return try #require(types[name], "\(name) is not declared")
  }

  /// The names of the structures that a value of the type may hold.
  func structures(in type: DeclaredType) -> Set<String> {
    switch type {
    case .array(let inner), .nullable(let inner): return structures(in: inner)
    case .structure(let fields):
      return fields.reduce(into: []) { $0.formUnion(structures(in: $1.type)) }
    case .named(let name):
      guard case .structure? = types[name] else { return [] }
      return types[name].map(structures)?.union([name]) ?? []
    case .bool, .int, .float, .string, .object, .enumeration: return []
    }
  }

  /// How a value departs from the type, by path; empty when it is exactly of that type. With `complete`, every
  /// field that may be null must be there too.
  func departures(of value: JSON, from type: DeclaredType, complete: Bool, at path: String) throws -> [String]
  {
    switch try (resolved(type), value) {
    case (.bool, .bool), (.int, .int), (.string, .string), (.object, .object): return []
    // JSON has one kind of numbers.
    case (.float, .double), (.float, .int): return []
    case (.nullable, .null) where !complete: return []
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
