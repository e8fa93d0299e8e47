import NotificationModel
import NotificationProtocol

extension Subcommand {
  static let show = Subcommand(
    name: "show", summary: "Show one notification whole.", operands: [Operand("ID")], options: [.json]
  ) { (arguments, session) throws(Failure) in
    let id = try arguments.id()
    guard id.number < .max else { throw notFound(id) }
    let entries = try session.control {
      try $0.list(limit: 1, before: NotificationID(id.number + 1), language: session.language).entries
    }
    guard let entry = entries.first, entry.id == id else { throw notFound(id) }
    if arguments.has(.json) {
      session.print(entry.json)
    } else {
      session.terminal.write(
        EntryText(entry: entry, clock: session.clock).text(style: session.terminal.style))
    }
  }
}

/// The list is asked for, and it has no error for what is not in it.
private func notFound(_ id: NotificationID) -> Failure {
  .refused(ControlError.notFound(what: "notification \(id)").callError)
}
