import Guidelines
package import NotificationModel

/// What had to be changed of a call so that it could be taken: no app hears of it, and `bellhop explain` tells. Holds no
/// private text.
package enum Repair: Hashable, Sendable {
  /// What it was done to, in the words of the call.
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
    /// Those that are handed on.
    case hints
  }

  /// It was longer than it may be, and lost its end.
  case cut(Field, limit: Int, given: Int, unit: SizeUnit)
  /// There were more than there may be, and the last are missing.
  case leftOut(Field, limit: Int, given: Int)
  /// There were more than a banner may have, and the list has the others.
  case inListAlone(Field, onBanner: Int, further: Int)
  /// It was longer than it may be, in bytes, and half of it would mean something else: it is missing.
  case tooLong(Field, limit: Int, given: Int)
  /// It lost what may not be in it.
  case cleaned(Field)
  /// It means nothing that is understood, and counts as if it had not been there.
  case passedOver(Field)
  case pictureRefused(Field, PictureFault)
  /// Of a file no copy could be made: the server is given its name.
  case pictureByName(Field)
  /// There is no copy of it, and nothing that a server could open.
  case pictureMissing(Field)
  case markup(WrittenMarkup.Loss)
  /// It names an installed app that the call does not come from, or Bellhop: the poster's own name stands there.
  case anothersName(Field)
  /// There was nothing to read; it goes by the app's name.
  case withoutText
}

/// The repairs of one call, noted as they are made.
struct Repairs: Hashable, Sendable {
  /// Far more than there are fields: nobody reads on, and each can be made with another size.
  static let most = 64

  private(set) var made: [Repair] = []

  mutating func note(_ repair: Repair) {
    if made.count < Self.most, !made.contains(repair) { made.append(repair) }
  }

  /// The text, or as much of it as the limit allows, with a mark at its end.
  mutating func fit(_ text: String, _ field: Repair.Field, within limit: TextLimit) -> String {
    // What is far too long is not worth counting.
    let tooLong =
      text.utf8.count > limit.bytes ? (limit.bytes, text.utf8.count, .bytes) : limit.excess(of: text)
    guard let (bound, given, unit) = tooLong else { return text }
    note(.cut(field, limit: bound, given: given, unit: unit))
    return text.ending(characters: limit.characters, bytes: limit.bytes)
  }

  /// The same where characters do not count.
  mutating func fit(_ text: String, _ field: Repair.Field, bytes bound: Int) -> String {
    let given = text.utf8.count
    guard given > bound else { return text }
    note(.cut(field, limit: bound, given: given, unit: .bytes))
    return text.ending(characters: bound, bytes: bound)
  }

  /// What the text means; `nil` also for none, which is nothing to be noted.
  mutating func meaning<Value>(
    of text: String?, _ field: Repair.Field, _ read: (String) -> Value?
  ) -> Value? {
    guard let text, !text.isEmpty else { return nil }
    let value = read(text)
    if value == nil { note(.passedOver(field)) }
    return value
  }

  /// The text where it is no longer than it may be.
  mutating func whole(_ text: String, _ field: Repair.Field, bytes bound: Int) -> String? {
    let given = text.utf8.count
    guard given > bound else { return text }
    note(.tooLong(field, limit: bound, given: given))
    return nil
  }
}

extension FrontPost {
  /// What had to be changed of the call, each as a decision.
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
    case .passedOver(let field): .init(.meansNothing, field.word)
    case .pictureRefused(let field, .malformed): .init(.pictureMalformed, field.word)
    case .pictureRefused(let field, .edge(let limit, let given)):
      .init(.pictureTooWide, field.word, .count(given), .count(limit))
    case .pictureRefused(let field, .bytes(let limit, let given)):
      .init(.tooLongLeftOut, field.word, .count(given), .count(limit))
    case .pictureByName(let field): .init(.pictureByName, field.word)
    case .pictureMissing(let field): .init(.pictureMissing, field.word)
    case .markup(.elements): .init(.elementsLeftOut)
    case .markup(.pictures): .init(.bodyPicturesLeftOut)
    case .markup(.isNoMarkup): .init(.markupAsText)
    case .anothersName(let field): .init(.anothersName, field.word)
    case .withoutText: .init(.withoutText)
    }
  }
}

extension Repair.Field {
  fileprivate var word: Reason.Argument { .name(rawValue) }
}
