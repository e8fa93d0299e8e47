import NotificationModel
import NotificationProtocol

private let advice = Option("--advice", nil, "what their texts were advised about, and how often")

extension Subcommand {
  static let apps = Subcommand(
    name: "apps", summary: "List apps, what they may do, and what they ask for.", options: [advice, .json],
    notes: """
      With --advice only apps that were advised on, of the notifications that are kept; 'bellhop explain ID' says
      what was wrong with one. A name with a question mark, claimed with --plain, is the app's own word alone, here as
      in every list.
      """
  ) { (arguments, session) throws(Failure) in
    let apps = try session.control(arguments) { try $0.apps(advice: arguments.has(advice)) }
    guard !arguments.has(.json) else { return }
    let (style, columns) = (session.terminal.style, session.terminal.columns)
    session.terminal.write(
      arguments.has(advice)
        ? adviceList(apps, style: style)
        : appList(apps, clock: session.clock, style: style, columns: columns))
  }
}

/// Those with the most advice first.
func adviceList(_ apps: [AppEntry], style: Style) -> String {
  let advised = apps.map { ($0, $0.advice ?? []) }.filter { !$0.1.isEmpty }
    .sorted { one, other in one.1.reduce(0) { $0 + $1.count } > other.1.reduce(0) { $0 + $1.count } }
  let rows = advised.map { app, advice in
    let counts = advice.map { "\($0.guideline) \($0.count)" }.joined(separator: ", ")
    return [app.app.text, app.shownName(style), visible(counts)]
  }
  return Table(header: rows.isEmpty ? [] : ["APP", "NAME", "ADVICE"], rows: rows).text(style: style)
}

/// Those that wait for an answer come first.
func appList(_ apps: [AppEntry], clock: LocalClock, style: Style, columns: Int?) -> String {
  let asks = { (app: AppEntry) in app.question != nil }
  let rows = (apps.filter(asks) + apps.filter { !asks($0) }).map { app in
    [
      app.app.text, app.shownName(style), app.shownAuthorization, String(app.unread),
      String(app.held), remarks(on: app, clock),
    ]
  }
  let header = rows.isEmpty ? [] : ["APP", "NAME", "AUTHORIZATION", "UNREAD", "HELD", "REMARKS"]
  return Table(header: header, rows: rows, rightAligned: [3, 4]).text(style: style, columns: columns)
}

/// What differs from what most apps have.
private func remarks(on app: AppEntry, _ clock: LocalClock) -> String {
  let unusual = AppSetting.allCases.filter { app.settings.word(for: $0) != $0.builtIn }
  var remarks = unusual.filter { $0.isSwitch && $0.builtIn == true.word }.map { "no \($0.rawValue)" }
  remarks += unusual.filter { $0.isSwitch && $0.builtIn == false.word }.map(\.rawValue)
  // Whether it may notify stands in a column of its own.
  remarks += unusual.filter { !$0.isSwitch && $0 != .authorization }
    .map { "\($0.rawValue) \(app.settings.word(for: $0))" }
  if !app.locked.isEmpty { remarks.append("locked: \(app.locked.joined(separator: " "))") }
  if let purpose = app.question { remarks.append(asking(purpose, "", app.questionStanding, clock)) }
  if let purpose = app.marketingQuestion {
    remarks.append(asking(purpose, " to send offers and news", app.marketingStanding, clock))
  }
  return visible(remarks.joined(separator: ", "))
}

/// What becomes of a question. `purpose`: empty where an app posted without saying what for.
private func asking(
  _ purpose: String, _ what: String, _ standing: QuestionStanding?, _ clock: LocalClock
) -> String {
  let quoted = purpose.isEmpty ? "" : ": “\(purpose)”"
  guard let standing, standing.stage != .onScreen else { return "asks\(what)\(quoted)" }
  guard standing.stage == .unanswered, let last = standing.last else { return "is to ask\(what)\(quoted)" }
  let rest = standing.again.map { "asks again from \(clock.short($0)) on" } ?? "asks no more"
  return "asked\(what) \(clock.short(last)), went unanswered, \(rest)\(quoted)"
}
