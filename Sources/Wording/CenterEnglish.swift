import NotificationModel

extension CenterWording {
  static let english = CenterWording(
    bar: BarWording(locale: "en"),
    terms: .english,
    judgement: .english,
    numbers: "1 to 9, 0",
    wheelUp: "wheel up",
    wheelDown: "wheel down",
    notifications: "Notifications",
    locked: "Screen locked",
    waiting: "The daemon does not answer; waiting for it",
    isBack: "The daemon is back",
    onlyUnread: "Only unread",
    onlyMissed: "Only missed",
    nothing: "No notifications",
    nothingMissed: "Nothing was missed",
    noMatch: "Nothing matches",
    missed: { "Missed \(Wording.english.missedWhile($0))" },
    isGone: "It is no longer in the list",
    isUnknown: { "No app called \($0) has notified yet" },
    isToCome: "It is still to come, or waits for its app to be allowed",
    isBusy: "The daemon is still busy",
    notWhileLocked: "Not while the screen is locked",
    isNotStored: "Nothing was changed: the disk takes nothing",
    noText: "No action of this one takes a text",
    noActions: "This one has no actions",
    isHeading: "This line is a heading; select a notification below it",
    nothingToUndo: "Nothing to bring back",
    restored: { "As before: \($0)" },
    earlierSettings: { "\($0) has its earlier settings again" },
    nothingDismissed: "Nothing to dismiss: it is off the list already",
    dismissed: { "Dismissed: \($0); \($1) brings back" },
    offList: { "Off the list: \($0); \($1) brings back" },
    nothingRead: "No notification here is read, so there is none to clear",
    askClear: { "Clear all \($1.map { "of \($0) " } ?? "")that is read (\($0))?" },
    askErase: { "Erase “\($0)” for good?" },
    askEraseApp: { "Erase all that is stored of \($0) for good?" },
    erased: { count, keeper in
      "Erased for good: \(count)" + (keeper.map { "; \($0) may still keep a copy" } ?? "")
    },
    search: "Search",
    askEnd: "Until when (45m or 18:00)",
    askEndAgain: "Not clear; write 45m, 1h30m or 18:00",
    chooseAction: "Press",
    open: "Open",
    destructive: "destructive",
    minutes: { "for \($0) minutes (until \($1))" },
    anHour: { "for an hour (until \($0))" },
    thisMorning: { "until this morning (\($0))" },
    tomorrowMorning: { "until tomorrow morning (\($0))" },
    thisEvening: { "until this evening (\($0))" },
    anotherTime: "until another time…",
    turnOff: "Turn it off",
    untilTurnedOff: "until it is turned off",
    putOff: { "Put off until \($0)" },
    doNotDisturbOff: "Do Not Disturb is off",
    letSender: { sender, app, isOn in
      isOn ? "Let \(sender) in \(app) through Do Not Disturb" : "Let \(sender) through no longer"
    },
    letApp: { app, isAll in
      isAll ? "Let all of \(app) through Do Not Disturb" : "Let only what is urgent of \(app) through"
    },
    muteApp: { app, end in
      end.map { "Mute \(app) for an Hour (until \($0))" } ?? "Let \(app) show banners again"
    },
    letStayAway: { "\($1 ? "Show no" : "Show") banners of \($0) while it is in front" },
    senderIsLet: { "\($0) comes through Do Not Disturb\($1 ? "" : " no longer")" },
    appIsLet: { "\($1 ? "All" : "Only what is urgent") of \($0) comes through Do Not Disturb" },
    appIsMuted: { app, end in end.map { "\(app) is muted until \($0)" } ?? "\(app) shows banners again" },
    staysAwayInFront: { "\($0) shows \($1 ? "no banners" : "banners") while it is in front" },
    why: "Why it was treated as it was",
    keys: "Keys",
    settings: { "Settings of \($0)" },
    fixed: "fixed by an administrator",
    until: { "until \($0)" },
    askAuthorization: { "May \($0) notify?" },
    allow: "Allow",
    deliverQuietly: "Deliver Quietly: in the list, without banners",
    allowForAnHour: { "Allow for an Hour (until \($0))" },
    deny: "Don’t Allow: those that are unread or wait leave the list",
    asks: { "It asks for this: “\($0)”" },
    on: "on",
    off: "off",
    changed: "changed",
    state: englishState,
    stateUntil: { $0 == .scheduled ? "scheduled for \($1)" : "\(englishState($0)) until \($1)" },
    setting: englishSetting,
    authorization: {
      switch $0 {
      case .notDetermined: "not decided"
      case .denied: "denied"
      case .provisional: "quietly"
      case .authorized: "allowed"
      }
    },
    asConsentSays: "as [Front] Consent says",
    previews: {
      switch $0 {
      case .always: "always"
      case .whenUnlocked: "when unlocked"
      case .never: "never"
      }
    },
    throughQuiet: {
      switch $0 {
      case .through: "everything"
      case .urgent: "what is urgent"
      case .never: "nothing"
      }
    },
    kept: {
      switch $0 {
      case .all: "all of it"
      case .titles: "titles"
      case .none: "no text"
      }
    },
    days: { $0 == 1 ? "1 day" : "\($0) days" },
    hours: { $0 == 1 ? "1 hour" : "\($0) hours" },
    command: englishCommand)

  private static func englishState(_ state: State) -> String {
    switch state {
    case .scheduled: "scheduled"
    case .awaitingConsent: "app not allowed yet"
    case .held: "held back"
    case .delivered: "unread"
    case .read: "read"
    case .dismissed: "dismissed"
    case .withdrawn: "withdrawn"
    case .expired: "expired"
    case .failed: "could not be shown"
    }
  }

  private static func englishSetting(_ setting: AppSetting) -> String {
    switch setting {
    case .authorization: "Notifications"
    case .banners: "Banners"
    case .badges: "Badges"
    case .sounds: "Sounds"
    case .timeSensitive: "Time Sensitive ones break through"
    case .critical: "Critical ones break through"
    case .marketing: "Offers and news"
    case .previews: "Previews"
    case .summary: "Wait for the summary"
    case .alarms: "Alarms ring through Do Not Disturb"
    case .calls: "Calls come through Do Not Disturb"
    case .dnd: "Comes through Do Not Disturb"
    case .repeated: "So does a second call or message within three minutes"
    case .buttons: "Mute and Snooze on its banners"
    case .foreground: "No banners while it is in front"
    case .store: "Kept of what is read or gone"
    case .again: "Alerts again after"
    case .keepDays: "Kept for"
    }
  }

  private static func englishCommand(_ command: CenterCommand) -> (label: String, meaning: String) {
    switch command {
    case .up: ("Up", "the line above")
    case .down: ("Down", "the line below")
    case .pageUp: ("Page up", "a screen back")
    case .pageDown: ("Page down", "a screen on")
    case .first: ("First", "the first line")
    case .last: ("Last", "the last line")
    case .open: ("Open", "show the whole text, or fold an app; in a menu, choose")
    case .fold: ("Fold", "show or fold the older ones of a thread, or an app")
    case .press: ("Press", "press an action, which opens the notification where it has no other")
    case .choose:
      ("Choose", "press the action, or choose the line, with this number; a menu goes on with a to g")
    case .reply: ("Reply", "write a text for the action that asks for one")
    case .read: ("Read", "mark it read; on an app, all of its notifications")
    case .dismiss: ("Dismiss", "take it off the list; on an app, all of its notifications")
    case .undo: ("Undo", "take back the last command, one after the other over a day")
    case .snooze: ("Snooze", "put it off until a time that you choose")
    case .letThrough:
      ("Let through", "let its sender or its app through Do Not Disturb, or mute its app for an hour")
    case .clear: ("Clear", "take all that is read off the list")
    case .clearApp: ("Clear app", "take all of its app that is read off the list")
    case .erase: ("Erase", "delete it for good; on an app, all that is stored of it")
    case .search: ("Search", "search as you type; Enter keeps what is found, Esc ends it")
    case .filter: ("Filter", "show only what is unread, only what was missed, or all")
    case .doNotDisturb: ("DND", "turn Do Not Disturb on until a time that you choose, or off")
    case .explain: ("Why", "say why it was treated as it was")
    case .settings: ("Settings", "what its app may do")
    case .help: ("Help", "this help")
    case .back: ("Back", "close what is open, end the search, or show all again")
    case .redraw: ("Redraw", "draw the screen anew")
    case .leave: ("Quit", "leave")
    }
  }
}
