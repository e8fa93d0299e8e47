/// A piece of advice as data. Told as `Advice`.
package struct Remark: Hashable, Sendable {
  package let guideline: String
  package let field: String
  package let message: Message
  /// The word or the part of the text that it is about, where it is not all of it.
  package let part: String?
  package let suggestion: String?
  package init(
    guideline: String, field: String, message: Message, part: String? = nil, suggestion: String? = nil
  ) {
    self.guideline = guideline
    self.field = field
    self.message = message
    self.part = part
    self.suggestion = suggestion
  }

  /// What there is to say; `Wording` makes a sentence of it.
  package enum Message: CaseIterable, Sendable {
    case titleTooLong, titleFitsAny, titleSaysTheSame, titleNotInTitleStyle, titlePunctuated
    case titleSaysOnlyWrong, titleReveals, bodyTooLong, bodyWithoutCapital, bodyWithoutEnd
    case bodyMarksRepeated, bodyShouts, bodyNotInSentenceCase, textNamesApp, imageIsAppIcon, imageMissing
    case textInstructs, errorBelongsInApp, textReveals, codeRevealed, textAdvertises, textAsksForRating
    case looksLikeBadge, looksLikeQuestion, urgentTooOften, saysAlmostTheSame
    case previewTooLong, previewSaysNothing, previewReveals, previewNotInSentenceStyle
    case labelTooLong, labelPunctuated, labelNotInTitleStyle, labelHoldsMore, undoUnclear, oneUndoIsEnough
    case actionsAllOpenApp, actionOnlyOpensApp, actionOnlyDismisses, actionDestroysUnsaid,
      actionWithoutContext
    case purposeTooLong, purposeNoSentence, purposePassive, purposeVague, purposeBargains, textBargains,
      askedTooEarly
  }
}
