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

/// What is told of the list as it changes: each thing once. The daemon tells of every change, such as that a banner
/// has come up, and not of each is there anything to see.
struct WatchText {
  let style: Style
  let columns: Int?
  private let words: CommandWording
  /// The line of each entry as it was told last. Those that are gone are not in it.
  private var lines: [NotificationID: String] = [:]
  private var foot = ""

  init(style: Style, columns: Int?, words: CommandWording = .english) {
    self.style = style
    self.columns = columns
    self.words = words
  }

  /// The entries that look otherwise than before, those that are gone, and how many are unread where that has
  /// changed; empty where there is nothing new.
  mutating func news(in change: WatchReply, clock: LocalClock) -> String {
    let changed = change.changed.filter { entry in
      let line = lines(of: [entry], clock)
      return lines.updateValue(line, forKey: entry.id) != line
    }
    var text = lines(of: changed, clock)
    // What was read already, or came and went between two replies, was never told.
    let gone = change.gone.filter { lines.removeValue(forKey: $0) != nil }
    if !gone.isEmpty {
      text += words.entry.gone(gone.map(\.description).joined(separator: " ")) + "\n"
    }
    let bar = words.bar
    let told = [bar.unread(change.unread)] + (change.doNotDisturb ? [bar.doNotDisturb] : [])
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
