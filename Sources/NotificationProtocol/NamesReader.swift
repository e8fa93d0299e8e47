package import NotificationModel
internal import Varlink

// The names and words of the model, each as its own type checks it.

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

  /// The number of a notification. Any will do: that there is none of this number is found out later.
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

  package mutating func sequence(_ name: String) throws(FieldFault) -> EventSequence? {
    try int64(name, in: 0 ... .max).map { EventSequence($0) }
  }

  /// `zeroIsNone`: the zero of Go's times, which its programs write where they have none, is none.
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
  private static let nameRule = "must be 1 to \(Limits.nameBytes) bytes without control characters"

  private static func choice(_ words: [String]) -> String {
    "must be one of " + words.joined(separator: ", ")
  }
}
