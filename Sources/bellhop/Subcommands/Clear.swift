import NotificationModel

private let app = Option("--app", "APP", "of this app alone")
private let age = Option("--older-than", "DURATION", "only what last came longer ago, such as 12h or 7d")

extension Subcommand {
  static let clear = Subcommand(
    name: "clear", summary: "Take all that is read off the list.", options: [app, age, .json],
    notes: """
      What is unread, and what is still to come, stays. 'bellhop undo' brings back what the last clear took away, \
      \(erasedByThen). 'bellhop list --all' lists what was cleared, and 'bellhop erase' deletes for good.
      """
  ) { (arguments, session) throws(Failure) in
    let name = arguments.text(app)
    let before = try arguments.text(age).map { text throws(Failure) in
      session.clock.now.advanced(bySeconds: -(try durationWithUnit(text, of: age.name)))
    }
    let count = try session.control(arguments) { client in
      try client.clear(app: try name.map { try AppID(operand: $0) }, before: before)
    }
    if count == 0, let name { session.remarkIfUnknown(name) }
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      (count == 0 ? session.words.changes.nothingToClear : session.words.changes.cleared(count)) + "\n")
  }
}
