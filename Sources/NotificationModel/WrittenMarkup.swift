/// A body as its app wrote it: the specification's markup, well formed, or plain text. A text that is not XML from one
/// end to the other is plain text, as written.
package struct WrittenMarkup: Hashable, Sendable {
  /// A part of the body that is not kept as markup.
  package enum Loss: Hashable, Sendable {
    /// Elements outside the specification: only their text is kept.
    case elements
    /// Pictures that servers must not open: their alternative text is kept.
    case pictures
    /// Tags in a body that is not well formed: they are kept as text.
    case isNoMarkup
  }

  package var text: String
  /// Whether `text` is markup.
  package var isMarkup: Bool

  package init(text: String, isMarkup: Bool) {
    (self.text, self.isMarkup) = (text, isMarkup)
  }

  /// The result of reading a body as received.
  package struct Reading {
    package let body: WrittenMarkup
    package let losses: Set<Loss>

    /// `plain` removes the characters of a text that servers must not get; `mayOpen` says whether a server may open a
    /// picture of this name.
    package init(_ body: String, plain: @escaping (String) -> String, mayOpen: @escaping (String) -> Bool) {
      guard let markup = Rewriting(of: body, links: true, pictures: mayOpen, plain: plain) else {
        self.body = WrittenMarkup(text: plain(body), isMarkup: false)
        losses = Markup.hasTags(body) ? [.isNoMarkup] : []
        return
      }
      self.body = WrittenMarkup(
        text: markup.hasElements ? markup.text : Markup.plainText(markup.text), isMarkup: markup.hasElements)
      losses = markup.losses
    }
  }

  /// The body for a server that shows markup; links and pictures that it does not show become text.
  package func markup(links: Bool, pictures: Bool) -> String {
    guard isMarkup else { return Markup.escaped(text) }
    // The text is well formed, so this does not fail.
    return Rewriting(of: text, links: links, pictures: { _ in pictures }, plain: { $0 })?.text ?? ""
  }

  /// The body for a server that shows no markup.
  package var plainText: String { isMarkup ? Markup.plainText(text) : text }
}

/// Reads markup from one end to the other, and writes it anew.
private struct Rewriting {
  /// The deepest nesting of elements, far beyond any visible effect.
  private static let depth = 32

  private var written: [UInt8] = []
  /// Decoded text that is not written yet.
  private var pending: [UInt8] = []
  /// `element`: the tag as written; `nil` if only its text was written.
  private var open: [(tag: MarkupTag, element: String?, start: Int)] = []
  private(set) var hasElements = false
  /// Whether the next piece of text begins a new line.
  private var needsLine = false
  private(set) var losses: Set<WrittenMarkup.Loss> = []
  private let links: Bool
  private let pictures: (String) -> Bool
  private let plain: (String) -> String

  var text: String { String(decoding: written, as: UTF8.self) }

  /// `nil` if the markup is not well formed.
  init?(
    of markup: String, links: Bool, pictures: @escaping (String) -> Bool, plain: @escaping (String) -> String
  ) {
    (self.links, self.pictures, self.plain) = (links, pictures, plain)
    guard read(Array(markup.utf8)) else { return nil }
  }

  private mutating func read(_ bytes: [UInt8]) -> Bool {
    var place = 0
    while place < bytes.count {
      if let tag = MarkupTag(in: bytes, at: place) {
        guard write(tag) else { return false }
        place = tag.end
      } else if let entity = MarkupEntity(in: bytes, at: place) {
        say(entity.bytes[...])
        place = entity.end
      } else {
        guard bytes[place] != .less, bytes[place] != .ampersand else { return false }
        let end = bytes[place...].firstIndex { $0 == .less || $0 == .ampersand } ?? bytes.count
        say(bytes[place..<end])
        place = end
      }
    }
    writePending()
    return open.isEmpty
  }

  private mutating func write(_ tag: MarkupTag) -> Bool {
    switch (tag.name, tag.place) {
    case (.br, .closing), (.img, .closing): break
    case (.br, _):
      pending.append(.lineFeed)
      needsLine = false
    case (.img, _): add(tag)
    case (_, .alone): break
    case (_, .opening):
      guard open.count < Self.depth else { return false }
      if tag.name.isBlock { beginLine() }
      let element = element(tag)
      if element != nil { say([]) }
      writePending()
      if let element { write("<\(element)\(element == "a" ? attribute("href", tag.target) : "")>") }
      open.append((tag, element, written.count))
    case (_, .closing):
      guard let (opened, element, start) = open.popLast(), opened.name == tag.name else { return false }
      if tag.name.isBlock { beginLine() }
      writePending()
      if let element {
        write("</\(element)>")
        hasElements = true
      } else if tag.name == .a {
        let said = Markup.plainText(String(decoding: written[start...], as: UTF8.self))
        say(Markup.mention(of: opened.target, after: Array(said.utf8))[...])
      }
    }
    return true
  }

  private mutating func beginLine() { needsLine = !(written.isEmpty && pending.isEmpty) }

  private mutating func say(_ bytes: ArraySlice<UInt8>) {
    if needsLine {
      // Blanks between two blocks of a page are the layout of its source.
      guard bytes.isEmpty || !bytes.allSatisfy(\.isBlank) else { return }
      pending.append(.lineFeed)
      needsLine = false
    }
    pending += bytes
  }

  private mutating func element(_ tag: MarkupTag) -> String? {
    switch tag.name {
    case .b, .strong: return "b"
    case .i, .em: return "i"
    case .u: return "u"
    // Links have no links in them.
    case .a: return links && !tag.target.isEmpty && !open.contains { $0.tag.name == .a } ? "a" : nil
    case .img, .br: return nil
    case .span, .big, .small, .s, .sub, .sup, .tt, .html, .body, .font, .code, .pre, .center, .ul, .ol, .p,
      .div,
      .li, .h1, .h2, .h3, .h4, .h5, .h6, .blockquote:
      losses.insert(.elements)
      return nil
    }
  }

  private mutating func add(_ picture: MarkupTag) {
    guard pictures(String(decoding: picture.source, as: UTF8.self)) else {
      losses.insert(.pictures)
      say(picture.alternative[...])
      return
    }
    say([])
    writePending()
    write("<img\(attribute("src", picture.source))\(attribute("alt", picture.alternative))/>")
    hasElements = true
  }

  private func attribute(_ name: String, _ value: [UInt8]) -> String {
    let text = Markup.escaped(plain(String(decoding: value, as: UTF8.self)), isQuoted: true)
    return " \(name)=\"\(text)\""
  }

  private mutating func writePending() {
    guard !pending.isEmpty else { return }
    write(Markup.escaped(plain(String(decoding: pending, as: UTF8.self))))
    pending = []
  }

  private mutating func write(_ text: String) { written += text.utf8 }
}
