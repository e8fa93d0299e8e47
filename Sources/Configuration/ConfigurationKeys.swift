import NotificationModel

extension ConfigurationKey {
  /// Every key there is, in the order of `config/bellhop.conf`.
  package static let all: [ConfigurationKey] =
    overall + schedule + storage + ratings + front + limits + [locks] + AppSetting.allCases.map(app)

  private static let yesOrNo = Words<Bool>(["true": true, "false": false])

  private static let consents = Words([
    "ask": Authorization.notDetermined, "allow": .authorized, "quiet": .provisional, "deny": .denied,
  ])

  private static let overall: [ConfigurationKey] = [
    .word(
      "Consent", "Default", consents, \.defaultAuthorization,
      "What an app may do that nobody has decided about."),
    .word(
      "Previews", "Show", Words(Previews.self), \.previews, "When the text of notifications may be seen."),
  ]

  private static let schedule: [ConfigurationKey] = [
    .form(
      "Schedule", "QuietHours", WeeklySpans.form, \.quietHours, text: \.text, parse: { WeeklySpans($0) },
      "When alerts wait; past midnight where the end is the earlier time. Days stand behind it: Mo-Fr, or Mo,We, on which "
        + "it begins."),
    .form(
      "Schedule", "Summary", WeeklyTimes.form, \.summaryTimes, text: \.text, parse: { WeeklyTimes($0) },
      "When the summary comes, for apps with Summary=true."),
  ]

  private static let storage: [ConfigurationKey] = [
    .word(
      "Storage", "Durability", Words(Durability.self), \.durability,
      "What an accepted notification survives: the loss of power, or a crash of the daemon."),
    .number(
      "Storage", "KeepDays", KeptDays.range, \.keepDays, "How long notifications that are read are kept."),
  ]

  private static let ratings: [ConfigurationKey] = [
    .word(
      "Ratings", "Prompts", yesOrNo, \.ratingPrompts, "Whether apps may ask, now and then, to be rated.")
  ]

  private static let front: [ConfigurationKey] = [
    .word(
      "Front", "Mode", Words(FrontMode.self), \.front.mode,
      "What is done about the desktop's own notification interface: nothing, to watch what apps post there, or to own it."
    ),
    .word(
      "Front", "Consent", consents, \.front.consent,
      "What an app may do that posts there, and that nobody has decided about."),
    .word(
      "Front", "Store", Words(KeptText.self), \.front.store,
      "What is kept of what came there, once it is over: all of it, titles, or no text."),
    .word(
      "Front", "WhenDown", Words(StandIn.self), \.front.whenDown,
      "Who has that interface while Bellhop cannot be started: the notification server, or nobody."),
  ]

  private static let limits: [ConfigurationKey] = [
    .limit("AlertBurst", \.limits.alertBurst, "How many banners an app may show at once."),
    .limit("AlertRefillSeconds", \.limits.alertRefillSeconds, "Seconds until it may show one more."),
    .limit("PostBurst", \.limits.postBurst, "How many notifications an app may post at once."),
    .limit("PostRefillPerSecond", \.limits.postRefillPerSecond, "How many more it may post each second."),
    .limit("UnreadPerApp", \.limits.unreadPerApp, "Unread notifications kept for an app."),
    .limit("HistoryRows", \.limits.historyRows, "Notifications kept in all, the unread ones not counted."),
    .limit("Connections", \.limits.connections, "Connections at once, of all peers."),
    .limit("ConnectionsPerPeer", \.limits.connectionsPerPeer, "Connections at once of one process."),
  ]

  private static let locks = ConfigurationKey(
    group: "Locked", name: "Keys", allowed: .keys, builtIn: "",
    meaning: "Keys that neither the person nor their own file can change.", isAdministrators: true,
    place: .locks)

  private static func limit(_ name: String, _ field: Field<Policy, Int>, _ meaning: String)
    -> ConfigurationKey
  {
    .number("Limits", name, 1...1_000_000, field, meaning)
  }
}
