import NotificationModel

/// Entries as `Watch` tells of them, each once.
///
/// Invariant: `places` are those of `entries`, the newest last. What comes first is the newest, so that most are put in
/// before all others: places are moved, and no entries.
struct KeptEntries {
  private var places: [ListPlace] = []
  private var entries: [NotificationID: Entry] = [:]

  var count: Int { places.count }

  subscript(id: NotificationID) -> Entry? { entries[id] }

  var newestFirst: some Sequence<Entry> { places.reversed().lazy.compactMap { entries[$0.id] } }

  mutating func put(_ entry: Entry) {
    let former = entries.updateValue(entry, forKey: entry.id)?.place
    guard former != entry.place else { return }
    if let former { places.remove(at: index(of: former)) }
    places.insert(entry.place, at: index(of: entry.place))
  }

  mutating func remove(_ id: NotificationID) {
    if let entry = entries.removeValue(forKey: id) { places.remove(at: index(of: entry.place)) }
  }

  mutating func removeAll() {
    places.removeAll()
    entries.removeAll()
  }

  /// How many are older.
  private func index(of place: ListPlace) -> Int {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
