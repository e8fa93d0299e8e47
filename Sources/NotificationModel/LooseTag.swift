/// A tag as the most lenient server might read it. Qt's reader of rich text (qtexthtmlparser.cpp) takes capitals, blanks
/// and quotation marks before the name, entities in it, values without quotation marks, and a tag without an end; the
/// reader of XML in Plasma's server takes a namespace; dunst and SwayNotificationCenter look for `<img` alone.
struct LooseTag {
  /// In lower case, without a namespace.
  let name: String
  let isClosing: Bool
  /// Whether it ends in `>`, before another tag begins.
  let isWhole: Bool
  /// Where the text goes on: behind `>`, at the next tag or at the end of the text.
  let end: Int
  /// Whether it is named as a picture is.
  private let isPicture: Bool
  /// Whether the bytes of a part of its name begin so, which is enough for those who look for bytes: `imgx`, or a "g"
  /// that another character joins to.
  private let beginsAsPicture: Bool
  /// What stands between `<` and the end, in lower case and with its entities decoded.
  private let words: String
  /// The name as written, if it stands right behind `<` or `</`.
  private let writtenName: [UInt8]

  init?(in bytes: [UInt8], at start: Int) {
    guard bytes[start] == .less else { return nil }
    let inside = bytes[(start + 1)...].prefix { $0 != .less }
    let last = Self.unquotedEnd(of: inside) ?? inside.firstIndex(of: .greater)
    (isWhole, end) = (last != nil, last.map { $0 + 1 } ?? inside.endIndex)
    let written = inside[..<(last ?? inside.endIndex)]
    words = String(decoding: MarkupEntity.decoded(written), as: UTF8.self).lowercased()

    let opening = words.unicodeScalars.prefix { $0.isBetweenWords }
    isClosing = opening.contains("/")
    let word = words.unicodeScalars[opening.endIndex...].prefix { !$0.isBetweenWords }
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    name = parts.last.map { String($0) } ?? ""
    isPicture = parts.contains { $0.elementsEqual("img".unicodeScalars) }
    beginsAsPicture = parts.contains { $0.starts(with: "img".unicodeScalars) }
    guard !name.isEmpty || beginsAsPicture else { return nil }
    writtenName = Array((isClosing ? written.dropFirst() : written).prefix(while: \.isAlphanumeric))
  }

  private static func unquotedEnd(of inside: ArraySlice<UInt8>) -> Int? {
    var quote: UInt8?
    return inside.indices.first { place in
      let byte = inside[place]
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == .quote || byte == .apostrophe {
        quote = byte
      }
      return quote == nil && byte == .greater
    }
  }

  /// Whether a server might open a picture for it. `isSourceNear`: the body has a `src` somewhere. SwayNotificationCenter
  /// looks for it up to the next `>`, behind further `<` as well.
  func mayBePicture(isSourceNear: Bool) -> Bool {
    isPicture || beginsAsPicture && (isWhole ? words.holds("src") : isSourceNear)
  }

  /// Whether Qt's reader opens another file for it: a style sheet, or a picture behind a page, a table or a cell. CSS can
  /// write "url" with backslashes.
  var opensOther: Bool {
    if name == "link" || name == "style" { return true }
    if has("background") { return true }
    return has("style") && (words.holds("url") || words.contains("\\"))
  }

  /// How often `src` is given a value, anywhere in the tag.
  var sources: Int { places(of: "src").count }

  private func has(_ attribute: String) -> Bool {
    places(of: attribute).contains { words[..<$0].unicodeScalars.last?.isBetweenWords == true }
  }

  private func places(of attribute: String) -> [String.Index] {
    words.indices.filter { place in
      words[place...].hasPrefix(attribute)
        && words[place...].dropFirst(attribute.count).first { !$0.isWhitespace } == "="
    }
  }

  /// Whether it needs no closing tag.
  var isAlone: Bool { words.last == "/" }

  /// Whether text follows that a closing tag ends.
  var opensElement: Bool {
    guard !isClosing, !isAlone, String(decoding: writtenName, as: UTF8.self).lowercased() == name else {
      return false
    }
    return MarkupTag.Name(rawValue: name).map { $0 != .br && $0 != .img } ?? false
  }

  /// The tag that closes it.
  var closing: [UInt8] { [.less, .slash] + writtenName + [.greater] }
}

extension Unicode.Scalar {
  fileprivate var isBetweenWords: Bool {
    properties.isWhitespace || self == "/" || self == ">" || self == "=" || self == "\"" || self == "'"
  }
}

extension Markup {
  /// The body without the tags for which a server might open a file, but for pictures that are well formed and that
  /// `mayOpen`: what else begins like one, each server reads in its own way.
  package static func withoutPictures(_ body: String, but mayOpen: (String) -> Bool) -> String {
    let bytes = Array(body.utf8)
    let isSourceNear = String(decoding: MarkupEntity.decoded(bytes[...]), as: UTF8.self).lowercased().holds(
      "src")
    var kept: [UInt8] = []
    var place = 0
    // Of each tag that `</img>` may yet close, whether it was taken out.
    var opened: [Bool] = []
    // Of the other tags that were taken out and are not closed yet.
    var takenOut: [String: Int] = [:]
    while place < bytes.count {
      let next = bytes[place...].firstIndex(of: .less) ?? bytes.count
      kept += bytes[place..<next]
      place = next
      guard next < bytes.count else { break }
      let found = LooseTag(in: bytes, at: next)
      if let tag = found, tag.isClosing ? takenOut[tag.name] != nil : tag.opensOther {
        let open = takenOut[tag.name, default: 0] + (tag.isClosing ? -1 : tag.isAlone ? 0 : 1)
        takenOut[tag.name] = open == 0 ? nil : open
        place = tag.end
        continue
      }
      guard let tag = found, tag.mayBePicture(isSourceNear: isSourceNear) else {
        kept.append(.less)
        place += 1
        continue
      }
      let isTakenOut =
        tag.isClosing
        ? opened.popLast() ?? false : !isOpenable(tag, MarkupTag(in: bytes, at: next), mayOpen)
      if !tag.isClosing, !tag.isAlone { opened.append(isTakenOut) }
      if !isTakenOut { kept += bytes[next..<tag.end] }
      place = tag.end
    }
    return kept.count == bytes.count ? body : String(decoding: kept, as: UTF8.self)
  }

  private static func isOpenable(_ tag: LooseTag, _ read: MarkupTag?, _ mayOpen: (String) -> Bool) -> Bool {
    guard let read, read.name == .img, read.end == tag.end, tag.sources == 1, let source = read.sources.first
    else { return false }
    return mayOpen(source)
  }
}
