import Delivery
import NotificationModel
import NotificationProtocol
import Varlink

/// Who follows which app's events.
///
/// Invariant: a follower gets kept events in the order of their sequences and without a gap. One that keeps up gets
/// them from the app's news; one that has not caught up, or has fallen behind what the news hold, reads them from the
/// store, and gets nothing else until it has: of what passed meanwhile it is told the newest badge. An activation
/// token goes to one follower, once.
struct Followers {
  private struct Follower {
    let app: AppID
    let isPerson: Bool
    /// The higher, the later it came.
    let number: UInt64
    var last: EventSequence
    /// How much of the app's news it has been told, or has passed while it read from the store.
    var place: Int
    var hasCaughtUp = false
    /// Of the newest press that it has yet to read from the store, which holds no tokens.
    var token: (sequence: EventSequence, text: String)?
  }

  /// In one piece.
  private static let batch = 8

  private var followers: [ConnectionID: Follower] = [:]
  /// Of the apps that somebody follows.
  private var news: [AppID: News] = [:]
  /// Who follows these has something to be told.
  private var stirred: Set<AppID> = []
  private var lastNumber: UInt64 = 0

  mutating func add(_ connection: ConnectionID, app: AppID, isPerson: Bool, after: EventSequence) {
    lastNumber += 1
    let known = news[app] ?? News()
    news[app] = known
    followers[connection] = Follower(
      app: app, isPerson: isPerson, number: lastNumber, last: after, place: known.end)
    stirred.insert(app)
  }

  mutating func remove(_ connection: ConnectionID) {
    guard let app = followers.removeValue(forKey: connection)?.app else { return }
    if !followers.values.contains(where: { $0.app == app }) { news[app] = nil }
  }

  /// Who has hung up in this very transaction follows nothing any more.
  func follow(_ app: AppID, _ server: Server) -> Bool { newest(of: app, server) != nil }

  private func newest(of app: AppID, _ server: Server) -> ConnectionID? {
    guard news[app] != nil else { return nil }
    return followers.filter { $0.value.app == app && server.canSend(to: $0.key) }
      .max { $0.value.number < $1.value.number }?.key
  }

  mutating func pass(_ event: Event, of app: AppID, _ server: Server) {
    guard news[app] != nil else { return }
    if stirred.insert(app).inserted { trim(app) }
    var item = News.Item(event: event)
    item.event.activationToken = nil
    // The token opens one window: it goes to the newest follower alone.
    if let token = event.activationToken, let newest = newest(of: app, server) {
      item.token = (newest, token)
      if followers[newest]?.hasCaughtUp == false { followers[newest]?.token = (event.sequence, token) }
    }
    for dropped in news[app]?.append(item) ?? [] {
      if let (owner, text) = dropped.token { followers[owner]?.token = (dropped.event.sequence, text) }
    }
  }

  /// What all have been told need not be kept.
  private mutating func trim(_ app: AppID) {
    let places = followers.values.filter { $0.app == app && $0.hasCaughtUp }.map(\.place)
    if let end = news[app]?.end { news[app]?.drop(before: places.min() ?? end) }
  }

  /// Has the server ask for what there is to be told.
  mutating func offer(_ server: Server) {
    guard !stirred.isEmpty else { return }
    for (connection, follower) in followers where stirred.contains(follower.app) {
      server.offer(to: connection)
    }
    stirred = []
  }

  /// The next few events; `nil` where there are none, or nobody follows by this connection.
  mutating func more(for connection: ConnectionID, _ engine: DeliveryEngine) -> [Reply]? {
    guard var follower = followers[connection], let news = news[follower.app] else { return nil }
    defer { followers[connection] = follower }
    if follower.hasCaughtUp, follower.place >= news.first {
      let items = news.items(from: follower.place, limit: Self.batch)
      follower.place += items.count
      return items.isEmpty ? nil : items.map { told($0, connection, &follower, engine) }
    }
    follower.hasCaughtUp = false
    // What cannot be read now is read again after the next transaction.
    guard
      let events = try? engine.assumeIsolated({
        try $0.events(of: follower.app, after: follower.last, limit: Self.batch)
      })
    else {
      stirred.insert(follower.app)
      return nil
    }
    guard events.isEmpty else {
      return events.map { event in
        var item = News.Item(event: event)
        if let token = follower.token, token.sequence == event.sequence {
          item.token = (connection, token.text)
          follower.token = nil
        }
        return told(item, connection, &follower, engine)
      }
    }
    let missed = news.badge.flatMap { $0.number >= follower.place ? $0.event : nil }
    follower.hasCaughtUp = true
    follower.token = nil
    follower.place = news.end
    return missed.map { [told(News.Item(event: $0), connection, &follower, engine)] } ?? []
  }

  private func told(
    _ item: News.Item, _ connection: ConnectionID, _ follower: inout Follower, _ engine: DeliveryEngine
  ) -> Reply {
    var event = item.event
    if let (owner, text) = item.token, owner == connection { event.activationToken = text }
    if event.kind.isKept {
      follower.last = event.sequence
    } else {
      // Acknowledging a passing event must not acknowledge a kept one that is still to come.
      event.sequence = follower.last
    }
    let (app, isPerson) = (follower.app, follower.isPerson)
    let visible = engine.assumeIsolated { $0.visible(event, of: app, isPerson: isPerson) }
    return .continues(JSON(fields: ["event": visible.json]))
  }
}

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
