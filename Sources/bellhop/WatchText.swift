import NotificationModel
import NotificationProtocol
import Wording

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
