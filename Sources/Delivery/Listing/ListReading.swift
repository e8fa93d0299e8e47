package import NotificationModel

/// How far a list has been read. It is read in pieces, each of which is over soon whatever is stored and asked for:
/// a few rows are found in it, or some more looked at in vain.
package struct ListReading: Sendable {
  /// Rows found in one piece, and looked at.
  fileprivate static let found = 8
  fileprivate static let lookedAt = 64
  /// Apps whose names are looked at; their desktop entries may have to be read.
  fileprivate static let apps = 8

  private let asked: ListQuery
  /// What is still to be read; `nil` when that is nothing.
  fileprivate private(set) var rest: ListQuery?
  /// How many more may be handed out.
  private var room: Int
  private let most: Int
  /// Whether there are more than may be handed out.
  package private(set) var isCut = false
  /// A search is for names of apps, too: which they are is found out first.
  fileprivate var lastApp: AppID?
  fileprivate var knowsApps = false
  fileprivate var matchingApps: [AppID] = []
  /// What was read while the screen was not locked is not what may be told now, and the other way round.
  fileprivate var wasLocked: Bool?

  /// `query.limit` is the most that are handed out; more than a call may have are never.
  package init(_ query: ListQuery) { self.init(query, room: min(max(query.limit, 0), Limits.listMaximum)) }

  /// Everything, whatever the limit.
  package init(all query: ListQuery) { self.init(query, room: .max) }

  private init(_ query: ListQuery, room: Int) {
    asked = query
    rest = query
    self.room = room
    most = room
  }

  package var isOver: Bool { rest == nil }

  fileprivate mutating func startOver() { self = ListReading(asked, room: most) }

  /// Takes what one piece found, and looks on before `next`; `nil` where nothing is left.
  fileprivate mutating func accept<Found>(_ found: [Found], next: ListPlace?) -> [Found] {
    let fitting = found.prefix(room)
    isCut = fitting.count < found.count
    room -= fitting.count
    if let next, !isCut { rest?.before = next } else { rest = nil }
    return Array(fitting)
  }
}

/// One piece of a list.
package struct ListPiece<Element: Sendable>: Sendable {
  package let elements: [Element]
  /// What was handed out before this piece does not count.
  package let startsOver: Bool
}

extension DeliveryEngine {
  /// Where a list goes on that was read down to this notification, of this app where one is given: below where it stood
  /// when it last came at `came`, else below where it stands now.
  package func place(of id: NotificationID, of app: AppID? = nil, came: Timestamp?) throws(Refusal)
    -> ListPlace
  {
    if let came { return ListPlace(came: came, id: id) }
    return try query {
      guard let record = try store.record(id), app == nil || record.request.app == app else {
        throw Refusal.notFound("notification \(id)")
      }
      return record.place
    }
  }

  /// The next of an app's own notifications, newest first.
  package func records(_ reading: inout ListReading, by client: Client) throws(Refusal)
    -> [NotificationRecord]
  {
    try query {
      guard let query = reading.rest else { return [] }
      if let app = query.app, !client.isPerson { try apps.admit(app, client) }
      // Whole records are for the app; the person's socket shows nothing on a locked screen but entries.
      if client.isPerson && attention.isLocked { throw Refusal.screenLocked }
      let (records, next) = try window(query)
      return reading.accept(records.map(presentation.located), next: next)
    }
  }

  /// The next of the person's list, newest first.
  package func entries(_ reading: inout ListReading, now: Moment) throws(Refusal) -> ListPiece<
    ListedNotification
  > {
    try query {
      let startsOver = reading.wasLocked.map { $0 != attention.isLocked } ?? false
      if startsOver { reading.startOver() }
      reading.wasLocked = attention.isLocked
      return ListPiece(elements: try nextEntries(&reading, now), startsOver: startsOver)
    }
  }

  private func nextEntries(_ reading: inout ListReading, _ now: Moment) throws -> [ListedNotification] {
    guard var query = reading.rest else { return [] }
    guard let search = query.search?.lowercased() else {
      let (records, next) = try window(query)
      return reading.accept(try records.map { try listed($0, now) }, next: next)
    }
    if attention.isLocked {
      // Only what may be seen there is searched, or every search would tell a word of it.
      query.search = nil
      let (records, next) = try window(query)
      let found = try records.map { try listed($0, now) }.filter { $0.contains(search) }
      return reading.accept(found, next: next)
    }
    guard reading.knowsApps else {
      let next = try store.apps(after: reading.lastApp, limit: ListReading.apps).map(\.id)
      reading.matchingApps += next.filter { apps.name(of: $0).lowercased().holds(search) }
      reading.lastApp = next.last
      reading.knowsApps = next.count < ListReading.apps
      return []
    }
    query.searchApps = reading.matchingApps
    let (records, next) = try window(query)
    return reading.accept(try records.map { try listed($0, now) }, next: next)
  }

  /// A few of what is asked for, and before which one to look for more.
  func window(_ query: ListQuery) throws -> (records: [NotificationRecord], next: ListPlace?) {
    var query = query
    query.limit = ListReading.found
    let horizon = try store.horizon(query, rows: ListReading.lookedAt)
    let end = query.since.map { ListPlace(came: $0, id: NotificationID(0)) }
    let isLast = end.map { end in horizon.map { $0 < end } ?? true } ?? (horizon == nil)
    query.horizon = isLast ? end : horizon
    let records = try store.list(query)
    let next = records.count < query.limit ? (isLast ? nil : horizon) : records.last?.place
    return (records.filter { !$0.request.origin.isUnlisted }, next)
  }
}
