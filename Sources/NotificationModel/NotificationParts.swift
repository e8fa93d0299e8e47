// The parts of a notification.

/// The strength with which a notification asks for attention.
public enum InterruptionLevel: String, CaseIterable, Sendable {
  /// Listed and counted, never a banner or a sound.
  case passive
  /// A banner now, or when Do Not Disturb, quiet hours or the summary release it. The level of posts that give none.
  case active
  /// Breaks through Do Not Disturb and the summary where the person allows it. Needs `relevantDate` within an hour of now;
  /// until then it counts as active.
  case timeSensitive
  /// Also ignores the mute switch. An administrator must have granted it to the app.
  case critical

  /// Whether it is more urgent than the other.
  package func isAbove(_ other: Self) -> Bool { rank > other.rank }

  private var rank: Int {
    switch self {
    case .passive: 0
    case .active: 1
    case .timeSensitive: 2
    case .critical: 3
    }
  }
}

/// The kinds of notifications that rules of their own apply to.
public enum Kind: String, CaseIterable, Sendable {
  /// A person has written.
  case message
  /// A person calls. Goes before everything that waits to be shown, and counts for no alert rate.
  case call
  /// Of an appointment or a task: relevant at the moment its trigger fires, without `relevantDate`.
  case reminder
  /// Set by the person, and relevant at the moment its trigger fires. Sounds when muted, too.
  case alarm
  /// Asks to rate the app: three times in 365 days at most, two weeks apart, never in the app's first week, and again only
  /// once the person has pressed another notification of the app; else `NotificationsError.quotaExceeded`.
  case rating
  /// Offers and news. `NotificationsError.notAuthorized` without a consent of its own (`requestAuthorization`).
  case marketing
}

/// The presentation of a notification whose app is in the foreground, as an app of Apple's systems chooses it in
/// `userNotificationCenter(_:willPresent:)`.
public enum WhileInFront: String, CaseIterable, Sendable {
  /// In the list, without a banner, where the app follows its events or claims the foreground: it hears of it by the
  /// event `received`. Else it is shown.
  case list
  /// As if the app were not in the foreground.
  case show
  /// With a banner, without a sound.
  case silent
}

/// A text field of a button: a press asks for a line of text.
public struct TextInput: Hashable, Sendable {
  /// Shown in the empty field; at most 256 characters and 2,048 bytes.
  public var placeholder: String?
  /// The label of the button that sends the text; at most 64 characters and 512 bytes.
  public var button: String?
  /// Without texts of its own, the server's are used.
  public init(placeholder: String? = nil, button: String? = nil) {
    self.placeholder = placeholder
    self.button = button
  }
}

/// A button of a notification, one of four at most.
public struct Action: Hashable, Sendable {
  /// Comes back in the event of a press. Unique within the notification; neither `default` nor one that begins with
  /// `io.bellhop.`.
  public var id: ItemID
  /// The label, in title-style capitals and without an end mark; at most 64 characters and 512 bytes.
  public var title: String
  /// The name of a theme icon. Accepted, and left out of banners: few servers can draw it.
  public var icon: String?
  /// Whether it destroys something. Such actions come last.
  public var destructive: Bool
  /// Neither offered nor accepted while the screen is locked.
  public var authenticationRequired: Bool
  /// Whether the app comes to the foreground, where a press has to start it.
  public var foreground: Bool
  /// Asks for a line of text; the event is then `replied`, or `activated` where the server has no text fields.
  public var input: TextInput?

  /// A button with these properties.
  public init(
    id: ItemID, title: String, icon: String? = nil, destructive: Bool = false,
    authenticationRequired: Bool = false, foreground: Bool = false, input: TextInput? = nil
  ) {
    self.id = id
    self.title = title
    self.icon = icon
    self.destructive = destructive
    self.authenticationRequired = authenticationRequired
    self.foreground = foreground
    self.input = input
  }
}

/// A set of fields that an app registers once, for the notifications that name the category.
public struct Category: Hashable, Sendable {
  /// Named by `NotificationRequest.category`.
  public var id: ItemID
  /// The kind of notifications that state none.
  public var kind: Kind?
  /// The buttons of notifications that state none; never merged with theirs.
  public var actions: [Action]?
  /// In place of the body while previews are hidden; `%u` becomes the number of unread ones in the thread. At most 256
  /// characters and 2,048 bytes.
  public var hiddenPreviewBody: String?
  /// Whether the title is shown while previews are hidden.
  public var hiddenPreviewShowsTitle: Bool
  /// Whether the subtitle is shown while previews are hidden.
  public var hiddenPreviewShowsSubtitle: Bool
  /// The line for several of one thread in a banner that sums up many, such as "%u new messages"; `%u` becomes their
  /// number. At most 256 characters and 2,048 bytes.
  public var summaryFormat: String?
  /// Whether a dismissal is an event; `nil` means true.
  public var reportsDismissal: Bool?
  /// In place of `hiddenPreviewBody` where the number of unread notifications is one; within the same bounds.
  public var hiddenPreviewBodyOne: String?
  /// In place of `summaryFormat` likewise.
  public var summaryFormatOne: String?
  /// A tag of BCP 47: the language of the labels and the hidden preview, and of posts with this category that name no
  /// language.
  public var language: String?

  /// A category with these fields.
  public init(
    id: ItemID, kind: Kind? = nil, actions: [Action]? = nil, hiddenPreviewBody: String? = nil,
    hiddenPreviewShowsTitle: Bool = false, hiddenPreviewShowsSubtitle: Bool = false,
    summaryFormat: String? = nil, reportsDismissal: Bool? = nil, language: String? = nil,
    hiddenPreviewBodyOne: String? = nil, summaryFormatOne: String? = nil
  ) {
    self.id = id
    self.kind = kind
    self.actions = actions
    self.hiddenPreviewBody = hiddenPreviewBody
    self.hiddenPreviewShowsTitle = hiddenPreviewShowsTitle
    self.hiddenPreviewShowsSubtitle = hiddenPreviewShowsSubtitle
    self.summaryFormat = summaryFormat
    self.reportsDismissal = reportsDismissal
    self.language = language
    self.hiddenPreviewBodyOne = hiddenPreviewBodyOne
    self.summaryFormatOne = summaryFormatOne
  }
}

/// A person who wrote or called.
public struct Sender: Hashable, Sendable {
  /// Becomes the title. At most 256 characters and 2,048 bytes.
  public var name: String
  /// The group that they wrote to; at most 256 characters and 2,048 bytes.
  public var group: String?
  /// Their picture, as `NotificationRequest.image`.
  public var avatar: String?
  /// A person, with a group if they wrote to one.
  public init(name: String, group: String? = nil, avatar: String? = nil) {
    self.name = name
    self.group = group
    self.avatar = avatar
  }
}

/// Wall-clock fields to match. Fields larger than the largest given one may be anything, smaller ones are the first there
/// is: an hour alone is that hour of every day, sharp. A time that the clocks skip comes right after the gap, one that
/// they show twice the first time.
public struct CalendarFields: Hashable, Sendable {
  /// 0 to 59.
  public var minute: Int?
  /// 0 to 23.
  public var hour: Int?
  /// 1 to 31; a month without that day is passed over.
  public var day: Int?
  /// 1 to 12.
  public var month: Int?
  /// 1 for Monday to 7 for Sunday. `day`, if given, must match as well.
  public var weekday: Int?
  /// An IANA name such as Europe/Berlin; `nil` for the zone in which the computer is when the time comes.
  public var timeZone: String?
  /// The times at which all given fields match.
  public init(
    minute: Int? = nil, hour: Int? = nil, day: Int? = nil, month: Int? = nil, weekday: Int? = nil,
    timeZone: String? = nil
  ) {
    self.minute = minute
    self.hour = hour
    self.day = day
    self.month = month
    self.weekday = weekday
    self.timeZone = timeZone
  }
}

/// The time of a scheduled notification. An app has at most 256 scheduled ones, else `NotificationsError.quotaExceeded`.
public enum Trigger: Hashable, Sendable {
  /// At this time; at once if it is past.
  case at(Timestamp)
  /// 1 to 31,622,400 seconds after the post; with `repeats`, 60 or more, and again after each such interval.
  case after(seconds: Int64, repeats: Bool)
  /// When the wall clock next matches; with `repeats`, each time.
  case calendar(CalendarFields, repeats: Bool)

  /// Whether it fires more than once.
  package var repeats: Bool {
    switch self {
    case .at: false
    case .after(_, let repeats), .calendar(_, let repeats): repeats
    }
  }
}
