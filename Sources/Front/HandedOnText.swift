import NotificationModel

/// A text for the server as its app wrote it, but for what deceives about the text next to it, and for pictures that a
/// server must not open.
struct HandedOnText {
  enum Change: Hashable {
    /// Control characters, overrides of the writing direction or stray tags were taken out.
    case characters
    /// What the text left open of the writing direction was closed.
    case direction
    /// Pictures were taken out of a body.
    case pictures
  }

  private(set) var text: String
  private(set) var changes: Set<Change> = []

  /// Taking out may bring together what was apart, in a body that was written to that end.
  private static let rounds = 8

  /// A text that is no markup.
  init(_ text: String) {
    self.text = text
    guard !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return }
    takeOutCharacters(inMarkup: false)
    closeDirections(inMarkup: false)
  }

  /// `mayOpen`: whether a server may open a picture of this name.
  init(body: String, mayOpen: (String) -> Bool) {
    self.init(body)
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else { return }
    text = body
    for round in 0...Self.rounds {
      let before = text.utf8.count
      if round == Self.rounds { text.unicodeScalars.removeAll { $0 == "<" || $0 == "&" } }
      takeOutCharacters(inMarkup: true)
      let count = text.utf8.count
      text = Markup.withoutPictures(text, but: mayOpen)
      if text.utf8.count < count { changes.insert(.pictures) }
      if text.utf8.count == before { break }
    }
    closeDirections(inMarkup: true)
  }

  private mutating func takeOutCharacters(inMarkup: Bool) {
    let bytes = Array(text.utf8)
    let characters = ReadCharacter.all(of: text, bytes, inMarkup: inMarkup)
    let strayTags = characters.lazy.map(\.scalar).strayTags
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var afterReturn = false
    for (place, character) in characters.enumerated() {
      defer { afterReturn = character.scalar == "\r" }
      switch character.scalar {
      case "\n" where afterReturn: continue
      case "\r", "\u{85}": kept.append(UInt8(ascii: "\n"))
      case let scalar where scalar.isForbidden || strayTags.contains(place): continue
      default: kept += bytes[character.written]
      }
    }
    guard kept != bytes else { return }
    text = String(decoding: kept, as: UTF8.self)
    changes.insert(.characters)
  }

  /// Closes at its end the isolates and embeddings that the text leaves open (UAX 9), also in an earlier line: a server
  /// may draw the lines as one.
  private mutating func closeDirections(inMarkup: Bool) {
    let (embeddingEnd, isolateEnd): (Unicode.Scalar, Unicode.Scalar) = ("\u{202C}", "\u{2069}")
    var open: [Unicode.Scalar] = []
    var isolates = 0
    for character in ReadCharacter.all(of: text, Array(text.utf8), inMarkup: inMarkup) {
      switch character.scalar.value {
      case 0x202A, 0x202B: open.append(embeddingEnd)
      case 0x2066...0x2068:
        open.append(isolateEnd)
        isolates += 1
      case 0x202C where open.last == embeddingEnd: open.removeLast()
      // It ends the embeddings within the isolate as well.
      case 0x2069 where isolates > 0:
        while open.popLast() == embeddingEnd {}
        isolates -= 1
      default: break
      }
    }
    guard !open.isEmpty else { return }
    text.unicodeScalars.append(contentsOf: open.reversed())
    changes.insert(.direction)
  }
}

/// A character of a text as a server reads it. In markup, `&#x202E;` is one.
private struct ReadCharacter {
  let scalar: Unicode.Scalar
  /// Its place among the bytes of the text.
  let written: Range<Int>

  static func all(of text: String, _ bytes: [UInt8], inMarkup: Bool) -> [ReadCharacter] {
    var characters: [ReadCharacter] = []
    var place = 0
    for scalar in text.unicodeScalars {
      let start = place
      // The rest of an entity, all ASCII.
      if let last = characters.last, start < last.written.upperBound {
        place += 1
        continue
      }
      place += UTF8.width(scalar)
      let entity = inMarkup && scalar == "&" ? MarkupEntity(in: bytes, at: start) : nil
      characters.append(
        ReadCharacter(scalar: entity?.character ?? scalar, written: start..<(entity?.end ?? place)))
    }
    return characters
  }
}

extension Unicode.Scalar {
  /// Control characters other than the tab and the line feed, and the overrides of the writing direction.
  fileprivate var isForbidden: Bool {
    switch value {
    case 0x09, 0x0A: false
    case 0x202D, 0x202E: true
    default: properties.generalCategory == .control
    }
  }
}
