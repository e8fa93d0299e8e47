/// A tag of a body's markup, as XML would have it written, but for capitals.
struct MarkupTag {
  /// The specification's, what HTML has for the same, and Pango's, which dunst and mako draw, too.
  enum Name: String {
    case b, i, u, a, img, br
    case strong, em
    case span, big, small, s, sub, sup, tt
    /// Tags of HTML pages, which some programs send unchanged.
    case html, body, font, code, pre, center, ul, ol
    case p, div, li, h1, h2, h3, h4, h5, h6, blockquote

    /// Whether its text begins a line.
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
  /// What `href` says; empty where there is none.
  private(set) var target: [UInt8] = []
  /// What `src` and `alt` say.
  private(set) var source: [UInt8] = []
  private(set) var alternative: [UInt8] = []
  /// Where the text goes on.
  let end: Int

  /// `nil` where no tag begins that is known and well formed. Looks no further than the next `<`.
  init?(in bytes: [UInt8], at start: Int) {
    var reader = Reader(bytes: bytes, place: start)
    guard reader.take(.less) else { return nil }
    let isClosing = reader.take(.slash)
    guard let name = Name(rawValue: reader.takeName()) else { return nil }
    self.name = name
    while reader.takeBlanks(), reader.isAtName {
      guard !isClosing, let (attribute, value) = reader.takeAttribute() else { return nil }
      switch (name, attribute) {
      case (.a, "href"): target = MarkupEntity.decoded(value)
      case (.img, "src"): source = MarkupEntity.decoded(value)
      case (.img, "alt"): alternative = MarkupEntity.decoded(value)
      default: break
      }
    }
    let isAlone = !isClosing && reader.take(.slash)
    guard reader.take(.greater) else { return nil }
    place = isClosing ? .closing : isAlone ? .alone : .opening
    end = reader.place
  }
}

/// Takes what is expected, or nothing.
private struct Reader {
  let bytes: [UInt8]
  var place: Int

  private var next: UInt8? { place < bytes.count ? bytes[place] : nil }

  var isAtName: Bool { next?.isNameByte == true }

  mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    place += 1
    return true
  }

  /// Whether there were any.
  mutating func takeBlanks() -> Bool { !take(while: \.isBlank).isEmpty }

  /// In lower case; empty where there is none.
  mutating func takeName() -> String {
    String(decoding: take(while: \.isNameByte), as: UTF8.self).lowercased()
  }

  mutating func takeAttribute() -> (name: String, value: ArraySlice<UInt8>)? {
    let name = takeName()
    _ = takeBlanks()
    guard take(.equals) else { return nil }
    _ = takeBlanks()
    guard let quote = next, quote == .quote || quote == .apostrophe else { return nil }
    place += 1
    // XML allows no `<` in a value; that keeps the time linear.
    let value = take { $0 != quote && $0 != .less }
    return take(quote) ? (name, value) : nil
  }

  private mutating func take(while belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
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

  var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

  fileprivate var isNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}
