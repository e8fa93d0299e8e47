import Guidelines
package import NotificationModel

/// A change that was made to a call so that it could be accepted. Apps are not told; `bellhop explain` shows it. Holds
/// no private text.
package enum Repair: Hashable, Sendable {
  /// The repaired part of the call, by its name in the interface.
  package enum Field: String, CaseIterable, Sendable {
    case appName = "app_name"
    case desktopEntry = "desktop-entry"
    case summary, body
    case buttons = "actions"
    case buttonKey = "action key"
    case buttonLabel = "action label"
    case replyPlaceholder = "x-kde-reply-placeholder-text"
    case replyButton = "x-kde-reply-submit-button-text"
    case urgency, tag
    case imageData = "image-data"
    case imagePath = "image-path"
    case appIcon = "app_icon"
    case iconData = "icon_data"
    case soundName = "sound-name"
    case soundFile = "sound-file"
    /// The hints that are forwarded to the server.
    case hints
  }

  /// The text was longer than its limit, and its end was cut off.
  case cut(Field, limit: Int, given: Int, unit: SizeUnit)
  /// There were more than the limit, and the last were left out.
  case leftOut(Field, limit: Int, given: Int)
  /// There were more than a banner may have; the others are in the list only.
  case inListAlone(Field, onBanner: Int, further: Int)
  /// The value was longer than its limit in bytes, and was left out because a part of it would mean something else.
  case tooLong(Field, limit: Int, given: Int)
  /// Control characters and the like were removed.
  case cleaned(Field)
  /// The text left its writing direction open, and that was closed at its end.
  case directionClosed(Field)
  /// The value has no known meaning and was ignored.
  case passedOver(Field)
  case pictureRefused(Field, PictureFault)
  /// The file could not be copied: the server is given its name.
  case pictureByName(Field)
  /// The picture could not be copied, and has no name that a server could open.
  case pictureMissing(Field)
  /// Pictures in the body that servers must not open were taken out.
  case bodyPictures
  /// The field names Bellhop, or an installed app that the call does not come from; the poster's own name replaces it.
  case anothersName(Field)
  /// The call had no readable text; the title is the app's name.
  case withoutText
}

/// The repairs of one call, noted as they are made.
struct Repairs: Hashable, Sendable {
  /// Far more than there are fields. The bound is needed because equal repairs with different sizes all count.
  static let most = 64

  private(set) var made: [Repair] = []

  mutating func note(_ repair: Repair) {
    if made.count < Self.most, !made.contains(repair) { made.append(repair) }
  }

  /// The text, or as much of it as the limit allows, with a mark at its end.
  mutating func fit(_ text: String, _ field: Repair.Field, within limit: TextLimit) -> String {
    // Counting the characters of an overlong text would be wasted.
    let tooLong =
      text.utf8.count > limit.bytes ? (limit.bytes, text.utf8.count, .bytes) : limit.excess(of: text)
    guard let (bound, given, unit) = tooLong else { return text }
    note(.cut(field, limit: bound, given: given, unit: unit))
    return text.ending(characters: limit.characters, bytes: limit.bytes)
  }

  /// As above, for a limit in bytes alone. `cut` finds the end.
  mutating func fit(
    _ text: String, _ field: Repair.Field, bytes bound: Int,
    by cut: (String, Int) -> String = { $0.ending(characters: $1, bytes: $1) }
  ) -> String {
    let given = text.utf8.count
    guard given > bound else { return text }
    note(.cut(field, limit: bound, given: given, unit: .bytes))
    return cut(text, bound)
  }

  mutating func note(_ changes: Set<HandedOnText.Change>, _ field: Repair.Field) {
    if changes.contains(.characters) { note(.cleaned(field)) }
    if changes.contains(.direction) { note(.directionClosed(field)) }
    if changes.contains(.pictures) { note(.bodyPictures) }
  }

  /// The value that `read` finds in the text; `nil` where it finds none, which is noted, and where the text is missing
  /// or empty, which is not.
  mutating func meaning<Value>(
    of text: String?, _ field: Repair.Field, _ read: (String) -> Value?
  ) -> Value? {
    guard let text, !text.isEmpty else { return nil }
    let value = read(text)
    if value == nil { note(.passedOver(field)) }
    return value
  }

  /// The text, or `nil` and a note where it is longer than `bound`.
  mutating func whole(_ text: String, _ field: Repair.Field, bytes bound: Int) -> String? {
    let given = text.utf8.count
    guard given > bound else { return text }
    note(.tooLong(field, limit: bound, given: given))
    return nil
  }
}

extension FrontPost {
  /// The repairs of the call as rulings, for `bellhop explain`.
  package var notes: [Ruling] { repairs.map { Ruling(ForwardedPost.name, .leftOut, $0.reason) } }
}

extension Repair {
  fileprivate var reason: Reason {
    switch self {
    case .cut(let field, let limit, let given, .bytes):
      .init(.cutBytes, field.word, .count(given), .count(limit))
    case .cut(let field, let limit, let given, .characters):
      .init(.cutCharacters, field.word, .count(given), .count(limit))
    case .leftOut(let field, let limit, let given):
      .init(.furtherLeftOut, field.word, .count(given), .count(limit))
    case .inListAlone(let field, let onBanner, let further):
      .init(.furtherInList, field.word, .count(onBanner), .count(further))
    case .tooLong(let field, let limit, let given):
      .init(.tooLongLeftOut, field.word, .count(given), .count(limit))
    case .cleaned(let field): .init(.charactersTakenOut, field.word)
    case .directionClosed(let field): .init(.directionClosed, field.word)
    case .passedOver(let field): .init(.meansNothing, field.word)
    case .pictureRefused(let field, .malformed): .init(.pictureMalformed, field.word)
    case .pictureRefused(let field, .edge(let limit, let given)):
      .init(.pictureTooWide, field.word, .count(given), .count(limit))
    case .pictureRefused(let field, .bytes(let limit, let given)):
      .init(.tooLongLeftOut, field.word, .count(given), .count(limit))
    case .pictureRefused(let field, .noRoom): .init(.pictureNoRoom, field.word)
    case .pictureByName(let field): .init(.pictureByName, field.word)
    case .pictureMissing(let field): .init(.pictureMissing, field.word)
    case .bodyPictures: .init(.bodyPicturesLeftOut)
    case .anothersName(let field): .init(.anothersName, field.word)
    case .withoutText: .init(.withoutText)
    }
  }
}

extension Repair.Field {
  fileprivate var word: Reason.Argument { .name(rawValue) }
}
