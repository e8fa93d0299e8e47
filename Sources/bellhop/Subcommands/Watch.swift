import Varlink

extension Subcommand {
  static let watch = Subcommand(
    name: "watch", summary: "Follow the list: first what is there, then each change.", options: [.json]
  ) { (arguments, session) throws(Failure) in
    try session.follow(.control, .control, "Watch", .object([])) { (reply) throws(Failure) -> Bool in
      if arguments.has(.json) {
        session.print(reply)
      } else {
        let terminal = session.terminal
        terminal.write(
          watchText(reply, clock: LocalClock(), style: terminal.style, columns: terminal.columns))
      }
      return true
    }
  }
}

/// One reply: the entries that changed, those that are gone, and how many are unread.
func watchText(_ reply: JSON, clock: LocalClock, style: Style, columns: Int?) -> String {
  let changed = EntryList(entries: reply.elements("changed"), clock: clock)
    .text(style: style, columns: columns, header: false)
  let gone = reply.elements("gone").compactMap(\.number).map(String.init)
  let mode = reply.isTrue("doNotDisturb") ? ", Do Not Disturb" : ""
  return changed + (gone.isEmpty ? "" : "gone: \(gone.joined(separator: " "))\n")
    + style.dim("\(reply.number("unread")) unread\(mode)") + "\n"
}
