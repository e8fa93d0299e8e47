import NotificationModel
import NotificationProtocol
import Wording

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
      try session.control(arguments) { try $0.setQuietHours(spans) }
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
  let source =
    switch status.quietHoursFrom {
    case nil: words.builtIn
    case DaemonStatus.person: words.chosen
    case let file?: words.asFileSays(file)
    }
  let now = status.quietHoursUntil.map { all.status.onUntil(clock.long($0)) } ?? all.terms.off
  let facts = [
    [words.now, now], [all.status.quietHours, visible("\(status.quietHours ?? words.never) (\(source))")],
  ]
  return Table(facts: facts).text(style: style)
}
