// D-Bus specification, "Server Addresses": `transport:key=value,key=value`, with semicolons between several, of which
// the first that works is taken. Bytes other than [-0-9A-Za-z_/.\*] stand as % and two hexadecimal digits.

/// Where a bus listens.
package enum BusAddress: Hashable, Sendable {
  case path(String)
  /// Of Linux: a name that is no file's.
  case abstract(String)

  /// Those of a list that can be connected to here: `unix:` ones. `runtimeDirectory` is what `runtime=yes` means.
  package static func list(_ text: String, runtimeDirectory: String?) -> [BusAddress] {
    text.split(separator: ";").compactMap { address in
      guard address.hasPrefix("unix:") else { return nil }
      for pair in address.dropFirst("unix:".count).split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let value = unescaped(parts[1]) else { continue }
        switch parts[0] {
        case "path": return .path(value)
        case "abstract": return .abstract(value)
        case "runtime" where value == "yes": return runtimeDirectory.map { .path("\($0)/bus") }
        default: continue
        }
      }
      return nil
    }
  }

  /// As others read it.
  package var text: String {
    switch self {
    case .path(let path): "unix:path=\(Self.escaped(path))"
    case .abstract(let name): "unix:abstract=\(Self.escaped(name))"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { escaped, byte in
      let character = Character(UnicodeScalar(byte))
      if byte < 0x80, character.isLetter || character.isNumber || #"-_/.\*"#.contains(character) {
        escaped.append(character)
      } else {
        let digits = String(byte, radix: 16)
        escaped += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
  }

  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
