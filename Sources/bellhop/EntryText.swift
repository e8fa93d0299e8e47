import Varlink

/// One entry of the list, whole.
struct EntryText {
  let entry: JSON
  let clock: LocalClock

  func text(style: Style) -> String {
    var text = style.bold(visible(entry.string("title"))) + "\n"
    if let subtitle = entry["subtitle"]?.string { text += visible(subtitle) + "\n" }
    if let body = entry["body"]?.string { text += visible(body, keepingLines: true) + "\n" }
    return text + "\n" + Table(rows: facts.map { ["\($0.name):", $0.value] }).text(style: style)
  }

  private var facts: [(name: String, value: String)] {
    var facts = [
      ("id", String(entry.number("id"))),
      ("app", "\(visible(entry.string("appName"))) (\(visible(entry.string("app"))))"),
    ]
    if let thread = entry["thread"]?.string { facts.append(("thread", visible(thread))) }
    facts.append(("posted", clock.shown(entry.string("posted"), LocalClock.long)))
    if let until = entry["until"]?.string { facts.append(("until", clock.shown(until, LocalClock.long))) }
    facts.append(("level", visible(entry.string("level"))))
    facts.append(("state", visible(entry.string("state")) + (entry.isTrue("unread") ? ", unread" : "")))
    facts.append(("outcome", visible(entry.string("outcome"))))
    if entry.number("repeats") > 0 { facts.append(("repeats", String(entry.number("repeats")))) }
    for action in entry.elements("actions") {
      let mark = action.isTrue("destructive") ? ", destructive" : ""
      facts.append(("action", visible("\(action.string("id")) (\(action.string("title"))\(mark))")))
    }
    return facts
  }
}
