/// SVG that names nothing outside of itself. A server reads the file with the person's rights: a reference could have it
/// draw another file, or ask another computer, and an entity could make the file as large as it likes.
///
/// Told by words alone, without reading the XML: what merely looks like one of these is not taken either. Compared byte by
/// byte, since a `Character` may hold a mark that readers take for a part of the text after the word.
enum SafeSVG {
  private static let forbidden: [[UInt8]] = [
    // Entities, characters by their numbers and escapes in styles could hide the others; a declared attribute could
    // give the size.
    "<!entity", "<!attlist", "&#", "\\", "<?xml-stylesheet", "@import", "xml:base",
  ].map { Array($0.utf8) }
  /// The names of elements that fetch or run something, without the prefix of a namespace.
  private static let elements: Set<[UInt8]> = Set(
    ["script", "image", "feimage", "foreignobject", "iframe", "audio", "video"].map { Array($0.utf8) })
  /// A copy may hold further copies, so that a reader may draw 3^(uses / 3) elements.
  private static let mostUses = 24

  static func holds(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(UInt8(ascii: "<")), !bytes.contains(0),
      String(validating: bytes, as: UTF8.self) != nil
    else { return false }
    let text = bytes.map(\.lowercased)
    guard let start = root(of: text), let root = SVGRoot(bytes[start...]), root.isWithinLimit,
      !forbidden.contains(where: { text.range(of: $0, from: 0) != nil }), isReadAsUTF8(text[..<start])
    else { return false }
    let names = names(text)
    return (root.isEmpty || text.suffix(64).filter { !$0.isBlank }.suffix(6).elementsEqual("</svg>".utf8))
      && elements.isDisjoint(with: names) && names.count { $0.elementsEqual("use".utf8) } <= mostUses
      && valuesAreLocal(text, after: "href", skipping: "= \t\n\r\"'")
      && valuesAreLocal(text, after: "url(", skipping: " \t\n\r\"'")
  }

  /// Where the first tag begins, before which only declarations and comments stand.
  private static func root(of text: [UInt8]) -> Int? {
    var place = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while true {
      place += text[place...].prefix(while: \.isBlank).count
      let rest = text[place...]
      let end: String
      switch rest {
      case _ where rest.starts(with: "<?".utf8): end = "?>"
      case _ where rest.starts(with: "<!--".utf8): end = "-->"
      case _ where rest.starts(with: "<!doctype".utf8): end = ">"
      default: return place
      }
      guard let found = text.range(of: Array(end.utf8), from: place) else { return nil }
      place = found.upperBound
    }
  }

  /// In another encoding the same bytes could mean something else.
  private static func isReadAsUTF8(_ declarations: ArraySlice<UInt8>) -> Bool {
    values(Array(declarations), after: "encoding", skipping: "= \t\n\r\"'")
      .allSatisfy { $0.starts(with: "utf-8".utf8) }
  }

  private static func names(_ text: [UInt8]) -> [[UInt8]] {
    text.split(separator: UInt8(ascii: "<")).compactMap { part in
      part.prefix { !$0.isBlank && !">/".utf8.contains($0) }.split(separator: UInt8(ascii: ":")).last
        .map(Array.init)
    }
  }

  private static func valuesAreLocal(_ text: [UInt8], after name: String, skipping: String) -> Bool {
    values(text, after: name, skipping: skipping).allSatisfy { $0.first == UInt8(ascii: "#") }
  }

  private static func values(_ text: [UInt8], after name: String, skipping: String) -> [ArraySlice<UInt8>] {
    var (place, found): (Int, [ArraySlice<UInt8>]) = (0, [])
    while let range = text.range(of: Array(name.utf8), from: place) {
      place = range.upperBound
      found.append(text[place...].drop { skipping.utf8.contains($0) })
    }
    return found
  }
}

/// The tag of the picture as a whole (XML 1.0, 3.1), in which upper and lower case differ.
private struct SVGRoot {
  private var values: [[UInt8]: String] = [:]
  /// Whether the tag is all of the picture.
  let isEmpty: Bool

  /// `nil` if these bytes do not begin with the tag.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    guard rest.starts(with: "<svg".utf8) else { return nil }
    rest = rest.dropFirst(4)
    while true {
      let blanks = rest.prefix(while: \.isBlank).count
      rest = rest.dropFirst(blanks)
      if rest.starts(with: ">".utf8) || rest.starts(with: "/>".utf8) { break }
      let name = rest.prefix { !$0.isBlank && !"=<>/\"'".utf8.contains($0) }
      rest = rest.dropFirst(name.count).drop(while: \.isBlank)
      guard blanks > 0, !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
      rest = rest.drop(while: \.isBlank)
      guard let quote = rest.popFirst(), "\"'".utf8.contains(quote) else { return nil }
      let value = rest.prefix { $0 != quote && $0 != UInt8(ascii: "<") }
      rest = rest.dropFirst(value.count)
      guard rest.popFirst() == quote,
        values.updateValue(String(decoding: value, as: UTF8.self), forKey: Array(name)) == nil
      else { return nil }
    }
    isEmpty = rest.first == UInt8(ascii: "/")
  }

  /// Pixels of each absolute unit, rounded up.
  private static let units: [Substring: Double] = [
    "": 1, "px": 1, "pt": 1.34, "pc": 16, "mm": 3.78, "cm": 37.8, "in": 96,
  ]

  /// A reader makes as many pixels as the tag asks for, or else its view box. With one edge alone the other follows from
  /// the view box.
  var isWithinLimit: Bool {
    let box = value("viewBox").map { $0.split { " ,\t\n\r".contains($0) }.map(Self.number) }
    let boxed: (width: Double, height: Double)?
    switch box {
    case nil: boxed = nil
    case let box? where box.count == 4:
      guard let width = box[2], let height = box[3], width > 0, height > 0 else { return false }
      boxed = (width, height)
    default: return false
    }
    let width = edge("width")
    let height = edge("height")
    let size: (width: Double, height: Double)
    switch (width, height, boxed) {
    case (.pixels(let width), .pixels(let height), _): size = (width, height)
    case (.pixels(let width), .open, let box?): size = (width, width * box.height / box.width)
    case (.open, .pixels(let height), let box?): size = (height * box.width / box.height, height)
    case (.open, .open, let box?): size = box
    default: return false
    }
    return size.width > 0 && size.height > 0 && size.width * size.height <= Double(ImageFormat.pixels)
  }

  private enum Edge {
    case pixels(Double)
    /// The reader works it out.
    case open
    case unreadable
  }

  private func edge(_ name: String) -> Edge {
    guard let text = value(name), text != "100%" else { return .open }
    let number = text.prefix { "0123456789.+-".contains($0) }
    guard let count = Self.number(number), let unit = Self.units[text[number.endIndex...]] else {
      return .unreadable
    }
    return .pixels(count * unit)
  }

  private func value(_ name: String) -> Substring? {
    guard let value = values[Array(name.utf8)] else { return nil }
    let blanks = " \t\n\r"
    let start = value.drop { blanks.contains($0) }
    return start.lastIndex { !blanks.contains($0) }.map { start[...$0] } ?? ""
  }

  /// The decimal numbers alone of those that Swift reads.
  private static func number(_ text: Substring) -> Double? {
    text.utf8.allSatisfy { "0123456789.+-eE".utf8.contains($0) } ? Double(String(text)) : nil
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { " \t\n\r".utf8.contains(self) }
  fileprivate var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension [UInt8] {
  fileprivate func range(of word: [UInt8], from start: Int) -> Range<Int>? {
    guard let first = word.first else { return nil }
    var place = start
    while let found = self[place...].firstIndex(of: first) {
      if self[found...].starts(with: word) { return found..<found + word.count }
      place = found + 1
    }
    return nil
  }
}
