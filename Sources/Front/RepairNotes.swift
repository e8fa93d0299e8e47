import Guidelines
package import NotificationModel

extension FrontPost {
  /// What had to be changed of the call, each as a decision.
  package var notes: [Ruling] { repairs.map { Ruling(HandedOn.name, .leftOut, $0.reason) } }
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
