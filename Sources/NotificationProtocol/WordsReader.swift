internal import NotificationModel
internal import Varlink

// Texts of which something is known beyond their length.

extension ShapeReader {
  /// A text that must be there, and must not be blank.
  mutating func label(_ name: String, within limit: TextLimit) throws(FieldFault) -> String {
    let text = try required(name, try text(name, within: limit))
    guard !text.isBlank else { throw invalid(name, "must not be blank") }
    return text
  }

  /// The name of an icon of the theme.
  mutating func iconName(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: Limits.wordBytes) else { return nil }
    guard text.isThemeName else { throw invalid(name, "must be the name of a theme icon") }
    return text
  }

  /// A theme icon's name or an absolute path.
  mutating func image(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: Limits.pathBytes) else { return nil }
    if text.utf8.first == UInt8(ascii: "/") {
      guard !text.hasControls else { throw invalid(name, "must not hold control characters") }
      return text
    }
    guard text.isThemeName else {
      throw invalid(name, "must be the name of a theme icon or an absolute path")
    }
    guard text.utf8.count <= Limits.wordBytes else {
      throw .tooLarge(field: path(of: name), limit: Limits.wordBytes, given: text.utf8.count)
    }
    return text
  }

  /// "default" or a name of the sound theme: a path would have the server read any file.
  mutating func sound(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: Limits.wordBytes) else { return nil }
    guard text.isThemeName else { throw invalid(name, "must be 'default' or a name of the sound theme") }
    return text
  }

  /// Text of several lines. A CRLF ends one line; it is one Character, but two scalars.
  mutating func paragraph(_ name: String, limit: Int, lines: Int) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: limit) else { return nil }
    // Bytes suffice: in UTF-8 0x0A is a line feed and nothing else.
    let ends = text.utf8.reduce(0) { $1 == 0x0A ? $0 + 1 : $0 }
    guard ends < lines else { throw invalid(name, "must have at most \(lines) lines") }
    return text
  }

  /// A tag of BCP 47, of which 35 bytes are the longest that anybody must understand (RFC 5646 §4.4.1).
  package mutating func language(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: 35) else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else {
      throw invalid(name, "must be a language tag as in BCP 47")
    }
    return text
  }

  /// The name of a time zone, which will be looked up as a file below a directory: it must not leave that.
  mutating func timeZone(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: Limits.wordBytes) else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      part.first?.isLetterOrDigit == true
        && part.allSatisfy { $0.isLetterOrDigit || "_+-".utf8.contains($0) }
    }
    guard isName else { throw invalid(name, "must be the name of a time zone, like Europe/Berlin") }
    return text
  }
}

extension String {
  /// Whether nothing of it can be seen.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  fileprivate var hasControls: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }

  /// A name within a theme is no path, and nothing that a server could take for a URI.
  fileprivate var isThemeName: Bool {
    !isEmpty && !hasControls && !utf8.contains(UInt8(ascii: "/")) && utf8.first != UInt8(ascii: ".")
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
