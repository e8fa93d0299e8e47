import NotificationModel

extension Wording {
  /// `a`: the arguments in words.
  static func english(_ key: Reason.Key, _ a: Arguments) -> String {
    switch key {
    case .several: a.all.joined(separator: " ")

    case .personsAnswer: "the person's answer: bellhop allow \(a[0]), bellhop deny \(a[0])"
    case .personsChoice: "the person's choice: bellhop set \(a[0])"
    case .settingInFile: "\(a[0]) in \(a[1])"
    case .settingBuiltIn: "\(a[0]), as built in"
    case .assumed: "as assumed"
    case .ratingsSwitch: "bellhop ratings"

    case .notKnownWhetherLocked: "it is not known yet whether the screen is locked"
    case .isLocked: "the screen is locked"
    case .isShared: "the screen is shared"
    case .isLockedBy: "the screen is locked (\(a[0]))"
    case .isNotLocked: "the screen is not locked"

    case .undecided:
      "The person has not yet decided about this app (\(a[0]); bellhop allow \(a[1]), bellhop deny \(a[1]))."
    case .allowed: "This app is allowed (\(a[0]))."
    case .notAllowed: "This app is not allowed (\(a[0]))."
    case .marketingNotUrgent: "Marketing is never urgent."
    case .marketingNotAllowed: "Marketing is not allowed for this app (\(a[0]))."
    case .ratingNotUrgent: "Asking to be rated is never urgent."
    case .ratingsOff: "Rating prompts are switched off (\(a[0]))."

    case .timeSensitiveOff: "Time Sensitive notifications are switched off for this app (\(a[0]))."
    case .noRelevantDate: "Time Sensitive needs a relevantDate, and there is none."
    case .relevantLater: "The relevantDate is more than an hour away."
    case .relevantLaterThanFiring: "The relevantDate is more than an hour away when it fires."
    case .relevantBefore: "The relevantDate is more than an hour past."
    case .relevantBeforeFiring: "The relevantDate is more than an hour past when it fires."
    case .noCriticalGrant: "Critical needs an administrator's grant, and this app has none (\(a[0]))."
    case .relevantSoon: "Its relevantDate is near enough by now to break through."
    case .relevantNow: "An alarm or reminder is relevant at the moment it fires."

    case .alarmsOff: "This app's alarms may not break through (\(a[0]))."
    case .alarmsTooMany:
      "The app has posted \(a[0]) alarms within the hour; this one counts as an ordinary notification."
    case .missedCall: "It was held for more than a minute: it comes as a missed call, without its buttons."

    case .comesAgain: "The time of this reminder or alarm has come again: it alerts again, as one entry."
    case .isUnread: "The same notification is already there, unread."
    case .isScheduled: "The same notification is already there, scheduled: the later post's time counts."
    case .awaitsConsent: "The same notification is already there, waiting for consent."
    case .onlyProgress: "Only the progress changed: the banner is updated in place."
    case .replacedSilently: "The new text takes the old one's place, silently as asked."
    case .replaced: "An earlier notification has this identifier; its text changed."
    case .joined: "The same thing was already there, as \(a[0])."

    case .justDismissed: "The person dismissed the same a moment ago: it is listed, without an alert."

    case .notFired: "Its trigger has not fired yet."
    case .zoneUnknown:
      "This computer no longer knows the time zone of its trigger, and looks for it every day."
    case .wasLate:
      "It was due at \(a[0]), when the computer or the daemon was not running, or before the clock was set forward."
    case .occurrenceExpired: "The occurrence of \(a[0]) could not be shown before it expired."
    case .occurrenceDropped: "The app has \(a[0]) unread notifications ([Limits] UnreadPerApp)."
    case .isOccurrence: "It is an occurrence of notification \(a[0]), which repeats."
    case .occurred: "Its occurrence of \(a[0]) is notification \(a[1])."
    case .rescheduled: "The clock was set, or the time zone is another: it is due at \(a[0]) now."
    case .repeatsNoMore: "There is no time left at which it repeats."
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
    case .assumedInFront: "The app is in front of the person, and shows it itself."
    case .alertsTooFast: "The app's alerts come too fast (\(a[0])); one banner will say how many."
    case .exemptFromRate: "The app's alerts come too fast, but its calls and alarms do not."
    case .urgentExempt: "The app's alerts come too fast, but what is Time Sensitive has a rate of its own."
    case .joinsThoseTooFast:
      "The app's alerts came too fast just now; the banner that will say how many speaks for this one too."
    case .callFirst: "An incoming call goes before everything but earlier calls."

    case .doNotDisturb: "Do Not Disturb is on (bellhop dnd)."
    case .throughDoNotDisturb:
      "Do Not Disturb is on (bellhop dnd), and \(a[0]) notifications may break through."
    case .doNotDisturbOver: "Do Not Disturb is over."
    case .quietHours: "Quiet hours are on until \(a[0]) (\(a[1]))."
    case .throughQuietHours:
      "Quiet hours are on until \(a[0]) (\(a[1])), and \(a[2]) notifications may break through."
    case .quietHoursOver: "Quiet hours are over."
    case .awaitsSummary: "It waits for the summary at \(a[0]) (\(a[1]))."
    case .throughSummary: "This app's notifications go into the summary, and \(a[0]) ones may break through."
    case .callsAwaitNoSummary: "This app's notifications go into the summary, but a call never."
    case .noSummaryTime: "This app's notifications go into the summary, and none has a time (\(a[0]))."
    case .summaryDue: "The time of the summary has come."
    case .noSummaryAnyMore: "It waits for no summary any more."
    case .awaitsUnlocking: "What only the app wants waits: \(a[0])."
    case .unlocked: "The screen is unlocked."
    case .joinsReleased:
      "The app's notifications that were held are about to be shown; it comes together with them."
    case .fewEnough: "Those that it was to come together with are few enough for banners of their own."
    case .noServer: "There is no notification server; shown as soon as there is one."
    case .serverNotAnswering: "The notification server does not answer; shown when it does."
    case .nothingHolds: "Nothing holds it any more."

    case .isPrivate: "Its text is hidden: the app marked it private."
    case .previewsNever: "Its text is hidden: previews are \(a[0]) (\(a[1]))."
    case .textHidden: "Its text is hidden: \(a[0]), and previews are \(a[1]) (\(a[2]))."
    case .textShown: "Its text is shown: \(a[0]), and previews are \(a[1]) (\(a[2]))."
    case .iconsLeftOut: "Buttons are shown without their icons."
    case .soundOfRating: "Asking to be rated makes no sound."
    case .soundsOff: "Sounds are switched off for this app (\(a[0]))."
    case .muteSwitch: "The mute switch is on (bellhop silent)."
    case .soundsTooFast: "Another sound was only just to be heard; this one was left out."

    case .showed: "\(a[0]) showed the banner."
    case .changedInPlace: "\(a[0]) changed the banner in place."
    case .keptBack: "\(a[0]): the server has it, and shows no banner."
    case .soundKeptBack: "\(a[0]): the sound is kept back with the banner."
    case .soundMissing: "\(a[0]) plays no sounds, and Bellhop cannot play this one: \(a[1])"
    case .soundPlayed: "\(a[0]) plays no sounds: Bellhop plays this one."
    case .serverDied: "The server died while showing it"
    case .serverRefused: "The server refused it (\(a[0]))"
    case .serverFailed: "The server could not show it"
    case .triesAsText: "\(a[0]); tried again as text only."
    case .givenUp: "\(a[0]) again; it stays in the list."
    case .neverAnswered: "The server never answered: it may be shown twice."
    case .neverAnsweredAgain: "The server never answered: the banner is closed."
    case .stoppedMeanwhile: "The daemon stopped while the server was asked to show it: it may be shown twice."
    case .summarised: "One banner said how many there were."
    case .summaryFailed: "The server could not show how many there are; it stays in the list."
    case .asTextOnly: "Shown as text only, because a server stopped while showing all of it."
    case .noBody: "The server shows no body."
    case .noButtons: "The server shows no buttons: \(a[0])."
    case .fewButtons: "The server shows \(a[0]) buttons at most: without \(a[1])."
    case .asksTextOnce:
      "The server asks for text once in a banner: \(a[0]) is a plain button, and a press on it opens the app."
    case .asksNoText:
      "The server asks for no text: \(a[0]) is a plain button, and a press on it opens the app."

    case .pressed: "The person pressed “\(a[0])”."
    case .dismissedOnScreen: "The person dismissed the banner."
    case .dismissedInList: "The person dismissed it in the list."
    case .takenBackByPerson: "The person took it back."
    case .takenBackByApp: "The app took it back."
    case .readInApp: "The app says that it has been read."
    case .markedRead: "The person marked it read."
    case .expiredUnread: "It was not read within its expiresAfter."
    case .dismissalTakenBack: "The person took the dismissal back."

    case .undoSuperseded:
      "A newer notification of this thread can be undone instead; this one cannot be undone any more."
    case .needsUnlocking: "“\(a[0])” has authenticationRequired, and \(a[1])."
    case .askedToOpen: "The app was not connected, and was asked over D-Bus to open."
    case .startedByBus: "The app was not connected, and was started over D-Bus."
    case .startedByServiceManager: "The app was not connected, and was started by the service manager."
    case .startUnderWay: "The app was started a moment ago; the press waits for it."
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
    }
  }
}
