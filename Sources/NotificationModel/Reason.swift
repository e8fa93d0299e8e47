/// The reason of a guideline's effect, as data: a key and its arguments. `Wording` turns it into a sentence when it is
/// read. Never holds private text.
package struct Reason: Hashable, Sendable {
  /// The name of a `Key`, or a key of `QuietKind`. In a stored reason it may be one of another version of the program.
  package let key: String
  package let arguments: [Argument]

  package enum Argument: Hashable, Sendable {
    case count(Int)
    /// A time, written as clocks show it where the sentence is read.
    case time(Timestamp)
    /// A name that is the same in every language: an id, a path, a program, a setting's value.
    case name(String)
    /// A part of the sentence.
    case reason(Reason)

    package static func id(_ id: NotificationID) -> Self { .count(Int(clamping: id.number)) }
  }

  package init(_ key: Key, _ arguments: Argument...) { self.init(key, arguments) }

  package init(_ key: Key, _ arguments: [Argument]) {
    self.init(key: key.rawValue, arguments: arguments)
  }

  package init(key: String, arguments: [Argument] = []) {
    self.key = key
    self.arguments = arguments
  }

  fileprivate func replaced(_ argument: Argument, _ name: String) -> Argument {
    switch argument {
    case .count, .time: argument
    case .name(let text): text.holds(name) ? .name("…") : argument
    case .reason(let part): .reason(part.withoutName(name))
    }
  }

  func withoutName(_ name: String) -> Reason {
    Reason(key: key, arguments: arguments.map { replaced($0, name) })
  }

  /// Sentences, one after the other.
  package init(joining reasons: [Reason]) {
    self = reasons.count == 1 ? reasons[0] : Reason(.several, reasons.map(Argument.reason))
  }

  /// Keys are stored by name, so a name never gets another meaning.
  package enum Key: String, CaseIterable, Sendable {
    case several
    // Where the value of a setting comes from.
    case personsAnswer, personsChoice, settingInFile, settingBuiltIn, assumed, ratingsSwitch,
      quietHoursChosen, previewsChosen
    // How the screen is.
    case notKnownWhetherLocked, isLocked, isShared, isLockedBy, isNotLocked
    // Consent.
    case undecided, allowed, notAllowed, withheld, deniedNoMore, refusedSince, refusedByFile
    case marketingNotUrgent, marketingNotAllowed
    case ratingNotUrgent, ratingsOff
    case questionIsUp, questionIsToCome, questionIsPutOff, questionsTooMany, questionUnanswered,
      questionIsOver
    case questionShown, questionPressed, questionDismissed, questionRanOut
    // Urgency.
    case timeSensitiveOff, noRelevantDate, relevantLater, relevantLaterThanFiring, relevantBefore
    case relevantBeforeFiring, noCriticalGrant, relevantSoon, relevantNow, alarmsOff, alarmsTooMany,
      missedCall
    // Duplicates and replacements.
    case comesAgain, raised, isUnread, isScheduled, awaitsConsent, onlyProgress, replacedSilently, replaced,
      takesPlace, placeTaken, joined,
      justDismissed, comesAnew, isLongAgo, wasRead, beginsAnew, goesOnAsRead, isPutOff, endsSnooze
    // Time.
    case notFired, zoneUnknown, wasLate, occurrenceExpired, occurrenceDropped, overtaken, isOccurrence,
      occurred,
      rescheduled, nextTimeLeftOut
    case repeatsNoMore, putOff, overAlready, happenedEarlier
    // The alert.
    case clearWay, passive, onProbation, putOnProbation, isOnProbation, bannersOff, bannersWereSwitchedOff
    case bannersAreSwitchedOff, claimOverruled, saysInFront, saysThreadInFront, seenInFront,
      seenWithThreadInFront, inFrontUnread, inFrontShown, inFrontUnheard, inFrontAsked, inFrontSilent,
      inFrontSounds
    case assumedInFront, alertsTooFast, updatedTooFast, exemptFromRate, urgentExempt, joinsThoseTooFast,
      callFirst
    // What the person lets through quiet.
    case appIsLetThrough, senderIsLetThrough, comesTwice, comesThroughNow, urgentComesThrough, keptBackBy,
      someApp
    // Holds of the alert, and their ends; those of quiet are keys of `QuietKind`.
    case awaitsSummary, throughSummary, callsAwaitNoSummary, noSummaryTime, summaryDue, noSummaryAnyMore
    case awaitsUnlocking, unlocked, ratingAwaitsPause, ratingPause, joinsReleased, fewEnough, noServer,
      serverNotAnswering, nothingHolds
    // Private text, and sounds.
    case isPrivate, previewsNever, textHidden, textShown, iconsLeftOut
    case imageNotTaken, avatarNotTaken, fileEmpty, fileIsLink, fileNotRegular, fileGone, fileNotAllowed,
      fileUnreadable, fileNoPicture, fileTooLarge, fileSilent, filesWait, fileNotCopied, fileForeign,
      imagesLeftOut, noSuchIcon, pictureNotDrawn
    case soundOfRating, soundsOff, muteSwitch, soundsTooFast
    // Reports of the server.
    case showed, changedInPlace, madeNoStep, tookAway, closeIgnored, closeIgnoredStays,
      takenAwayAtLock, notHidden, takenOffList, takenAwayForPreviews,
      takenAwayAtUnlock, keptBack,
      soundKeptBack, soundMissing, noSoundLibrary, soundPlayed
    case serverDied, serverRefused, serverFailed, triesAsText, givenUp, neverAnswered, neverAnsweredAgain
    case stoppedMeanwhile, summarised, summaryFailed, missedInLine, missedComesAgain
    case asTextOnly, noBody, noButtons, fewButtons, asksTextOnce, asksNoText
    // How it ended.
    case pressed, pressedEarlier, unheard, dismissedOnScreen, dismissedInList, dismissedRead,
      takenBackByPerson,
      takenBackByApp,
      readInApp, markedRead
    case expiredUnread, dismissalTakenBack
    // The desktop's own interface.
    case cutBytes, cutCharacters, furtherLeftOut, furtherInList, tooLongLeftOut, charactersTakenOut,
      meansNothing
    case pictureMalformed, pictureTooWide, pictureNoRoom, pictureByName, pictureMissing, bodyPicturesLeftOut
    case directionClosed, anothersName, withoutText
    case passesBy, passesUnshown, passesLater, passesFromList, appCameToFront, bannerGone, tooManyUnread,
      keptInMemory
    // The command line.
    case gaveWay, scriptTooFast
    // A press.
    case undoSuperseded, answerUnheard, answerUnfollowed, answerLeftOut
    case needsUnlocking, askedToOpen, startedByBus, startedByServiceManager, startUnderWay, notStarted
    case noBus, noServiceManager, noDesktopEntry, noCommand, needsTerminal, notInstalled, idTooLong, notRun
    case unanswered, refusedByBus, refusedByServiceManager
    case linkNeedsUnlocking, linkOpened, linkNotOpened, centerNotOpened, noTerminal, cannotBeReached,
      notOwnFile, nothingOpens
  }
}

/// A piece of advice as data. Told as `Advice`.
package struct Remark: Hashable, Sendable {
  package let guideline: String
  package let field: String
  package let message: Message
  /// The word or the part of the text that the advice is about; `nil` for the whole text.
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

  /// The message's key; `Wording` makes a sentence of it.
  package enum Message: CaseIterable, Sendable {
    case titleTooLong, titleFitsAny, titleSaysTheSame, titleNotInTitleStyle, titlePunctuated
    case titleSaysOnlyWrong, titleReveals, bodyTooLong, bodyWithoutCapital, bodyWithoutEnd
    case bodyMarksRepeated, bodyShouts, bodyNotInSentenceCase, textNamesApp, imageIsAppIcon, imageMissing
    case fileTooLarge, fileIsNoPicture, fileNotTaken
    case textInstructs, errorBelongsInApp, textReveals, codeRevealed, textAdvertises, textAsksForRating
    case textIsCut, textHasGap, textIsTechnical, scanInOtherWords
    case looksLikeBadge, looksLikeQuestion, leadsToQuestion, urgentTooOften, saysAlmostTheSame
    case previewTooLong, previewSaysNothing, previewReveals, previewNotInSentenceStyle
    case labelTooLong, labelPunctuated, labelNotInTitleStyle, labelHoldsMore, undoUnclear, oneUndoIsEnough
    case actionsAllOpenApp, actionOnlyOpensApp, actionOnlyDismisses, actionDestroysUnsaid,
      actionWithoutContext
    case purposeTooLong, purposeNoSentence, purposePassive, purposeVague, purposeBargains, textBargains,
      askedTooEarly
  }
}
