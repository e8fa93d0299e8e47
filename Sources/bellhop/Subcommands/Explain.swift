import NotificationModel
import Wording

extension Subcommand {
  static let explain = Subcommand(
    name: "explain", summary: "Say why a notification was treated as it was.", operands: [Operand("ID")],
    options: [.json], notes: "ID can be last: the one that came last, whatever has become of it."
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
