import NotificationModel
import Wording

/// Which notifications the list shows.
enum CenterFilter: CaseIterable {
  case all, unread, missed

  /// The one after it, and behind the last the first.
  var next: CenterFilter {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

extension CenterWording {
  /// What stands above the list.
  func shown(_ filter: CenterFilter) -> String {
    switch filter {
    case .all: notifications
    case .unread: onlyUnread
    case .missed: onlyMissed
    }
  }

  /// What stands in its place where it is empty.
  func nothing(_ filter: CenterFilter) -> String {
    switch filter {
    case .all: nothing
    case .unread: bar.nothingNew
    case .missed: nothingMissed
    }
  }

  /// How an entry stands, with its end where it has one.
  func state(of entry: Entry, _ clock: LocalClock) -> String {
    entry.until.map { stateUntil(entry.state, clock.end($0)) } ?? state(entry.state)
  }
}
