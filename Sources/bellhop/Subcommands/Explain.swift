import NotificationProtocol
import Varlink

extension Subcommand {
  static let explain = Subcommand(
    name: "explain", summary: "Say why a notification was treated as it was.", operands: [Operand("ID")],
    options: [.json]
  ) { (arguments, session) throws(Failure) in
    let reply = try session.call(
      .control, .control, "Explain", JSON(fields: ["id": try arguments.ids()[0].json]))
    if arguments.has(.json) { return session.print(reply) }
    session.terminal.write(
      explanation(reply.elements("decisions"), clock: session.clock, style: session.terminal.style))
  }
}

/// Oldest first, a line each.
func explanation(_ decisions: [JSON], clock: LocalClock, style: Style) -> String {
  let rows = decisions.map { decision in
    [
      decision["time"]?.string.map { clock.shown($0) } ?? "", visible(decision.string("guideline")),
      visible(decision.string("effect")), visible(decision.string("why")),
    ]
  }
  return Table(header: ["TIME", "GUIDELINE", "EFFECT", "WHY"], rows: rows).text(style: style)
}
