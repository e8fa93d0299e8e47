import BellhopClient
import NotificationModel
import NotificationProtocol

extension Subcommand {
  static let show = Subcommand(
    name: "show", summary: "Show one notification whole.", operands: [Operand("ID")], options: [.json]
  ) { (arguments, session) throws(Failure) in
    let id = try arguments.id()
    // The list has no error for what is not in it.
    guard let entry = try session.entry(id) else {
      throw .refused(ControlError.notFound(what: "notification \(id)").callError)
    }
    if arguments.has(.json) {
      session.print(entry.json)
    } else {
      session.terminal.write(
        EntryText(entry: entry, clock: session.clock).text(style: session.terminal.style))
    }
  }
}

extension Session {
  /// The entry of this id, read, ended or live; `nil` if the list has no such entry.
  func entry(_ id: NotificationID) throws(Failure) -> Entry? {
    try control { try $0.entry(id, language: language) }
  }
}
