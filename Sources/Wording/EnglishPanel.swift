import NotificationModel

extension PanelWording {
  static let english = PanelWording(
    standing: StandingWords(
      unread: { "\($0) unread" },
      held: { "\($0) held back" },
      doNotDisturb: "Do Not Disturb",
      locked: "Screen locked",
      nothingNew: "No new notifications",
      noDaemon: "The notification daemon is not running"),
    centre: CentreWords(
      title: "Notifications",
      empty: "There are no notifications.",
      nothingFound: "Nothing is found.",
      unreadOnly: "Unread only",
      unread: "unread",
      held: "held back",
      awaitsPermission: "waits for permission",
      older: { "\($0) older" },
      inList: { "\($0) in the list" },
      name: EnglishPanel.name,
      meaning: EnglishPanel.meaning,
      why: "Why it was treated so",
      settings: { "Settings of \($0)" },
      setting: EnglishPanel.setting,
      value: EnglishPanel.value,
      locked: "fixed by an administrator",
      later: EnglishPanel.later,
      sent: "Sent.",
      dismissed: { $0 == 1 ? "Dismissed. u brings it back." : "\($0) dismissed. u brings them back." },
      restored: {
        $0 == 0
          ? "There is nothing to bring back." : $0 == 1 ? "Back in the list." : "\($0) back in the list."
      },
      markedRead: "Marked read.",
      snoozed: { "Comes back at \($0)." },
      dismissAll: { "Dismiss all \($0)? (y/n)" }),
    statistics: StatisticsWords(
      figure: EnglishPanel.figure,
      since: { "Since \($0): \($1) \($1 == 1 ? "post" : "posts") of \($2) \($2 == 1 ? "app" : "apps")." },
      nothing: "Nothing was posted in this time.",
      hint: EnglishPanel.hint))
}

private enum EnglishPanel {
  @Sendable static func name(_ command: CentreCommand) -> String {
    switch command {
    case .move: "Move"
    case .open: "Open"
    case .press: "Press"
    case .whole: "View"
    case .fold: "Fold"
    case .read: "Read"
    case .dismiss: "Dismiss"
    case .undo: "Undo"
    case .snooze: "Snooze"
    case .search: "Search"
    case .unreadOnly: "Unread"
    case .doNotDisturb: "Do Not Disturb"
    case .explain: "Why"
    case .settings: "Settings"
    case .dismissAll: "Dismiss All"
    case .help: "Help"
    case .quit: "Quit"
    }
  }

  @Sendable static func meaning(_ command: CentreCommand) -> String {
    switch command {
    case .move: "Go through the list."
    case .open: "Open the notification in its app."
    case .press: "Press the button of that number; a reply is typed below."
    case .whole: "View all of its text."
    case .fold: "Hide or show an app's notifications, or the older ones of a thread."
    case .read: "Mark it read; on an app's name, all of the app's."
    case .dismiss: "Take it off the list; on an app's name, all of the app's."
    case .undo: "Bring back what was dismissed last."
    case .snooze: "Have it come back later."
    case .search: "Search as you type; Enter keeps the result, Esc ends it."
    case .unreadOnly: "Show unread ones only, or all."
    case .doNotDisturb: "Turn Do Not Disturb on or off."
    case .explain: "Say why it was shown, or was not."
    case .settings: "Change what its app may do."
    case .dismissAll: "Take everything that is shown off the list."
    case .help: "Show this page."
    case .quit: "Leave."
    }
  }

  @Sendable static func setting(_ setting: AppSetting) -> String {
    switch setting {
    case .authorization: "Notifications"
    case .banners: "Banners"
    case .badges: "Badges"
    case .sounds: "Sounds"
    case .timeSensitive: "Time Sensitive"
    case .critical: "Critical"
    case .marketing: "Offers and news"
    case .previews: "Show text"
    case .summary: "Wait for the summary"
    case .alarms: "Alarms through Do Not Disturb"
    case .calls: "Calls through Do Not Disturb"
    }
  }

  @Sendable static func value(_ word: String) -> String {
    switch word {
    case "true": "on"
    case "false": "off"
    case Authorization.notDetermined.rawValue: "undecided"
    case Authorization.denied.rawValue: "not allowed"
    case Authorization.provisional.rawValue: "quietly"
    case Authorization.authorized.rawValue: "allowed"
    case Previews.always.rawValue: "always"
    case Previews.whenUnlocked.rawValue: "when unlocked"
    case Previews.never.rawValue: "never"
    default: word
    }
  }

  @Sendable static func later(_ choice: SnoozeChoice) -> String {
    switch choice {
    case .quarter: "In 15 minutes"
    case .hour: "In an hour"
    case .evening: "At 18:00"
    case .morning: "At 9:00"
    }
  }

  @Sendable static func figure(_ figure: StatisticsFigure) -> String {
    switch figure {
    case .posts: "posts"
    case .coalesced: "merged"
    case .held: "held"
    case .suppressed: "in front"
    case .pressed: "pressed"
    case .dismissedUnread: "dismissed"
    }
  }

  @Sendable static func hint(_ app: String, _ loudness: Loudness) -> String {
    switch loudness {
    case .ignored: "\(app) posts much that you dismiss unread. To keep it in the list, without banners:"
    case .frequent: "\(app) posts much that you never press. To have it wait for the summary:"
    }
  }
}
