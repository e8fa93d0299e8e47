import NotificationModel

extension Wording {
  /// `part`: the word or the part of the text that it is about.
  static func english(_ message: Remark.Message, _ part: String?) -> String {
    let quoted = part.map { " (“\($0)”)" } ?? ""
    return switch message {
    case .titleTooLong: "The title is too long to be read at a glance."
    case .titleFitsAny:
      "The title would fit any notification; leave it out, and the app's name stands there instead."
    case .titleSaysTheSame: "Title and body say the same; let the title give context, or leave it out."
    case .titleNotInTitleStyle: "The title is not in title-style capitalization\(quoted)."
    case .titlePunctuated: "The title ends with punctuation."
    case .titleSaysOnlyWrong: "The title says that something is wrong, but not what."
    case .titleReveals: "The title reveals something that others should not read."
    case .bodyTooLong: "The body is too long for a notification; leave the rest to the app."
    case .bodyWithoutCapital: "The body does not begin with a capital\(quoted)."
    case .bodyWithoutEnd: "The body does not end like a sentence."
    case .bodyMarksRepeated: "One mark at the end of a sentence is enough."
    case .bodyShouts: "The body shouts\(quoted); words in capitals are hard to read."
    case .bodyNotInSentenceCase: "The body is not in sentence case."
    case .textCutOff:
      "The text is cut off\(quoted); give all of it, and the desktop shortens it where it must."
    case .textNamesApp: "The text names the app\(quoted), which the desktop shows already."
    case .textInstructs:
      "The text tells people what to do in the app\(quoted); offer an action that does it instead."
    case .errorBelongsInApp:
      "This reads like an error message\(quoted). Show it in the app, where people can do something about it."
    case .textReveals:
      "The text reveals something that others should not read; say only what it is about."
    case .codeRevealed:
      "The text holds a code that others should not read; mark the notification private, or leave the code to the app."
    case .textHoldsMarkup:
      "The text holds markup\(quoted), which people see as it is written: all text is plain."
    case .textSaysTag:
      "The text speaks of scanning in technical words\(quoted); say “scan”, and “hold near” rather than “tap”."
    case .imageIsAppIcon: "The image is the app's own icon, which the desktop shows already."
    case .textHoldsJargon:
      "The text holds a technical term or something left over from programming\(quoted). Say it in everyday words."
    case .textAdvertises:
      "The text advertises; post it with the kind marketing, which needs a consent of its own."
    case .textAsksForRating:
      "This asks for a rating\(quoted); post it with the kind rating, of which few are shown in a year."
    case .looksLikeBadge: "The number looks like a badge, which people may have switched off."
    case .looksLikeQuestion:
      "This looks like the system's own question for permission; let the system ask instead."
    case .urgentTooOften:
      "More than one in five of the app's notifications of the last seven days asked for Time Sensitive."
    case .previewMissing:
      "While previews are hidden, people see only that there is something; give a text that names the kind of content."
    case .previewTooLong:
      "The text for hidden previews is long; name the kind of content in a few words."
    case .previewSaysNothing: "The text for hidden previews says nothing; name the kind of content."
    case .previewReveals: "The text for hidden previews reveals details; name the kind of content alone."
    case .previewNotInSentenceStyle:
      "The text for hidden previews should be in sentence-style capitalization, without a full stop."
    case .labelTooLong: "The label is long\(quoted); use a short term or phrase."
    case .labelPunctuated: "The label ends with punctuation."
    case .labelNotInTitleStyle: "The label is not in title-style capitalization."
    case .labelHoldsMore:
      "The label holds more than what the action does, such as a name, a number or a picture."
    case .undoUnclear: "The label does not say briefly and precisely what it undoes."
    case .oneUndoIsEnough: "One action for undoing is enough."
    case .actionsAllOpenApp: "Every action opens the app; offer one that works without opening it."
    case .actionOnlyOpensApp:
      "A press on the notification itself opens the app; this action\(quoted) adds nothing."
    case .actionOnlyDismisses:
      "The desktop has a button of its own for closing; this one\(quoted) adds nothing."
    case .actionDestroysUnsaid:
      "The action\(quoted) destroys or ends something and is not marked as destructive."
    case .actionWithoutContext: "Without a body people cannot tell what this action destroys."
    case .purposeTooLong: "The purpose is long; people read one short sentence."
    case .purposeIncomplete: "The purpose is not a complete sentence."
    case .purposeIncompleteOrWithoutStop: "The purpose is not a complete sentence that ends with a full stop."
    case .purposeWithoutStop: "The purpose does not end with a full stop."
    case .purposeWithoutCapital: "The purpose does not begin with a capital."
    case .purposeNotInSentenceStyle: "The purpose is not in sentence style."
    case .purposePassive: "The purpose is in the passive voice; say who does what."
    case .purposeTooShort: "The purpose is too short to say what the notifications are about."
    case .purposeVague: "The purpose does not say what the notifications are about."
    case .purposeWithoutDeed: "The purpose does not say what the app will do."
    case .purposeBargains: "The purpose offers or withholds something; permission must be given freely."
    case .saysAlmostTheSame:
      "The app said almost the same a moment ago; with one identifier for both, the banner changes instead."
    case .textBargains: "The text offers something in return for permission; permission must be given freely."
    case .askedTooEarly:
      "The app asks as soon as it runs; wait until people use what they would be notified about."
    }
  }
}
