import NotificationModel

extension Wording {
  /// `a`: the arguments in words.
  static func english(_ key: Reason.Key, _ a: Arguments) -> String {
    switch key {
    case .several: a.all.joined(separator: " ")

    case .personsAnswer: "decided by the person; to change it: bellhop allow \(a[0]) or bellhop deny \(a[0])"
    case .personsChoice: "set by the person; to change it: bellhop set \(a[0]) \(a[1])"
    case .settingInFile: "\(a[0]) in \(a[1])"
    case .settingBuiltIn: "\(a[0]), as built in"
    case .assumed: "as assumed in the question"
    case .ratingsSwitch: "bellhop ratings"
    case .quietHoursChosen: "set by the person; to change it: bellhop quiet-hours"
    case .previewsChosen: "set by the person; to change it: bellhop previews"

    case .notKnownWhetherLocked: "it is not known yet whether the screen is locked"
    case .isLocked: "the screen is locked"
    case .isShared: "the screen is shared"
    case .isLockedBy: "the screen is locked (\(a[0]))"
    case .isNotLocked: "the screen is not locked"

    case .undecided:
      "The person has not yet decided about this app (\(a[0])). To decide: bellhop allow \(a[1]) or bellhop deny \(a[1])."
    case .questionIsUp: "The question about this app is on screen."
    case .questionIsToCome:
      "The question about this app is still to come: once the screen is unlocked, quiet is over and no other question is up."
    case .questionIsPutOff: "The question about this app comes again at \(a[0]), as the person wants."
    case .questionsTooMany:
      "Enough questions were asked today; the question about this app comes with its next post."
    case .questionUnanswered:
      "The question about this app was on screen at \(a[0]) and was not answered; it is asked again with the app's next post after \(a[1])."
    case .questionIsOver:
      "The question about this app was on screen \(a[0]) times, last at \(a[1]), was never answered, and is not asked again."
    case .questionShown: "The question about this app came up on the screen."
    case .questionPressed: "The person pressed the question, which is no answer."
    case .questionDismissed: "The person dismissed the question without an answer."
    case .questionRanOut: "The question left the screen by itself, unanswered."
    case .allowed: "This app is allowed (\(a[0]))."
    case .notAllowed: "This app is not allowed (\(a[0]))."
    case .withheld: "This app is not allowed (\(a[0])): its notifications are in no list until it is allowed."
    case .deniedNoMore:
      "The app is no longer denied (\(a[0])): the notification is in the list again as it was."
    case .marketingNotUrgent: "Marketing is never urgent."
    case .marketingNotAllowed: "Marketing is not allowed for this app (\(a[0]))."
    case .ratingNotUrgent: "Asking to be rated is never urgent."
    case .ratingsOff: "Rating prompts are switched off (\(a[0]))."

    case .timeSensitiveOff: "Time Sensitive notifications are switched off for this app (\(a[0]))."
    case .noRelevantDate: "Time Sensitive needs a relevantDate, and there is none."
    case .relevantLater: "The relevantDate is more than an hour away."
    case .relevantLaterThanFiring: "The relevantDate will still be more than an hour away when it fires."
    case .relevantBefore: "The relevantDate is more than an hour past."
    case .relevantBeforeFiring: "The relevantDate will be more than an hour past when it fires."
    case .noCriticalGrant: "Critical needs an administrator's grant, and this app has none (\(a[0]))."
    case .relevantSoon: "Its relevantDate is near enough by now to break through."
    case .relevantNow: "An alarm or reminder is Time Sensitive at the moment it fires."

    case .alarmsOff: "This app's alarms may not break through (\(a[0]))."
    case .alarmsTooMany:
      "The app has posted \(a[0]) alarms within the hour; this one counts as an ordinary notification."
    case .missedCall: "It was held for more than a minute: it comes as a missed call, without its buttons."

    case .comesAgain: "An alarm, a reminder or a call has come again: it alerts again, as one entry."
    case .raised: "It has become more urgent: it alerts again, as one entry."
    case .isUnread: "The same notification is already there, unread."
    case .isScheduled: "The same notification is already scheduled; it takes the time of the later post."
    case .awaitsConsent: "The same notification is already there, waiting for consent."
    case .onlyProgress: "Only the progress changed: the banner is updated in place."
    case .replacedSilently: "The new text takes the old one's place, silently as asked."
    case .replaced: "An earlier notification has this identifier; its text changed."
    case .takesPlace: "It takes the place of notification \(a[0]), which was still to come."
    case .placeTaken: "Notification \(a[0]), posted later under its identifier, has taken its place."
    case .joined: "The same thing was already there, as notification \(a[0])."
    case .justDismissed:
      "The person dismissed the same notification a moment ago: it stays dismissed."
    case .isLongAgo: "Its last alert is long ago: the same alerts again, as one entry."
    case .wasRead: "The same was read: it alerts again, as one entry."
    case .beginsAnew: "The earlier work was done, and this is another: it alerts again, as one entry."
    case .goesOnAsRead: "It goes on with one that the person has seen or dismissed, which stays so."
    case .isPutOff: "The person has put it off: it comes then, with the newest text."
    case .endsSnooze: "It cannot wait until the time that the person put the earlier one off to."
    case .comesAnew: "The same was on screen for more than an hour: it alerts again, as one entry."

    case .notFired: "Its trigger has not fired yet."
    case .zoneUnknown:
      "This computer no longer knows the time zone of its trigger, and looks for it every day."
    case .wasLate:
      "It was due at \(a[0]), but the computer or the daemon was not running then, or the clock was set forward past it."
    case .happenedEarlier: "It tells of what happened at \(a[0]), as its app says (occurred)."
    case .overAlready: "It was over when it was posted (expiresAt)."
    case .occurrenceExpired: "The occurrence due at \(a[0]) expired before it could be shown."
    case .overtaken:
      "Its occurrence due at \(a[0]) was left out: notification \(a[1]) has said something newer since."
    case .occurrenceDropped: "The app has \(a[0]) unread notifications ([Limits] UnreadPerApp)."
    case .isOccurrence: "It is an occurrence of notification \(a[0]), which repeats."
    case .occurred: "Its occurrence due at \(a[0]) is notification \(a[1])."
    case .rescheduled: "The clock was set or the time zone changed: it is now due at \(a[0])."
    case .repeatsNoMore: "There is no further time at which it repeats."
    case .putOff: "The person put it off until \(a[0])."

    case .clearWay: "Nothing stands in the way of a banner."
    case .passive: "A passive notification is listed, and asks for no attention."
    case .onProbation: "The app is allowed on probation, in the list only (\(a[0]))."
    case .putOnProbation: "The app is on probation now."
    case .isOnProbation: "The app is on probation."
    case .bannersOff: "Banners are switched off for this app (\(a[0]))."
    case .bannersWereSwitchedOff: "Banners were switched off for this app."
    case .bannersAreSwitchedOff: "Banners are switched off for this app."
    case .claimOverruled: "The app says that it is in front, but the desktop reports that it is not."
    case .saysInFront: "The app says that it is in front of the person, and shows it itself."
    case .saysThreadInFront: "The app says that the person is looking at this very thread."
    case .seenInFront: "The desktop reports the app in front, which shows it itself."
    case .seenWithThreadInFront:
      "The desktop reports the app in front, which says that the person is looking at this very thread."
    case .inFrontUnread:
      "The desktop reports the app in front: it gets no banner, and stays unread (\(a[0]))."
    case .inFrontShown:
      "The app is in front, and has itself decided to notify: that keeps no banner away (\(a[1])). To have none then: bellhop set \(a[0]) foreground=on."
    case .inFrontUnheard:
      "The app is in front, but follows no events and does not say that it is: it is shown as if the app were not."
    case .inFrontAsked: "The app is in front, and asks for a banner there."
    case .inFrontSilent: "The app is in front, and asks for a banner without a sound there."
    case .inFrontSounds: "An alarm or a call sounds also while its app is in front."
    case .assumedInFront:
      "The app is in front of the person, and shows it itself, if it follows its events or says that it is in front."
    case .alertsTooFast: "The app's alerts come too fast (\(a[0])); one banner will say how many there were."
    case .scriptTooFast:
      "The alerts of the script or program that posts it come too fast (\(a[0])); one banner will say how many there were."
    case .updatedTooFast:
      "The app's alerts come too fast (\(a[0])); its banner has the new text, without another alert."
    case .exemptFromRate: "The app's alerts come too fast, but calls and alarms have a rate of their own."
    case .urgentExempt: "The app's alerts come too fast, but Time Sensitive ones have a rate of their own."
    case .joinsThoseTooFast:
      "The app's alerts came too fast just now; the banner that will say how many there were counts this one too."
    case .callFirst: "An incoming call is shown before everything else that waits, except earlier calls."

    case .appIsLetThrough: "everything of this app comes through (\(a[0]))"
    case .senderIsLetThrough: "you let its sender through (bellhop through list)"
    case .comesTwice: "its sender comes a second time within three minutes (\(a[0]))"
    case .comesThroughNow: "It comes now: \(a[0])."
    case .urgentComesThrough: "It is \(a[0]), and may break through now."
    case .keptBackBy: "It is \(a[0]), but nothing of this app comes through (\(a[1]))."
    case .someApp: "An app"

    case .awaitsSummary: "It waits for the summary at \(a[0]) (\(a[1]))."
    case .throughSummary:
      "This app's notifications go into the summary, but \(a[0]) ones need not wait for it."
    case .callsAwaitNoSummary: "This app's notifications go into the summary, but calls never wait for it."
    case .noSummaryTime: "This app's notifications go into the summary, but no time is set for it (\(a[0]))."
    case .summaryDue: "The time of the summary has come."
    case .noSummaryAnyMore: "It no longer waits for a summary."
    case .awaitsUnlocking: "Marketing and rating prompts wait: \(a[0])."
    case .unlocked: "The screen is unlocked."
    case .ratingAwaitsPause:
      "A rating prompt waits for a pause: an alarm, a call or another urgent notification is there now."
    case .ratingPause: "The urgent notification is over."
    case .joinsReleased:
      "The app's held notifications are about to be shown; this one comes together with them."
    case .fewEnough: "The notifications it was to be shown with are few enough for a banner each."
    case .noServer: "There is no notification server; it will be shown as soon as there is one."
    case .serverNotAnswering:
      "The notification server does not answer; the banner will be shown when it does."
    case .nothingHolds: "Nothing holds it any more."

    case .isPrivate: "Its text is hidden: the app marked it private."
    case .previewsNever: "Its text is hidden: previews are set to \(a[0]) (\(a[1]))."
    case .textHidden: "Its text is hidden: \(a[0]), and previews are set to \(a[1]) (\(a[2]))."
    case .textShown: "Its text is shown: \(a[0]), and previews are set to \(a[1]) (\(a[2]))."
    case .imageNotTaken: "It comes without its picture: \(a[0])."
    case .avatarNotTaken: "It comes without the sender’s picture: \(a[0])."
    case .fileEmpty: "the file is empty"
    case .fileIsLink: "the file is a link"
    case .fileNotRegular: "it is no regular file"
    case .fileGone: "there is no such file"
    case .fileNotAllowed: "Bellhop has no right to read the file"
    case .fileUnreadable: "the file cannot be read (\(a[0]))"
    case .fileNoPicture:
      "the file is no whole picture of a known kind, has too many pixels, or names other files"
    case .fileTooLarge: "the file has \(a[0]) bytes, and at most \(a[1]) are taken"
    case .fileSilent: "the file could not be read in time"
    case .filesWait: "\(a[0]) files wait to be read already"
    case .fileNotCopied: "the file could not be copied (\(a[0]))"
    case .fileForeign: "no files are taken here"
    case .imagesLeftOut: "there is no room for it beside those of unread notifications"
    case .noSuchIcon: "the theme has no such icon"
    case .pictureNotDrawn: "It was shown without its picture: \(a[0]) draws no \(a[1]) files."
    case .iconsLeftOut: "Buttons are shown without their icons."
    case .soundOfRating: "Asking to be rated makes no sound."
    case .soundsOff: "Sounds are switched off for this app (\(a[0]))."
    case .muteSwitch: "The mute switch is on (bellhop silent)."
    case .soundsTooFast: "Another sound had only just been played; this one was left out."

    case .showed: "\(a[0]) showed the banner."
    case .madeNoStep: "Its work made no step for ten minutes: its banner went, and it stays in the list."
    case .changedInPlace:
      "\(a[0]) changed the banner in place: to its present text, as far as that may be seen."
    case .takenAwayAtLock:
      "The screen was locked, and the banner taken away: \(a[0]) may alert again when a banner changes."
    case .notHidden: "The screen was locked, and \(a[0]) did not hide the text, so the banner was taken away."
    case .takenOffList: "\(a[0]) keeps a list of banners: it is gone from there too."
    case .takenAwayForPreviews:
      "What its banner may show has changed, so the banner was taken away: \(a[0]) may alert again when a banner changes."
    case .takenAwayAtUnlock: "The screen was unlocked, and the hidden banner taken away."
    case .tookAway:
      "The banner with the earlier text was taken away: \(a[0]) may alert again when a banner changes."
    case .closeIgnored:
      "\(a[0]) did not take the banner away when asked to, so it was replaced by its hidden form."
    case .closeIgnoredStays:
      "\(a[0]) neither took the banner away nor replaced it: its text may still be on screen."
    case .keptBack: "\(a[0]): the server has it, but shows no banner."
    case .soundKeptBack: "\(a[0]): the sound is kept back with the banner."
    case .soundMissing: "\(a[0]) plays no sounds, and Bellhop cannot play this one: \(a[1])"
    case .noSoundLibrary: "libcanberra is not installed."
    case .soundPlayed: "\(a[0]) plays no sounds: Bellhop plays this one."
    case .serverDied: "The server died while showing it"
    case .serverRefused: "The server refused it (\(a[0]))"
    case .serverFailed: "The server could not show it"
    case .triesAsText: "\(a[0]); tried again as text only."
    case .givenUp: "\(a[0]), this time too; it stays in the list."
    case .neverAnswered: "The server did not answer and was asked again: the banner may be shown twice."
    case .neverAnsweredAgain: "The server did not answer this time either: the banner is closed."
    case .stoppedMeanwhile: "The daemon stopped while the server was asked to show it: it may be shown twice."
    case .summarised: "One banner said how many there were."
    case .missedInLine: "One line for all apps told what was missed."
    case .missedComesAgain: "It could not be seen, and does not wait; it comes once more."
    case .summaryFailed: "The server could not show how many there are; it stays in the list."
    case .asTextOnly: "Shown as text only, because a server stopped while showing all of it."
    case .noBody: "The server shows no body text."
    case .noButtons: "The server shows no buttons; left out: \(a[0])."
    case .fewButtons: "The server shows \(a[0]) buttons at most; left out: \(a[1])."
    case .asksTextOnce:
      "The server can ask for text only once in a banner: “\(a[0])” is a plain button, and a press on it opens the app."
    case .asksNoText:
      "The server cannot ask for text: “\(a[0])” is a plain button, and a press on it opens the app."

    case .cutBytes: "“\(a[0])” had \(a[1]) bytes and was cut to \(a[2])."
    case .cutCharacters: "“\(a[0])” had \(a[1]) characters and was cut to \(a[2])."
    case .furtherInList: "The banner has the first \(a[1]) of “\(a[0])”, and the list \(a[2]) more."
    case .furtherLeftOut: "“\(a[0])” had \(a[1]) entries; those after the first \(a[2]) were left out."
    case .tooLongLeftOut: "“\(a[0])” was left out: it had \(a[1]) bytes, and \(a[2]) are the most."
    case .charactersTakenOut: "Characters that must not reach a server were removed from “\(a[0])”."
    case .meansNothing: "“\(a[0])” had a value that means nothing; it was left out."
    case .pictureMalformed: "The picture in “\(a[0])” was left out: its numbers contradict each other."
    case .pictureTooWide:
      "The picture in “\(a[0])” was left out: an edge had \(a[1]) pixels, and \(a[2]) are the most."
    case .pictureNoRoom: "The picture in “\(a[0])” was left out: too many large ones came at once."
    case .pictureByName:
      "Bellhop cannot copy the picture in “\(a[0])”: the server was given its name, and lists show none."
    case .pictureMissing: "The picture in “\(a[0])” could not be copied and was left out."
    case .bodyPicturesLeftOut:
      "Pictures in the body were left out: a server may open files of this machine alone, and none for an app in a sandbox."
    case .directionClosed: "“\(a[0])” left its writing direction open; it was closed at the end."
    case .anothersName:
      "“\(a[0])” is the name of Bellhop or of an installed app that did not post this; the poster's own name is used instead."
    case .withoutText: "It had no text; lists show it by its app's name."

    case .pressed:
      a.isPressOfNotification ? "The person pressed the notification." : "The person pressed “\(a[0])”."
    case .pressedEarlier:
      a.isPressOfNotification
        ? "The person pressed the notification with the text before this one, which is still unread."
        : "The person pressed “\(a[0])” of the text before this one, which is still unread."
    case .dismissedOnScreen: "The person dismissed the banner."
    case .dismissedInList: "The person dismissed it in the list."
    case .dismissedRead: "The person took it off the list; it was read."
    case .takenBackByPerson: "The person withdrew it."
    case .passesBy: "Its app calls it transient: it is shown, and in no list."
    case .passesUnshown: "Its app calls it transient: it gets no banner, so it is dropped for good."
    case .passesLater:
      "Its app calls it transient: it is kept until its banner is over, and in no list after that."
    case .passesFromList:
      "Its app calls it transient, and no banner of it was seen: it is in the list until the person looks at it, for a day at most."
    case .appCameToFront: "The person turned to the app while the banner was to be read: it counts as read."
    case .bannerGone: "The banner was up while the person was there, and is gone: it counts as read."
    case .tooManyUnread:
      "The app has too many unread ones, and cannot mark any read: its oldest counts as read."
    case .keptInMemory:
      "The disk had no room: it is in memory alone until there is some, and lost if the daemon ends before that."
    case .gaveWay:
      "The script that posted it has too many unread ones: its oldest passive one counts as read."
    case .takenBackByApp: "The app withdrew it."
    case .nextTimeLeftOut: "The app says that its next time, \(a[0]), has been dealt with: it is left out."
    case .readInApp: "The app says that it has been read."
    case .markedRead: "The person marked it read."
    case .expiredUnread: "It expired before it was read (expiresAfter, expiresAt)."
    case .dismissalTakenBack: "The person took back the command that had changed it (bellhop undo)."

    case .refusedSince:
      "Its app is denied: \(a[0]) of its notifications \(a[0] == "1" ? "was" : "were") refused since the daemon's start. 'bellhop allow \(a[1])' lets it notify again."
    case .refusedByFile:
      "Its app is denied: \(a[0]) of its notifications \(a[0] == "1" ? "was" : "were") refused since the daemon's start. An administrator has fixed that in \(a[1]); ask them."
    case .undoSuperseded:
      "There is a newer notification in this thread, so what this one offers to undo can no longer be undone."
    case .answerUnheard:
      "The command that waited for the answer has ended, so the press reached no program, and was not carried out."
    case .answerUnfollowed:
      "No program follows the answers to what the command line posts, so the press was not carried out. It is kept for the next program that does."
    case .answerLeftOut:
      "The command that waited for the answer has ended, so a press could not reach it; left out: \(a[0])."
    case .needsUnlocking:
      a.isPressOfNotification
        ? "Opening it needs an unlocked screen (authenticationRequired): \(a[1])."
        : "“\(a[0])” needs an unlocked screen (authenticationRequired): \(a[1])."
    case .askedToOpen: "The app was not connected, and was asked over D-Bus to open."
    case .startedByBus: "The app was not connected, and was started over D-Bus."
    case .startedByServiceManager: "The app was not connected, and was started by the service manager."
    case .startUnderWay: "The app was started a moment ago; the press is kept until it is ready."
    case .unheard: "The app that waited for the press has ended, and was not told of it."
    case .notStarted: "The app is not running and could not be started: \(a[0])."
    case .noBus: "there is no session bus"
    case .noServiceManager: "there is no service manager (systemd --user) on the session bus"
    case .noDesktopEntry: "it has no desktop entry"
    case .noCommand: "its desktop entry has no command that can be run (Exec)"
    case .needsTerminal: "its desktop entry wants a terminal (Terminal)"
    case .notInstalled: "the program that its desktop entry names is not installed (TryExec)"
    case .idTooLong: "its id is too long for a unit's name"
    case .notRun: "the program that its desktop entry names could not be run (Exec)"
    case .unanswered: "nothing answered in time"
    case .refusedByBus: "D-Bus answered with \(a[0])"
    case .refusedByServiceManager: "the service manager answered with \(a[0])"
    case .linkNeedsUnlocking: "Its address is opened on an unlocked screen alone: \(a[0])."
    case .linkOpened: "Its address was handed to the desktop, which opens it."
    case .linkNotOpened: "Its address could not be opened: \(a[0])."
    case .notOwnFile: "there is no such file or directory of the person's own"
    case .centerNotOpened:
      "The notification centre could not be opened: \(a[0]). In a terminal, bellhop center opens it."
    case .noTerminal: "no terminal is installed that is known to run a program"
    case .cannotBeReached:
      "The app is not connected and has no desktop entry to start it by, so a press could not reach it; left out: \(a[0])."
    case .nothingOpens: "there is neither a desktop portal nor xdg-open"
    }
  }
}
