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
    let isNarrow = columns.map { $0 < Self.narrow } ?? false
    let rows = inOrder.map { entry, isOlder in
      [entry.unread ? "*" : "", entry.id.description]
        + (isNarrow ? [] : [clock.short(entry.posted), visible(entry.appName), state(of: entry)])
        + [(isOlder ? "  " : "") + visible(summary(of: entry))]
    }
    let all = isNarrow ? ["", "ID", "TEXT"] : ["", "ID", "POSTED", "APP", "STATE", "TEXT"]
    let names = header && !rows.isEmpty ? all : []
    return Table(header: names, rows: rows, rightAligned: [1]).text(style: style, columns: columns)
  }

  private var inOrder: [(entry: Entry, isOlder: Bool)] {
    guard isGrouped else { return entries.map { ($0, false) } }
    return ThreadGroup.grouped(entries).flatMap { group in
      group.entries.enumerated().map { ($0.element, $0.offset > 0) }
    }
  }

  private func state(of entry: Entry) -> String {
    entry.state.rawValue + (entry.until.map { " until \(clock.short($0))" } ?? "")
  }

  private func summary(of entry: Entry) -> String {
    let repeats = entry.repeats > 0 ? " (×\(entry.repeats + 1))" : ""
    return [entry.title, entry.body ?? ""].filter { !$0.isEmpty }.joined(separator: " — ") + repeats
  }
}
