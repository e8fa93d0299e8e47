import NotificationModel
import NotificationProtocol

private let format = Option("--format", "FORMAT", "for a bar: \(BarFormat.words), or a TEMPLATE")

extension Subcommand {
  static let watch = Subcommand(
    name: "watch", summary: "Follow the list: first what is there, then each change.",
    options: [format, .json],
    notes: """
      With --format it prints one line at once, and another whenever something has changed, also while no daemon runs; \
      it waits for the daemon to come back. waybar gets JSON with text, alt, tooltip and class, which is none, unread, \
      held, dnd or down; i3blocks JSON with full_text and short_text; plain is a sentence, empty where there is nothing \
      to tell. A TEMPLATE is a line in which {unread}, {held}, {dnd} (on or off), {app} and {title} are filled in, the \
      latter two of the newest unread one that is not held back; while no daemon runs the line is empty. {{ and }} are \
      braces.
      While the screen is locked, the text is shown as it may be seen then.
      """
  ) { (arguments, session) throws(Failure) in
    try arguments.check(format, goesWith: [])
    if let text = arguments.text(format) {
      return try BarWatch(BarFormat(text, option: format.name), session: session).run()
    }
    var told = WatchText(style: session.terminal.style, columns: session.terminal.columns)
    try session.control(arguments) { client in
      try client.watch { change in
        if !arguments.has(.json) { session.terminal.write(told.news(in: change, clock: LocalClock())) }
        return true
      }
    }
  }
}
