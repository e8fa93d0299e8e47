/// A body's markup (Desktop Notifications Specification, "Markup"): flattened to plain text for lists and search, and cut
/// for servers, which else are given it as it was written.
///
/// Many apps send plain text where markup is expected. So any text that is not valid markup stays as written: a stray
/// `&` or `<`, an unknown tag, and a tag without its other half.
package enum Markup {
  /// The longest markup, in bytes of UTF-8; the rest is cut. Markup may be much longer than its text.
  package static let bytes = 65_536

  /// Never longer than `markup`, in time linear in its length. Entities are decoded once: a tag spelt in entities is
  /// text.
  package static func plainText(_ markup: String) -> String {
    let markup = markup.cut(toBytes: bytes)
    // Most bodies have no markup.
    guard markup.utf8.contains(where: { $0 == .less || $0 == .ampersand }) else { return markup }
    var text = FlatText()
    let bytes = Array(markup.utf8)
    var place = 0
    while place < bytes.count {
      if let tag = MarkupTag(in: bytes, at: place) {
        text.add(tag, written: bytes[place..<tag.end])
        place = tag.end
      } else if let entity = MarkupEntity(in: bytes, at: place) {
        text.add(entity.bytes[...])
        place = entity.end
      } else {
        let end = bytes[(place + 1)...].firstIndex { $0 == .less || $0 == .ampersand } ?? bytes.count
        text.add(bytes[place..<end])
        place = end
      }
    }
    return text.text
  }

  /// The beginning of the markup, with "…" in place of its end, within `bytes`. It ends outside of tags and entities, and
  /// what is open there is closed.
  package static func ending(_ markup: String, bytes most: Int) -> String {
    let (bytes, mark) = (Array(markup.utf8), "…")
    var (place, room) = (0, most - mark.utf8.count)
    var closing: [[UInt8]] = []
    while place < bytes.count {
      var end = bytes[(place + 1)...].firstIndex { $0 == .less || $0 == .ampersand } ?? bytes.count
      var reserved = 0
      let tag = LooseTag(in: bytes, at: place)
      if let tag, tag.isWhole {
        end = tag.end
        if tag.opensElement {
          reserved = tag.closing.count
        } else if tag.isClosing, let last = closing.last, last == tag.closing {
          reserved = -last.count
        }
      } else if let entity = MarkupEntity.end(in: bytes, at: place) {
        end = entity
      } else if end - place > room {
        place += String(decoding: bytes[place..<end], as: UTF8.self).cut(toBytes: room).utf8.count
        break
      }
      room -= end - place + reserved
      guard room >= 0 else { break }
      if reserved > 0, let tag { closing.append(tag.closing) }
      if reserved < 0 { closing.removeLast() }
      place = end
    }
    return String(decoding: bytes[..<place], as: UTF8.self) + mark
      + String(decoding: closing.reversed().joined(), as: UTF8.self)
  }

  /// Plain text as markup: each character that would begin a tag or an entity is escaped.
  package static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: \.isMarkup) else { return text }
    var escaped = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
      case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
      case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
      default: escaped.append(scalar)
      }
    }
    return String(escaped)
  }

  /// The text to add for a link's target; empty if the link's own text names it already.
  static func mention(of target: [UInt8], after text: [UInt8]) -> [UInt8] {
    let (said, target) = (
      String(decoding: text, as: UTF8.self), String(decoding: target, as: UTF8.self)
    )
    if bare(said).isEmpty { return Array(target.utf8) }
    return bare(target).isEmpty || bare(said) == bare(target) ? [] : Array(" (\(target))".utf8)
  }

  /// The address without the parts that people leave out.
  private static func bare(_ address: String) -> Substring {
    var rest = address[...].drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    for scheme in ["https://", "http://", "mailto:"] where rest.hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      break
    }
    return rest.hasSuffix("/") ? rest.dropLast() : rest
  }
}

/// The text so far, and the tags that may yet turn out to be markup.
private struct FlatText {
  /// The text in pieces. Each opening tag is a piece of its own, which is emptied when its other half comes.
  private var pieces: [[UInt8]] = [[]]
  /// `beginsLine`: the tag's text begins a new line, below other text.
  private var open: [(tag: MarkupTag, piece: Int, beginsLine: Bool)] = []
  private var isEmpty = true
  /// Whether the next piece of text begins a new line.
  private var needsLine = false
  /// The number of open tags by name, so that a closing tag without its other half costs no search.
  private var openCount: [MarkupTag.Name: Int] = [:]

  var text: String { String(decoding: pieces.joined(), as: UTF8.self) }

  mutating func add(_ bytes: ArraySlice<UInt8>) {
    if needsLine {
      // Blanks between two blocks of a page are the layout of its source.
      guard !bytes.allSatisfy(\.isBlank) else { return }
      pieces[pieces.endIndex - 1].append(.lineFeed)
      needsLine = false
    }
    pieces[pieces.endIndex - 1] += bytes
    isEmpty = isEmpty && bytes.isEmpty
  }

  mutating func add(_ tag: MarkupTag, written: ArraySlice<UInt8>) {
    switch (tag.name, tag.place) {
    case (.br, .opening), (.br, .alone): add([.lineFeed])
    case (.img, .opening), (.img, .alone): add(tag.alternative[...])
    case (.br, .closing), (.img, .closing), (_, .alone): break
    // Links have no links in them.
    case (.a, .opening) where isOpen(.a): add(written)
    case (_, .opening): opens(tag, written)
    case (_, .closing) where isOpen(tag.name): closes(tag.name)
    case (_, .closing): add(written)
    }
  }

  private func isOpen(_ name: MarkupTag.Name) -> Bool { openCount[name, default: 0] > 0 }

  private mutating func opens(_ tag: MarkupTag, _ written: ArraySlice<UInt8>) {
    open.append((tag, pieces.count, tag.name.isBlock && !isEmpty && !needsLine))
    openCount[tag.name, default: 0] += 1
    pieces += [Array(written), []]
  }

  /// Closes the tag. Tags opened inside it and not closed become text.
  private mutating func closes(_ name: MarkupTag.Name) {
    while let (tag, piece, beginsLine) = open.popLast() {
      openCount[tag.name, default: 1] -= 1
      guard tag.name == name else { continue }
      pieces[piece] = beginsLine ? [.lineFeed] : []
      needsLine = needsLine || name.isBlock && !isEmpty
      if name == .a { add(Markup.mention(of: tag.target, after: Array(pieces[piece...].joined()))[...]) }
      return
    }
  }
}

/// A character as XML escapes it, such as `&amp;` or `&#x27;`.
package struct MarkupEntity {
  package let character: Unicode.Scalar
  /// Where the text goes on.
  package let end: Int

  var bytes: [UInt8] { Array(Character(character).utf8) }

  /// The entities of XML, and the one of HTML that programs send when they copy text from pages.
  private static let named: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// `nil` if no entity begins at `start`, or an unknown one.
  package init?(in bytes: [UInt8], at start: Int) { self.init(in: bytes[start...]) }

  private init?(in bytes: ArraySlice<UInt8>) {
    guard let end = Self.end(in: bytes),
      let character = Self.character(
        String(decoding: bytes[(bytes.startIndex + 1)..<(end - 1)], as: UTF8.self))
    else { return nil }
    (self.character, self.end) = (character, end)
  }

  /// Where the entity ends that begins at `start`, known or not.
  static func end(in bytes: [UInt8], at start: Int) -> Int? { end(in: bytes[start...]) }

  private static func end(in bytes: ArraySlice<UInt8>) -> Int? {
    guard bytes.first == .ampersand else { return nil }
    let isNumber = bytes.dropFirst().first == UInt8(ascii: "#")
    let name = bytes.dropFirst(isNumber ? 2 : 1).prefix { $0.isAlphanumeric || isNumber && $0.isInNumber }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";") else { return nil }
    return name.endIndex + 1
  }

  private static func character(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return named[name] }
    let isHexadecimal = name.hasPrefix("#x") || name.hasPrefix("#X")
    // GLib's parser of markup reads it by `strtoul`, which accepts blanks, a sign and another "0x" before the digits.
    var digits = name.utf8.dropFirst(isHexadecimal ? 2 : 1).drop(while: \.isBlank)
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    if isHexadecimal, digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
      digits = digits.dropFirst(2)
    }
    guard digits.allSatisfy(\.isAlphanumeric),
      let number = UInt64(String(Substring(digits)), radix: isHexadecimal ? 16 : 10)
    else { return nil }
    return UInt32(exactly: isNegative ? 0 &- number : number).flatMap(Unicode.Scalar.init)
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

/// A tag of a body's markup in the syntax of XML, except that capitals are allowed.
struct MarkupTag {
  /// The tags of the specification, their HTML synonyms, and Pango's, which dunst and mako draw as well.
  enum Name: String {
    case b, i, u, a, img, br
    case strong, em
    case span, big, small, s, sub, sup, tt
    /// Tags of HTML pages, which some programs send unchanged.
    case html, body, font, code, pre, center, ul, ol
    case p, div, li, h1, h2, h3, h4, h5, h6, blockquote

    /// Whether the tag's text begins a new line.
    var isBlock: Bool {
      switch self {
      case .p, .div, .li, .h1, .h2, .h3, .h4, .h5, .h6, .blockquote: true
      default: false
      }
    }
  }

  enum Place {
    case opening, closing, alone
  }

  let name: Name
  let place: Place
  /// The value of `href`; empty without one.
  private(set) var target: [UInt8] = []
  /// The values of each `src`, and of `alt`.
  private(set) var sources: [String] = []
  private(set) var alternative: [UInt8] = []
  /// Where the text goes on.
  let end: Int

  /// `nil` unless a known, well-formed tag begins at `start`. Looks no further than the next `<`.
  init?(in bytes: [UInt8], at start: Int) {
    var reader = Reader(bytes: bytes, place: start)
    guard reader.skip(.less) else { return nil }
    let isClosing = reader.skip(.slash)
    guard let name = Name(rawValue: reader.readName()) else { return nil }
    self.name = name
    while reader.skipBlanks(), reader.isAtName {
      guard !isClosing, let (attribute, value) = reader.readAttribute() else { return nil }
      switch (name, attribute) {
      case (.a, "href"): target = MarkupEntity.decoded(value)
      case (.img, "src"): sources.append(String(decoding: MarkupEntity.decoded(value), as: UTF8.self))
      case (.img, "alt"): alternative = MarkupEntity.decoded(value)
      default: break
      }
    }
    let isAlone = !isClosing && reader.skip(.slash)
    guard reader.skip(.greater) else { return nil }
    place = isClosing ? .closing : isAlone ? .alone : .opening
    end = reader.place
  }
}

/// Reads bytes forward; a read that does not match consumes nothing.
private struct Reader {
  let bytes: [UInt8]
  var place: Int

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  var isAtName: Bool { next?.isNameByte == true }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  /// Whether blanks were skipped.
  mutating func skipBlanks() -> Bool { !read(while: \.isBlank).isEmpty }

  /// The name, in lower case; empty if no name begins here.
  mutating func readName() -> String {
    String(decoding: read(while: \.isNameByte), as: UTF8.self).lowercased()
  }

  mutating func readAttribute() -> (name: String, value: ArraySlice<UInt8>)? {
    let name = readName()
    _ = skipBlanks()
    guard skip(.equals) else { return nil }
    _ = skipBlanks()
    guard let quote = next, quote == .quote || quote == .apostrophe else { return nil }
    place += 1
    // XML allows no `<` in a value; that keeps the time linear.
    let value = read { $0 != quote && $0 != .less }
    return skip(quote) ? (name, value) : nil
  }

  private mutating func read(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = bytes[place...].prefix(while: belongs)
    place = taken.endIndex
    return taken
  }
}

extension UInt8 {
  static let ampersand = UInt8(ascii: "&")
  static let apostrophe = UInt8(ascii: "'")
  static let equals = UInt8(ascii: "=")
  static let greater = UInt8(ascii: ">")
  static let less = UInt8(ascii: "<")
  static let lineFeed = UInt8(ascii: "\n")
  static let quote = UInt8(ascii: "\"")
  static let slash = UInt8(ascii: "/")

  /// Whether a character that is escaped in markup is this byte.
  fileprivate var isMarkup: Bool { self == .ampersand || self == .less || self == .greater }

  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether it may stand between "&#" and ";".
  fileprivate var isInNumber: Bool { isBlank || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") }

  fileprivate var isNameByte: Bool {
    isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") || self == UInt8(ascii: ":")
  }
}
