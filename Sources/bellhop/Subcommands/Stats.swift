import Glibc
import NotificationModel
import NotificationProtocol
import Varlink

private let days = Option("--days", "N", "how many days back; 28 without it")
private let usual = 10
private let limit = Option(
  "--limit", "N", "how many apps, those that posted most; \(usual) without it, or all with --json")

extension Subcommand {
  static let stats = Subcommand(
    name: "stats", summary: "Show who posted how much in the last weeks, and what became of it.",
    operands: [Operand("APP", isOptional: true)], options: [days, limit, .json],
    notes: """
        posts             each one, with those that were coalesced or replaced what was there
        coalesced         taken for one that was there already
        replaced          changed one that was there: its text, or its progress
        held              the alert was held back, be it for a while
        suppressed        no alert at all, because a guideline says so
        pressed           with a button, a reply or on the banner itself
        dismissed unread  taken away without being opened
      The last four count an entry of the list once, however often it was posted. Counted is what is stored: what was
      read is removed after [Storage] KeepDays, and what is beyond [Limits] HistoryRows. Below an app stands which
      setting would help, where one would; with --json that is its hint, and more says whether there are more apps.
      """
  ) { (arguments, session) throws(Failure) in
    let words = session.words.statistics
    let back = try arguments.number(days, least: 1) ?? 28
    guard back <= 3_650 else { throw .usage("\(days.name) is at most 3650") }
    let most = try arguments.number(limit, least: 1).map { Int(clamping: $0) }
    let since = session.clock.now.advanced(bySeconds: -back * 86_400)
    let (wanted, reply) = try session.control {
      (try arguments.operands.first.map(AppID.init(operand:)), try $0.statistics(since: since))
    }
    let apps = reply.apps.filter { wanted == nil || $0.app == wanted }
    let shown = Array(apps.prefix(most ?? (arguments.has(.json) ? .max : usual)))
    let hints = shown.isEmpty ? [:] : try statisticsHints(for: shown, session)
    if arguments.has(.json) {
      return session.print(reply.json(of: shown, hints: hints, more: shown.count < apps.count))
    }
    guard !shown.isEmpty else { return session.terminal.write(words.nothing(Int(back)) + "\n") }
    let text = StatisticsText(
      apps: shown, hints: hints,
      rest: (apps.count - shown.count, apps.dropFirst(shown.count).reduce(0) { $0 + $1.posts }),
      heading: back > reply.keptDays
        ? words.headingBeyond(Int(back), reply.keptDays) : words.heading(Int(back)),
      words: words)
    let terminal = session.terminal
    session.terminal.write(
      terminal.style.isPlain
        ? text.plain
        : text.bars(style: terminal.style, columns: terminal.columns ?? 80, blocks: terminal.isUTF8))
  }
}

extension StatisticsReply {
  /// As the daemon has it, of these apps alone.
  func json(of apps: [AppStatistics], hints: [AppID: String], more: Bool) -> JSON {
    JSON(fields: [
      "apps": .array(apps.map { app in app.json(hint: hints[app.app]) }), "more": more.json,
      "keptDays": keptDays.json, "earliest": earliest?.json,
    ])
  }
}

extension AppStatistics {
  fileprivate func json(hint: String?) -> JSON {
    guard let hint, case .object(let fields) = json else { return json }
    return .object(fields + [JSON.Field("hint", hint.json)])
  }
}

func statisticsHints(for apps: [AppStatistics], _ session: Session) throws(Failure) -> [AppID: String] {
  let (entries, status) = try session.control { (try $0.apps(), try $0.status()) }
  var hints: [AppID: String] = [:]
  for app in apps {
    guard let settings = entries.first(where: { $0.app == app.app }) else { continue }
    hints[app.app] =
      StatisticsHint(
        app: app, settings: settings, hasSummaries: status.nextSummary != nil, words: session.words.statistics
      ).sentence
  }
  return hints
}
