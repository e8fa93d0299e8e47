import NotificationModel
import NotificationProtocol

extension Subcommand {
  static let apps = Subcommand(
    name: "apps", summary: "List apps, what they may do, and what they ask for.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    let apps = try session.control(arguments) { try $0.apps() }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      appList(apps, style: session.terminal.style, columns: session.terminal.columns))
  }
}

/// Those that wait for an answer come first.
func appList(_ apps: [AppEntry], style: Style, columns: Int?) -> String {
  let asks = { (app: AppEntry) in app.question != nil }
  let rows = (apps.filter(asks) + apps.filter { !asks($0) }).map { app in
    [
      app.app.text, visible(app.name), app.settings.authorization.rawValue, String(app.unread),
      String(app.held), remarks(on: app),
    ]
  }
  let header = rows.isEmpty ? [] : ["APP", "NAME", "AUTHORIZATION", "UNREAD", "HELD", "REMARKS"]
  return Table(header: header, rows: rows, rightAligned: [3, 4]).text(style: style, columns: columns)
}

/// What differs from what most apps have.
private func remarks(on app: AppEntry) -> String {
  let unusual = AppSetting.allCases.filter { app.settings.word(for: $0) != $0.builtIn }
  var remarks = unusual.filter { $0.isSwitch && $0.builtIn == true.word }.map { "no \($0.rawValue)" }
  remarks += unusual.filter { $0.isSwitch && $0.builtIn == false.word }.map(\.rawValue)
  // Whether it may notify stands in a column of its own.
  remarks += unusual.filter { !$0.isSwitch && $0 != .authorization }
    .map { "\($0.rawValue) \(app.settings.word(for: $0))" }
  if !app.locked.isEmpty { remarks.append("locked: \(app.locked.joined(separator: " "))") }
  // Empty where an app posted without saying what for.
  if let question = app.question { remarks.append(question.isEmpty ? "asks" : "asks: “\(question)”") }
  if let question = app.marketingQuestion { remarks.append("asks to send offers and news: “\(question)”") }
  return visible(remarks.joined(separator: ", "))
}
