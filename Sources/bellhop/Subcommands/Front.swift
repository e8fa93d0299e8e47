import BellhopClient
import NotificationModel
import NotificationProtocol

private let app = Option("--app", "ID", "of this app alone, one by one")
private let texts = Option("--texts", nil, "one by one, with what they say")
private let forget = Option("--forget", nil, "forget what was watched")
/// So many are told one by one.
private let mostToldOfEach = 100

extension Subcommand {
  static let front = Subcommand(
    name: "front", summary: "Have what all other apps post come by Bellhop, or only watch it.",
    operands: [Operand("on|off|watch|status|report")], options: [app, texts, forget, .json],
    notes: """
      on: what all apps post to the desktop's notification server comes by Bellhop first, and is judged and kept as what
      is posted here. The server is found, and started behind bellhop-bus where it is a unit of the service manager;
      else the lines to write are printed, and nothing is changed. It counts when a notification of its own has come that
      way; until then each step is taken back where one fails. off: everything as it was; removes what on has written.
      status: also who has the notification name, who would be started for it, and what stands in the way.
      watch: from now on, what other apps post to the desktop's notification server is judged and kept for as long as
      notifications are (KeepDays): who posted it, when, its title and text, and what would have become of it. Nothing
      is shown, and nothing changes for them. off: no more of that either.
      report: how many notifications each app posted, and how many of them would have been merged with another, held
      back, hidden, kept quiet for coming too fast, or refused because you have denied the app. What they say is told
      with --texts alone, and never while the screen is locked.
      """
  ) { (arguments, session) throws(Failure) in
    let word = arguments.operands.first ?? ""
    guard word == "report" || !(arguments.has(app) || arguments.has(texts) || arguments.has(forget)) else {
      throw .usage("\(app.name), \(texts.name) and \(forget.name) go with report")
    }
    switch word {
    case "on": try FrontSwitch.on(arguments, session)
    case "off": try FrontSwitch.off(.off, arguments, session)
    case "watch":
      if FrontSwitch.hasWritten { try FrontSwitch.off(.watch, arguments, session) }
      try setFront(.watch, arguments, session)
    case "status":
      defer { FrontSwitch.tellSurvey(arguments, session) }
      try tellFront(arguments, session)
    case "report": try report(arguments, session)
    default: throw .usage("say on, off, watch, status or report")
    }
  }
}

private func setFront(_ mode: FrontMode, _ arguments: Arguments, _ session: Session) throws(Failure) {
  try session.control(arguments) { try $0.setFront(mode) }
  guard mode == .watch, !arguments.has(.json) else { return }
  session.terminal.write(
    """
    Watching. Kept of each notification: its app, time, title and text, and what Bellhop would have done.
    'bellhop front report' sums it up, 'bellhop front report --forget' forgets it, 'bellhop front off' ends it.

    """)
}

private func tellFront(_ arguments: Arguments, _ session: Session) throws(Failure) {
  let front = try session.control(arguments) { try $0.front() }
  guard !arguments.has(.json) else { return }
  var lines = ["mode: \(front.mode)"]
  if let fault = front.fault { lines.append("not watching: \(fault)") }
  lines.append("watched: \(front.watched)")
  session.terminal.write(visible(lines.joined(separator: "\n"), keepingLines: true) + "\n")
}

private func report(_ arguments: Arguments, _ session: Session) throws(Failure) {
  try arguments.check(forget, goesWith: [.json])
  if arguments.has(forget) {
    let gone = try session.control(arguments) { try $0.forgetWatched() }
    if !arguments.has(.json) { session.terminal.write("\(gone) forgotten\n") }
  } else if arguments.has(texts) || arguments.has(app) {
    let id = try arguments.text(app).map { text throws(Failure) in
      do throws(FieldFault) { return try AppID(operand: text) } catch { throw .refused(error.callError) }
    }
    let entries = try session.control(arguments) {
      try $0.watched(app: id, limit: mostToldOfEach, language: session.language)
    }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      watchedList(
        entries, texts: arguments.has(texts), clock: session.clock, style: session.terminal.style))
  } else {
    let apps = try session.control(arguments) { try $0.watchedApps() }
    guard !arguments.has(.json) else { return }
    let (style, columns) = (session.terminal.style, session.terminal.columns)
    session.terminal.write(watchedAppList(apps, style: style, columns: columns))
  }
}

/// A line an app; a name that nothing vouches for is told as the claim that it is.
func watchedAppList(_ apps: [WatchedApp], style: Style, columns: Int?) -> String {
  let rows = apps.map { app in
    let counts = [app.posted, app.merged, app.held, app.hidden, app.tooFast, app.denied]
    return [app.isVouchedFor ? app.app.text : "\(app.app.text)?", visible(app.name)]
      + counts.map { String($0) }
  }
  let header = ["APP", "NAME", "POSTED", "MERGED", "HELD", "HIDDEN", "TOO FAST", "DENIED"]
  return Table(header: rows.isEmpty ? [] : header, rows: rows, rightAligned: [2, 3, 4, 5, 6, 7])
    .text(style: style, columns: columns)
}

/// The newest first, each with why.
func watchedList(_ entries: [WatchedEntry], texts: Bool, clock: LocalClock, style: Style) -> String {
  let rows = entries.map { entry in
    let text = [entry.title, entry.body].compactMap { $0 }.joined(separator: " · ")
    let why = entry.decisions.map(\.why).joined(separator: " ")
    return [clock.short(entry.time), entry.app.text, entry.outcome]
      + (texts ? [visible(text)] : []) + [visible(why)]
  }
  let header = ["TIME", "APP", "OUTCOME"] + (texts ? ["TEXT"] : []) + ["WHY"]
  return Table(header: rows.isEmpty ? [] : header, rows: rows).text(style: style)
}
