import Guidelines
package import NotificationModel

/// The progress of a call that takes notifications off the list. It ends a notification only after all named ones are
/// known to be allowed.
package struct Dismissal: Sendable {
  fileprivate var named: NamedIDs
  /// The notifications to dismiss; `nil` in a call that clears read ones.
  fileprivate var selection: Selection?
  /// The query for the next read notifications; `nil` at the end.
  fileprivate var reading: ListQuery?
  /// The number of this call as the last dismissal, once the call has taken something.
  fileprivate var number: Int?
  /// How many the call took off the list or took back. A notification that was gone before stays as it is, and does not
  /// count.
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

/// The ids that a call names. They are looked at a few at a time, before the call does anything.
struct NamedIDs: Sendable {
  private static let atOnce = 32

  let ids: [NotificationID]
  private var checked = 0

  init(_ ids: [NotificationID]) { self.ids = ids }

  /// The next ids to look at, and how many come before them.
  mutating func toCheck() -> (offset: Int, ids: ArraySlice<NotificationID>)? {
    let some = ids.dropFirst(checked).prefix(Self.atOnce)
    defer { checked += some.count }
    return some.isEmpty ? nil : (checked, some)
  }
}

/// A notification that was taken off the list, and its state there.
package struct Dismissed: Hashable, Sendable {
  package let id: NotificationID
  package let state: State
  /// When it was to alert again, if the person had put it off.
  package let putOffUntil: Timestamp?

  package init(id: NotificationID, state: State, putOffUntil: Timestamp? = nil) {
    self.id = id
    self.state = state
    self.putOffUntil = putOffUntil
  }

  fileprivate init(_ record: NotificationRecord) {
    self.init(id: record.id, state: record.state, putOffUntil: record.isPutOff ? record.due : nil)
  }
}

/// The call that undo takes back. The store keeps a row for each notification that this call took away.
///
/// Invariant: all rows belong to the call that began last. An earlier call that still goes on leaves no more rows.
struct LastDismissal {
  private static let name = "lastDismissal"

  private let store: any RecordStore
  private(set) var number = 0

  init(in store: any RecordStore) throws {
    self.store = store
    number = try store.value(Self.name).flatMap { Int($0) } ?? 0
  }

  /// Begins another call, which has no rows yet.
  mutating func begin() throws {
    try store.forgetDismissed()
    number = (number &+ 1) & Int(Int32.max)
    try store.set(Self.name, to: "\(number)")
  }
}

// How the person's tools take notifications off the list.

extension DeliveryEngine {
  /// Takes some of the notifications off the list, as if dismissed on screen; `undo` can bring them back until the next
  /// dismissal. A notification that the command line has scheduled is the person's own, and is taken back. A call that
  /// names one scheduled by an app is refused as a whole. Returns the overall unread count when it is done; call it
  /// again until then.
  package func dismiss(_ dismissal: inout Dismissal, now: Moment) throws(Refusal) -> Int? {
    try call(at: now) {
      if let (offset, ids) = dismissal.named.toCheck() {
        do {
          for (index, id) in ids.enumerated() { try requireDismissable(id, index: offset + index) }
        } catch let refusal as Refusal {
          // The next undo must mean this refused call, and no call before it.
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
    guard let record = try store.record(id) else { throw Refusal.notFound("notification \(id)") }
    switch record.state {
    case .scheduled where record.isPutOff || record.request.app == .shell: break
    case .scheduled, .awaitingConsent:
      throw Refusal.invalid(
        path: "ids[\(index)]",
        reason: "notification \(id) is still to come: its app can withdraw it, or you deny the app")
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
    let own = records.filter { $0.state == .scheduled && $0.request.app == .shell && !$0.isPutOff }
    dismissal.count += try entries.end(own, .withdrawn, because: .takenBackByPerson, now)
    let others = records.filter { $0.unread || $0.isPutOff || $0.state == .read }
    let live = others.filter { $0.state != .read }
    let count =
      try entries.end(live, .dismissed, because: .dismissedInList, now)
      + entries.dismissRead(others.filter { $0.state == .read }, now)
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

  /// A call that took nothing away leaves the last dismissal to undo. If it named notifications that were gone already,
  /// undo brings back only these.
  private func forgetOthers(than dismissal: Dismissal) throws {
    guard dismissal.number == nil, !dismissal.named.ids.isEmpty else { return }
    try store.forgetDismissed(but: dismissal.named.ids)
  }
}
