import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let advice = Option("--advice", nil, "what their texts were advised about, and how often")

extension Subcommand {
  static let apps = Subcommand(
    name: "apps", summary: "List apps, what they may do, and what they ask for; or tell all about one.",
    operands: [Operand("APP", isOptional: true)], options: [advice, .json],
    notes: """
      With APP each setting of that app, who has decided it, and what became of what it posted in the last week.
      With --advice only apps that were advised on, of the notifications that are kept; 'bellhop explain ID' says
      what was wrong with one. A name with a question mark, claimed with --plain, is the app's own word alone, here as
      in every list.
      """
  ) { (arguments, session) throws(Failure) in
    if let id = arguments.operands.first { return try tellApp(id, arguments, session) }
    let apps = try session.control(arguments) { try $0.apps(advice: arguments.has(advice)) }
    guard !arguments.has(.json) else { return }
    let (style, columns) = (session.terminal.style, session.terminal.columns)
    session.terminal.write(
      arguments.has(advice)
        ? adviceList(apps, session.words.apps, style: style)
        : appList(apps, session.words.apps, clock: session.clock, style: style, columns: columns))
  }
}

private func tellApp(_ id: String, _ arguments: Arguments, _ session: Session) throws(Failure) {
  let since = session.clock.now.advanced(bySeconds: -AppText.days * 86_400)
  let (wanted, apps, posted) = try session.control {
    (try AppID(operand: id), try $0.apps(advice: arguments.has(advice)), try $0.statistics(since: since).apps)
  }
  guard let app = apps.first(where: { $0.app == wanted }) else {
    throw .told(UnknownApp(wanted, among: apps)?.sentence ?? .neverPosted(app: wanted.text, meant: nil))
  }
  let week = posted.first { $0.app == wanted }
  if arguments.has(.json) { return session.print(JSON(fields: ["app": app.json, "week": week?.json])) }
  let (style, columns) = (session.terminal.style, session.terminal.columns)
  if arguments.has(advice) {
    return session.terminal.write(adviceList([app], session.words.apps, style: style))
  }
  let hint = try week.map { week throws(Failure) in try statisticsHints(for: [week], session)[wanted] } ?? nil
  session.terminal.write(
    AppText(app: app, week: week, hint: hint, words: session.words, clock: session.clock)
      .text(style: style, columns: columns))
}

/// Those with the most advice first.
func adviceList(_ apps: [AppEntry], _ words: AppsWording = .english, style: Style) -> String {
  let advised = apps.map { ($0, $0.advice ?? []) }.filter { !$0.1.isEmpty }
    .sorted { one, other in one.1.reduce(0) { $0 + $1.count } > other.1.reduce(0) { $0 + $1.count } }
  let rows = advised.map { app, advice in
    let counts = advice.map { "\($0.guideline) \($0.count)" }.joined(separator: ", ")
    return [app.app.text, app.shownName(style), visible(counts)]
  }
  let header = rows.isEmpty ? [] : [words.app, words.name, words.advice]
  return Table(header: header, rows: rows).text(style: style)
}

/// Those that wait for an answer come first.
func appList(
  _ apps: [AppEntry], _ words: AppsWording = .english, clock: LocalClock, style: Style, columns: Int?
) -> String {
  let asks = { (app: AppEntry) in app.question != nil }
  let rows = (apps.filter(asks) + apps.filter { !asks($0) }).map { app in
    let remarks = AppRemarks(app: app, words: words, clock: clock)
    return [
      app.app.text, app.shownName(style), remarks.value(of: .authorization), String(app.unread),
      String(app.held), (remarks.unusual + remarks.questions).joined(separator: ", "),
    ]
  }
  let header =
    rows.isEmpty
    ? [] : [words.app, words.name, words.authorization, words.unread, words.held, words.remarks]
  return Table(header: header, rows: rows, rightAligned: [3, 4], wrapsLast: true)
    .text(style: style, columns: columns)
}
