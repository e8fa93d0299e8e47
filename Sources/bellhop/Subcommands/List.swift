import NotificationModel
import NotificationProtocol

private let app = Option("--app", "ID", "only those of this app")
private let search = Option("--search", "TEXT", "only those with this in title, subtitle, body or app name")
private let unread = Option("--unread", nil, "only unread ones")
private let state = Option(
  "--state", "S", "only those in this state", repeats: true, choices: State.allCases.map(\.rawValue))
private let limit = Option("--limit", "N", "at most so many, \(Limits.listDefault) without it")
private let everything = Option("--all", nil, "every one that is kept")

extension Subcommand {
  static let list = Subcommand(
    name: "list", summary: "List notifications, newest first.",
    options: [app, search, state, unread, limit, everything, .json],
    notes: """
      A * marks unread ones. Those of one thread stand together, below the newest, and indented. While the screen
      is locked, the text is shown as it may be seen then.
      """
  ) { (arguments, session) throws(Failure) in
    guard !arguments.has(everything) || !arguments.has(limit) else {
      throw .usage("--all and --limit exclude each other")
    }
    var left =
      try arguments.number(limit, least: 1) ?? (arguments.has(everything) ? .max : Int64(Limits.listDefault))
    let states = arguments.all(state).compactMap(State.init(rawValue:))
    let entries = try session.control(arguments) { client in
      let app = try arguments.text(app).map { try AppID(operand: $0) }
      var entries: [Entry] = []
      repeat {
        let page = try client.list(
          app: app, search: arguments.text(search), states: states.isEmpty ? nil : states,
          unreadOnly: arguments.has(unread),
          limit: Int(min(left, Int64(Limits.listMaximum))), before: entries.last?.id,
          language: session.language)
        entries += page.entries
        left -= Int64(page.entries.count)
        guard page.more, !page.entries.isEmpty else { break }
      } while left > 0
      return entries
    }
    guard !arguments.has(.json) else { return }
    // A program that reads takes no lines for none.
    if entries.isEmpty, session.terminal.columns != nil {
      session.terminal.complain("There is nothing to list.\n")
    }
    session.terminal.write(
      EntryList(entries: entries, isGrouped: true, clock: session.clock)
        .text(style: session.terminal.style, columns: session.terminal.columns))
  }
}
