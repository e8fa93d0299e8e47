import NotificationModel

/// Entries as `Watch` tells of them, each once.
///
/// Invariant: `ids` are those of `entries`, the newest last. What comes first is the newest, so that most are put in
/// before all others: numbers are moved, and no entries.
struct KeptEntries {
  private var ids: [NotificationID] = []
  private var entries: [NotificationID: Entry] = [:]

  var count: Int { ids.count }

  subscript(id: NotificationID) -> Entry? { entries[id] }

  var newestFirst: some Sequence<Entry> { ids.reversed().lazy.compactMap { entries[$0] } }

  mutating func put(_ entry: Entry) {
    if entries.updateValue(entry, forKey: entry.id) == nil { ids.insert(entry.id, at: place(of: entry.id)) }
  }

  mutating func remove(_ id: NotificationID) {
    if entries.removeValue(forKey: id) != nil { ids.remove(at: place(of: id)) }
  }

  mutating func removeAll() {
    ids.removeAll()
    entries.removeAll()
  }

  /// How many have a lower id.
  private func place(of id: NotificationID) -> Int {
    var (low, high) = (0, ids.count)
    while low < high {
      let middle = (low + high) / 2
      if ids[middle] < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
