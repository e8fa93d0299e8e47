import NotificationModel
import NotificationProtocol
import Varlink

private let app = Option("--app", "ID", "only those of this app")
private let search = Option("--search", "TEXT", "only those with this in title, subtitle, body or app name")
private let unread = Option("--unread", nil, "only unread ones")
private let limit = Option("--limit", "N", "at most so many, \(Limits.listDefault) without it")
private let everything = Option("--all", nil, "every one that is kept")

extension Subcommand {
  static let list = Subcommand(
    name: "list", summary: "List notifications, newest first.",
    options: [app, search, unread, limit, everything, .json],
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
    var before: Int64?
    var entries: [JSON] = []
    repeat {
      let parameters = JSON(fields: [
        "app": arguments.text(app)?.json, "search": arguments.text(search)?.json,
        "unreadOnly": arguments.has(unread) ? .bool(true) : nil,
        "limit": min(left, Int64(Limits.listMaximum)).json, "before": before?.json,
      ])
      let reply = try session.call(.control, .control, "List", parameters)
      let page = reply.elements("entries")
      if arguments.has(.json) { session.print(reply) } else { entries += page }
      left -= Int64(page.count)
      before = page.last?.number("id")
      guard reply.isTrue("more"), !page.isEmpty else { break }
    } while left > 0
    guard !arguments.has(.json) else { return }
    session.terminal.write(
      EntryList(entries: entries, isGrouped: true, clock: session.clock)
        .text(style: session.terminal.style, columns: session.terminal.columns))
  }
}
