import Advice
import BellhopClient
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let advice = Option("--advice", nil, "what the guidelines ask of their texts, and how often")
private let sort = Option(
  "--sort", "ORDER", "those that posted most in the last seven days first", choices: ["count"])

extension Subcommand {
  static let apps = Subcommand(
    name: "apps", summary: "List apps, what they may do, and what they ask for; or tell all about one.",
    operands: [Operand("APP", isOptional: true)], options: [advice, sort, .json],
    notes: """
      WEEK counts the posts of the last seven days that are kept, with those that repeated or changed what was there, of
      the newest 250 notifications of each app. What was refused counts from the daemon's start, among the remarks.
      With APP each setting of that app, and who has decided it.
      With --advice, only apps with kept notifications that depart from the guidelines are listed; 'bellhop explain ID'
      has the advice on one notification. Their texts are not read while the screen is locked. A name with a question
      mark, claimed with --plain, is the app's own word alone, here as in every list.
      """
  ) { (arguments, session) throws(Failure) in
    try arguments.check(sort, goesWith: [.json])
    if let id = arguments.operands.first {
      guard !arguments.has(sort) else { throw .usage("\(sort.name) is for the list of all apps") }
      return try printApp(id, arguments, session)
    }
    if arguments.has(advice) {
      return try printAdvice(try session.control { try $0.apps() }, arguments, session)
    }
    let isSorted = arguments.has(sort)
    let found = try session.control(isSorted ? nil : arguments) { try $0.apps() }
    let apps = isSorted ? found.sorted { ($1.week, $0.app) < ($0.week, $1.app) } : found.askingFirst
    guard !arguments.has(.json) else {
      return isSorted ? session.print(JSON(fields: ["apps": .array(apps.map(\.json))])) : ()
    }
    let (style, columns) = (session.terminal.style, session.terminal.columns)
    session.terminal.write(
      appList(apps, session.words.apps, clock: session.clock, style: style, columns: columns))
  }
}

extension Session {
  /// Throws for an app that is not known.
  func app(_ id: String) throws(Failure) -> AppEntry {
    let (wanted, apps) = try control { (try AppID(operand: id), try $0.apps()) }
    guard let app = apps.first(where: { $0.app == wanted }) else {
      throw .localized(
        UnknownApp(wanted, among: apps)?.sentence ?? .neverPosted(app: wanted.text, meant: nil))
    }
    return app
  }
}

private func printApp(_ id: String, _ arguments: Arguments, _ session: Session) throws(Failure) {
  let app = try session.app(id)
  if arguments.has(advice) { return try printAdvice([app], arguments, session) }
  if arguments.has(.json) { return session.print(JSON(fields: ["app": app.json])) }
  let (style, columns) = (session.terminal.style, session.terminal.columns)
  session.terminal.write(
    AppText(app: app, words: session.words, clock: session.clock).text(style: style, columns: columns))
}

/// The number of an app's kept notifications that each guideline advises on, the most frequent first.
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

private func printAdvice(_ apps: [AppEntry], _ arguments: Arguments, _ session: Session) throws(Failure) {
  let advised = try session.control { client in
    try apps.map { AppAdvice($0, try adviceCounts($0, session.wording.locale, client)) }
  }
  if arguments.has(.json) {
    return session.print(JSON(fields: ["apps": .array(advised.map(\.json))]))
  }
  session.terminal.write(adviceList(advised, session.words.apps, style: session.terminal.style))
}

/// Computed here from the kept notifications, since the daemon has other calls to answer.
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

/// Apps with the most advice come first.
func adviceList(_ apps: [AppAdvice], _ words: AppsWording = .english, style: Style) -> String {
  let rows = apps.filter { $0.count > 0 }.sorted { $0.count > $1.count }.map { advised in
    let counts = advised.counts.map { "\($0.guideline) \($0.count)" }.joined(separator: ", ")
    return [advised.app.app.text, advised.app.shownName(style), visible(counts)]
  }
  let header = rows.isEmpty ? [] : [words.app, words.name, words.advice]
  return Table(header: header, rows: rows).text(style: style)
}

extension [AppEntry] {
  /// Apps that wait for an answer come first.
  var askingFirst: [AppEntry] { filter { $0.question != nil } + filter { $0.question == nil } }
}

func appList(
  _ apps: [AppEntry], _ words: AppsWording = .english, clock: LocalClock, style: Style, columns: Int?
) -> String {
  let rows = apps.map { app in
    let remarks = AppRemarks(app: app, words: words, clock: clock)
    return [
      app.app.text, app.shownName(style), remarks.value(of: .authorization), String(app.unread),
      String(app.held), String(app.week),
      (remarks.unusual + remarks.refused + remarks.questions).joined(separator: ", "),
    ]
  }
  let header =
    rows.isEmpty
    ? []
    : [words.app, words.name, words.authorization, words.unread, words.held, words.week, words.remarks]
  return Table(header: header, rows: rows, rightAligned: [3, 4, 5], wrapsLast: true)
    .text(style: style, columns: columns)
}

/// The text about one app: its questions, its settings, who has decided about each, and its posts.
struct AppText {
  let app: AppEntry
  var words = CommandWording.english
  let clock: LocalClock

  func text(style: Style, columns: Int?) -> String {
    let id = app.name == app.app.text ? "" : " (\(app.app))"
    let apps = words.apps
    let remarks = AppRemarks(app: app, words: apps, clock: clock)
    let header = [apps.setting, apps.value, apps.decidedBy]
    let settings = Table(header: header, rows: AppSetting.allCases.map(row), wrapsLast: true).text(
      style: style, columns: columns)
    func lines(_ sentences: [String]) -> String {
      sentences.map { wrapped($0, to: columns).joined(separator: "\n") + "\n" }.joined()
    }
    let paragraphs = [
      style.bold(app.shownName(style)) + id + ": \(apps.counts(app.unread, app.held))\n"
        + lines(remarks.questions), settings,
      lines(
        [apps.toChange(app.app.text), apps.lastWeek(app.week)]
          + (app.refused > 0 ? [apps.refusedSince(app.refused)] : [])),
    ]
    return paragraphs.joined(separator: style.isPlain ? "" : "\n")
  }

  /// The setting's name, its value, and who has decided it.
  func row(of setting: AppSetting) -> [String] {
    let value = AppRemarks(app: app, words: words.apps, clock: clock).value(of: setting)
    return [words.apps.label(setting), value, decider(of: setting)]
  }

  private func decider(of setting: AppSetting) -> String {
    guard let decided = app.deciders.first(where: { $0.settings.contains(setting.key) }) else {
      return app.locked.contains(setting.key) ? words.apps.administrator : words.apps.nobody
    }
    guard let file = decided.file else { return words.apps.you }
    return app.locked.contains(setting.key) ? words.apps.lockedBy(visible(file)) : visible(file)
  }
}

/// Settings and questions of an app, in words that the list of apps and the text about one app share.
private struct AppRemarks {
  let app: AppEntry
  let words: AppsWording
  let clock: LocalClock

  /// The value of the setting, followed by its end, if it was chosen for a while.
  func value(of setting: AppSetting) -> String {
    guard setting == .authorization else {
      return ending(words.word(setting, app.settings.word(for: setting)), setting)
    }
    let may = ending(app.shownAuthorization(words), setting)
    return app.hasOwnWayThrough
      ? ending(words.comesThrough(may, app.settings.dnd == .through), .dnd) : may
  }

  /// Settings that differ from those built in or that end, except those that stand beside the authorization; then the
  /// locked ones.
  var unusual: [String] {
    let settings = AppSetting.allCases.filter {
      $0 != .authorization && !($0 == .dnd && app.hasOwnWayThrough)
        && (app.settings.word(for: $0) != $0.builtIn || end(of: $0) != nil)
    }
    let locked = app.locked.isEmpty ? [] : [words.locked(app.locked.joined(separator: " "))]
    return (settings.map { ending(remark(on: $0), $0) } + locked).map { visible($0) }
  }

  var refused: [String] { app.refused > 0 ? [words.refused(app.refused)] : [] }

  private func remark(on setting: AppSetting) -> String {
    let (label, word) = (words.label(setting), app.settings.word(for: setting))
    guard setting.isSwitch else { return "\(label) \(words.word(setting, word))" }
    return word == true.word ? words.with(label) : words.without(label)
  }

  private func end(of setting: AppSetting) -> Timestamp? {
    app.ending.first { $0.setting == setting.key }?.until
  }

  private func ending(_ text: String, _ setting: AppSetting) -> String {
    end(of: setting).map { "\(text) \(words.until(clock.short($0)))" } ?? text
  }

  /// The state of each question that the app puts to the person, with its purpose.
  var questions: [String] {
    let questions = [
      (false, app.question, app.questionStanding), (true, app.marketingQuestion, app.marketingStanding),
    ]
    return questions.compactMap { isMarketing, purpose, standing in
      purpose.map { purpose in
        let quoted = purpose.isEmpty ? "" : ": “\(purpose)”"
        return visible(words.question(isMarketing, told(standing)) + quoted)
      }
    }
  }

  /// The state of a question, in the form of the wording.
  private func told(_ standing: QuestionStanding?) -> AppsWording.QuestionTold {
    guard let standing, standing.stage != .onScreen else { return .asks }
    guard standing.stage == .unanswered, let last = standing.last else { return .isToAsk }
    return .asked(
      last: clock.short(last), standing.end?.way ?? .expired, end: standing.end.map { clock.short($0.time) },
      again: standing.again.map { clock.short($0) })
  }
}
