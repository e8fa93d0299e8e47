// D-Bus specification, "Match Rules": `key='value'` with commas between, and blanks before and behind a key. Apostrophes
// may begin and end at any place of a value. Outside of them `\'` is an apostrophe; any other backslash is itself.

/// A rule that says which messages a connection wants to get.
package struct MatchRule {
  private struct Part {
    let key: ArraySlice<UInt8>
    /// The value without the marks around and within it.
    var value: [UInt8] = []
    /// Where in the rule's text each byte of the value stands.
    var places: [Int] = []
  }

  package private(set) var text: [UInt8]

  package init(_ text: [UInt8]) { self.text = text }

  /// Whether a translation would change it.
  func isChanged(for role: Role) -> Bool { translated(for: role).text != text }

  /// The rule with the names that the bus knows, for a program of this role. Keeps its length.
  func translated(for role: Role) -> MatchRule {
    guard role != .stranger else { return self }
    var rule = self
    let parts = parts
    let canBeOfDriver = parts.allSatisfy(Self.canBeOfDriver)
    for part in parts where part.value == BusName.notifications {
      let isName =
        switch part.key {
        case "sender", "destination": true
        // A bus name only in the bus's own signals; an interface in PropertiesChanged.
        case "arg0", "arg0namespace": canBeOfDriver
        // The server's signals go by the other interface, too.
        case "interface": role == .daemon
        default: false
        }
      guard isName else { continue }
      for (place, byte) in zip(part.places, BusName.server) { rule.text[place] = byte }
    }
    return rule
  }

  /// Whether a rule with this part can match a signal of the bus itself.
  private static func canBeOfDriver(_ part: Part) -> Bool {
    switch part.key {
    case "sender", "interface": part.value == BusName.driver
    default: true
    }
  }

  private var parts: [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while let part = Self.popPart(&rest) { parts.append(part) }
    return parts
  }

  /// The part at the beginning; `nil` at the rule's end, or where the bus would refuse it.
  private static func popPart(_ rest: inout ArraySlice<UInt8>) -> Part? {
    rest = rest.drop(while: isBlank)
    var part = Part(key: rest.prefix { $0 != UInt8(ascii: "=") && !isBlank($0) })
    rest = rest.dropFirst(part.key.count).drop(while: isBlank)
    guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
    var isQuoted = false
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'"):
        isQuoted.toggle()
        continue
      case UInt8(ascii: ",") where !isQuoted: return part
      case UInt8(ascii: "\\") where !isQuoted && rest.first == UInt8(ascii: "'"):
        rest.removeFirst()
        part.value.append(UInt8(ascii: "'"))
      default: part.value.append(byte)
      }
      part.places.append(rest.startIndex - 1)
    }
    return part
  }

  private static func isBlank(_ byte: UInt8) -> Bool { " \t\n\r".utf8.contains(byte) }
}

private func ~= (word: StaticString, bytes: ArraySlice<UInt8>) -> Bool {
  word.withUTF8Buffer { $0.elementsEqual(bytes) }
}
