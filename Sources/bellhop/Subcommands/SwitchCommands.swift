import NotificationModel
import NotificationProtocol
import Wording

private let until = Option("--until", "TIME", "until then")
private let duration = Option("--for", "DURATION", "for so long, such as 30m or 1h")

extension Subcommand {
  static let dnd = Subcommand(
    name: "dnd", summary: "Turn Do Not Disturb on or off, or say how it stands.",
    operands: [
      Operand("on|off|toggle|until", isOptional: true), Operand("TIME-or-DURATION", isOptional: true),
    ],
    options: [until, duration, .json],
    notes: """
      'bellhop dnd until 18:00' turns it on until then, 'bellhop dnd until 30m' for so long; 'bellhop dnd toggle'
      is for a key or a click. 'bellhop dnd off' also ends the quiet that apps have asked for, as for a film. That of a
      shared or full screen ends with it; SharedScreen= and FullScreen= below [Quiet] in bellhop.conf switch it off.
      TIME is \(timeForms); DURATION is 90s, 10m, 1h30m, 2d or the like,
      and takes so long however the clock is set meanwhile.
      """
  ) { (arguments, session) throws(Failure) in
    guard !arguments.operands.isEmpty else { return try printQuietState(arguments, session) }
    guard let word = arguments.operands.first, ["on", "off", "toggle", "until"].contains(word) else {
      throw .usage(misunderstood(arguments.operands, session.clock))
    }
    let named = arguments.operands.dropFirst().first
    if let named, word != "until" {
      let isEnd = (try? timeOrDuration(named, of: "", clock: session.clock)) != nil
      throw .usage(
        word == "on"
          ? "write 'bellhop dnd until \(isEnd ? named : "TIME-or-DURATION")'" : "\(word) takes no end")
    }
    guard word != "until" || named != nil else { throw .usage("until needs TIME-or-DURATION") }
    var end = try named.map { text throws(Failure) in
      try timeOrDuration(text, of: "TIME-or-DURATION", clock: session.clock)
    }
    guard end == nil || !arguments.has(until) && !arguments.has(duration) else {
      throw .usage("until, --until and --for exclude each other")
    }
    if let text = arguments.text(until) { end = try chosenEnd(text, of: until.name, clock: session.clock) }
    if let text = arguments.text(duration) {
      guard end == nil else { throw .usage("--until and --for exclude each other") }
      end = .after(try durationWithUnit(text, of: duration.name))
    }
    guard end == nil || word == "on" || word == "until" else { throw .usage("\(word) takes no end") }
    let isOn = word == "toggle" ? try session.control { try !$0.status().doNotDisturb } : word != "off"
    try session.change(arguments) { [end] in try $0.setDoNotDisturb(isOn, until: end) }
    guard !arguments.has(.json) else { return }
    let time = end?.end(from: session.clock.now).time
    session.terminal.write(switchedText(isOn, session.words.changes, until: time, clock: session.clock))
  }
}

/// A hint at the right words, after words that `dnd` does not know.
private func misunderstood(_ words: [String], _ clock: LocalClock) -> String {
  let end = words.first == "for" ? words.dropFirst().first : words.first
  if let end, (try? timeOrDuration(end, of: "", clock: clock)) != nil {
    return "write 'bellhop dnd until \(end)'"
  }
  return words == ["status"]
    ? "'bellhop dnd' alone says how it stands" : "say on, off, toggle or until"
}

func switchedText(
  _ isOn: Bool, _ words: ChangeWording = .english, until end: Timestamp?, clock: LocalClock
) -> String {
  words.doNotDisturb(isOn, end.map { clock.short($0) }) + "\n"
}

private func printQuietState(_ arguments: Arguments, _ session: Session) throws(Failure) {
  guard !arguments.has(until), !arguments.has(duration) else { throw .usage("say on or off") }
  let status = try session.control(arguments) { try $0.status() }
  guard !arguments.has(.json) else { return }
  let held = try session.control { try $0.list(states: [.held], limit: Limits.listMaximum).entries }
  let words = session.words
  let rows =
    quietRows(status, words, clock: session.clock) + [[words.status.held, heldByApp(held, words.terms)]]
  session.terminal.write(Table(facts: rows).text(style: session.terminal.style))
}

/// The number of held notifications per app, the largest first.
func heldByApp(_ held: [Entry], _ terms: TermWording = .english) -> String {
  var counts: [String: Int] = [:]
  for entry in held { counts[entry.shownName(), default: 0] += 1 }
  let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  return sorted.isEmpty ? terms.none : sorted.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
}

extension Subcommand {
  static let quietHours = Subcommand(
    name: "quiet-hours", summary: "Choose when alerts wait each night or week, or say how that stands.",
    operands: [Operand("off|default|SPANS", isOptional: true, repeats: true)], options: [.json],
    notes: """
      SPANS are written as QuietHours= in a configuration file, which they take the place of:
        bellhop quiet-hours 22:00-07:00
        bellhop quiet-hours '22:00-07:00 Mo-Fr;12:00-13:00'
        bellhop quiet-hours '00:00-00:00 Sa,Su'
      Days are Mo, Tu, We, Th, Fr, Sa and Su, in lists such as Mo,We and ranges such as Fr-Mo: those on which a span
      begins. Where spans overlap, alerts wait until the end of the last.
      off: never. default: as the configuration files say.
      """
  ) { (arguments, session) throws(Failure) in
    let words = arguments.operands.joined(separator: " ")
    if !words.isEmpty {
      let spans: WeeklySpans? = try words == "default" ? nil : quietSpans(words)
      try session.change(arguments) { try $0.setQuietHours(spans) }
      guard !arguments.has(.json) else { return }
    }
    let status = try session.control(arguments) { try $0.status() }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      quietHoursText(status, session.words, clock: session.clock, style: session.terminal.style))
  }
}

private func quietSpans(_ words: String) throws(Failure) -> WeeklySpans {
  if words == "off" { return WeeklySpans() }
  guard let spans = WeeklySpans(words), !spans.isEmpty else {
    throw .usage(
      "say off, default, or spans such as \(WeeklySpans.example): at most \(WeeklySpans.most), and not the whole week"
    )
  }
  return spans
}

/// The present state of the quiet hours, their spans, and the source of these.
func quietHoursText(
  _ status: DaemonStatus, _ all: CommandWording = .english, clock: LocalClock, style: Style
) -> String {
  let words = all.changes
  let source = words.source(status.quietHoursFrom, of: Subcommand.quietHours)
  let now = status.quietHoursUntil.map { all.status.onUntil(clock.long($0)) } ?? all.terms.off
  let facts = [
    [words.now, now], [all.status.quietHours, visible("\(status.quietHours ?? words.never) (\(source))")],
  ]
  return Table(facts: facts).text(style: style)
}

extension ChangeWording {
  /// The source of a choice for all apps, which `DaemonStatus` names.
  func source(_ source: String?, of subcommand: Subcommand) -> String {
    switch source {
    case nil: builtIn
    case DaemonStatus.person: chosen(subcommand.name)
    case let file?: asFileSays(file)
    }
  }
}

extension Subcommand {
  static let silent = Subcommand(
    name: "silent", summary: "Turn the mute switch on or off, or say how it stands.",
    operands: [Operand("on|off|toggle", isOptional: true)],
    options: [.json], notes: "Muted, only critical notifications and your own alarms make a sound."
  ) { (arguments, session) throws(Failure) in
    guard let word = arguments.operands.first else {
      let status = try session.control(arguments) { try $0.status() }
      return arguments.has(.json)
        ? ()
        : session.terminal.write(
          (status.silent ? session.words.terms.on : session.words.terms.off) + "\n")
    }
    guard ["on", "off", "toggle"].contains(word) else {
      throw .usage("say on, off or toggle")
    }
    let isOn = word == "toggle" ? try session.control { try !$0.status().silent } : word == "on"
    try session.change(arguments) { try $0.setSilent(isOn) }
    guard !arguments.has(.json) else { return }
    session.terminal.write(session.words.changes.silent(isOn) + "\n")
  }

  static let ratings = Subcommand(
    name: "ratings", summary: "Let apps ask to be rated, or not, or say how it stands.",
    operands: [Operand("on|off", isOptional: true)],
    options: [.json], notes: "On, each app may ask three times in 365 days, two weeks apart."
  ) { (arguments, session) throws(Failure) in
    guard let word = arguments.operands.first else {
      let status = try session.control(arguments) { try $0.status() }
      return arguments.has(.json)
        ? () : session.terminal.write((status.ratingPrompts ?? true) ? "on\n" : "off\n")
    }
    guard ["on", "off"].contains(word) else {
      throw .usage("say on or off")
    }
    try session.control(arguments) { try $0.setRatingPrompts(word == "on") }
  }

  static let lock = Subcommand(
    name: "lock", summary: "Say that the screen is locked, for a locker that does not.", options: [.json],
    notes: unstoredNote
  ) { (arguments, session) throws(Failure) in
    try session.change(arguments) { try $0.setLocked(true) }
  }

  static let unlock = Subcommand(
    name: "unlock", summary: "Say that the screen is unlocked again.", options: [.json], notes: unstoredNote
  ) { (arguments, session) throws(Failure) in
    try session.change(arguments) { try $0.setLocked(false) }
  }
}

private let unstoredNote = """
  While nothing can be stored, on a full disk say, it holds all the same, and standard error says that a restart of the
  daemon would lose it.
  """
