/// A piece of advice as data. Told as `Advice`.
package struct Remark: Hashable, Sendable {
  package let guideline: String
  package let field: String
  package let message: Message
  package let suggestion: String?
  package init(guideline: String, field: String, message: Message, suggestion: String?) {
    self.guideline = guideline
    self.field = field
    self.message = message
    self.suggestion = suggestion
  }

  /// What there is to say; `Wording` makes a sentence of it.
  package enum Message: CaseIterable, Sendable {
    case titleTooLong, titleFitsAny, titleSaysTheSame, titleNotInTitleStyle, titlePunctuated
    case titleSaysOnlyWrong, titleReveals, bodyTooLong, bodyWithoutCapital, bodyWithoutEnd
    case bodyMarksRepeated, bodyShouts, bodyNotInSentenceCase, textCutOff, textNamesApp, textInstructs
    case errorBelongsInApp, textReveals, textHoldsJargon, textAdvertises, textAsksForRating, looksLikeBadge
    case looksLikeQuestion, urgentTooOften, previewMissing, previewTooLong, previewSaysNothing
    case previewReveals, previewNotInSentenceStyle, labelTooLong, labelPunctuated, labelNotInTitleStyle
    case labelHoldsMore, undoUnclear, oneUndoIsEnough, actionWithoutIcon, actionsAllOpenApp
    case actionOnlyOpensApp, actionOnlyDismisses, actionDestroysUnsaid, actionWithoutContext, purposeTooLong
    case purposeIncomplete, purposeIncompleteOrWithoutStop, purposeWithoutStop, purposeWithoutCapital
    case purposeNotInSentenceStyle, purposePassive, purposeTooShort, purposeVague, purposeWithoutDeed
    case purposeBargains, askedTooEarly
  }
}
