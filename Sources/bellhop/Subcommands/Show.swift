import NotificationProtocol
import Varlink

extension Subcommand {
  static let show = Subcommand(
    name: "show", summary: "Show one notification whole.", operands: [Operand("ID")], options: [.json]
  ) { (arguments, session) throws(Failure) in
    let id = try arguments.ids()[0]
    guard id < .max else { throw notFound(id) }
    let reply = try session.call(
      .control, .control, "List", JSON(fields: ["limit": .int(1), "before": (id + 1).json]))
    guard let entry = reply.elements("entries").first, entry.number("id") == id else { throw notFound(id) }
    if arguments.has(.json) {
      session.print(entry)
    } else {
      session.terminal.write(
        EntryText(entry: entry, clock: session.clock).text(style: session.terminal.style))
    }
  }
}

/// The list is asked for, and it has no error for what is not in it.
private func notFound(_ id: Int64) -> Failure {
  .refused(
    CallError(
      name: "io.bellhop.Control.NotFound", parameters: JSON(fields: ["what": "notification \(id)".json])))
}
