import NotificationModel

/// What has happened lately with one app's notifications, kept once for all that follow it, until all have been told.
/// Numbered from 0; the oldest give way to new ones.
struct News {
  struct Item {
    var event: Event
    /// Who is to be given the token of a press.
    var token: (owner: ConnectionID, text: String)?
  }

  /// More than happens at once; kept events can be read from the store by those who are slower.
  static let most = 1_024

  private(set) var first = 0
  private var items: [Item] = []
  /// The newest badge, also when it is not among the items any more.
  private(set) var badge: (number: Int, event: Event)?

  var end: Int { first + items.count }

  /// Returns what gave way.
  mutating func append(_ item: Item) -> [Item] {
    if item.event.kind == .badge { badge = (end, item.event) }
    items.append(item)
    guard items.count > Self.most else { return [] }
    let dropped = Array(items.prefix(Self.most / 2))
    drop(before: first + dropped.count)
    return dropped
  }

  mutating func drop(before number: Int) {
    let count = min(max(0, number - first), items.count)
    items.removeFirst(count)
    first += count
  }

  /// None before `first`.
  func items(from number: Int, limit: Int) -> ArraySlice<Item> {
    items.dropFirst(max(0, number - first)).prefix(limit)
  }
}
