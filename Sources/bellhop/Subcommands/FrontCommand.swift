import BellhopClient
import NotificationModel
import NotificationProtocol
import Wording

private let app = Option("--app", "ID", "of this app alone, one by one")
private let texts = Option("--texts", nil, "one by one, with what they say")
private let forgetting = Option("--forget", nil, "forget what was watched")
/// The most notifications to list one by one, more than a person reads.
private let mostListed = 1_000

extension Subcommand {
  static let front = Subcommand(
    name: "front", summary: "Have what all other apps post go through Bellhop, or only watch it.",
    operands: [Operand("on|off|watch|status|report", isOptional: true)],
    options: [app, texts, forgetting, .json],
    notes: """
      on: what all apps post to the desktop's notification server goes through Bellhop first, and is judged and kept as what
      is posted here. The server is found, and started behind bellhop-bus where it is a unit of the service manager;
      else the lines to write are printed, and nothing is changed. It counts when a notification of its own has come that
      way; else all of it is taken back.
      off: everything as it was. Removes what on has written, and ends watch.
      status, or nothing: how it stands, who has the notification name, and what was written.
      watch: from now on, what other apps post to the desktop's notification server is judged and kept for as long as
      notifications are (KeepDays): who posted it, when, its title and text, and what would have become of it. Nothing
      is shown, and nothing changes for them.
      report: how many notifications each app posted, and how many of them would have been merged with another, held
      back, hidden, kept quiet (for coming too fast, among other reasons), kept until you have allowed the app, or
      refused because you have denied it, of all that is kept. An app with a question mark, claimed with --plain, may be
      another: only its own word says which it is. What they say is told with --texts alone, and never while the screen is locked.
      """
  ) { (arguments, session) throws(Failure) in
    let word = arguments.operands.first ?? "status"
    guard word == "report" || !(arguments.has(app) || arguments.has(texts) || arguments.has(forgetting))
    else {
      throw .usage("\(app.name), \(texts.name) and \(forgetting.name) go with report")
    }
    switch word {
    case "on": try FrontSwitch.on(arguments, session)
    case "off": try FrontSwitch.off(.off, arguments, session)
    case "watch":
      try FrontSwitch.off(.shadow, arguments, session)
      try printShadowState(arguments, session)
    case "status":
      defer { FrontSwitch.printSurvey(arguments, session) }
      try printFrontState(arguments, session)
    case "report": try report(arguments, session)
    default: throw .usage("say on, off, watch, status or report")
    }
  }
}

private func printShadowState(_ arguments: Arguments, _ session: Session) throws(Failure) {
  guard !arguments.has(.json) else { return }
  let fault = try session.control { try $0.front(language: session.language) }.fault
  let words = session.words.front
  session.terminal.write(
    "\(fault.map { visible($0) } ?? words(.isWatching))\n\(words(.isKeptOfWatched))\n")
}

private func printFrontState(_ arguments: Arguments, _ session: Session) throws(Failure) {
  let front = try session.control(arguments) { try $0.front(language: session.language) }
  guard !arguments.has(.json) else { return }
  var lines: [FrontSentence] = [.mode(front.mode)]
  if let fault = front.fault { lines.append(.fault(fault)) }
  lines.append(.watched(front.watched))
  if front.dropped > 0 { lines.append(.notLookedAt(front.dropped)) }
  let text = lines.map { session.words.front($0) }.joined(separator: "\n")
  session.terminal.write(visible(text, keepingLines: true) + "\n")
}

private func report(_ arguments: Arguments, _ session: Session) throws(Failure) {
  try arguments.check(forgetting, goesWith: [.json])
  let words = session.words.front
  if arguments.has(forgetting) {
    let gone = try session.control(arguments) { try $0.forgetShadowNotifications() }
    if !arguments.has(.json) { session.terminal.write(words(.forgotten(gone)) + "\n") }
  } else if arguments.has(texts) || arguments.has(app) {
    try printShadowNotifications(arguments, session)
  } else {
    let (apps, dropped) = try session.control(arguments) { try $0.shadowApps() }
    guard !arguments.has(.json) else { return }
    let (style, columns) = (session.terminal.style, session.terminal.columns)
    session.terminal.write(shadowAppList(apps, words, style: style, columns: columns))
    if dropped > 0 {
      session.terminal.write(words(.moreNotLookedAt(dropped)) + "\n")
    }
  }
}

private func printShadowNotifications(_ arguments: Arguments, _ session: Session) throws(Failure) {
  let id = try arguments.text(app).map { text throws(Failure) in
    do throws(FieldFault) { return try AppID(operand: text) } catch { throw .refused(error.callError) }
  }
  let texts = arguments.has(texts)
  var (entries, isCut): ([ShadowEntry], Bool) = ([], true)
  // A reply holds as many as fit into a message.
  while isCut, entries.count < mostListed {
    let page = try session.control(arguments) { [entries] in
      try $0.shadowNotifications(
        app: id, limit: mostListed - entries.count, before: entries.last?.id, texts: texts,
        language: session.language)
    }
    entries += page.entries
    isCut = page.more && !page.entries.isEmpty
  }
  guard !arguments.has(.json) else { return }
  session.terminal.write(
    shadowList(entries, session.words, texts: texts, clock: session.clock, style: session.terminal.style))
  if isCut { session.terminal.write(session.words.front(.areNewest(entries.count)) + "\n") }
}

/// One line per app; an unverified name is marked as a claim.
func shadowAppList(
  _ apps: [ShadowApp], _ words: FrontWording = .english, style: Style, columns: Int?
) -> String {
  guard !apps.isEmpty else { return words(.nothingWatched) + "\n" }
  let rows = apps.map { app in
    let counts = [
      app.posted, app.merged, app.held, app.hidden, app.quiet, app.tooFast, app.awaitingConsent, app.denied,
    ]
    return [app.app.text, app.shownName(style)]
      + counts.map { String($0) }
  }
  return Table(header: words.appColumns, rows: rows, rightAligned: Set(2...9))
    .text(style: style, columns: columns)
}

/// Newest first, each with its reasons.
func shadowList(
  _ entries: [ShadowEntry], _ all: CommandWording = .english, texts: Bool, clock: LocalClock, style: Style
) -> String {
  let words = all.front
  guard !entries.isEmpty else { return words(.nothingWatched) + "\n" }
  let rows = entries.map { entry in
    let text = [entry.title, entry.body].compactMap { $0 }.joined(separator: " · ")
    let why = entry.decisions.map(\.why).joined(separator: " ")
    return [clock.short(entry.time), entry.app.text, outcome(entry.outcome, all.terms)]
      + (texts ? [visible(text)] : []) + [visible(why)]
  }
  let header = [words.time, words.app, words.outcome] + (texts ? [words.text] : []) + [words.why]
  return Table(header: header, rows: rows).text(style: style)
}

/// The outcome in words; an outcome of a later version stays as it is.
private func outcome(_ name: String, _ terms: TermWording) -> String {
  Outcome(rawValue: name).map(terms.outcome) ?? name
}
