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
      is for a key or a click. 'bellhop dnd off' also ends the quiet that apps have asked for, as for a film.
      TIME is \(timeForms); DURATION is 90s, 10m, 1h30m, 2d or the like.
      """
  ) { (arguments, session) throws(Failure) in
    guard !arguments.operands.isEmpty else { return try tellQuiet(arguments, session) }
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
    if let text = arguments.text(until) { end = try time(text, of: until.name, clock: session.clock) }
    if let text = arguments.text(duration) {
      guard end == nil else { throw .usage("--until and --for exclude each other") }
      end = session.clock.now.advanced(bySeconds: try durationWithUnit(text, of: duration.name))
    }
    guard end == nil || word == "on" || word == "until" else { throw .usage("\(word) takes no end") }
    let isOn = word == "toggle" ? try session.control { try !$0.status().doNotDisturb } : word != "off"
    try session.control(arguments) { [end] in try $0.setDoNotDisturb(isOn, until: end) }
    guard !arguments.has(.json) else { return }
    session.terminal.write(switchedText(isOn, session.words.changes, until: end, clock: session.clock))
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

private func tellQuiet(_ arguments: Arguments, _ session: Session) throws(Failure) {
  guard !arguments.has(until), !arguments.has(duration) else { throw .usage("say on or off") }
  let status = try session.control(arguments) { try $0.status() }
  guard !arguments.has(.json) else { return }
  let held = try session.control { try $0.list(states: [.held], limit: Limits.listMaximum).entries }
  let words = session.words
  let rows =
    quietRows(status, words, clock: session.clock) + [[words.status.held, heldByApp(held, words.terms)]]
  session.terminal.write(Table(facts: rows).text(style: session.terminal.style))
}

/// Of which app how many wait, those with most first.
func heldByApp(_ held: [Entry], _ terms: TermWording = .english) -> String {
  var counts: [String: Int] = [:]
  for entry in held { counts[entry.shownName(), default: 0] += 1 }
  let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
  return sorted.isEmpty ? terms.none : sorted.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
}
