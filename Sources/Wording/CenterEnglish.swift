import NotificationModel

extension CenterWording {
  static let english = CenterWording(
    bar: BarWording(locale: "en"),
    notifications: "Notifications",
    locked: "Screen locked",
    waiting: "The daemon does not answer; waiting for it",
    isBack: "The daemon is back",
    nothing: "No notifications",
    noMatch: "Nothing matches",
    isGone: "It is no longer in the list",
    isToCome: "It is still to come, or waits for its app to be allowed",
    isBusy: "The daemon is still busy",
    notWhileLocked: "Not while the screen is locked",
    isNotStored: "Nothing was changed: the disk takes nothing",
    noText: "No action of this one takes a text",
    noActions: "This one has no actions",
    isApp: "This line is an app; select one of its notifications",
    nothingToUndo: "Nothing to bring back",
    restored: { "Back in the list: \($0)" },
    dismissed: { "Dismissed: \($0); \($1) brings back" },
    search: "Search",
    chooseAction: "Press",
    chooseEnd: "Alert again",
    open: "Open",
    destructive: "destructive",
    minutes: { "in \($0) minutes" },
    hours: { $0 == 1 ? "in an hour" : "in \($0) hours" },
    at: { "at \($0)" },
    why: "Why it was treated as it was",
    keys: "Keys",
    settings: { "Settings of \($0)" },
    fixed: "fixed by an administrator",
    askDenial: { "Deny all notifications of \($0)?" },
    keepAllowed: "Keep them allowed",
    deny: "Deny them: those that are unread or wait leave the list for good",
    on: "on",
    off: "off",
    state: englishState,
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
    case .foreground: "No banners while it is in front"
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
    case .choose: ("Choose", "press the action, or choose the line, with this number")
    case .reply: ("Reply", "write a text for the action that asks for one")
    case .read: ("Read", "mark it read; on an app, all of its notifications")
    case .dismiss: ("Dismiss", "take it off the list; on an app, all of its notifications")
    case .undo: ("Undo", "bring back what was dismissed last")
    case .snooze: ("Snooze", "put it off")
    case .search: ("Search", "search as you type; Enter keeps what is found, Esc ends it")
    case .doNotDisturb: ("Do Not Disturb", "turn Do Not Disturb on or off")
    case .explain: ("Why", "say why it was treated as it was")
    case .settings: ("Settings", "what its app may do")
    case .help: ("Keys", "this help")
    case .back: ("Back", "close what is open, or end the search")
    case .redraw: ("Redraw", "draw the screen anew")
    case .leave: ("Quit", "leave")
    }
  }
}
