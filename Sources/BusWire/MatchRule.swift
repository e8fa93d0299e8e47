// D-Bus specification, "Match Rules": `key='value'` with commas between. A value may also stand without apostrophes;
// programs write names in these two ways only.

/// A rule that says which messages a connection wants to get.
package struct MatchRule {
  private struct Part {
    let key: ArraySlice<UInt8>
    /// Without its apostrophes.
    let value: ArraySlice<UInt8>
  }

  package private(set) var text: [UInt8]

  package init(_ text: [UInt8]) { self.text = text }

  /// Whether a translation would change it.
  func isChanged(for role: Role) -> Bool { translated(for: role).text != text }

  /// The rule with the names that the bus knows, for a program of this role. Keeps its length.
  func translated(for role: Role) -> MatchRule {
    var rule = self
    let parts = parts
    for part in parts where part.value.elementsEqual(BusName.notifications) {
      let isName =
        switch part.key {
        case "sender", "destination": true
        // A bus name only in the bus's own signals; an interface in PropertiesChanged.
        case "arg0", "arg0namespace": parts.allSatisfy(Self.canBeOfDriver)
        // The server's signals go by the other interface, too.
        case "interface": role == .daemon
        default: false
        }
      guard role != .stranger, isName else { continue }
      rule.text.replaceSubrange(part.value.startIndex..<part.value.endIndex, with: BusName.server)
    }
    return rule
  }

  /// Whether a rule with this part can match a signal of the bus itself.
  private static func canBeOfDriver(_ part: Part) -> Bool {
    switch part.key {
    case "sender", "interface": part.value.elementsEqual(BusName.driver)
    default: true
    }
  }

  private var parts: [Part] {
    split(text[...], at: UInt8(ascii: ",")).compactMap { part in
      guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return nil }
      var value = part[(equals + 1)...]
      if value.count >= 2, value.first == UInt8(ascii: "'"), value.last == UInt8(ascii: "'") {
        value = value.dropFirst().dropLast()
      }
      return Part(key: part[..<equals].drop { $0 <= 0x20 }, value: value)
    }
  }

  /// Where the separator stands outside apostrophes.
  private func split(_ text: ArraySlice<UInt8>, at separator: UInt8) -> [ArraySlice<UInt8>] {
    var isQuoted = false
    return text.split(omittingEmptySubsequences: true) { byte in
      if byte == UInt8(ascii: "'") { isQuoted.toggle() }
      return byte == separator && !isQuoted
    }
  }
}

private func ~= (word: StaticString, bytes: ArraySlice<UInt8>) -> Bool {
  word.withUTF8Buffer { $0.elementsEqual(bytes) }
}
