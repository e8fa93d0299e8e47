import Varlink

/// Fields of a reply as they are. A daemon of another version may say more or less than this program knows, and
/// what it does say should still be seen; hence nothing here is required.
extension JSON {
  var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var number: Int64? {
    switch self {
    case .int(let number): number
    case .double(let number): Int64(exactly: number)
    default: nil
    }
  }

  var isTrue: Bool { self == .bool(true) }

  var elements: [JSON] {
    if case .array(let elements) = self { elements } else { [] }
  }

  func string(_ name: String) -> String { self[name]?.string ?? "" }
  func number(_ name: String) -> Int64 { self[name]?.number ?? 0 }
  func isTrue(_ name: String) -> Bool { self[name]?.isTrue ?? false }
  func elements(_ name: String) -> [JSON] { self[name]?.elements ?? [] }
}

extension [Int64] {
  var json: JSON { .array(map { .int($0) }) }
}
