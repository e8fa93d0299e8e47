import Varlink

/// Entries of one thread of an app stand together, below the newest of them.
struct ThreadGroup {
  /// Newest first; never empty.
  var entries: [JSON]

  private struct Place: Hashable {
    let app: String
    /// Bytes are compared, not what they look like.
    let thread: [UInt8]
  }

  /// `entries`: newest first. The group with the newest entry comes first; what is in no thread stands alone.
  static func grouped(_ entries: [JSON]) -> [ThreadGroup] {
    var groups: [ThreadGroup] = []
    var places: [Place: Int] = [:]
    for entry in entries {
      guard let thread = entry["thread"]?.string else {
        groups.append(ThreadGroup(entries: [entry]))
        continue
      }
      let key = Place(app: entry.string("app"), thread: Array(thread.utf8))
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
