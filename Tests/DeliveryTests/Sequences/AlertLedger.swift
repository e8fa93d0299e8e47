import Delivery
import NotificationModel

/// The notifications with an alert to come, by the apps' posts and the table of outcomes: one alert for each change,
/// and another only if its showing failed.
struct AlertLedger {
  private struct Entry {
    var changes = 0
    /// The change whose alert is to come.
    var wanted: Int?
    /// Whether something allowed it not to come after all: its app was in front, say.
    var isExcused = false
    /// The change that the server was given, or has shown.
    var given: Int?
    var isShown = false
  }

  private var entries: [NotificationID: Entry] = [:]

  mutating func want(_ id: NotificationID) {
    var entry = entries[id] ?? Entry()
    entry.changes += 1
    entry.wanted = entry.changes
    entry.isExcused = false
    entries[id] = entry
  }

  mutating func drop(_ id: NotificationID) { entries[id]?.wanted = nil }
  mutating func excuse(_ id: NotificationID) { entries[id]?.isExcused = true }

  func isWanted(_ id: NotificationID) -> Bool { entries[id]?.wanted != nil }
  /// The notifications whose alert must come.
  var owed: [NotificationID] {
    entries.filter { $0.value.wanted != nil && !$0.value.isExcused }.keys.sorted()
  }

  mutating func give(_ id: NotificationID, alerts: Bool) {
    settle()
    entries[id, default: Entry()].given = alerts ? entries[id]?.wanted : nil
  }

  mutating func answered(_ id: NotificationID, isShown: Bool) {
    if isShown { entries[id]?.isShown = true } else { entries[id]?.given = nil }
  }

  /// Shown alerts are stored as shown, and are not shown again.
  mutating func settle() {
    for (id, entry) in entries where entry.isShown {
      if entry.given == entry.wanted { entries[id]?.wanted = nil }
      entries[id]?.given = nil
      entries[id]?.isShown = false
    }
  }

  /// After a restart, alerts under way are not known to have been shown.
  mutating func restart() {
    for id in entries.keys {
      entries[id]?.given = nil
      entries[id]?.isShown = false
    }
  }
}
