import Advice
import BellhopClient
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let advice = Option("--advice", nil, "what the guidelines ask of their texts, and how often")

extension Subcommand {
  static let apps = Subcommand(
    name: "apps", summary: "List apps, what they may do, and what they ask for; or tell all about one.",
    operands: [Operand("APP", isOptional: true)], options: [advice, .json],
    notes: """
      With APP each setting of that app, who has decided it, and what became of what it posted in the last week.
      With --advice only apps of whose notifications, as far as they are kept, the guidelines ask something;
      'bellhop explain ID' says what of one; their texts are not read while the screen is locked. A name with a question mark, claimed with --plain, is the app's own word
      alone, here as in every list.
      """
  ) { (arguments, session) throws(Failure) in
    if let id = arguments.operands.first { return try tellApp(id, arguments, session) }
    if arguments.has(advice) {
      return try tellAdvice(try session.control { try $0.apps() }, arguments, session)
    }
    let apps = try session.control(arguments) { try $0.apps() }
    guard !arguments.has(.json) else { return }
    let (style, columns) = (session.terminal.style, session.terminal.columns)
    session.terminal.write(
      appList(apps, session.words.apps, clock: session.clock, style: style, columns: columns))
  }
}

private func tellApp(_ id: String, _ arguments: Arguments, _ session: Session) throws(Failure) {
  let since = session.clock.now.advanced(bySeconds: -AppText.days * 86_400)
  let (wanted, apps, posted) = try session.control {
    (try AppID(operand: id), try $0.apps(), try $0.statistics(since: since).apps)
  }
  guard let app = apps.first(where: { $0.app == wanted }) else {
    throw .told(UnknownApp(wanted, among: apps)?.sentence ?? .neverPosted(app: wanted.text, meant: nil))
  }
  if arguments.has(advice) { return try tellAdvice([app], arguments, session) }
  let week = posted.first { $0.app == wanted }
  if arguments.has(.json) { return session.print(JSON(fields: ["app": app.json, "week": week?.json])) }
  let (style, columns) = (session.terminal.style, session.terminal.columns)
  let hint = try week.map { week throws(Failure) in try statisticsHints(for: [week], session)[wanted] } ?? nil
  session.terminal.write(
    AppText(app: app, week: week, hint: hint, words: session.words, clock: session.clock)
      .text(style: style, columns: columns))
}

/// How many of an app's kept notifications each guideline speaks about, the most frequent first.
struct AppAdvice {
  let app: AppEntry
  let counts: [(guideline: String, count: Int)]

  init(_ app: AppEntry, _ counts: [String: Int]) {
    self.app = app
    self.counts = counts.map { (guideline: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.guideline) < ($0.count, $1.guideline) }
  }

  var count: Int { counts.reduce(0) { $0 + $1.count } }

  var json: JSON {
    app.json.adding([
      JSON.Field(
        "advice",
        .array(counts.map { JSON(fields: ["guideline": $0.guideline.json, "count": $0.count.json]) }))
    ])
  }
}

private func tellAdvice(_ apps: [AppEntry], _ arguments: Arguments, _ session: Session) throws(Failure) {
  let advised = try session.control { client in
    try apps.map { AppAdvice($0, try adviceCounts($0, session.wording.locale, client)) }
  }
  if arguments.has(.json) {
    return session.print(JSON(fields: ["apps": .array(advised.map(\.json))]))
  }
  session.terminal.write(adviceList(advised, session.words.apps, style: session.terminal.style))
}

/// Worked out here, from the notifications as they are kept: the daemon has others to answer.
private func adviceCounts(_ app: AppEntry, _ locale: String, _ client: ControlClient) throws -> [String: Int]
{
  let notifications = NotificationsClient(connection: client.connection)
  var counts: [String: Int] = [:]
  var last: Record?
  while true {
    let (records, more) = try notifications.list(
      app: app.app, states: State.allCases, limit: Limits.listMaximum, before: last)
    for record in records where !record.desktop && record.notification.isAdvisedLater {
      let advice = Adviser.advice(on: record.notification, appName: app.name, locale: locale)
      for guideline in Set(advice.map(\.guideline)) { counts[guideline, default: 0] += 1 }
    }
    last = records.last
    guard more, last != nil else { return counts }
  }
}

/// Those with the most advice first.
func adviceList(_ apps: [AppAdvice], _ words: AppsWording = .english, style: Style) -> String {
  let rows = apps.filter { $0.count > 0 }.sorted { $0.count > $1.count }.map { advised in
    let counts = advised.counts.map { "\($0.guideline) \($0.count)" }.joined(separator: ", ")
    return [advised.app.app.text, advised.app.shownName(style), visible(counts)]
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
