/// A character as XML escapes it, such as `&amp;` or `&#x27;`.
struct MarkupEntity {
  /// The character, in UTF-8.
  let bytes: [UInt8]
  /// Where the text goes on.
  let end: Int

  /// XML's own, and the one of HTML's that programs send who take text out of pages.
  private static let named = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// The longest that is understood, without `&` and `;`: "#x10FFFF", and as many zeros again.
  private static let longest = 14

  /// `nil` where none begins, or it means nothing.
  init?(in bytes: [UInt8], at start: Int) { self.init(in: bytes[start...]) }

  private init?(in bytes: ArraySlice<UInt8>) {
    guard bytes.first == .ampersand else { return nil }
    let name = bytes.dropFirst().prefix(Self.longest).prefix { $0 != UInt8(ascii: ";") }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";"),
      let character = Self.character(String(decoding: name, as: UTF8.self))
    else { return nil }
    self.bytes = Array(character.utf8)
    end = name.endIndex + 1
  }

  private static func character(_ name: String) -> String? {
    guard name.hasPrefix("#") else { return named[name] }
    let isHexadecimal = name.hasPrefix("#x") || name.hasPrefix("#X")
    let digits = name.dropFirst(isHexadecimal ? 2 : 1)
    // A number may have a sign in Swift, and none here.
    guard digits.allSatisfy({ $0.isHexDigit }),
      let scalar = UInt32(digits, radix: isHexadecimal ? 16 : 10).flatMap(Unicode.Scalar.init),
      scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
    else { return nil }
    return String(scalar)
  }

  /// The text with every entity in it decoded once.
  static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = text
    while let byte = rest.first {
      if let entity = MarkupEntity(in: rest) {
        decoded += entity.bytes
        rest = rest[entity.end...]
      } else {
        decoded.append(byte)
        rest = rest.dropFirst()
      }
    }
    return decoded
  }
}
