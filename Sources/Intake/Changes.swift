import NotificationModel

/// Which notifications have changed, kept once for all that watch the list, until all have been told: each at the
/// place of its newest change, whatever it changed before. The oldest give way to new ones.
struct Changes {
  private struct Change {
    let number: Int
    let id: NotificationID
  }

  /// How far one may fall behind.
  static let most = 10_000

  /// By their numbers; one that has changed again since counts for nothing.
  private var changes: [Change] = []
  private var newest: [NotificationID: Int] = [:]
  /// What changed before this number is not known any more.
  private(set) var first = 0
  private(set) var end = 0

  mutating func insert(_ id: NotificationID) {
    newest[id] = end
    changes.append(Change(number: end, id: id))
    end += 1
    if newest.count > Self.most { drop(before: changes[changes.count / 2].number) }
    if changes.count > 2 * newest.count + Self.most { changes.removeAll { newest[$0.id] != $0.number } }
  }

  /// Everybody knows these, or will not be told.
  mutating func drop(before number: Int) {
    guard number > first else { return }
    let count = place(of: number)
    for change in changes.prefix(count) where newest[change.id] == change.number { newest[change.id] = nil }
    changes.removeFirst(count)
    first = number
  }

  /// The next of them, and the number to go on with.
  func ids(from number: Int, limit: Int) -> (ids: [NotificationID], next: Int) {
    var ids: [NotificationID] = []
    for change in changes.dropFirst(place(of: number)) where newest[change.id] == change.number {
      guard ids.count < limit else { return (ids, change.number) }
      ids.append(change.id)
    }
    return (ids, end)
  }

  /// How many have a lower number.
  private func place(of number: Int) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
