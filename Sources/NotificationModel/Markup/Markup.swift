/// A body's markup (Desktop Notifications Specification, "Markup"), flattened to the text that it says. `WrittenMarkup` is
/// what servers are given.
///
/// Many apps send plain text where markup is expected. So whatever is not markup to the letter stays as it was
/// written: a stray `&` or `<`, an unknown tag, and a tag whose other half is missing.
package enum Markup {
  /// The markup may be much longer than the text that is in it, but not endlessly: bytes of UTF-8, the rest is cut.
  package static let bytes = 65_536

  /// Never longer than what came in, in time linear in its length. Entities are decoded once: what they spell is text.
  package static func plainText(_ markup: String) -> String {
    let markup = markup.cut(toBytes: bytes)
    // Most bodies have none.
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

  /// Plain text as markup: what would begin a tag or an entity is escaped.
  package static func escaped(_ text: String) -> String {
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

  /// Whether there is any tag in it, of whatever form its rest is.
  static func hasTags(_ markup: String) -> Bool {
    let bytes = Array(markup.utf8)
    return bytes.indices.contains { bytes[$0] == .less && MarkupTag(in: bytes, at: $0) != nil }
  }

  /// Where a link leads, unless its text says so already.
  static func mention(of target: [UInt8], after text: [UInt8]) -> [UInt8] {
    let (said, target) = (
      String(decoding: text, as: UTF8.self), String(decoding: target, as: UTF8.self)
    )
    if bare(said).isEmpty { return Array(target.utf8) }
    return bare(target).isEmpty || bare(said) == bare(target) ? [] : Array(" (\(target))".utf8)
  }

  /// Without what people leave out of an address.
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
  /// An opening tag has one of its own, which is emptied when its other half comes.
  private var pieces: [[UInt8]] = [[]]
  /// `beginsLine`: its text stands on a line of its own, and others are above.
  private var open: [(tag: MarkupTag, piece: Int, beginsLine: Bool)] = []
  private var isEmpty = true
  /// Whether what comes next stands on a line of its own.
  private var needsLine = false
  /// How many of `open` have the name: so a closing tag without its other half costs no search.
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

  /// What was opened since, and not closed, is no markup.
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
