import Delivery
import NotificationModel
import NotificationProtocol
import Varlink

/// The connections that follow apps' events.
///
/// Invariant: a follower gets kept events in the order of their sequences and without a gap. A follower that keeps up
/// gets them from the app's news. A follower that has not caught up, or has fallen behind the oldest news, reads events
/// from the store, and gets nothing else until it has caught up; of the badges in between it gets the newest. An
/// activation token goes to one follower, once.
struct Followers {
  private struct Follower {
    let app: AppID
    let isPerson: Bool
    /// Increases with each new follower.
    let number: UInt64
    var last: EventSequence
    /// The number of the next item of the app's news for this follower.
    var place: Int
    var hasCaughtUp = false
    /// The token of the newest press that the follower has yet to read from the store, which holds no tokens.
    var token: (sequence: EventSequence, text: String)?
  }

  /// Events per batch.
  private static let batch = 8

  private var followers: [ConnectionID: Follower] = [:]
  /// The news of each app that has followers.
  private var news: [AppID: EventBuffer] = [:]
  /// Apps whose followers have news to get.
  private var appsToOffer: Set<AppID> = []
  private var lastNumber: UInt64 = 0

  mutating func add(_ connection: ConnectionID, app: AppID, isPerson: Bool, after: EventSequence) {
    lastNumber += 1
    let known = news[app] ?? EventBuffer()
    news[app] = known
    followers[connection] = Follower(
      app: app, isPerson: isPerson, number: lastNumber, last: after, place: known.end)
    appsToOffer.insert(app)
  }

  mutating func remove(_ connection: ConnectionID) {
    guard let app = followers.removeValue(forKey: connection)?.app else { return }
    if !followers.values.contains(where: { $0.app == app }) { news[app] = nil }
  }

  /// True if a follower of the app is still connected; one that hung up in this transaction does not count.
  func hasFollower(of app: AppID, _ server: Server) -> Bool { newest(of: app, server) != nil }

  private func newest(of app: AppID, _ server: Server) -> ConnectionID? {
    guard news[app] != nil else { return nil }
    return followers.filter { $0.value.app == app && server.canSend(to: $0.key) }
      .max { $0.value.number < $1.value.number }?.key
  }

  mutating func pass(_ event: Event, of app: AppID, _ server: Server) {
    guard news[app] != nil else { return }
    if appsToOffer.insert(app).inserted { trim(app) }
    var item = EventBuffer.Item(event: event)
    item.event.activationToken = nil
    // The token opens one window, so it goes to the newest follower alone.
    if let token = event.activationToken, let newest = newest(of: app, server) {
      item.token = (newest, token)
      if followers[newest]?.hasCaughtUp == false { followers[newest]?.token = (event.sequence, token) }
    }
    for dropped in news[app]?.append(item) ?? [] {
      if let (owner, text) = dropped.token { followers[owner]?.token = (dropped.event.sequence, text) }
    }
  }

  /// Drops the items that every follower has.
  private mutating func trim(_ app: AppID) {
    let places = followers.values.filter { $0.app == app && $0.hasCaughtUp }.map(\.place)
    if let end = news[app]?.end { news[app]?.drop(before: places.min() ?? end) }
  }

  /// Has the server ask for the news of followers.
  mutating func offer(_ server: Server) {
    guard !appsToOffer.isEmpty else { return }
    for (connection, follower) in followers where appsToOffer.contains(follower.app) {
      server.offer(to: connection)
    }
    appsToOffer = []
  }

  /// The next few events; `nil` if there are none, or the connection does not follow.
  mutating func more(for connection: ConnectionID, _ engine: DeliveryEngine) -> [Reply]? {
    guard var follower = followers[connection], let news = news[follower.app] else { return nil }
    defer { followers[connection] = follower }
    if follower.hasCaughtUp, follower.place >= news.first {
      let items = news.items(from: follower.place, limit: Self.batch)
      follower.place += items.count
      return items.isEmpty ? nil : items.map { told($0, connection, &follower, engine) }
    }
    follower.hasCaughtUp = false
    // A failed read is repeated after the next transaction.
    guard
      let events = try? engine.assumeIsolated({
        try $0.events(of: follower.app, after: follower.last, limit: Self.batch)
      })
    else {
      appsToOffer.insert(follower.app)
      return nil
    }
    guard events.isEmpty else {
      return events.map { event in
        var item = EventBuffer.Item(event: event)
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
    return missed.map { [told(EventBuffer.Item(event: $0), connection, &follower, engine)] } ?? []
  }

  private func told(
    _ item: EventBuffer.Item, _ connection: ConnectionID, _ follower: inout Follower, _ engine: DeliveryEngine
  ) -> Reply {
    var event = item.event
    if let (owner, text) = item.token, owner == connection { event.activationToken = text }
    if event.kind.isKept {
      follower.last = event.sequence
    } else {
      // Acknowledging an event that is not kept must not acknowledge a kept one that is still to come.
      event.sequence = follower.last
    }
    let (app, isPerson) = (follower.app, follower.isPerson)
    let visible = engine.assumeIsolated { $0.visible(event, of: app, isPerson: isPerson) }
    return .continues(JSON(fields: ["event": visible.json]))
  }
}

/// The latest events of one app, kept once for all its followers, until every follower has them. Numbered from 0; when
/// full, the oldest are dropped.
struct EventBuffer {
  struct Item {
    var event: Event
    /// The follower that gets the token of a press.
    var token: (owner: ConnectionID, text: String)?
  }

  /// More than one burst of events; slower followers read kept events from the store.
  static let most = 1_024

  private(set) var first = 0
  private var items: [Item] = []
  /// The newest badge, even after it was dropped from the items.
  private(set) var badge: (number: Int, event: Event)?

  var end: Int { first + items.count }

  /// Returns the items that were dropped.
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

  /// The items from this number on; empty before `first`.
  func items(from number: Int, limit: Int) -> ArraySlice<Item> {
    items.dropFirst(max(0, number - first)).prefix(limit)
  }
}
