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
  /// The number of this call as a step, once it has dismissed a notification.
  fileprivate var step: Int64?
  /// How many the call dismissed or withdrew. A notification that was gone before stays as it is, and does not count.
  package fileprivate(set) var count = 0

  private init(
    _ ids: [NotificationID], _ selection: Selection? = nil, reading: ListQuery? = nil
  ) {
    self.selection = selection
    self.reading = reading
    named = NamedIDs(ids)
  }

  package init(_ ids: [NotificationID]) { self.init(ids, Selection(ids)) }

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

// Dismissals by the person's tools.

extension DeliveryEngine {
  /// Dismisses some of the notifications, as if dismissed on screen; `undo` can bring them back. A notification that the
  /// command line has scheduled belongs to the person, and is withdrawn. A call that names one scheduled by an app is
  /// refused as a whole. Returns the overall unread count when it is done; call it again until then.
  package func dismiss(_ dismissal: inout Dismissal, now: Moment) throws(Refusal) -> Int? {
    try call(at: now) {
      if let (offset, ids) = dismissal.named.toCheck() {
        do {
          for (index, id) in ids.enumerated() { try requireDismissable(id, index: offset + index) }
        } catch let refusal as Refusal {
          // The next undo must refer to this refused call, not to the one before it.
          _ = try steps.beginEmpty(now)
          throw refusal
        }
        return nil
      }
      guard let records = try next(&dismissal) else {
        try nameDismissed(by: dismissal, now)
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
    if dismissal.selection != nil { return try dismissal.selection?.next(in: store) }
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
    try steps.keep(others, by: .dismissal, &dismissal.step, now)
  }

  /// A call without a dismissal leaves the last one to undo. If it named notifications that were gone already, the next
  /// undo brings back these.
  private func nameDismissed(by dismissal: Dismissal, _ now: Moment) throws {
    guard dismissal.step == nil, !dismissal.named.ids.isEmpty else { return }
    try store.moveDismissed(dismissal.named.ids, to: try steps.beginEmpty(now))
  }
}
