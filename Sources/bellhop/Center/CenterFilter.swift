import NotificationModel
import Wording

/// The choice of notifications that the list shows.
enum CenterFilter: CaseIterable {
  case all, unread, missed

  /// The next filter; the first one follows the last.
  var next: CenterFilter {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

extension CenterWording {
  /// The heading above the list.
  func shown(_ filter: CenterFilter) -> String {
    switch filter {
    case .all: notifications
    case .unread: onlyUnread
    case .missed: onlyMissed
    }
  }

  /// The text in place of an empty list.
  func nothing(_ filter: CenterFilter) -> String {
    switch filter {
    case .all: nothing
    case .unread: bar.nothingNew
    case .missed: nothingMissed
    }
  }

  /// The state of an entry, with its end if it has one.
  func state(of entry: Entry, _ clock: LocalClock) -> String {
    entry.until.map { stateUntil(entry.state, clock.end($0)) } ?? state(entry.state)
  }
}
