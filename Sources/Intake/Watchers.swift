import Delivery
import NotificationModel
import NotificationProtocol
import Varlink

/// Who watches the list: each gets the unread notifications first, newest first, then every change.
struct Watchers {
  private struct Watcher {
    /// Where the next page of the present state begins; `nil` at its start.
    var before: NotificationID?
    var hasCaughtUp = false
    /// Changes that came meanwhile, sent once it has caught up.
    var missed: Set<NotificationID> = []
  }

  private static let unsentBytes = 262_144
  private static let page = 32

  private var watchers: [ConnectionID: Watcher] = [:]

  mutating func add(_ connection: ConnectionID) { watchers[connection] = Watcher() }
  mutating func remove(_ connection: ConnectionID) { watchers[connection] = nil }

  mutating func pass(_ ids: Set<NotificationID>, _ engine: DeliveryEngine, _ server: Server, now: Moment) {
    guard !watchers.isEmpty else { return }
    var ready: [ConnectionID] = []
    for (connection, watcher) in watchers {
      if watcher.hasCaughtUp && server.unsentBytes(to: connection) < Self.unsentBytes {
        ready.append(connection)
      } else {
        watchers[connection]?.missed.formUnion(ids)
      }
    }
    guard !ready.isEmpty else { return }
    for reply in changes(ids, engine, now) {
      for connection in ready { server.send(.continues(reply.json), to: connection) }
    }
  }

  mutating func catchUp(_ engine: DeliveryEngine, _ server: Server, now: Moment) {
    for (connection, watcher) in watchers {
      guard !watcher.hasCaughtUp || !watcher.missed.isEmpty else { continue }
      var watcher = watcher
      while !watcher.hasCaughtUp, server.unsentBytes(to: connection) < Self.unsentBytes {
        let query = ListQuery(unreadOnly: true, before: watcher.before, limit: Self.page)
        guard let (entries, more) = try? engine.assumeIsolated({ try $0.entries(query, now: now) }) else {
          break
        }
        guard let reply = reply(entries.map(Entry.init), gone: [], engine, now) else { break }
        server.send(.continues(reply.json), to: connection)
        watcher.before = entries.last?.record.id
        watcher.hasCaughtUp = !more
      }
      if watcher.hasCaughtUp, !watcher.missed.isEmpty, server.unsentBytes(to: connection) < Self.unsentBytes {
        for reply in changes(watcher.missed, engine, now) {
          server.send(.continues(reply.json), to: connection)
        }
        watcher.missed = []
      }
      watchers[connection] = watcher
    }
  }

  private func changes(_ ids: Set<NotificationID>, _ engine: DeliveryEngine, _ now: Moment) -> [WatchReply] {
    guard let entries = try? engine.assumeIsolated({ try $0.entries(ids, now: now) }) else { return [] }
    let listed = entries.filter { $0.record.isListed }.map(Entry.init)
    let gone = Array(ids.subtracting(listed.map(\.id))).sorted()
    let pages = stride(from: 0, to: max(listed.count, 1), by: Self.page).map {
      Array(listed.dropFirst($0).prefix(Self.page))
    }
    return pages.enumerated().compactMap { number, page in
      reply(page, gone: number == 0 ? gone : [], engine, now)
    }
  }

  private func reply(_ entries: [Entry], gone: [NotificationID], _ engine: DeliveryEngine, _ now: Moment)
    -> WatchReply?
  {
    guard let glance = try? engine.assumeIsolated({ try $0.glance(now: now) }) else { return nil }
    return WatchReply(
      unread: glance.unread, doNotDisturb: glance.doNotDisturb, changed: entries, gone: gone)
  }
}

extension NotificationRecord {
  /// Scheduled and waiting ones are told of too, so that a tool can show what is to come.
  var isListed: Bool { unread || state == .scheduled || state == .awaitingConsent }
}
