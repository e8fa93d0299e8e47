import NotificationModel

/// Names of files and of what a theme has, as apps write them.
enum FileName {
  /// The absolute path that a text is, or that it gives as a URI of a file on this machine (RFC 8089); `nil` for
  /// everything else.
  static func path(_ text: String) -> String? {
    // Escaped, three bytes stand for one.
    guard text.utf8.count <= 3 * Limits.pathBytes else { return nil }
    guard let path = text.hasPrefix("/") ? text : uriPath(text), path.hasPrefix("/"),
      path.utf8.count <= Limits.pathBytes, !path.hasControls
    else { return nil }
    return path
  }

  /// A name within a theme: no path, and nothing that a server could take for a URI.
  static func ofTheme(_ text: String) -> String? {
    guard (1...Limits.wordBytes).contains(text.utf8.count), !text.utf8.contains(UInt8(ascii: "/")),
      !text.hasPrefix("."),
      !text.hasControls
    else { return nil }
    return text
  }

  private static func uriPath(_ text: String) -> String? {
    let scheme = "file://"
    guard text.prefix(scheme.count).lowercased() == scheme else { return nil }
    let rest = text.dropFirst(scheme.count)
    return unescaped(rest.hasPrefix("localhost/") ? rest.dropFirst("localhost".count) : rest)
  }

  /// `%20` stands for a blank.
  private static func unescaped(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
        let value = UInt8(String(Substring(digits)), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
