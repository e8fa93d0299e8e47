import Glibc
import NotificationModel

/// A hint as notify-send takes it: TYPE:NAME:VALUE.
struct NotifySendHint: Equatable {
  let name: String
  /// `nil` for a container, which no hint of a text has.
  let value: OtherHint?

  init(_ text: String) throws(NotifySendWords.Fault) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3 else {
      throw NotifySendWords.Fault(message: "Invalid hint syntax specified. Use TYPE:NAME:VALUE.")
    }
    let (type, name, value) = (parts[0], parts[1], parts[2])
    guard let read = Self.readers[type.lowercased()] else {
      throw NotifySendWords.Fault(
        message: "Invalid hint type \"\(type)\". Valid types are int, double, string and byte.")
    }
    guard let found = read(value) else {
      throw NotifySendWords.Fault(
        message: "Value \"\(value)\" of hint \"\(name)\" could not be parsed as type \"\(type)\".")
    }
    self.name = name
    self.value = found
  }

  /// `nil` where it is no value of the type; of `nil` within, where it is one that no hint has.
  private static let readers: [String: @Sendable (String) -> OtherHint??] = [
    "string": { .some(.string($0)) },
    // Not more of it than C reads, wrapped as C does.
    "int": {
      startsWithDigit($0) ? .some(.integer(Int64(Int32(truncatingIfNeeded: strtoull($0, nil, 10))))) : nil
    },
    "double": { startsWithDigit($0) ? .some(.number(strtod($0, nil))) : nil },
    "byte": { text in
      let number = Int32(truncatingIfNeeded: strtoull(text, nil, 10))
      return (0...255).contains(number) ? .some(.integer(Int64(number))) : nil
    },
    "boolean": { text in
      .some(.flag(text.lowercased() == "true" || startsWithDigit(text) && strtoull(text, nil, 10) != 0))
    },
    "variant": variant,
  ]

  private static func startsWithDigit(_ text: String) -> Bool {
    text.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  /// The texts of GVariant that a hint can have: numbers, with or without their type, truth values and strings. Of
  /// containers the first letter and the last are looked at, and no more: nothing becomes of them.
  private static func variant(_ text: String) -> OtherHint?? {
    let types = ["byte", "int16", "uint16", "int32", "uint32", "int64", "uint64", "double"]
    var words = text.split(separator: " ").map(String.init)
    if words.count == 2, types.contains(words[0]) { words.removeFirst() }
    let plain = words.joined(separator: " ")
    if plain == "true" || plain == "false" { return .some(.flag(plain == "true")) }
    if let number = Int64(plain) { return .some(.integer(number)) }
    if plain.hasPrefix("0x"), let number = Int64(plain.dropFirst(2), radix: 16) {
      return .some(.integer(number))
    }
    if startsWithDigit(plain) || plain.hasPrefix("-"), let number = Double(plain) {
      return .some(.number(number))
    }
    guard let first = text.first, let last = text.last, text.count > 1 else { return nil }
    switch (first, last) {
    case ("'", "'"), ("\"", "\""): return .some(.string(String(text.dropFirst().dropLast())))
    case ("[", "]"), ("{", "}"), ("(", ")"), ("<", ">"): return .some(nil)
    default: return nil
    }
  }
}
