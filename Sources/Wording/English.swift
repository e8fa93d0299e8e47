import NotificationModel

extension Wording {
  package static let english = Wording(
    notification: "Notification",
    open: "Open",
    message: "Message",
    call: "Call",
    reminder: "Reminder",
    alarm: "Alarm",
    missedCall: "Missed Call",
    mayNotify: { "“\($0)” Would Like to Send You Notifications" },
    isItsOwnClaim: { "“\($0)” (not verified)" },
    quotation: { "“\($0)”" },
    wantsToShow: { kinds in
      let words = kinds.map { kind in
        switch kind {
        case .message: "messages"
        case .call: "calls"
        case .reminder: "reminders"
        case .alarm: "alarms"
        case .rating, .marketing, nil: kinds.count > 1 ? "other notifications" : "notifications"
        }
      }
      let all = words.count > 1 ? words.dropLast().joined(separator: ", ") + " and " : ""
      return "It wants to show \(all)\(words.last ?? "notifications")."
    },
    allow: "Allow",
    dontAllow: "Don’t Allow",
    deliverQuietly: "Deliver Quietly",
    allowForAnHour: "Allow for an Hour",
    askInAnHour: "Ask Me in an Hour",
    comesThroughQuiet: "Allowed, it comes through Do Not Disturb.",
    howToAnswer: { "Answer: \($0.joined(separator: ", or "))" },
    howToTurnOff: { "To turn it off: \($0.joined(separator: ", or "))" },
    couldNotBeOpened: { "“\($0)” Could Not Be Opened" },
    pressHadNoEffect: "The Button Had No Effect",
    couldNotStart: { "“\($0)” Could Not Start" },
    mayMarket: { "“\($0)” Would Like to Send You Offers and News" },
    timeSensitiveFrom: { "Time Sensitive Notifications from “\($0)”" },
    timeSensitiveMeans: "They are always shown at once, even while other notifications are held back.",
    leaveOn: "Leave On",
    keep: "Keep",
    turnOff: "Turn Off",
    muteForAnHour: "Mute for an Hour",
    snooze: "Snooze",
    anApp: "an app",
    process: { number, name in "process \(number)" + (name.map { ", \($0)" } ?? "") },
    notifications: { "\($0) \($0 == 1 ? "notification" : "notifications") from \($1)" },
    moreNotifications: { "\($0) more \($0 == 1 ? "notification" : "notifications") from \($1)" },
    missed: { count, apps, clause in
      let notifications = count == 1 ? "1 notification" : "\(count) notifications"
      return notifications + (apps > 1 ? " from \(apps) apps " : " ")
        + (clause ?? "that you missed")
    },
    appAndCount: { "\($0) \($1)" },
    missedWhile: { cause in
      switch cause {
      case .quiet(let kind): english(kind, Arguments(all: [])).whileOn
      case .locked: "while the screen was locked"
      case .hidden: "while text was hidden"
      case .away: "while you were away"
      }
    },
    titleAndMore: { "\($0) and \($1) more" },
    andMore: { "and \($0) more" })
}

extension Wording {
  /// `part`: the word or the part of the text that the advice is about.
  static func english(_ message: Remark.Message, _ part: String?) -> String {
    let quoted = part.map { " (“\($0)”)" } ?? ""
    return switch message {
    case .titleTooLong: "The title is too long to be read at a glance."
    case .titleFitsAny: "The title would fit any notification; without it the app's name stands there."
    case .titleSaysTheSame: "The body says all that the title says; let the title give context."
    case .titleNotInTitleStyle: "The title is not in title-style capitalization\(quoted)."
    case .titlePunctuated: "The title ends with punctuation."
    case .titleSaysOnlyWrong: "The title says that something is wrong, but not what."
    case .titleReveals: "The title reveals something that others should not read; leave that to the app."
    case .bodyTooLong: "The body is too long for a notification; leave the rest to the app."
    case .bodyWithoutCapital: "The body does not begin with a capital\(quoted)."
    case .bodyWithoutEnd: "The body ends without a full stop."
    case .bodyMarksRepeated: "One mark at the end of a sentence is enough."
    case .bodyShouts: "The body shouts\(quoted); words in capitals are hard to read."
    case .bodyNotInSentenceCase: "The body is not in sentence case."
    case .textNamesApp: "The text names the app\(quoted), which the desktop shows already."
    case .textInstructs: "The text tells people what to do\(quoted); offer a button for it."
    case .errorBelongsInApp: "This is news of an error\(quoted); show it in the app, where help is at hand."
    case .textReveals: "The text reveals something that others should not read; say only what it is about."
    case .codeRevealed: "The text holds a code that others should not read; mark the notification private."
    case .imageIsAppIcon: "The image is the app's own icon, which the desktop shows already."
    case .fileTooLarge: "The file is larger than 4194304 bytes, so that no picture is shown."
    case .fileIsNoPicture:
      "The file is no whole PNG, JPEG, GIF, WebP or SVG, has too many pixels, or names other files."
    case .fileNotTaken: "The file cannot be read, so that no picture is shown."
    case .imageMissing: "The image is neither a file nor an icon of the theme, so that none is shown."
    case .textAdvertises: "The text advertises\(quoted); give it the kind “marketing”, which people agree to."
    case .textAsksForRating:
      "This asks for a rating\(quoted); give it the kind “rating”, shown a few times a year."
    case .textIsCut: "The text is cut\(quoted); send all of it, which the desktop cuts where it has no room."
    case .textHasGap: "The text has a gap that the app has not filled\(quoted)."
    case .textIsTechnical: "These are words of programs\(quoted); say it in words of people."
    case .scanInOtherWords:
      "A text about scanning needs no tag, NFC or touch\(quoted); say “scan” and “hold near”."
    case .looksLikeBadge: "The number looks like a badge; the desktop counts what is unread by itself."
    case .looksLikeQuestion: "This looks like the system's own question\(quoted); let the system ask."
    case .leadsToQuestion:
      "This leads to the system's own question. Give it one button, and do not call it “Allow”."
    case .urgentTooOften:
      "More than a fifth of a week's notifications are Time Sensitive; few things cannot wait."
    case .saysAlmostTheSame:
      "Almost the same was said a moment ago; with one “identifier” the banner changes."
    case .previewTooLong: "The text for hidden previews is long; name the kind of content in a few words."
    case .previewSaysNothing: "The text for hidden previews says nothing; name the kind of content."
    case .previewReveals: "The text for hidden previews reveals details; name the kind of content alone."
    case .previewNotInSentenceStyle: "The text for hidden previews should be in sentence style."
    case .labelTooLong: "The label is long\(quoted); use a short term or phrase."
    case .labelPunctuated: "The label ends with punctuation."
    case .labelNotInTitleStyle: "The label is not in title-style capitalization."
    case .labelHoldsMore: "The label holds a name, a number or an emoji; say only what a press does."
    case .undoUnclear: "The label does not say briefly and precisely what it undoes."
    case .oneUndoIsEnough: "One action for undoing is enough."
    case .actionsAllOpenApp: "Every action opens the app; offer one that works without opening it."
    case .actionOnlyOpensApp: "A press on the notification opens the app; this action\(quoted) adds nothing."
    case .actionOnlyDismisses: "The desktop has a button for closing; this one\(quoted) adds nothing."
    case .actionDestroysUnsaid: "The action\(quoted) destroys something, and is not marked as destructive."
    case .actionWithoutContext: "Without a body people cannot tell what this action destroys."
    case .purposeTooLong: "The purpose is long; people read one short sentence."
    case .purposeNoSentence: "The purpose is not one complete sentence, in sentence style, with a full stop."
    case .purposePassive: "The purpose is in the passive voice; say who does what."
    case .purposeVague: "The purpose does not say what the notifications are about."
    case .purposeBargains: "The purpose offers or withholds something; permission must be given freely."
    case .textBargains: "The text offers something in return for permission; permission must be given freely."
    case .askedTooEarly: "The app asks as soon as it runs; wait until people use what it would tell of."
    }
  }
}
