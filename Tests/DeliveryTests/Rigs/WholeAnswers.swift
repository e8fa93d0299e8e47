import Delivery
import NotificationModel
import Records

/// Calls that are answered or done in pieces, run to their end.
extension DeliveryEngine {
  func withdraw(
    _ identifiers: [OpaqueName]?, _ ids: [NotificationID]?, of app: AppID, by client: Client, now: Moment
  ) throws(Refusal) -> (withdrawn: Int, unread: Int) {
    var selection = Selection(identifiers, ids)
    while true {
      if let answer = try withdraw(&selection, of: app, by: client, now: now) { return answer }
    }
  }

  func markRead(
    _ identifiers: [OpaqueName]?, _ ids: [NotificationID]?, of app: AppID, by client: Client, now: Moment
  ) throws(Refusal) -> Int {
    var selection = Selection(identifiers, ids)
    while true {
      if let unread = try markRead(&selection, of: app, by: client, now: now) { return unread }
    }
  }

  func markRead(_ ids: [NotificationID]?, now: Moment) throws(Refusal) -> Int {
    var selection = Selection(ids)
    while true {
      if let unread = try markRead(&selection, now: now) { return unread }
    }
  }

  func markSeen(_ ids: [NotificationID], now: Moment) throws(Refusal) {
    var selection = Selection(ids)
    while try !markSeen(&selection, now: now) {}
  }

  func dismiss(_ ids: [NotificationID], now: Moment) throws(Refusal) -> Int {
    var dismissal = Dismissal(ids)
    while true {
      if let unread = try dismiss(&dismissal, now: now) { return unread }
    }
  }

  /// Takes read notifications off the list. Returns their number.
  func clear(app: AppID? = nil, before time: Timestamp? = nil, now: Moment) throws(Refusal) -> Int {
    var dismissal = Dismissal.ofRead(app: app, before: time)
    while true {
      if try dismiss(&dismissal, now: now) != nil { return dismissal.count }
    }
  }

  func erase(_ subject: Erasure.Subject, now: Moment) throws(Refusal) -> Erased {
    var erasure = Erasure(subject)
    while true {
      if let erased = try erase(&erasure, now: now) { return erased }
    }
  }

  func undo(now: Moment) throws(Refusal) -> [NotificationID] {
    var undoing = Undoing()
    while true {
      if let restored = try undo(&undoing, now: now) { return restored }
    }
  }

  func records(_ query: ListQuery, by client: Client) throws(Refusal) -> (
    records: [NotificationRecord], more: Bool
  ) {
    var reading = ListCursor(query)
    var records: [NotificationRecord] = []
    while !reading.isOver { records += try self.records(&reading, by: client) }
    return (records, reading.isCut)
  }

  func entries(_ query: ListQuery, now: Moment) throws(Refusal) -> (
    entries: [ListedNotification], more: Bool
  ) {
    var reading = ListCursor(query)
    var entries: [ListedNotification] = []
    while !reading.isOver { entries += try self.entries(&reading, now: now).elements }
    return (entries, reading.isCut)
  }

  func apps(_ list: AppListCursor, now: Moment) throws(Refusal) -> (
    apps: [AppEntry], isCut: Bool, pieces: Int
  ) {
    var (reading, apps, pieces) = (list, [AppEntry](), 0)
    while !reading.isOver {
      apps += try self.apps(&reading, now: now)
      pieces += 1
    }
    return (apps, reading.isCut, pieces)
  }

  func explain(_ id: NotificationID) throws(Refusal) -> [DatedDecision] {
    try explain(id, limit: .max).decisions
  }
}
