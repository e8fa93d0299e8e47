/// The texts of a program's messages: a .mo file of GNU gettext, of either byte order. Offsets beyond the file are
/// skipped.
struct MessageCatalogue {
  /// Originals and translations, in the order of the file.
  private(set) var messages: [(original: String, translation: String)] = []

  /// Entries may lie over one another, and longer ones are no notification.
  private static let longest = 4_096

  private let bytes: [UInt8]
  private let isSwapped: Bool

  /// `nil` where the bytes are no such file.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    switch Self.number(bytes, at: 0, isSwapped: false) {
    case 0x9504_12DE: isSwapped = false
    case 0xDE12_0495: isSwapped = true
    default: return nil
    }
    guard let count = number(at: 8), let originals = number(at: 12), let translations = number(at: 16) else {
      return nil
    }
    for index in 0..<count {
      guard let original = text(originals, index), let translation = text(translations, index) else { break }
      messages.append((original, translation))
    }
  }

  /// The text that an entry of a table points at; of several plural forms the first.
  private func text(_ table: Int, _ index: Int) -> String? {
    guard let length = number(at: table + 8 * index), let start = number(at: table + 8 * index + 4),
      start <= bytes.count, length <= bytes.count - start
    else { return nil }
    guard length <= Self.longest else { return "" }
    let whole = bytes[start..<(start + length)]
    let form = whole.prefix { $0 != 0 }
    // Before U+0004 stands the context, which is not shown.
    let content = form.lastIndex(of: 4).map { form[($0 + 1)...] } ?? form
    return String(decoding: content, as: UTF8.self)
  }

  private func number(at offset: Int) -> Int? { Self.number(bytes, at: offset, isSwapped: isSwapped) }

  /// Four bytes, little end first unless swapped.
  private static func number(_ bytes: [UInt8], at offset: Int, isSwapped: Bool) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    let four = bytes[offset..<(offset + 4)]
    return (isSwapped ? Array(four) : four.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }
}
