import NotificationProtocol
import Varlink

extension Subcommand {
  static let apps = Subcommand(
    name: "apps", summary: "List apps, what they may do, and what they ask for.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    var apps: [JSON] = []
    var last: String?
    while true {
      let reply = try session.call(.control, .control, "ListApps", JSON(fields: ["after": last?.json]))
      let page = reply.elements("apps")
      if arguments.has(.json) { session.print(reply) } else { apps += page }
      last = page.last?.string("app")
      guard reply.isTrue("more"), last != nil else { break }
    }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      appList(apps, style: session.terminal.style, columns: session.terminal.columns))
  }
}

/// Those that wait for an answer come first.
func appList(_ apps: [JSON], style: Style, columns: Int?) -> String {
  let asks = { (app: JSON) in app["question"]?.string != nil }
  let rows = (apps.filter(asks) + apps.filter { !asks($0) }).map { app in
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
