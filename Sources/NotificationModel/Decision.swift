/// The outcome of a request.
public enum Outcome: String, CaseIterable, Sendable {
  case presented, coalesced, replaced, suppressed, quiet, held, awaitingConsent, scheduled
}

/// The effect that a guideline had on a notification.
package enum Effect: String, CaseIterable, Sendable {
  // To the alert.
  case presented, first, held, released, quiet, suppressed, overruled
  // To its urgency.
  case active, timeSensitive
  // To its place in the list.
  case awaitingConsent, coalesced, replaced, joined, read, dismissed, withdrawn, expired, restored
  // To its time.
  case scheduled, rescheduled, waiting, late, fired, dropped
  // On the way to the screen.
  case shown, hidden, leftOut, notShown, summarised, retried, failed
  // To its sound.
  case silent, played
  // To a press.
  case refused, earlier, started, waits, notStarted
}

/// A guideline that shaped an outcome, as stored: its stable name, its effect and its reason. Reported as a `Decision`.
package struct Ruling: Hashable, Sendable {
  package let guideline: String
  /// The name of an `Effect`. In a stored ruling it may be one of another version of the program.
  package let effect: String
  package let reason: Reason

  package init(_ guideline: String, _ effect: Effect, _ key: Reason.Key, _ arguments: Reason.Argument...) {
    self.init(guideline, effect, Reason(key, arguments))
  }

  package init(_ guideline: String, _ effect: Effect, _ reason: Reason) {
    self.init(guideline: guideline, effect: effect.rawValue, reason: reason)
  }

  package init(guideline: String, effect: String, reason: Reason) {
    self.guideline = guideline
    self.effect = effect
    self.reason = reason
  }

  /// The ruling with "…" in place of each occurrence of this name, such as the app id in a command that allows an app.
  package func withoutName(_ name: String) -> Ruling {
    Ruling(guideline: guideline, effect: effect, reason: reason.withoutName(name))
  }
}

/// A guideline that shaped an outcome: its stable name, its effect, and the reason as a sentence. Never holds private
/// text.
public struct Decision: Hashable, Sendable {
  public var guideline: String
  public var effect: String
  public var why: String
  package init(guideline: String, effect: String, why: String) {
    self.guideline = guideline
    self.effect = effect
    self.why = why
  }
}

/// A decision and when it was taken.
package struct DatedDecision: Hashable, Sendable {
  package var decision: Decision
  package var time: Timestamp
  package init(_ decision: Decision, at time: Timestamp) {
    self.decision = decision
    self.time = time
  }
}

/// A guideline that the text or the buttons do not follow. Never blocks delivery unless the app asked.
public struct Advice: Hashable, Sendable {
  public var guideline: String
  public var field: String
  public var message: String
  public var suggestion: String?
  package init(guideline: String, field: String, message: String, suggestion: String? = nil) {
    self.guideline = guideline
    self.field = field
    self.message = message
    self.suggestion = suggestion
  }
}

/// The answer to a post.
public struct Receipt: Hashable, Sendable {
  public var id: NotificationID
  public var outcome: Outcome
  public var repeats: Int
  /// When a held or scheduled notification is due.
  public var until: Timestamp?
  /// The app's badge after this request.
  public var unread: Int
  public var decisions: [Decision]
  /// The guidelines' advice on the text and the buttons; `nil` if the post did not ask for advice.
  public var advice: [Advice]?
  package init(
    id: NotificationID, outcome: Outcome, repeats: Int = 0, until: Timestamp? = nil, unread: Int,
    decisions: [Decision] = [], advice: [Advice]? = nil
  ) {
    self.id = id
    self.outcome = outcome
    self.repeats = repeats
    self.until = until
    self.unread = unread
    self.decisions = decisions
    self.advice = advice
  }
}

/// The reason of a guideline's effect, as data: a key and its arguments. `Wording` turns it into a sentence when it is
/// read. Never holds private text.
package struct Reason: Hashable, Sendable {
  /// The name of a `Key`. In a stored reason it may be one of another version of the program.
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
  package init(joining keys: [Key]) {
    if keys.count == 1, let key = keys.first {
      self.init(key)
    } else {
      self.init(.several, keys.map { .reason(Reason($0)) })
    }
  }

  /// Keys are stored by name, so a name never gets another meaning.
  package enum Key: String, CaseIterable, Sendable {
    case several
    // Where the value of a setting comes from.
    case personsAnswer, personsChoice, settingInFile, settingBuiltIn, assumed, ratingsSwitch,
      quietHoursChosen
    // How the screen is.
    case notKnownWhetherLocked, isLocked, isShared, isLockedBy, isNotLocked
    // Consent.
    case undecided, allowed, notAllowed, withheld, deniedNoMore, marketingNotUrgent, marketingNotAllowed
    case ratingNotUrgent, ratingsOff
    case questionIsUp, questionIsToCome, questionsTooMany, questionUnanswered, questionIsOver
    case questionShown, questionPressed, questionDismissed, questionRanOut
    // Urgency.
    case timeSensitiveOff, noRelevantDate, relevantLater, relevantLaterThanFiring, relevantBefore
    case relevantBeforeFiring, noCriticalGrant, relevantSoon, relevantNow, alarmsOff, alarmsTooMany,
      missedCall
    // Duplicates and replacements.
    case comesAgain, raised, isUnread, isScheduled, awaitsConsent, onlyProgress, replacedSilently, replaced,
      takesPlace, placeTaken, joined,
      justDismissed, comesAnew
    // Its time.
    case notFired, zoneUnknown, wasLate, occurrenceExpired, occurrenceDropped, overtaken, isOccurrence,
      occurred,
      rescheduled
    case repeatsNoMore, putOff, overAlready, happenedEarlier
    // The alert.
    case clearWay, passive, onProbation, putOnProbation, isOnProbation, bannersOff, bannersWereSwitchedOff
    case bannersAreSwitchedOff, claimOverruled, saysInFront, saysThreadInFront, seenInFront,
      seenWithThreadInFront, inFrontUnread
    case assumedInFront, alertsTooFast, updatedTooFast, exemptFromRate, urgentExempt, joinsThoseTooFast,
      callFirst
    // Holds of the alert, and their ends.
    case doNotDisturb, throughDoNotDisturb, doNotDisturbOver
    case inhibited, throughInhibition, inhibitionOver
    case quietHours, throughQuietHours, quietHoursOver
    case awaitsSummary, throughSummary, callsAwaitNoSummary, noSummaryTime, summaryDue, noSummaryAnyMore
    case awaitsUnlocking, unlocked, joinsReleased, fewEnough, noServer, serverNotAnswering, nothingHolds
    // Private text, and sounds.
    case isPrivate, previewsNever, textHidden, textShown, iconsLeftOut
    case soundOfRating, soundsOff, muteSwitch, soundsTooFast
    // Reports of the server.
    case showed, changedInPlace, tookAway, takenAwayAtLock, takenOffList, takenAwayForPreviews,
      toldInLine,
      comesBackUnlocked, keptBack,
      soundKeptBack, soundMissing, noSoundLibrary, soundPlayed
    case serverDied, serverRefused, serverFailed, triesAsText, givenUp, neverAnswered, neverAnsweredAgain
    case stoppedMeanwhile, summarised, summaryFailed, missedInLine, missedComesAgain
    case asTextOnly, noBody, noMarkup, noButtons, fewButtons, asksTextOnce, asksNoText
    // How it ended.
    case pressed, pressedEarlier, unheard, dismissedOnScreen, dismissedInList, dismissedRead,
      takenBackByPerson,
      takenBackByApp,
      readInApp, markedRead
    case expiredUnread, dismissalTakenBack
    // By the desktop's own interface.
    case cutBytes, cutCharacters, furtherLeftOut, furtherInList, tooLongLeftOut, charactersTakenOut,
      meansNothing
    case pictureMalformed, pictureTooWide, pictureByName, pictureMissing, bodyPicturesLeftOut
    case markupAsText, elementsLeftOut, anothersName, withoutText
    case passesBy, passesUnshown, appCameToFront, bannerGone, tooManyUnread
    // By the command line.
    case gaveWay, scriptTooFast, imagesLeftOut
    // A press.
    case undoSuperseded
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

/// The conditions under which `Judge` pretends to receive a request. A field that is `nil` has its present value.
package struct Conditions: Hashable, Sendable {
  package var time: Timestamp?
  package var locked: Bool?
  /// The app in the foreground.
  package var foreground: AppID?
  package var doNotDisturb: Bool?
  package var authorization: Authorization?

  package init(
    time: Timestamp? = nil, locked: Bool? = nil, foreground: AppID? = nil, doNotDisturb: Bool? = nil,
    authorization: Authorization? = nil
  ) {
    self.time = time
    self.locked = locked
    self.foreground = foreground
    self.doNotDisturb = doNotDisturb
    self.authorization = authorization
  }
}
