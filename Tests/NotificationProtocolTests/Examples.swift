import NotificationModel
import NotificationProtocol
import Testing
import Varlink

/// One full value of every noun: each field that may be absent is there, each list has an element.
enum Examples {
  static let time = Timestamp(milliseconds: 1_774_744_200_000)

  static func app() throws -> AppID { try #require(AppID("org.example.Mail")) }

  static func action() throws -> Action {
    Action(
      id: try #require(ItemID("reply")), title: "Reply", icon: "mail-reply-sender", destructive: true,
      authenticationRequired: true, foreground: true, input: TextInput(placeholder: "Message", button: "Send")
    )
  }

  static func category() throws -> NotificationModel.Category {
    Category(
      id: try #require(ItemID("message")), kind: .message, actions: [try action()],
      hiddenPreviewBody: "%u new", hiddenPreviewShowsTitle: true, hiddenPreviewShowsSubtitle: true,
      summaryFormat: "%u more", reportsDismissal: false, language: "en", hiddenPreviewBodyOne: "1 new",
      summaryFormatOne: "1 more")
  }

  static func calendar() -> CalendarFields {
    CalendarFields(minute: 30, hour: 2, day: 29, month: 2, weekday: 7, timeZone: "America/Argentina/Ushuaia")
  }

  static func notification() throws -> NotificationRequest {
    NotificationRequest(
      app: try app(), identifier: OpaqueName("m-é-1"),
      thread: OpaqueName("inbox"),
      category: ItemID("message"), kind: .message, title: "Title", subtitle: "Subtitle",
      body: "Line\nline", sender: Sender(name: "Ada", group: "Analysts", avatar: "/home/ada/face.png"),
      level: .timeSensitive, relevance: 0.5, relevantDate: time, actions: [try action()],
      hiddenPreviewBody: "A message", image: "mail-unread", sound: "message-new-instant", progress: 40,
      target: OpaqueObject(json: #"{"b":[1,2.5],"a":null}"#),
      trigger: .calendar(calendar(), repeats: true), expiresAfter: 3_600, silently: true, isPrivate: true,
      language: "de-CH-1996", expiresAt: time, occurred: time, url: Link("https://example.org/a?b=c#d"),
      whileInFront: .silent, transient: true)
  }

  static func decision() -> Decision {
    Decision(guideline: "focus", effect: "held", why: "Do Not Disturb is on.")
  }

  static func advice() -> Advice {
    Advice(guideline: "title-case", field: "title", message: "Capitalise it.", suggestion: "Like This")
  }

  static func receipt() -> Receipt {
    Receipt(
      id: NotificationID(7), outcome: .held, repeats: 2, until: time, unread: 3, decisions: [decision()],
      advice: [advice()])
  }

  static func record() throws -> Record {
    Record(
      id: NotificationID(7), notification: try notification(), state: .delivered, outcome: .presented,
      repeats: 1, posted: time, came: time, until: time, desktop: true)
  }

  static func event() throws -> Event {
    Event(
      sequence: EventSequence(9), time: time, kind: .replied, id: NotificationID(7),
      identifier: OpaqueName("m-1"), action: ItemID("reply"), text: "Yes",
      target: OpaqueObject(json: #"{"a":1}"#), activationToken: "token", unread: 2,
      authorization: .authorized,
      earlier: true)
  }

  static func settings() -> EffectiveSettings {
    EffectiveSettings(
      AppSettings(authorization: .provisional, banners: false, critical: true, previews: .never))
  }

  static func appEntry() throws -> AppEntry {
    var entry = AppEntry(
      app: try app(), name: "Mail", settings: settings(), question: "To tell you of mail.", unread: 1,
      held: 2,
      locked: ["Previews"], marketingQuestion: "To tell you of offers.",
      deciders: [SettingsDecider(settings: ["Previews"], file: "/etc/bellhop/bellhop.conf")])
    entry.questionStanding = QuestionStanding(
      .unanswered, asked: 1, last: time, again: time, end: QuestionEnd(.dismissed, at: time))
    entry.marketingStanding = QuestionStanding(
      .waiting, asked: 0, last: time, again: time, end: QuestionEnd(.pressed, at: time))
    entry.ending = [ChoiceEnd(setting: "Banners", until: time)]
    entry.front = .authorized
    entry.isNameClaimed = true
    (entry.week, entry.refused) = (3, 4)
    return entry
  }

  static func frontReport() -> FrontReport {
    var report = FrontReport(mode: "on")
    (report.until, report.over) = (time, time)
    report.lockedBy = "/etc/bellhop/bellhop.conf"
    report.store = .titles
    report.keepDays = 7
    var standing = FrontStanding(.queued)
    standing.server = "org.gnome.Shell"
    standing.owner = ":1.7"
    standing.ownerProcess = 812
    standing.fault = "f"
    report.standing = standing
    return report
  }

  static func status() -> DaemonStatus {
    var status = DaemonStatus()
    status.version = "1.0"
    status.sink = "libnotify"
    status.server = "mako 1.7"
    status.serverAnswers = true
    status.locked = true
    status.foreground = [AppID("org.example.Mail")].compactMap(\.self)
    status.doNotDisturb = true
    status.doNotDisturbUntil = time
    status.quietHoursUntil = time
    status.quietHours = "22:00-07:00"
    status.quietHoursFrom = "person"
    status.nextSummary = time
    status.silent = true
    status.configurationFault = "bellhop.conf:1: no"
    status.unread = 1
    status.held = 2
    status.scheduled = 3
    status.posted = 4
    status.refused = 5
    status.ratingPrompts = false
    status.lockedBy = ["logind"]
    status.present = true
    status.inhibitedBy = ["Film: A talk"]
    status.serverMuted = true
    status.storageFault = "SQLite 13: database or disk is full"
    status.quiet = [quiet()]
    status.previews = .never
    status.previewsFrom = "person"
    (status.foregroundProcess, status.appsToDecide) = (4_711, 2)
    return status
  }

  static func quiet() -> QuietReport { QuietReport(kind: "fullScreen", until: time, by: ["mpv"]) }

  static func entry() throws -> Entry {
    var entry = Entry(
      id: NotificationID(7), app: try app(), appName: "Mail", thread: OpaqueName("inbox"),
      title: "Title", subtitle: "Subtitle", body: "Body", level: .active, state: .delivered,
      outcome: .presented, repeats: 0, posted: time, came: time, occurred: time, until: time, unread: true,
      actions: [
        Entry.Button(
          id: try #require(ItemID("reply")), title: "Reply", destructive: false, takesText: true)
      ],
      url: Link("https://example.org/a?b=c#d"))
    entry.isNameClaimed = true
    entry.missed = .away
    entry.isChanged = true
    entry.sender = "Ada"
    return entry
  }

  static func watchReply() throws -> WatchReply {
    WatchReply(
      unread: 1, doNotDisturb: true, doNotDisturbUntil: time, held: 2, locked: true,
      storageFault: "the disk has no room", quiet: [quiet()], changed: [try entry()],
      gone: [NotificationID(3)], more: true)
  }

  static func conditions() throws -> Conditions {
    Conditions(
      time: time, locked: true, foreground: try app(), doNotDisturb: false, authorization: .denied)
  }
}
