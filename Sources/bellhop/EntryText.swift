import NotificationModel
import NotificationProtocol

/// One entry of the list, whole.
struct EntryText {
  let entry: Entry
  let clock: LocalClock

  func text(style: Style) -> String {
    var text = style.bold(visible(entry.title)) + "\n"
    if let subtitle = entry.subtitle { text += visible(subtitle) + "\n" }
    if let body = entry.body { text += visible(body, keepingLines: true) + "\n" }
    return text + "\n" + Table(rows: facts.map { ["\($0.name):", $0.value] }).text(style: style)
  }

  private var facts: [(name: String, value: String)] {
    var facts = [("id", entry.id.description), ("app", "\(visible(entry.appName)) (\(entry.app))")]
    if let thread = entry.thread { facts.append(("thread", visible(thread.text))) }
    facts.append(("posted", clock.long(entry.posted)))
    if let until = entry.until { facts.append(("until", clock.long(until))) }
    facts.append(("level", entry.level.rawValue))
    facts.append(("state", entry.state.rawValue + (entry.unread ? ", unread" : "")))
    facts.append(("outcome", entry.outcome.rawValue))
    if entry.repeats > 0 { facts.append(("repeats", String(entry.repeats))) }
    for action in entry.actions {
      let mark = action.destructive ? ", destructive" : ""
      facts.append(("action", visible("\(action.id) (\(action.title)\(mark))")))
    }
    return facts
  }
}
