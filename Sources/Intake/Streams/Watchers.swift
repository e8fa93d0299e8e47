import Delivery
import NotificationModel
import NotificationProtocol
import Records
import Varlink

/// The connections that watch the list: each gets the present state first, newest first, then every change.
///
/// Invariant: changes are kept once for all watchers, and sent in pages at the pace at which each watcher reads; a
/// watcher that falls behind the oldest kept change gets an error, and is dropped.
struct Watchers {
  private struct Watcher {
    /// True if the watcher wants read notifications, too.
    let withRead: Bool
    /// The rest of the initial state; `nil` when all of it is sent.
    var state: ListCursor?
    /// The number of the first change that the watcher has yet to get.
    var place: Int
    /// The revision at its last reply; `nil` before the first.
    var revision: UInt64?
  }

  private static let page = 8

  private var watchers: [ConnectionID: Watcher] = [:]
  private var changes = ChangeBuffer()
  /// Counts changes of any kind: of notifications, and of other state such as Do Not Disturb.
  private var revision: UInt64 = 0
  private var glance: (revision: UInt64, at: StatusSummary)?
  /// False if watchers have changes to get that the server does not know of.
  private var isOffered = true

  mutating func add(_ connection: ConnectionID, withRead: Bool) {
    let state = ListCursor(all: ListQuery(states: Self.states(withRead: withRead)))
    watchers[connection] = Watcher(withRead: withRead, state: state, place: changes.end)
    isOffered = false
  }

  var isEmpty: Bool { watchers.isEmpty }

  mutating func remove(_ connection: ConnectionID) { watchers[connection] = nil }

  mutating func pass(_ ids: Set<NotificationID>, _ server: Server) {
    revision += 1
    isOffered = false
    changes.drop(before: watchers.values.map(\.place).min() ?? changes.end)
    guard !watchers.isEmpty else { return }
    for id in ids { changes.insert(id) }
    for (connection, watcher) in watchers where watcher.place < changes.first {
      watchers[connection] = nil
      let error = NotificationsError.quotaExceeded(
        quota: "watch", limit: ChangeBuffer.most, retryAfterMilliseconds: nil)
      server.send(.failed(error.callError), to: connection)
    }
  }

  /// Has the server ask for the replies of watchers.
  mutating func offer(_ server: Server) {
    guard !isOffered else { return }
    isOffered = true
    for connection in watchers.keys { server.offer(to: connection) }
  }

  /// The next page of the initial state, then of the changes; `nil` if the watcher has everything, or the connection
  /// does not watch.
  mutating func more(for connection: ConnectionID, _ engine: DeliveryEngine, now: Moment) -> [Reply]? {
    guard var watcher = watchers[connection], watcher.state != nil || watcher.revision != revision else {
      return nil
    }
    do {
      let reply = try next(for: &watcher, engine, now)
      watchers[connection] = watcher
      return reply.map { [.continues($0.json)] } ?? []
    } catch {
      // A failed read is repeated after the next transaction.
      isOffered = false
      return nil
    }
  }

  private mutating func next(for watcher: inout Watcher, _ engine: DeliveryEngine, _ now: Moment) throws
    -> WatchReply?
  {
    if var state = watcher.state {
      let entries = try engine.assumeIsolated { try $0.entries(&state, now: now).elements }
      watcher.state = state.isOver ? nil : state
      guard !entries.isEmpty || state.isOver else { return nil }
      return try reply(to: &watcher, changed: entries, more: !state.isOver, engine, now)
    }
    let (ids, next) = changes.ids(from: watcher.place, limit: Self.page)
    let known = Set(ids)
    let entries = try engine.assumeIsolated { try $0.entries(known, now: now) }
    let states = Self.states(withRead: watcher.withRead)
    let changed = entries.filter { states.contains($0.record.state) }
    let gone = known.subtracting(changed.map(\.record.id)).sorted()
    watcher.place = next
    return try reply(to: &watcher, changed: changed, gone: gone, engine, now)
  }

  private mutating func reply(
    to watcher: inout Watcher, changed: [ListedNotification], gone: [NotificationID] = [], more: Bool = false,
    _ engine: DeliveryEngine, _ now: Moment
  ) throws -> WatchReply {
    if glance?.revision != revision {
      glance = (revision, try engine.assumeIsolated { try $0.statusSummary(now: now) })
    }
    // A watcher with more pages to come keeps its old revision, so that it is asked again.
    if watcher.place == changes.end {
      watcher.revision = revision
    } else {
      watcher.revision = watcher.revision ?? 0
    }
    let glance = glance?.at
    var reply = WatchReply(
      unread: glance?.unread ?? 0, doNotDisturb: glance?.doNotDisturb ?? false,
      doNotDisturbUntil: glance?.doNotDisturbUntil, held: glance?.held, locked: glance?.locked)
    reply.storageFault = glance?.storageFault
    reply.quiet = glance?.quiet
    reply.changed = changed.map(\.entry)
    reply.gone = gone
    reply.more = more
    return reply
  }

  /// Scheduled and waiting notifications are sent as well, so that a tool can show coming ones.
  private static func states(withRead: Bool) -> [State] { withRead ? State.listed : State.current }
}

/// The notifications that changed, kept once for all watchers, until every watcher has them: each at the number of its
/// newest change. When full, the oldest are dropped.
struct ChangeBuffer {
  private struct Change {
    let number: Int
    let id: NotificationID
  }

  /// The most changes that a watcher may fall behind.
  static let most = 10_000

  /// Ordered by number; a change whose notification changed again later is skipped.
  private var changes: [Change] = []
  private var newest: [NotificationID: Int] = [:]
  /// The number of the oldest kept change.
  private(set) var first = 0
  private(set) var end = 0

  mutating func insert(_ id: NotificationID) {
    newest[id] = end
    changes.append(Change(number: end, id: id))
    end += 1
    if newest.count > Self.most { drop(before: changes[changes.count / 2].number) }
    if changes.count > 2 * newest.count + Self.most { changes.removeAll { newest[$0.id] != $0.number } }
  }

  /// Drops changes that every watcher has, or will not get.
  mutating func drop(before number: Int) {
    guard number > first else { return }
    let count = place(of: number)
    for change in changes.prefix(count) where newest[change.id] == change.number { newest[change.id] = nil }
    changes.removeFirst(count)
    first = number
  }

  /// The next ids, and the number to continue from.
  func ids(from number: Int, limit: Int) -> (ids: [NotificationID], next: Int) {
    var ids: [NotificationID] = []
    for change in changes.dropFirst(place(of: number)) where newest[change.id] == change.number {
      guard ids.count < limit else { return (ids, change.number) }
      ids.append(change.id)
    }
    return (ids, end)
  }

  /// The index of the first change with this number or a higher one.
  private func place(of number: Int) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
