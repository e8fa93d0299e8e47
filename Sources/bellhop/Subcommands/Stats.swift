import Glibc
import NotificationModel

private let days = Option("--days", "N", "how many days back; 28 without it")
private let limit = Option("--limit", "N", "how many apps, those that posted most; 10 without it")

extension Subcommand {
  static let stats = Subcommand(
    name: "stats", summary: "Show who posted how much in the last weeks, and what became of it.",
    operands: [Operand("APP", isOptional: true)], options: [days, limit, .json],
    notes: """
      posts             each one, with those that were coalesced
      coalesced         taken for one that was there already
      held              the alert was held back, be it for a while
      suppressed        no alert at all, because a guideline says so
      pressed           with a button, a reply or on the banner itself
      dismissed unread  taken away without being opened
      Counted is what is stored: what was read is removed after [Storage] KeepDays, and what is beyond [Limits]
      HistoryRows. Below an app stands which setting would help, where one would.
      """
  ) { (arguments, session) throws(Failure) in
    let back = try arguments.number(days, least: 1) ?? 28
    guard back <= 3_650 else { throw .usage("\(days.name) is at most 3650") }
    let most = try Int(clamping: arguments.number(limit, least: 1) ?? 10)
    let since = session.clock.now.advanced(bySeconds: -back * 86_400)
    let (wanted, reply) = try session.control(arguments) {
      (try arguments.operands.first.map(AppID.init(operand:)), try $0.statistics(since: since))
    }
    guard !arguments.has(.json) else { return }
    let apps = reply.apps.filter { wanted == nil || $0.app == wanted }
    guard !apps.isEmpty else { return session.terminal.write("Nothing was posted in these \(back) days.\n") }
    let shown = Array(apps.prefix(most))
    let text = StatisticsText(
      apps: shown, hints: try hints(for: shown, session),
      rest: (apps.count - shown.count, apps.dropFirst(most).reduce(0) { $0 + $1.posts }),
      heading: "The last \(back) day\(back == 1 ? "" : "s")"
        + (back > reply.keptDays ? "; what was read is kept for \(reply.keptDays)." : "."))
    let terminal = session.terminal
    session.terminal.write(
      terminal.style.isPlain
        ? text.plain
        : text.bars(style: terminal.style, columns: terminal.columns ?? 80, blocks: terminal.isUTF8))
  }
}

private func hints(for apps: [AppStatistics], _ session: Session) throws(Failure) -> [AppID: String] {
  let (entries, status) = try session.control { (try $0.apps(), try $0.status()) }
  var hints: [AppID: String] = [:]
  for app in apps {
    guard let settings = entries.first(where: { $0.app == app.app }) else { continue }
    hints[app.app] =
      StatisticsHint(app: app, settings: settings, hasSummaries: status.nextSummary != nil).sentence
  }
  return hints
}
