import NotificationModel

extension Subcommand {
  static let explain = Subcommand(
    name: "explain", summary: "Say why a notification was treated as it was.", operands: [Operand("ID")],
    options: [.json]
  ) { (arguments, session) throws(Failure) in
    let id = try arguments.id()
    let (decisions, advice) = try session.control(arguments) {
      try $0.explain(id, language: session.language)
    }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      explanation(decisions, advice, clock: session.clock, style: session.terminal.style))
  }
}

/// Oldest first, a line each; then what its app was told about its text.
func explanation(
  _ decisions: [DatedDecision], _ advice: [Advice] = [], clock: LocalClock, style: Style
) -> String {
  let rows = decisions.map { dated in
    [clock.short(dated.time)]
      + [dated.decision.guideline, dated.decision.effect, dated.decision.why].map { visible($0) }
  }
  return Table(header: ["TIME", "GUIDELINE", "EFFECT", "WHY"], rows: rows).text(style: style)
    + AdviceText.lines(advice)
}
