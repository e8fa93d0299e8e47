import Guidelines
package import NotificationModel

/// How far a call that dismisses has come: nothing is ended before all of it is known to be allowed.
package struct Dismissal: Sendable {
  private static let checkedAtOnce = 32

  fileprivate let ids: [NotificationID]
  fileprivate private(set) var isOfAll = false
  private var checked = 0
  fileprivate var selection: Selection
  fileprivate var dismissed: [Dismissed] = []
  /// How many it took off the list, or took back: what was read or gone before stays as it is.
  package fileprivate(set) var count = 0

  package init(_ ids: [NotificationID]) {
    self.ids = ids
    selection = Selection(nil, ids)
  }

  /// All that are unread now.
  package static var all: Dismissal {
    var dismissal = Dismissal([])
    dismissal.selection = Selection()
    dismissal.isOfAll = true
    return dismissal
  }

  /// The next that are to be looked at, and how many come before them.
  fileprivate mutating func toCheck() -> (offset: Int, ids: ArraySlice<NotificationID>)? {
    let some = ids.dropFirst(checked).prefix(Self.checkedAtOnce)
    defer { checked += some.count }
    return some.isEmpty ? nil : (checked, some)
  }
}

/// One that was dismissed: its number, and what it had been waiting for.
private struct Dismissed: Hashable, Sendable {
  let id: NotificationID
  let putOffUntil: Timestamp?
  let wasHeld: Bool

  private static let held: Substring = "held"

  init(_ record: NotificationRecord) {
    id = record.id
    putOffUntil = record.isPutOff ? record.due : nil
    wasHeld = record.state == .held
  }

  /// `5`, `5@` and milliseconds, or `5@held`. `nil` for what was not written by us.
  init?(text: Substring) {
    let parts = text.split(separator: "@", maxSplits: 1)
    guard let number = parts.first.flatMap({ Int64($0) }) else { return nil }
    id = NotificationID(number)
    wasHeld = parts.dropFirst().first == Self.held
    putOffUntil = parts.dropFirst().first.flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
  }

  var text: String {
    "\(id.number)" + (putOffUntil.map { "@\($0.milliseconds)" } ?? (wasHeld ? "@\(Self.held)" : ""))
  }
}

/// How far a call that takes back the last dismissal has come.
package struct Undoing: Sendable {
  fileprivate static let atOnce = 8

  fileprivate var restored: [NotificationID] = []
  /// What is still to be brought back; `nil` at first.
  fileprivate var rest: [Dismissed]?

  package init() {}
}

// What the person's tools can take back, or put off.

extension DeliveryEngine {
  /// As if dismissed on screen, some of them; remembered for `undo` until more is. What the command line has
  /// scheduled, which is the person's own, is taken back; where an app has scheduled one of them, all are refused. The
  /// overall count, when it is done; until then to be called again.
  package func dismiss(_ dismissal: inout Dismissal, now: Moment) throws(Refusal) -> Int? {
    try call(at: now) {
      if let (offset, ids) = dismissal.toCheck() {
        do {
          for (index, id) in ids.enumerated() { try requireDismissable(id, index: offset + index) }
        } catch let refusal as Refusal {
          // Whoever undoes now means this call, and not one before it.
          try rememberDismissed([])
          throw refusal
        }
        return nil
      }
      guard let records = try dismissal.selection.next(of: nil, in: store) else {
        try forgetOthers(than: dismissal)
        return try store.unreadCount(app: nil)
      }
      let own = records.filter { $0.state == .scheduled && $0.request.app == .shell && !$0.isPutOff }
      try entries.end(own, .withdrawn, because: .takenBackByPerson, now)
      let others = records.filter { $0.unread || $0.isPutOff }
      dismissal.count += own.count + others.count
      if try entries.end(others, .dismissed, because: .dismissedInList, now) > 0 {
        dismissal.dismissed += others.map(Dismissed.init)
        try rememberDismissed(dismissal.dismissed[...], isOfAll: dismissal.isOfAll)
      }
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

  /// A call that took nothing away, since all of it was gone already, leaves what an earlier one did with these; of
  /// others it does not bring anything back. One of all leaves what an earlier one of all did.
  private func forgetOthers(than dismissal: Dismissal) throws {
    guard dismissal.dismissed.isEmpty else { return }
    if dismissal.isOfAll {
      if try !lastDismissal().isOfAll { try rememberDismissed([]) }
    } else if !dismissal.ids.isEmpty {
      let ids = Set(dismissal.ids)
      try rememberDismissed(lastDismissal().dismissed.filter { ids.contains($0.id) }[...])
    }
  }

  private static let all = "all"

  private func lastDismissal() throws -> (dismissed: [Dismissed], isOfAll: Bool) {
    let parts = try (store.value("lastDismissed") ?? "").split(separator: ",")
    return (parts.compactMap(Dismissed.init(text:)), parts.contains(Self.all[...]))
  }

  private func rememberDismissed(_ dismissed: ArraySlice<Dismissed>, isOfAll: Bool = false) throws {
    let parts = (isOfAll ? [Self.all] : []) + dismissed.map(\.text)
    try store.set("lastDismissed", to: dismissed.isEmpty ? nil : parts.joined(separator: ","))
  }

  /// Brings back what the last `dismiss` took away, some of it, and may still be seen. Nothing alerts now; what waited
  /// for its alert waits again, where something still holds it. All that came back, when it is done; until then to be
  /// called again.
  package func undo(_ undoing: inout Undoing, now: Moment) throws(Refusal) -> [NotificationID]? {
    try call(at: now) {
      let last = try lastDismissal().dismissed
      // More has been dismissed in between, which is not what was asked for.
      guard !last.isEmpty, undoing.rest.map({ $0 == last }) ?? true else { return undoing.restored }
      let some = last.prefix(Undoing.atOnce)
      let restored = try some.compactMap { try restore($0, now) }
      undoing.restored += restored.map(\.id)
      undoing.rest = Array(last.dropFirst(some.count))
      try rememberDismissed(last.dropFirst(some.count))
      for app in Set(restored.map(\.request.app)).sorted() { try entries.updateBadge(app, now) }
      return nil
    }
  }

  private func restore(_ dismissed: Dismissed, _ now: Moment) throws -> NotificationRecord? {
    guard var record = try store.record(dismissed.id), try mayReturn(record, now) else { return nil }
    recentlyDismissed.forget(dismissed.id)
    try entries.decide(record.id, Ruling(UnreadCount.name, .restored, .dismissalTakenBack), now)
    if let until = dismissed.putOffUntil, until > now.wall {
      try postpone(&record, until: until, now)
    } else {
      record.state = .delivered
      record.unread = true
      try entries.update(record)
      if dismissed.wasHeld { try holdAgain(record, now) }
    }
    try entries.reportRestored(record, now)
    return record
  }

  private func holdAgain(_ record: NotificationRecord, _ now: Moment) throws {
    let judgement = try situations.judgeAgain(record, wherever: true, now)
    if judgement.alert == .later { try holding.putAside(record, judgement, now) }
  }

  /// Not the private ones, whose text is gone; nor what has expired, was posted again, is no longer allowed, or
  /// would be more than the app may have.
  private func mayReturn(_ record: NotificationRecord, _ now: Moment) throws -> Bool {
    let request = record.request
    guard record.state == .dismissed, !request.isPrivate, PlainText.isVisible(request),
      record.expires.map({ $0 > now.wall }) ?? true
    else {
      return false
    }
    let app = try apps.app(request.app, now)
    guard try scripts.count(request.roomPayer, .unread) < preferences.policy.limits.unreadPerApp else {
      return false
    }
    return try apps.settings(of: app, for: request).authorization != .notDetermined
      && apps.prohibition(of: request, app) == nil
      && situations.sameThing(as: request, standing: .unread, now) == nil
  }

  /// Alerts again at that time, and is not counted until then.
  package func snooze(_ id: NotificationID, until: Timestamp, now: Moment) throws(Refusal) {
    try call(at: now) {
      try following.followClock(now)
      guard var record = try store.record(id) else { throw Refusal.notFound("notification \(id)") }
      guard until > now.wall else { throw Refusal.invalid(path: "until", reason: "this time is past") }
      try requireHere(record)
      guard PlainText.isVisible(record.request) else { throw Refusal.notFound("text of notification \(id)") }
      try banners.withdraw(record)
      try summaries.end(id, of: record.request.app)
      try postpone(&record, until: until, now)
      try entries.updateBadge(record.request.app, now)
    }
  }

  private func postpone(_ record: inout NotificationRecord, until: Timestamp, _ now: Moment) throws {
    record.unread = false
    record.state = .scheduled
    record.due = until
    record.hold = nil
    record.expires = nil
    record.request.expiresAt = nil
    // Tells it from one that its app has scheduled.
    record.request.trigger = nil
    try entries.update(record)
    try entries.decide(record.id, Ruling(PuttingOff.name, .scheduled, .putOff, .time(until)), now)
  }
}
