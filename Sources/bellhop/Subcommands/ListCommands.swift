import BellhopClient
import NotificationModel
import NotificationProtocol
import Varlink
import Wording

private let app = Option("--app", "ID", "only those of this app")
private let search = Option("--search", "TEXT", "only those with this in title, subtitle, body or app name")
private let unread = Option("--unread", nil, "only unread ones")
private let missed = Option(
  "--missed", nil, "only what could not be seen when it came, and has not been looked at since")
private let state = Option(
  "--state", "S", "only those in this state", repeats: true, choices: State.allCases.map(\.rawValue))
private let since = Option("--since", "TIME-or-DURATION", "only those that came since then")
private let limit = Option("--limit", "N", "at most so many, \(Limits.listDefault) without it")
private let everything = Option(
  "--all", nil, "every one that is kept: also what was dismissed, taken back or has expired")
private let format = Option(
  "--format", "FORMAT",
  "a line each for a picker: \(ListFormat.words.joined(separator: ", ")), or a TEMPLATE",
  offers: .words(ListFormat.words))

extension Subcommand {
  static let list = Subcommand(
    name: "list", summary: "List notifications, newest first.",
    options: [app, search, state, unread, missed, since, limit, everything, format, .json],
    notes: """
      Without --all or --state these are the ones that are there, unread, read or still to come. A * marks unread ones.
      --missed lists notifications that you could not see when they came, because of Do Not Disturb, quiet hours, an \
      app's request for quiet, hidden text, a lock or your absence, also those that their app has taken back since. On a terminal that counts as looking at them; no other list does.
      Those of one thread stand together, below the newest, and indented. While the screen is locked, the text is shown as
      it may be seen then. Where there is none, a terminal is told so; to a pipe, and with --plain, nothing is written.
      TIME-or-DURATION is \(sinceForms).
      To open the one that is chosen:
        bellhop list --format rofi | rofi -dmenu -i | cut -d ' ' -f 1 | xargs -r bellhop activate
        bellhop list --format fuzzel | fuzzel --dmenu | cut -d ' ' -f 1 | xargs -r bellhop activate
      A TEMPLATE is a line in which {id}, {app} and {title} are filled in, {unread}, {held} and {missed} with 1 or 0, and {dnd} \
      with on or off. {{ and }} are braces.
      """
  ) { (arguments, session) throws(Failure) in
    guard !arguments.has(format) || !arguments.has(.json) else {
      throw .usage("--format and --json exclude each other")
    }
    let lines = try arguments.text(format).map { text throws(Failure) in
      try ListFormat(text, option: format.name)
    }
    var left =
      try arguments.number(limit, least: 1) ?? (arguments.has(everything) ? .max : Int64(Limits.listDefault))
    let wanted = arguments.all(state).compactMap(State.init(rawValue:))
    if arguments.has(unread), !wanted.isEmpty, !wanted.contains(where: State.current.contains) {
      throw .usage("\(unread.name) and \(state.name) \(wanted[0].rawValue) exclude each other")
    }
    let earliest = try arguments.text(since).map { text throws(Failure) in
      try sinceTime(text, of: since.name, clock: session.clock)
    }
    let isOfAll = [everything, unread, missed].contains(where: arguments.has)
    let states = !wanted.isEmpty ? wanted : isOfAll ? nil : State.listed
    let entries = try session.control(arguments) { client in
      let app = try arguments.text(app).map { try AppID(operand: $0) }
      var entries: [Entry] = []
      repeat {
        let page = try client.list(
          app: app, search: arguments.text(search), states: states,
          unreadOnly: arguments.has(unread), missedOnly: arguments.has(missed), since: earliest,
          limit: Int(min(left, Int64(Limits.listMaximum))), before: entries.last)
        entries += page.entries
        left -= Int64(page.entries.count)
        guard page.more, !page.entries.isEmpty else { break }
      } while left > 0
      return entries
    }
    if entries.isEmpty, let app = arguments.text(app) { session.remarkIfUnknown(app) }
    guard !arguments.has(.json) else { return }
    if let lines {
      let isQuiet =
        lines.tellsDoNotDisturb ? try session.control { try $0.status().doNotDisturb } : false
      return session.terminal.write(
        entries.map { lines.line($0, doNotDisturb: isQuiet) + "\n" }.joined())
    }
    // A program that reads the output treats an empty output as an empty list.
    if entries.isEmpty, session.terminal.isTerminal, !arguments.has(.plain) {
      let isSelected = [app, search, state, unread, missed, since].contains(where: arguments.has)
      return session.terminal.write(
        (isSelected ? session.words.list.noMatch : session.words.list.nothing) + "\n")
    }
    session.terminal.write(
      EntryList(entries: entries, isGrouped: true, words: session.words, clock: session.clock)
        .text(style: session.terminal.style, columns: session.terminal.columns))
    if arguments.has(missed) { try session.markLookedAt(entries) }
  }
}

extension Session {
  /// Marks missed entries as looked at, if the output is a terminal: a pipe does not show that a person reads it.
  fileprivate func markLookedAt(_ entries: [Entry]) throws(Failure) {
    guard terminal.isTerminal else { return }
    for batch in entries.filter({ $0.missed != nil }).map(\.id).batches {
      try control { try $0.markSeen(batch) }
    }
  }
}

extension Subcommand {
  static let show = Subcommand(
    name: "show", summary: "Show one notification whole.", operands: [Operand("ID")], options: [.json],
    notes: """
      ID can be last: the one that came last, also where it is read or over.
      On a terminal this counts as looking at it, so that it is not missed any more; with --json, or to a pipe, it does not.
      """
  ) { (arguments, session) throws(Failure) in
    let id = try session.id(arguments, lastOf: nil)
    // `List` has no error for an unknown id.
    guard let entry = try session.entry(id) else {
      throw .refused(ControlError.notFound(what: Missing.notification(id).words).callError)
    }
    let advice = try session.control { try $0.explain(id, language: session.language).advice }
    if arguments.has(.json) {
      session.print(entry.json.adding(advice.isEmpty ? [] : [JSON.Field("advice", advice.json)]))
    } else {
      session.terminal.write(
        EntryText(
          entry: entry, advice: advice, words: session.words, clock: session.clock, wording: session.wording
        ).text(style: session.terminal.style))
      try session.markLookedAt([entry])
    }
  }
}

extension Session {
  /// The entry of this id, read, ended or live; `nil` if the list has no such entry.
  func entry(_ id: NotificationID) throws(Failure) -> Entry? {
    try control { try $0.entry(id) }
  }
}

extension Subcommand {
  static let explain = Subcommand(
    name: "explain", summary: "Say why a notification was treated as it was.", operands: [Operand("ID")],
    options: [.json], notes: "ID can be last: the one that came last, also where it is read or over."
  ) { (arguments, session) throws(Failure) in
    let id = try session.id(arguments, lastOf: nil)
    let (decisions, advice) = try session.control(arguments) {
      try $0.explain(id, language: session.language)
    }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      explanation(
        decisions, advice, session.words, clock: session.clock, style: session.terminal.style,
        columns: session.terminal.columns))
  }
}

/// The decisions, oldest first, one line each; equal decisions in a row share one line. Below them stands the advice to
/// the app about its text.
func explanation(
  _ decisions: [DatedDecision], _ advice: [Advice] = [], _ words: CommandWording = .english,
  clock: LocalClock, style: Style, columns: Int? = nil
) -> String {
  let list = words.list
  var runs: [[DatedDecision]] = []
  for dated in decisions {
    if runs.last?.last?.decision == dated.decision {
      runs[runs.count - 1].append(dated)
    } else {
      runs.append([dated])
    }
  }
  let rows = runs.map { run in
    let (decision, first) = (run[0].decision, clock.short(run[0].time))
    let last = clock.short(run[run.count - 1].time)
    let times = run.count == 1 ? "" : " " + list.times(run.count, first == last ? first : "\(first)–\(last)")
    return [first]
      + [decision.guideline, words.terms.name(ofEffect: decision.effect), decision.why + times]
      .map { visible($0) }
  }
  return Table(
    header: [list.time, list.guidelineHeading, list.effect, list.why], rows: rows, wrapsLast: true
  )
  .text(style: style, columns: columns) + AdviceText.lines(advice, words.judgement, columns: columns)
}
