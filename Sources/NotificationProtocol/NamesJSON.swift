package import NotificationModel
package import Varlink

// The names and words of the model. Each type checks its own form.

extension ShapeReader {
  package mutating func app(_ name: String = "app") throws(FieldFault) -> AppID? {
    guard let text = try text(name, limit: Limits.idBytes) else { return nil }
    guard let id = AppID(text) else { throw invalid(name, Self.idRule) }
    return id
  }

  mutating func apps(_ name: String) throws(FieldFault) -> [AppID]? {
    try elements(name, limit: .max) { (json, place) throws(FieldFault) in
      guard case .string(let text) = json, let id = AppID(text) else {
        throw .invalid(path: place.path, reason: Self.idRule)
      }
      return id
    }
  }

  package mutating func item(_ name: String) throws(FieldFault) -> ItemID? {
    guard let text = try text(name, limit: Limits.idBytes) else { return nil }
    guard let id = ItemID(text) else { throw invalid(name, Self.idRule) }
    return id
  }

  /// An identifier or a thread.
  package mutating func opaqueName(_ name: String) throws(FieldFault) -> OpaqueName? {
    guard let text = try text(name, limit: Limits.nameBytes) else { return nil }
    guard let opaque = OpaqueName(text) else { throw invalid(name, Self.nameRule) }
    return opaque
  }

  package mutating func opaqueNames(_ name: String) throws(FieldFault) -> [OpaqueName]? {
    try elements(name, limit: Limits.idsPerCall) { (json, place) throws(FieldFault) in
      guard case .string(let text) = json else {
        throw .invalid(path: place.path, reason: "must be a string")
      }
      guard text.utf8.count <= Limits.nameBytes else {
        throw .tooLarge(field: place.path, limit: Limits.nameBytes, given: text.utf8.count)
      }
      guard let opaque = OpaqueName(text) else { throw .invalid(path: place.path, reason: Self.nameRule) }
      return opaque
    }
  }

  /// The number of a notification. Any 64-bit integer is valid here: the lookup finds out whether the notification
  /// exists.
  package mutating func notificationID(_ name: String = "id") throws(FieldFault) -> NotificationID? {
    try int64(name, in: .min ... .max).map { NotificationID($0) }
  }

  package mutating func notificationIDs(_ name: String = "ids") throws(FieldFault) -> [NotificationID]? {
    try elements(name, limit: Limits.idsPerCall) { (json, place) throws(FieldFault) in
      guard case .int(let number) = json else {
        throw .invalid(path: place.path, reason: "must be an integer")
      }
      return NotificationID(number)
    }
  }

  /// The name of one of an app's followers.
  package mutating func follower(_ name: String) throws(FieldFault) -> FollowerName? {
    guard let text = try text(name, limit: Limits.followerNameBytes) else { return nil }
    guard let follower = FollowerName(text) else { throw invalid(name, Self.followerRule) }
    return follower
  }

  package mutating func sequence(_ name: String) throws(FieldFault) -> EventSequence? {
    try int64(name, in: 0 ... .max).map { EventSequence($0) }
  }

  /// `zeroIsNone`: the zero of Go's time type, which Go programs write for a missing time, counts as absent.
  package mutating func time(_ name: String, zeroIsNone: Bool = false) throws(FieldFault) -> Timestamp? {
    guard let text = try text(name, limit: Limits.wordBytes) else { return nil }
    if zeroIsNone, text == "0001-01-01T00:00:00Z" { return nil }
    guard let time = Timestamp(rfc3339: text) else {
      throw invalid(name, "must be a time as in RFC 3339, from 1970 to 9999")
    }
    return time
  }

  package mutating func word<Word>(_ name: String, _: Word.Type = Word.self) throws(FieldFault) -> Word?
  where Word: RawRepresentable<String> & CaseIterable {
    guard let text = try text(name, limit: .max) else { return nil }
    guard let word = Word(rawValue: text) else {
      throw invalid(name, Self.choice(Word.allCases.map(\.rawValue)))
    }
    return word
  }

  mutating func word(_ name: String, among words: [String]) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: .max) else { return nil }
    guard words.contains(text) else { throw invalid(name, Self.choice(words)) }
    return text
  }

  package mutating func words<Word>(_ name: String, _: Word.Type = Word.self) throws(FieldFault) -> [Word]?
  where Word: RawRepresentable<String> & CaseIterable {
    try elements(name, limit: Limits.idsPerCall) { (json, place) throws(FieldFault) in
      guard case .string(let text) = json, let word = Word(rawValue: text) else {
        throw .invalid(path: place.path, reason: Self.choice(Word.allCases.map(\.rawValue)))
      }
      return word
    }
  }

  package mutating func strings(_ name: String) throws(FieldFault) -> [String]? {
    try elements(name, limit: .max) { (json, place) throws(FieldFault) in
      guard case .string(let text) = json else {
        throw .invalid(path: place.path, reason: "must be a string")
      }
      return text
    }
  }

  private static let idRule = "must be 1 to \(Limits.idBytes) of A-Z, a-z, 0-9, '.', '_' and '-'"
  private static let followerRule =
    "must be 1 to \(Limits.followerNameBytes) of A-Z, a-z, 0-9, '.', '_' and '-'"
  private static let nameRule = "must be 1 to \(Limits.nameBytes) bytes without control characters"

  private static func choice(_ words: [String]) -> String {
    "must be one of " + words.joined(separator: ", ")
  }
}

extension AppID {
  package var json: JSON { .string(text) }
}

extension ItemID {
  package var json: JSON { .string(text) }
}

extension FollowerName {
  package var json: JSON { .string(text) }
}

extension OpaqueName {
  package var json: JSON { .string(text) }
}

extension NotificationID {
  package var json: JSON { .int(number) }
}

extension EventSequence {
  package var json: JSON { .int(number) }
}

extension Timestamp {
  package var json: JSON { .string(rfc3339) }
}

extension OpaqueObject {
  /// `nil` if the text is not JSON, which only happens if the stored data is damaged.
  package var object: JSON? { try? JSON(parsing: Array(json.utf8)) }
}

// Texts with a form of their own.

extension ShapeReader {
  /// A required text that is not blank.
  mutating func label(_ name: String, within limit: TextLimit) throws(FieldFault) -> String {
    let text = try required(name, try text(name, within: limit))
    guard !text.isBlank else { throw invalid(name, "must not be blank") }
    return text
  }

  /// The name of an icon of the theme.
  mutating func iconName(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: Limits.wordBytes) else { return nil }
    guard text.isThemeName else { throw invalid(name, "must be the name of a theme icon") }
    return text
  }

  /// A theme icon's name or an absolute path.
  mutating func image(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: Limits.pathBytes) else { return nil }
    if text.utf8.first == UInt8(ascii: "/") {
      guard !text.hasControls else { throw invalid(name, "must not hold control characters") }
      return text
    }
    guard text.isThemeName else {
      throw invalid(name, "must be the name of a theme icon or an absolute path")
    }
    guard !isLimited || text.utf8.count <= Limits.wordBytes else {
      throw .tooLarge(field: path(of: name), limit: Limits.wordBytes, given: text.utf8.count)
    }
    return text
  }

  /// "default" or a name of the sound theme: a path would have the server read any file.
  mutating func sound(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: Limits.wordBytes) else { return nil }
    guard text.isThemeName else { throw invalid(name, "must be 'default' or a name of the sound theme") }
    return text
  }

  /// Text of several lines.
  mutating func paragraph(_ name: String, limit: Int, lines: Int) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: limit) else { return nil }
    guard !isLimited || text.lines <= lines else { throw invalid(name, "must have at most \(lines) lines") }
    return text
  }

  /// A tag of BCP 47. Programs need not understand tags of more than 35 bytes (RFC 5646 §4.4.1).
  package mutating func language(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: 35) else { return nil }
    guard !text.isEmpty, text.utf8.allSatisfy({ $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }) else {
      throw invalid(name, "must be a language tag as in BCP 47")
    }
    return text
  }

  /// The name of a time zone, which is looked up as a file below a directory and must not leave that directory.
  mutating func timeZone(_ name: String) throws(FieldFault) -> String? {
    guard let text = try text(name, limit: Limits.wordBytes) else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isName = parts.allSatisfy { part in
      part.first?.isLetterOrDigit == true
        && part.allSatisfy { $0.isLetterOrDigit || "_+-".utf8.contains($0) }
    }
    guard isName else { throw invalid(name, "must be the name of a time zone, like Europe/Berlin") }
    return text
  }
}

extension String {
  /// Whether the text has only white space.
  var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }

  fileprivate var hasControls: Bool {
    unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }

  /// Whether it is the name of an icon or sound in a theme: neither a path nor text that a server could read as a URI.
  fileprivate var isThemeName: Bool {
    !isEmpty && !hasControls && !utf8.contains(UInt8(ascii: "/")) && utf8.first != UInt8(ascii: ".")
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
