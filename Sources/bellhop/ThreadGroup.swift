import NotificationModel
import NotificationProtocol

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
