package import NotificationModel
import Records
import Store

/// The notifications that a call is about, a few at a time. Other calls come in between, and each few are committed with
/// their transaction. If a call fails in between, calling again does the rest.
package struct Selection: Sendable {
  /// Ending one costs some tenths of a millisecond.
  private static let atOnce = 8

  private enum Rest: Sendable {
    /// All notifications that were unread at the first step; ended ones are not found again.
    case unread(newest: NotificationID?)
    /// Those of this thread of an app, or all of them.
    case listed(thread: OpaqueName?, before: ListPlace?)
  }

  private var identifiers: ArraySlice<OpaqueName>
  /// Where the search for the first of the identifiers goes on. Those that are neither read nor gone come first.
  private var (isCurrent, last) = (true, NotificationID(0))
  private var ids: ArraySlice<NotificationID>
  private var rest: Rest?
  /// Whether the call names those that were found last.
  private(set) var areNamed = true
  /// How many have been ended so far.
  var ended = 0
  /// The number of the call as a step of the person's, once it has changed a notification.
  var step: Int64?

  /// Selects by the app's identifiers, by ids and by a thread of the app; all if none of them is given.
  package init(_ identifiers: [OpaqueName]?, _ ids: [NotificationID]?, thread: OpaqueName? = nil) {
    (self.identifiers, self.ids) = ((identifiers ?? [])[...], (ids ?? [])[...])
    let isOfAll = identifiers == nil && ids == nil
    rest = isOfAll || thread != nil ? .listed(thread: thread, before: nil) : nil
  }

  /// Selects by ids for the person's tools; all unread notifications if `nil`.
  package init(_ ids: [NotificationID]? = nil) {
    self.init(nil, ids)
    rest = ids == nil ? .unread(newest: nil) : nil
  }

  /// The next notifications of an app; `nil` when there are no more. Unknown ids are passed over. An app also finds what
  /// a configuration took off the lists, and what only undo can bring back.
  mutating func next(of app: AppID, _ reach: Reach, in store: SQLiteStore) throws -> [NotificationRecord]? {
    areNamed = !identifiers.isEmpty || !ids.isEmpty
    guard !areNamed else {
      var found: [NotificationRecord] = []
      for _ in 0..<Self.atOnce where found.count < Self.atOnce {
        guard let name = identifiers.first else { break }
        found += try next(of: app, named: name, in: store)
      }
      found += try numbered(upTo: Self.atOnce - found.count, in: store).filter { $0.request.app == app }
      var seen: Set<NotificationID> = []
      return found.filter { seen.insert($0.id).inserted }
    }
    guard case .listed(let thread, let before) = rest else { return nil }
    let query = ListQuery(app: app, thread: thread, reach: reach, before: before)
    let (records, next) = try store.window(query)
    rest = next.map { .listed(thread: thread, before: $0) }
    return records
  }

  /// The next notifications of any apps, for the person's tools; `nil` when there are no more.
  mutating func next(in store: SQLiteStore) throws -> [NotificationRecord]? {
    if !ids.isEmpty { return try numbered(upTo: Self.atOnce, in: store).filter { !$0.isWithheld } }
    guard case .unread(let known) = rest else { return nil }
    let newest = try known ?? store.unreadRecords(app: nil, limit: 1).last?.id
    guard let newest else { return nil }
    rest = .unread(newest: newest)
    let found = try store.unreadRecords(app: nil, limit: Self.atOnce).filter { $0.id <= newest }
    return found.isEmpty ? nil : found
  }

  private mutating func next(of app: AppID, named name: OpaqueName, in store: SQLiteStore) throws
    -> [NotificationRecord]
  {
    let found = try store.records(
      app: app, identifier: name, isCurrent: isCurrent, after: last, limit: Self.atOnce)
    if let newest = found.last, found.count == Self.atOnce {
      last = newest.id
    } else {
      if !isCurrent { identifiers.removeFirst() }
      (isCurrent, last) = (!isCurrent, NotificationID(0))
    }
    return found
  }

  private mutating func numbered(upTo limit: Int, in store: SQLiteStore) throws -> [NotificationRecord] {
    guard identifiers.isEmpty else { return [] }
    let some = ids.prefix(max(0, limit))
    ids.removeFirst(some.count)
    return try some.compactMap { try store.record($0) }
  }
}

extension SQLiteStore {
  /// The most rows that one piece of a list returns, and looks at.
  private static let (found, lookedAt) = (8, 64)

  /// A few matching records, and the place before which to look for more; `nil` at the end.
  func window(_ asked: ListQuery) throws -> (records: [NotificationRecord], next: ListPlace?) {
    var query = asked
    query.limit = Self.found
    let horizon = try horizon(query, rows: Self.lookedAt)
    let end = query.since.map { ListPlace(came: $0, id: NotificationID(0)) }
    let isLast = end.map { end in horizon.map { $0 < end } ?? true } ?? (horizon == nil)
    query.horizon = isLast ? end : horizon
    let records = try list(query)
    return (records, records.count < query.limit ? (isLast ? nil : horizon) : records.last?.place)
  }
}
