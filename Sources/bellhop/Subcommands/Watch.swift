import NotificationModel
import NotificationProtocol

extension Subcommand {
  static let watch = Subcommand(
    name: "watch", summary: "Follow the list: first what is there, then each change.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    try session.control(arguments) { client in
      try client.watch { change in
        let terminal = session.terminal
        if !arguments.has(.json) {
          terminal.write(
            watchText(change, clock: LocalClock(), style: terminal.style, columns: terminal.columns))
        }
        return true
      }
    }
  }
}

/// One reply: the entries that changed, those that are gone, and how many are unread.
func watchText(_ change: WatchReply, clock: LocalClock, style: Style, columns: Int?) -> String {
  let changed = EntryList(entries: change.changed, clock: clock)
    .text(style: style, columns: columns, header: false)
  let gone = change.gone.map(\.description).joined(separator: " ")
  let mode = change.doNotDisturb ? ", Do Not Disturb" : ""
  return changed + (gone.isEmpty ? "" : "gone: \(gone)\n")
    + style.dim("\(change.unread) unread\(mode)") + "\n"
}
