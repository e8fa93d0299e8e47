import Varlink

extension Subcommand {
  static let apps = Subcommand(
    name: "apps", summary: "List apps, what they may do, and what they ask for.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    let reply = try session.call(.control, .control, "ListApps")
    if arguments.has(.json) { return session.print(reply) }
    session.terminal.write(
      appList(reply.elements("apps"), style: session.terminal.style, columns: session.terminal.columns))
  }
}

func appList(_ apps: [JSON], style: Style, columns: Int?) -> String {
  let rows = apps.map { app in
    [
      visible(app.string("app")), visible(app.string("name")), visible(app.string("authorization")),
      String(app.number("unread")), String(app.number("held")), remarks(on: app),
    ]
  }
  let header = rows.isEmpty ? [] : ["APP", "NAME", "AUTHORIZATION", "UNREAD", "HELD", "REMARKS"]
  return Table(header: header, rows: rows, rightAligned: [3, 4]).text(style: style, columns: columns)
}

/// What differs from what most apps have.
private func remarks(on app: JSON) -> String {
  let switches = ["banners", "badges", "sounds", "timeSensitive"]
  var remarks = switches.filter { app[$0] == .bool(false) }.map { "no \($0)" }
  remarks += ["critical", "marketing", "summary"].filter(app.isTrue)
  if app["previews"]?.string.map({ $0 != "whenUnlocked" }) ?? false {
    remarks.append("previews \(app.string("previews"))")
  }
  let locked = app.elements("locked").compactMap(\.string)
  if !locked.isEmpty { remarks.append("locked: \(locked.joined(separator: " "))") }
  // Empty where an app posted without saying what for.
  if let question = app["question"]?.string {
    remarks.append(question.isEmpty ? "asks" : "asks: “\(question)”")
  }
  if let question = app["marketingQuestion"]?.string {
    remarks.append("asks to send offers and news: “\(question)”")
  }
  return visible(remarks.joined(separator: ", "))
}
