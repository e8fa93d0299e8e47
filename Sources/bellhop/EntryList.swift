import NotificationModel
import NotificationProtocol

/// Entries of the list, a line each.
struct EntryList {
  let entries: [Entry]
  /// Those of one thread together, the older ones indented.
  var isGrouped = false
  let clock: LocalClock

  /// On a narrower terminal the text has no room beside the other columns.
  private static let narrow = 60

  func text(style: Style, columns: Int?, header: Bool = true) -> String {
    if style.isPlain { return plain(style) }
    let isNarrow = columns.map { $0 < Self.narrow } ?? false
    let rows = inOrder.map { entry, isOlder in
      [entry.unread ? "*" : "", entry.id.description]
        + (isNarrow ? [] : [time(of: entry), entry.shownName(style), state(of: entry)])
        + [(isOlder ? "  " : "") + visible(summary(of: entry))]
    }
    let all = isNarrow ? ["", "ID", "TEXT"] : ["", "ID", "TIME", "APP", "STATE", "TEXT"]
    let names = header && !rows.isEmpty ? all : []
    return Table(header: names, rows: rows, rightAligned: [1]).text(style: style, columns: columns)
  }

  /// What it is about first, for whoever has it read aloud.
  private func plain(_ style: Style) -> String {
    inOrder.map { entry, isOlder in
      "\(entry.shownName(style)): " + visible(text(of: entry)) + times(entry.repeats + 1)
        + (entry.unread ? ", unread" : "") + (entry.state == .delivered ? "" : ", \(state(of: entry))")
        + (isOlder ? ", same thread as above" : "") + ", \(clock.short(entry.came))"
        + (entry.occurred.map { ", happened \(clock.short($0))" } ?? "") + ", id \(entry.id)\n"
    }.joined()
  }

  private var inOrder: [(entry: Entry, isOlder: Bool)] {
    guard isGrouped else { return entries.map { ($0, false) } }
    return ThreadGroup.grouped(entries).flatMap { group in
      group.entries.enumerated().map { ($0.element, $0.offset > 0) }
    }
  }

  /// When it last came; and of what, in parentheses, where that happened earlier.
  private func time(of entry: Entry) -> String {
    clock.short(entry.came) + (entry.occurred.map { " (\(clock.short($0)))" } ?? "")
  }

  private func state(of entry: Entry) -> String {
    entry.state.rawValue + (entry.until.map { " until \(clock.short($0))" } ?? "")
  }

  private func summary(of entry: Entry) -> String {
    text(of: entry) + (entry.repeats > 0 ? " (×\(entry.repeats + 1))" : "")
  }

  private func text(of entry: Entry) -> String {
    [entry.title, entry.body ?? ""].filter { !$0.isEmpty }.joined(separator: " — ")
  }

  private func times(_ count: Int) -> String {
    switch count {
    case ...1: ""
    case 2: ", twice"
    default: ", \(count) times"
    }
  }
}

/// One entry of the list, whole.
struct EntryText {
  let entry: Entry
  let clock: LocalClock

  func text(style: Style) -> String {
    var text = style.bold(visible(entry.title)) + "\n"
    if let subtitle = entry.subtitle { text += visible(subtitle) + "\n" }
    if let body = entry.body { text += visible(body, keepingLines: true) + "\n" }
    return text + "\n" + Table(rows: facts(style).map { ["\($0.name):", $0.value] }).text(style: style)
      + AdviceText.lines(entry.advice)
  }

  private func facts(_ style: Style) -> [(name: String, value: String)] {
    var facts = [("id", entry.id.description), ("app", "\(entry.shownName(style)) (\(entry.app))")]
    if let thread = entry.thread { facts.append(("thread", visible(thread.text))) }
    facts.append(("posted", clock.long(entry.posted)))
    if entry.came != entry.posted { facts.append(("last came", clock.long(entry.came))) }
    if let occurred = entry.occurred { facts.append(("happened", clock.long(occurred))) }
    if let until = entry.until { facts.append(("until", clock.long(until))) }
    facts.append(("level", entry.level.rawValue))
    facts.append(("state", entry.state.rawValue + (entry.unread ? ", unread" : "")))
    facts.append(("outcome", entry.outcome.rawValue))
    if entry.repeats > 0 { facts.append(("repeats", String(entry.repeats))) }
    if let url = entry.url { facts.append(("opens", visible(url.text))) }
    for action in entry.actions {
      let marks = (action.destructive ? ", destructive" : "") + (action.takesText ? ", asks for text" : "")
      facts.append(("action", visible("\(action.id) (\(action.title)\(marks))")))
    }
    return facts
  }
}

/// Entries of one thread of an app stand together, below the newest of them.
struct ThreadGroup {
  /// Newest first; never empty.
  var entries: [Entry]

  private struct Place: Hashable {
    let app: AppID
    let thread: OpaqueName
  }

  /// `entries`: newest first. The group with the newest entry comes first; what is in no thread stands alone.
  static func grouped(_ entries: [Entry]) -> [ThreadGroup] {
    var groups: [ThreadGroup] = []
    var places: [Place: Int] = [:]
    for entry in entries {
      guard let thread = entry.thread else {
        groups.append(ThreadGroup(entries: [entry]))
        continue
      }
      let key = Place(app: entry.app, thread: thread)
      if let place = places[key] {
        groups[place].entries.append(entry)
      } else {
        places[key] = groups.count
        groups.append(ThreadGroup(entries: [entry]))
      }
    }
    return groups
  }
}
