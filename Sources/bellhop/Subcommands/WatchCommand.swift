import NotificationModel
import NotificationProtocol
import Varlink
import Wording

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
      held, dnd, quiet (any other cause of quiet) or down; i3blocks JSON with full_text and short_text; plain is a sentence, empty where there is nothing \
      to tell. A TEMPLATE is a line in which {unread}, {held}, {missed}, {dnd} (on or off), {quiet} (why it is quiet, and \
      until when; empty where it is not), {app} and {title} are filled in, the latter two of the newest unread one that is not held back; while no daemon runs the line is empty. {{ and }} are \
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
      // A change that is invisible to the reader comes as an identical reply.
      var last: JSON?
      client.connection.onReply = { reply in
        if reply != last { session.print(reply) }
        last = reply
      }
      try client.watch { _ in true }
    }
  }
}

/// The text for changes of the list, without repetition. The daemon reports every change, such as a banner on screen,
/// and not each of them is visible in the text.
struct WatchText {
  let style: Style
  let columns: Int?
  private let words: CommandWording
  /// The last printed line of each present entry.
  private var lines: [NotificationID: String] = [:]
  private var foot = ""

  init(style: Style, columns: Int?, words: CommandWording = .english) {
    self.style = style
    self.columns = columns
    self.words = words
  }

  /// The entries whose lines have changed, those that are gone, and the unread count if it has changed; empty if no
  /// line differs.
  mutating func news(in change: WatchReply, clock: LocalClock) -> String {
    let changed = change.changed.filter { entry in
      let line = lines(of: [entry], clock)
      return lines.updateValue(line, forKey: entry.id) != line
    }
    var text = lines(of: changed, clock)
    // Entries that were never printed, because they were read or came and went between two replies, are left out.
    let gone = change.gone.filter { lines.removeValue(forKey: $0) != nil }
    if !gone.isEmpty {
      text += words.entry.gone(gone.map(\.description).joined(separator: " ")) + "\n"
    }
    let bar = words.bar
    let told = [bar.unread(change.unread)] + bar.causes(of: change.causes, clock)
    let count = style.dim(told.joined(separator: ", ")) + "\n"
    if count != foot { text += count }
    foot = count
    return text
  }

  private func lines(of entries: [Entry], _ clock: LocalClock) -> String {
    EntryList(entries: entries, words: words, clock: clock).text(
      style: style, columns: columns, header: false)
  }
}
