/// An address that a press opens: a page or a file of the web, a letter to write, or a file of the person's own.
public struct Link: Hashable, Sendable {
  /// As it was given, at most 2,048 bytes.
  public let text: String

  /// `nil` for other schemes, for `http` and `https` without a host, for a `file` that is not an absolute path on this
  /// computer, and for what holds blanks, control characters or characters that are not seen.
  public init?(_ text: String) {
    guard text.utf8.count <= Limits.linkBytes, text.unicodeScalars.allSatisfy(Self.isVisible),
      let colon = text.firstIndex(of: ":")
    else { return nil }
    let rest = text[text.index(after: colon)...]
    switch text[..<colon].lowercased() {
    case "https", "http":
      guard let first = rest.dropFirst(2).first, rest.hasPrefix("//"), !"/?#".contains(first) else {
        return nil
      }
    case "mailto": guard !rest.isEmpty else { return nil }
    case "file": guard Self.path(rest) != nil else { return nil }
    default: return nil
    }
    self.text = text
  }

  /// The path that it names, where it names a file.
  package var path: String? {
    guard let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == "file" else { return nil }
    return Self.path(text[text.index(after: colon)...])
  }

  /// Of `///a/path`, with what stands for bytes put in.
  private static func path(_ rest: Substring) -> String? {
    guard rest.hasPrefix("///"), !rest.contains(where: { "?#".contains($0) }) else { return nil }
    var bytes: [UInt8] = []
    var left = rest.dropFirst(2).utf8
    while let byte = left.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = left.prefix(2)
      guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16), value != 0 else {
        return nil
      }
      bytes.append(value)
      left.removeFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      false
    default: true
    }
  }
}
