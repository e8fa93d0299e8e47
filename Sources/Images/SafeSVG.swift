/// SVG that names nothing outside of itself. A server reads the file with the person's rights: a reference could have it
/// draw another file, or ask another computer, and an entity could make the file as large as it likes.
///
/// Told by words alone, without reading the XML: what merely looks like one of these is not taken either.
enum SafeSVG {
  private static let forbidden = [
    // Entities, characters by their numbers and escapes in styles could hide the others.
    "<!entity", "&#", "\\", "<?xml-stylesheet", "@import", "xml:base",
  ]
  /// The names of elements that fetch or run something, without the prefix of a namespace.
  private static let elements: Set<Substring> = [
    "script", "image", "feimage", "foreignobject", "iframe", "audio", "video",
  ]

  static func holds(_ bytes: [UInt8]) -> Bool {
    guard bytes.contains(UInt8(ascii: "<")), !bytes.contains(0),
      let whole = String(validating: bytes, as: UTF8.self)
    else { return false }
    let text = whole.lowercased()
    guard let root = root(of: text), !forbidden.contains(where: text.contains),
      isReadAsUTF8(text[..<root.lowerBound]), isWithinLimit(text[root])
    else { return false }
    let tail = text.suffix(64).filter { !$0.isWhitespace }
    return (tail.hasSuffix("</svg>") || text[root].hasSuffix("/>")) && names(text).isDisjoint(with: elements)
      && valuesAreLocal(text, after: "href", skipping: "= \t\n\r\"'")
      && valuesAreLocal(text, after: "url(", skipping: " \t\n\r\"'")
  }

  /// The first tag, if it is that of a picture: only declarations and comments stand before it.
  private static func root(of text: String) -> Range<String.Index>? {
    var rest = text[...]
    if rest.hasPrefix("\u{FEFF}") { rest.removeFirst() }
    while true {
      rest = rest.drop(while: \.isWhitespace)
      let end: Substring
      switch rest {
      case _ where rest.hasPrefix("<?"): end = "?>"
      case _ where rest.hasPrefix("<!--"): end = "-->"
      case _ where rest.hasPrefix("<!doctype"): end = ">"
      case _ where rest.hasPrefix("<svg"):
        return rest.firstRange(of: ">").map { rest.startIndex..<$0.upperBound }
      default: return nil
      }
      guard let found = rest.firstRange(of: end) else { return nil }
      rest = rest[found.upperBound...]
    }
  }

  /// In another encoding the same bytes could mean something else.
  private static func isReadAsUTF8(_ declarations: Substring) -> Bool {
    declarations.ranges(of: "encoding").allSatisfy { found in
      let value = declarations[found.upperBound...].drop { "= \t\n\r\"'".contains($0) }
      return value.hasPrefix("utf-8")
    }
  }

  private static func names(_ text: String) -> Set<Substring> {
    Set(
      text.split(separator: "<").compactMap { part in
        part.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }.split(separator: ":").last
      })
  }

  private static func valuesAreLocal(_ text: String, after name: String, skipping: String) -> Bool {
    text.ranges(of: name).allSatisfy { found in
      text[found.upperBound...].drop { skipping.contains($0) }.first == "#"
    }
  }

  // MARK: Its size

  /// Pixels of each unit; one of a font is taken for large.
  private static let units: [Substring: Double] = [
    "": 1, "px": 1, "pt": 1.34, "pc": 16, "mm": 3.78, "cm": 37.8, "in": 96, "em": 64, "ex": 64,
  ]

  /// A reader makes as many pixels as the root asks for, or else its view box.
  private static func isWithinLimit(_ root: Substring) -> Bool {
    let box = value(of: "viewbox", in: root)?.split { " ,\t\n\r".contains($0) }.map(String.init) ?? []
    let sizes = ["width", "height"].enumerated().map { index, name -> Double? in
      let boxed = box.count == 4 ? Double(box[index + 2]) : nil
      guard let value = value(of: name, in: root), !value.hasSuffix("%") else { return boxed ?? 512 }
      let number = value.prefix { $0.isNumber || ".+-".contains($0) }
      return units[value[number.endIndex...]].flatMap { unit in Double(String(number)).map { $0 * unit } }
    }
    guard let width = sizes[0], let height = sizes[1] else { return false }
    return width > 0 && height > 0 && width * height <= Double(ImageFormat.pixels)
  }

  private static func value(of name: String, in tag: Substring) -> Substring? {
    for found in tag.ranges(of: name) {
      guard tag[..<found.lowerBound].last?.isWhitespace == true else { continue }
      let rest = tag[found.upperBound...].drop(while: \.isWhitespace)
      guard rest.first == "=" else { continue }
      let quoted = rest.dropFirst().drop(while: \.isWhitespace)
      guard let quote = quoted.first, "\"'".contains(quote) else { return nil }
      return quoted.dropFirst().prefix { $0 != quote }
    }
    return nil
  }
}
