/// What is left of a language for machines in a text for people: tags, entities, escapes, Markdown, JSON. All text of a
/// notification is plain, so that it is read as it is written.
enum Markup {
  private static let marks: ByteSet = "<&\\*{[]"

  /// The bytes of the first piece.
  static func first(in text: WrittenText) -> Range<Int>? {
    guard text.marks.hasAny(of: marks) else { return nil }
    let bytes = text.bytes
    let firstBackslash = bytes.firstIndex(of: UInt8(ascii: "\\")) ?? bytes.count
    for index in bytes.indices.dropLast() {
      let end: Int? =
        switch bytes[index] {
        case UInt8(ascii: "<"): tagEnd(bytes, index)
        case UInt8(ascii: "&"): entityEnd(bytes, index)
        // Behind another it is in a path of Windows.
        case UInt8(ascii: "\\"): index == firstBackslash ? escapeEnd(bytes, index) : nil
        case UInt8(ascii: "*"): emphasisEnd(bytes, index)
        case UInt8(ascii: "{"), UInt8(ascii: "["): jsonEnd(bytes, index)
        case UInt8(ascii: "]"):
          bytes[index + 1] == UInt8(ascii: "(") && isLink(bytes[(index + 2)...]) ? index + 2 : nil
        default: nil
        }
      if let end { return index..<end }
    }
    return nil
  }

  /// `<b>`, `</i>`, `<br/>`, `<a href=…>`; no address such as `<ann@example.org>`, and no "a < b".
  private static func tagEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start + 1
    if bytes[index] == UInt8(ascii: "/") { index += 1 }
    let name = bytes[index...].prefix { $0.isLetter || $0.isDigit }
    guard tags.contains(where: { $0.elementsEqual(name.map { $0 | 0x20 }) }), name.endIndex < bytes.count,
      [0x20, UInt8(ascii: ">"), UInt8(ascii: "/")].contains(bytes[name.endIndex]),
      let close = bytes[name.endIndex...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    return close + 1
  }
  private static let tags = [
    "a", "b", "i", "u", "p", "br", "em", "strong", "span", "div", "img", "font", "small", "big", "tt", "code",
    "pre",
    "ul", "li", "h1", "h2", "h3", "html", "body", "table", "td", "tr", "sub", "sup", "s", "hr",
  ].map { Array($0.utf8) }

  /// `&amp;`, `&#39;`.
  private static func entityEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    var index = start + 1
    if bytes[index] == UInt8(ascii: "#") { index += 1 }
    let name = bytes[index...].prefix { $0.isLetter || $0.isDigit }
    guard (2...8).contains(name.count), name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";")
    else { return nil }
    return name.endIndex + 1
  }

  /// `\n`, `\t`, `\u00e9` written out; no path of Windows.
  private static func escapeEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard start == 0 || bytes[start - 1] != UInt8(ascii: ":") else { return nil }
    let next = bytes[start + 1]
    if next == UInt8(ascii: "u") || next == UInt8(ascii: "x") {
      let digits = bytes[(start + 2)...].prefix(4).prefix(while: \.isHexDigit)
      return digits.count >= 2 ? digits.endIndex : nil
    }
    let isEscape = next == UInt8(ascii: "n") || next == UInt8(ascii: "t") || next == UInt8(ascii: "r")
    return isEscape ? start + 2 : nil
  }

  /// `**important**`.
  private static func emphasisEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard bytes[start + 1] == UInt8(ascii: "*"), start + 2 < bytes.count, bytes[start + 2].isLetter else {
      return nil
    }
    let rest = bytes[(start + 2)...]
    return zip(rest, rest.dropFirst()).contains { $0 == UInt8(ascii: "*") && $1 == UInt8(ascii: "*") }
      ? start + 2 : nil
  }

  /// `{"id":`, `["a"`.
  private static func jsonEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    guard bytes[start + 1] == UInt8(ascii: "\"") else { return nil }
    return bytes[start] == UInt8(ascii: "{") || bytes[(start + 2)...].contains(UInt8(ascii: "\""))
      ? start + 2 : nil
  }

  /// What `[text](…)` of Markdown leads to.
  private static func isLink(_ rest: ArraySlice<UInt8>) -> Bool {
    rest.starts(with: "http".utf8) || rest.first == UInt8(ascii: "/")
  }
}

extension UInt8 {
  fileprivate var isHexDigit: Bool {
    isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
