import Guidelines
package import NotificationModel
import Records
import Store

/// The progress of a call that takes notifications off the list. It checks all named ones before it dismisses the
/// first.
package struct Dismissal: Sendable {
  fileprivate var named: NamedIDs
  /// The notifications to dismiss; `nil` in a call that clears read ones.
  fileprivate var selection: Selection?
  /// The query for the next read notifications; `nil` at the end.
  fileprivate var reading: ListQuery?
  /// The number of this call as the last dismissal, once it has dismissed a notification.
  fileprivate var number: Int?
  /// How many the call dismissed or withdrew. A notification that was gone before stays as it is, and does not count.
  package fileprivate(set) var count = 0

  private init(
    _ ids: [NotificationID], _ selection: Selection? = nil, reading: ListQuery? = nil
  ) {
    self.selection = selection
    self.reading = reading
    named = NamedIDs(ids)
  }

  package init(_ ids: [NotificationID]) { self.init(ids, Selection(nil, ids)) }

  /// Dismisses all notifications that are unread now.
  package static var all: Dismissal { Dismissal([], Selection()) }

  /// Clears all read notifications, of one app or of all; with `time`, only those that last came before it.
  package static func ofRead(app: AppID? = nil, before time: Timestamp? = nil) -> Dismissal {
    Dismissal(
      [],
      reading: ListQuery(
        app: app, states: [.read], before: time.map { ListPlace(came: $0, id: NotificationID(0)) }))
  }
}

/// The ids that a call names. They are checked a few at a time, before the call changes anything.
struct NamedIDs: Sendable {
  private static let atOnce = 32

  let ids: [NotificationID]
  private var checked = 0

  init(_ ids: [NotificationID]) { self.ids = ids }

  /// The next ids to check, and how many ids come before them.
  mutating func toCheck() -> (offset: Int, ids: ArraySlice<NotificationID>)? {
    let some = ids.dropFirst(checked).prefix(Self.atOnce)
    defer { checked += some.count }
    return some.isEmpty ? nil : (checked, some)
  }
}

/// The dismissal that undo takes back. The store keeps a row for each notification that it dismissed.
///
/// Invariant: all rows belong to the dismissal that began last. An earlier one that still goes on adds no more rows.
private struct LastDismissal {
  private static let name = "lastDismissal"

  private let store: SQLiteStore
  private(set) var number = 0

  init(in store: SQLiteStore) throws {
    self.store = store
    number = try store.value(Self.name).flatMap { Int($0) } ?? 0
  }

  /// Begins another dismissal, without rows.
  mutating func begin() throws {
    try store.forgetDismissed()
    number = (number &+ 1) & Int(Int32.max)
    try store.set(Self.name, to: "\(number)")
  }
}

// Dismissals by the person's tools.

extension DeliveryEngine {
  /// Dismisses some of the notifications, as if dismissed on screen; `undo` can bring them back until the next
  /// dismissal. A notification that the command line has scheduled belongs to the person, and is withdrawn. A call that
  /// names one scheduled by an app is refused as a whole. Returns the overall unread count when it is done; call it
  /// again until then.
  package func dismiss(_ dismissal: inout Dismissal, now: Moment) throws(Refusal) -> Int? {
    try call(at: now) {
      if let (offset, ids) = dismissal.named.toCheck() {
        do {
          for (index, id) in ids.enumerated() { try requireDismissable(id, index: offset + index) }
        } catch let refusal as Refusal {
          // The next undo must refer to this refused call, not to the one before it.
          var last = try LastDismissal(in: store)
          try last.begin()
          throw refusal
        }
        return nil
      }
      guard let records = try next(&dismissal) else {
        try forgetOthers(than: dismissal)
        return try store.unreadCount(app: nil)
      }
      try dismiss(records, for: &dismissal, now)
      return nil
    }
  }

  private func requireDismissable(_ id: NotificationID, index: Int) throws {
    guard let record = try store.record(id) else { throw Refusal.notFound(.notification(id)) }
    switch record.state {
    case .scheduled where record.isSnoozed || record.request.app == .shell: break
    case .scheduled, .awaitingConsent:
      throw Refusal.invalid(path: "ids[\(index)]", reason: StillToCome.isItsApps.words(id))
    case .held, .delivered, .failed, .read, .dismissed, .withdrawn, .expired: break
    }
  }

  private func next(_ dismissal: inout Dismissal) throws -> [NotificationRecord]? {
    if dismissal.selection != nil { return try dismissal.selection?.next(of: nil, in: store) }
    guard let query = dismissal.reading else { return nil }
    let (records, next) = try window(query)
    if let next { dismissal.reading?.before = next } else { dismissal.reading = nil }
    return records
  }

  private func dismiss(_ records: [NotificationRecord], for dismissal: inout Dismissal, _ now: Moment) throws
  {
    let own = records.filter { $0.state == .scheduled && $0.request.app == .shell && !$0.isSnoozed }
    dismissal.count += try entries.end(own, .withdrawn, because: .takenBackByPerson, now)
    let others = records.filter { $0.unread || $0.isSnoozed || $0.state == .read }
    let live = others.filter { $0.state != .read }
    let count =
      try entries.end(live, .dismissed, because: .dismissedInList, now)
      + entries.clear(others.filter { $0.state == .read }, now)
    guard count > 0 else { return }
    dismissal.count += count
    var last = try LastDismissal(in: store)
    if dismissal.number == nil {
      try last.begin()
      dismissal.number = last.number
    }
    guard dismissal.number == last.number else { return }
    for record in others { try store.keep(Dismissed(record)) }
  }

  /// A call without a dismissal leaves the last one to undo. If it named notifications that were gone already, undo
  /// brings back only these.
  private func forgetOthers(than dismissal: Dismissal) throws {
    guard dismissal.number == nil, !dismissal.named.ids.isEmpty else { return }
    try store.forgetDismissed(but: dismissal.named.ids)
  }
}

/// The progress of a call that takes back the last dismissal.
package struct Undoing: Sendable {
  fileprivate static let atOnce = 8

  /// The first notifications that came back, as many as an answer can name.
  fileprivate var restored: [NotificationID] = []
  /// How many notifications have come back.
  package fileprivate(set) var count = 0
  /// The number of the dismissal that is taken back; `nil` at first.
  fileprivate var number: Int?

  package init() {}
}

// Undoing and snoozing by the person's tools.

extension DeliveryEngine {
  /// Brings back some notifications of the last dismissal, if they may still be seen. They do not alert now; one that
  /// was held is held again while something holds it. Returns the restored ids when it is done; call it again until
  /// then.
  package func undo(_ undoing: inout Undoing, now: Moment) throws(Refusal) -> [NotificationID]? {
    try call(at: now) {
      let last = try LastDismissal(in: store)
      let some = try store.dismissed(limit: Undoing.atOnce)
      // A later dismissal is not the one to take back.
      guard !some.isEmpty, undoing.number.map({ $0 == last.number }) ?? true else {
        return undoing.restored.sorted()
      }
      undoing.number = last.number
      let restored = try some.compactMap { try restore($0, now) }
      undoing.count += restored.count
      undoing.restored += restored.map(\.id).prefix(Limits.idsPerCall - undoing.restored.count)
      for dismissed in some { try store.forgetDismissed(dismissed.id) }
      return nil
    }
  }

  private func restore(_ dismissed: Dismissed, _ now: Moment) throws -> NotificationRecord? {
    guard var record = try store.record(dismissed.id), record.state == .dismissed else { return nil }
    let wasRead = dismissed.state == .read
    guard try wasRead || mayReturn(record, now) else { return nil }
    try entries.apply(
      .restored(dismissed.life(now.wall)), to: &record,
      because: Ruling(UnreadCount.name, .restored, .dismissalTakenBack), now)
    if case .snoozed(let until) = record.life {
      try entries.decide(record.id, Self.putOff(until: until), now)
    } else if dismissed.state == .held {
      try holding.holdAgain(record, now)
    }
    return record
  }

  /// Whether the notification may be listed as unread again. Not if its text was erased as private, if it has expired
  /// or was posted again, or if its app is no longer allowed or has no room.
  private func mayReturn(_ record: NotificationRecord, _ now: Moment) throws -> Bool {
    let request = record.request
    guard !request.isPrivate, PlainText.isVisible(request), record.expires.map({ $0 > now.wall }) ?? true
    else {
      return false
    }
    let app = try apps.app(request.app, now)
    guard try scripts.count(request.roomPayer, .unread) < preferences.policy.limits.unreadPerApp else {
      return false
    }
    return try apps.settings(of: app, for: request).authorization != .notDetermined
      && apps.prohibition(of: request, app) == nil
      && situations.duplicate(of: request, standing: .unread, now) == nil
  }

  /// Snoozes a notification: it alerts again at that time, and does not count as unread until then.
  package func snooze(_ id: NotificationID, until: Timestamp, now: Moment) throws(Refusal) {
    try call(at: now) {
      try reconciling.applyClockStep(now)
      guard var record = try store.record(id) else { throw Refusal.notFound(.notification(id)) }
      guard until > now.wall else { throw Refusal.invalid(path: "until", reason: "this time is past") }
      try requireActionable(record)
      guard PlainText.isVisible(record.request) else { throw Refusal.notFound(.text(of: id)) }
      try entries.apply(.snoozed(until: until), to: &record, because: Self.putOff(until: until), now)
    }
  }

  private static func putOff(until time: Timestamp) -> Ruling {
    Ruling(Snoozing.name, .scheduled, .putOff, .time(time))
  }
}
