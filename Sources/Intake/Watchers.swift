import Delivery
import NotificationModel
import NotificationProtocol
import Varlink

/// Who watches the list: each gets the unread notifications first, newest first, then every change.
///
/// Invariant: what a watcher has not been sent is remembered by its number, and sent in pages at the pace in
/// which the watcher reads; one that stops reading for long is told so, and dropped.
struct Watchers {
  private struct Watcher {
    /// Where the next page of the present state begins; `nil` at its start.
    var before: NotificationID?
    var hasState = false
    /// Changed since, and not sent.
    var changed: Set<NotificationID> = []
    /// Something changed that is no notification, such as Do Not Disturb.
    var isStale = false
  }

  private static let unsentBytes = 262_144
  private static let page = 32
  private static let mostChanges = 10_000

  private var watchers: [ConnectionID: Watcher] = [:]

  mutating func add(_ connection: ConnectionID) { watchers[connection] = Watcher() }
  mutating func remove(_ connection: ConnectionID) { watchers[connection] = nil }

  mutating func pass(_ ids: Set<NotificationID>, _ server: Server) {
    for connection in Array(watchers.keys) {
      watchers[connection]?.changed.formUnion(ids)
      watchers[connection]?.isStale = true
      guard let count = watchers[connection]?.changed.count, count > Self.mostChanges else { continue }
      watchers[connection] = nil
      let error = NotificationsError.quotaExceeded(
        quota: "watch", limit: Self.mostChanges, retryAfterMilliseconds: nil)
      server.send(.failed(error.callError), to: connection)
    }
  }

  mutating func catchUp(_ engine: DeliveryEngine, _ server: Server, now: Moment) {
    for (connection, watcher) in watchers {
      var watcher = watcher
      while server.unsentBytes(to: connection) < Self.unsentBytes {
        // What cannot be read now is read again after the next turn.
        guard let reply = try? Self.next(for: &watcher, engine, now) else { break }
        server.send(.continues(reply.json), to: connection)
      }
      watchers[connection] = watcher
    }
  }

  /// The next page of the state, then of the changes; `nil` when the watcher has everything.
  private static func next(for watcher: inout Watcher, _ engine: DeliveryEngine, _ now: Moment) throws
    -> WatchReply?
  {
    let glance = try engine.assumeIsolated { try $0.glance(now: now) }
    var reply = WatchReply(unread: glance.unread, doNotDisturb: glance.doNotDisturb)
    if !watcher.hasState {
      let query = ListQuery(unreadOnly: true, before: watcher.before, limit: page)
      let (entries, more) = try engine.assumeIsolated { try $0.entries(query, now: now) }
      reply.changed = entries.map(Entry.init)
      watcher.before = entries.last?.record.id
      watcher.hasState = !more
      watcher.isStale = false
      return reply
    }
    guard watcher.isStale || !watcher.changed.isEmpty else { return nil }
    let ids = Set(watcher.changed.sorted().prefix(page))
    let entries = try engine.assumeIsolated { try $0.entries(ids, now: now) }
    reply.changed = entries.filter(\.record.isListed).map(Entry.init)
    reply.gone = ids.subtracting(reply.changed.map(\.id)).sorted()
    watcher.changed.subtract(ids)
    watcher.isStale = false
    return reply
  }
}

extension NotificationRecord {
  /// Scheduled and waiting ones are told of too, so that a tool can show what is to come.
  fileprivate var isListed: Bool { unread || state == .scheduled || state == .awaitingConsent }
}
