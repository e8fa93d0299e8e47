import NotificationModel
import NotificationProtocol
import Varlink

private let format = Option(
  "--format", "FORMAT", "for a bar: \(BarFormat.words.joined(separator: ", ")), or a TEMPLATE",
  offers: .words(BarFormat.words))

extension Subcommand {
  static let watch = Subcommand(
    name: "watch", summary: "Follow the list: first what is there, then each change.",
    options: [format, .json],
    notes: """
      With --format it prints one line at once, and another whenever something has changed, also while no daemon runs; \
      it waits for the daemon to come back. waybar gets JSON with text, alt, tooltip and class, which is none, unread, \
      held, dnd or down; i3blocks JSON with full_text and short_text; plain is a sentence, empty where there is nothing \
      to tell. A TEMPLATE is a line in which {unread}, {held}, {missed}, {dnd} (on or off), {app} and {title} are filled in, \
      the latter two of the newest unread one that is not held back; while no daemon runs the line is empty. {{ and }} are \
      braces.
      While the screen is locked, the text is shown as it may be seen then.
      """
  ) { (arguments, session) throws(Failure) in
    try arguments.check(format, goesWith: [])
    if let text = arguments.text(format) {
      return try BarWatch(BarFormat(text, option: format.name), session: session).run()
    }
    try session.control { client in
      guard arguments.has(.json) else {
        var told = WatchText(
          style: session.terminal.style, columns: session.terminal.columns, words: session.words)
        return try client.watch { change in
          session.terminal.write(told.news(in: change, clock: LocalClock(words: session.words.times)))
          return true
        }
      }
      // Changes that are not to be seen come as the same reply once more.
      var last: JSON?
      client.connection.onReply = { reply in
        if reply != last { session.print(reply) }
        last = reply
      }
      try client.watch { _ in true }
    }
  }
}
