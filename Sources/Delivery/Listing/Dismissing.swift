import Guidelines
package import NotificationModel

/// How far a call has come that takes notifications off the list: nothing is ended before all of it is known to be
/// allowed.
package struct Dismissal: Sendable {
  fileprivate var named: NamedIDs
  /// `nil` where it is about what is read.
  fileprivate var selection: Selection?
  /// Where what was read is looked for next; `nil` at the end.
  fileprivate var reading: ListQuery?
  /// By which it is known as the last one, once it has taken something.
  fileprivate var number: Int?
  /// How many it took off the list, or took back: what was gone before stays as it is.
  package fileprivate(set) var count = 0

  private init(
    _ ids: [NotificationID], _ selection: Selection? = nil, reading: ListQuery? = nil
  ) {
    self.selection = selection
    self.reading = reading
    named = NamedIDs(ids)
  }

  package init(_ ids: [NotificationID]) { self.init(ids, Selection(nil, ids)) }

  /// All that are unread now.
  package static var all: Dismissal { Dismissal([], Selection()) }

  /// All that are read, of an app or of all; those that last came before a time, where one is given.
  package static func ofRead(app: AppID? = nil, before time: Timestamp? = nil) -> Dismissal {
    Dismissal(
      [],
      reading: ListQuery(
        app: app, states: [.read], before: time.map { ListPlace(came: $0, id: NotificationID(0)) }))
  }
}

/// The ids that a call names, looked at a few at a time before anything is done.
struct NamedIDs: Sendable {
  private static let atOnce = 32

  let ids: [NotificationID]
  private var checked = 0

  init(_ ids: [NotificationID]) { self.ids = ids }

  /// The next that are to be looked at, and how many come before them.
  mutating func toCheck() -> (offset: Int, ids: ArraySlice<NotificationID>)? {
    let some = ids.dropFirst(checked).prefix(Self.atOnce)
    defer { checked += some.count }
    return some.isEmpty ? nil : (checked, some)
  }
}

/// One that was taken off the list, and how it stood there.
package struct Dismissed: Hashable, Sendable {
  package let id: NotificationID
  package let state: State
  /// When it was to alert again, where the person had put it off.
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

/// The call of which undo brings back what it took: the store keeps a row for each of those.
///
/// Invariant: all rows are of the call that has begun last; one that goes on beside it leaves none any more.
struct LastDismissal {
  private static let name = "lastDismissal"

  private let store: any RecordStore
  private(set) var number = 0

  init(in store: any RecordStore) throws {
    self.store = store
    number = try (store.value(Self.name) ?? "").split(separator: " ").first.flatMap { Int($0) } ?? 0
  }

  /// Another call, of which nothing is known yet.
  mutating func begin() throws {
    try store.forgetDismissed()
    number = (number &+ 1) & Int(Int32.max)
    try store.set(Self.name, to: "\(number)")
  }
}

// What the person's tools take off the list.

extension DeliveryEngine {
  /// As if dismissed on screen, some of them; remembered for `undo` until more is. What the command line has
  /// scheduled, which is the person's own, is taken back; where an app has scheduled one of them, all are refused. The
  /// overall count, when it is done; until then to be called again.
  package func dismiss(_ dismissal: inout Dismissal, now: Moment) throws(Refusal) -> Int? {
    try call(at: now) {
      if let (offset, ids) = dismissal.named.toCheck() {
        do {
          for (index, id) in ids.enumerated() { try requireDismissable(id, index: offset + index) }
        } catch let refusal as Refusal {
          // An undo that follows means this call, and not one before it.
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

  private func dismiss(_ records: [NotificationRecord], for dismissal: inout Dismissal, _ now: Moment) throws {
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

  /// A call that took nothing away leaves what can be undone. Where it has named what was gone already, only these come
  /// back of what an earlier one took.
  private func forgetOthers(than dismissal: Dismissal) throws {
    guard dismissal.number == nil, !dismissal.named.ids.isEmpty else { return }
    try store.forgetDismissed(but: dismissal.named.ids)
  }
}
