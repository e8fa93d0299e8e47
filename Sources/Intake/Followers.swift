import Delivery
import NotificationModel
import NotificationProtocol
import Varlink

/// Who follows which app's events.
///
/// Invariant: a follower gets kept events in the order of their sequences and without a gap: one that has not
/// caught up reads them from the store at its own pace, and gets nothing else until it has. An activation token
/// goes to one follower, once.
struct Followers {
  private struct Follower {
    let connection: ConnectionID
    let app: AppID
    let isPerson: Bool
    var last: EventSequence
    var hasCaughtUp = false
    /// Of the newest press that it has yet to read from the store, which holds no tokens.
    var token: (sequence: EventSequence, text: String)?
  }

  /// A follower that takes its events more slowly waits, before its output overflows.
  private static let unsentBytes = 262_144
  private static let batch = 64

  /// The oldest first.
  private var followers: [Follower] = []

  mutating func add(_ connection: ConnectionID, app: AppID, isPerson: Bool, after: EventSequence) {
    followers.append(Follower(connection: connection, app: app, isPerson: isPerson, last: after))
  }

  mutating func remove(_ connection: ConnectionID) { followers.removeAll { $0.connection == connection } }

  /// Who has hung up in this very turn follows nothing any more.
  func follow(_ app: AppID, _ server: Server) -> Bool {
    followers.contains { $0.app == app && server.canSend(to: $0.connection) }
  }

  mutating func pass(_ event: Event, of app: AppID, _ engine: DeliveryEngine, _ server: Server) {
    // The token opens one window: it goes to the newest follower alone.
    var token = event.activationToken
    for index in followers.indices.reversed()
    where followers[index].app == app && server.canSend(to: followers[index].connection) {
      var event = event
      event.activationToken = token
      token = nil
      if event.kind.isKept, server.unsentBytes(to: followers[index].connection) >= Self.unsentBytes {
        followers[index].hasCaughtUp = false
      }
      guard followers[index].hasCaughtUp else {
        if let text = event.activationToken { followers[index].token = (event.sequence, text) }
        continue
      }
      if event.kind.isKept {
        followers[index].last = event.sequence
      } else {
        // Acknowledging a passing event must not acknowledge a kept one that is still to come.
        event.sequence = followers[index].last
      }
      tell(followers[index], event, engine, server)
    }
  }

  private func tell(_ follower: Follower, _ event: Event, _ engine: DeliveryEngine, _ server: Server) {
    let visible = engine.assumeIsolated { $0.visible(event, of: follower.app, isPerson: follower.isPerson) }
    server.send(.continues(JSON(fields: ["event": visible.json])), to: follower.connection)
  }

  mutating func catchUp(_ engine: DeliveryEngine, _ server: Server) {
    for index in followers.indices where !followers[index].hasCaughtUp {
      let (app, connection) = (followers[index].app, followers[index].connection)
      while server.unsentBytes(to: connection) < Self.unsentBytes {
        let last = followers[index].last
        // What cannot be read now is read again after the next turn.
        guard
          let events = try? engine.assumeIsolated({ try $0.events(of: app, after: last, limit: Self.batch) })
        else { break }
        guard let newest = events.last else {
          followers[index].hasCaughtUp = true
          followers[index].token = nil
          break
        }
        for var event in events {
          if let token = followers[index].token, token.sequence == event.sequence {
            event.activationToken = token.text
            followers[index].token = nil
          }
          tell(followers[index], event, engine, server)
        }
        followers[index].last = newest.sequence
      }
    }
  }
}
