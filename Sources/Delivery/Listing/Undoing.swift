import Guidelines
public import NotificationModel

// What the person's tools can take back, or put off.

extension DeliveryEngine {
  /// As if dismissed on screen; remembered for `undo` until more is. What the command line has scheduled, which is
  /// the person's own, is taken back; what an app has is refused. Returns the overall count.
  public func dismiss(_ ids: [NotificationID], now: Moment) throws(Refusal) -> Int {
    try call(at: now) {
      var records: [NotificationRecord] = []
      var scheduled: [NotificationRecord] = []
      for (index, id) in ids.enumerated() {
        guard let record = try store.record(id) else { throw Refusal.notFound("notification \(id)") }
        switch record.state {
        case _ where record.unread || record.isPutOff: records.append(record)
        case .scheduled where record.request.app == .shell: scheduled.append(record)
        case .scheduled, .awaitingConsent:
          throw Refusal.invalid(
            path: "ids[\(index)]",
            reason: "notification \(id) is still to come: its app can withdraw it, or you deny the app")
        case .held, .delivered, .failed, .read, .dismissed, .withdrawn, .expired: break
        }
      }
      try end(scheduled, .withdrawn, because: "The person took it back.", now)
      if try end(records, .dismissed, because: "The person dismissed it in the list.", now) > 0 {
        let numbers = records.map { String($0.id.number) }.joined(separator: ",")
        try store.set(Self.lastDismissed, to: numbers)
      }
      return try store.unreadCount(app: nil)
    }
  }

  private static let lastDismissed = "lastDismissed"

  /// Brings back what the last `dismiss` took away, and may still be seen. Nothing alerts.
  public func undo(now: Moment) throws(Refusal) -> [NotificationID] {
    try call(at: now) {
      let numbers = try store.value(Self.lastDismissed) ?? ""
      var restored: [NotificationRecord] = []
      for number in numbers.split(separator: ",").compactMap({ Int64($0) }) {
        guard var record = try store.record(NotificationID(number)), try mayReturn(record, now) else {
          continue
        }
        record.state = .delivered
        record.unread = true
        record.banner = .none
        try store.update(record)
        try decide(record.id, UnreadCount.name, "restored", "The person took the dismissal back.", now)
        changed.insert(record.id)
        restored.append(record)
      }
      try store.set(Self.lastDismissed, to: nil)
      for app in Set(restored.map(\.request.app)).sorted() { try settleBadge(app, now) }
      return restored.map(\.id)
    }
  }

  /// Not the private ones, whose text is gone; nor what has expired, was posted again, is no longer allowed, or
  /// would be more than the app may have.
  private func mayReturn(_ record: NotificationRecord, _ now: Moment) throws -> Bool {
    let request = record.request
    guard record.state == .dismissed, !request.isPrivate, record.expires.map({ $0 > now.wall }) ?? true else {
      return false
    }
    let app = try self.app(request.app, now)
    guard try store.unreadCount(app: request.app) < policy.limits.unreadPerApp else { return false }
    return try settings(of: app).authorization != .notDetermined && prohibition(of: request, app) == nil
      && sameThing(as: request, standing: .unread) == nil
  }

  /// Alerts again at that time, and is not counted until then.
  public func snooze(_ id: NotificationID, until: Timestamp, now: Moment) throws(Refusal) {
    try call(at: now) {
      try followClock(now)
      guard var record = try store.record(id) else { throw Refusal.notFound("notification \(id)") }
      guard until > now.wall else { throw Refusal.invalid(path: "until", reason: "this time is past") }
      switch record.state {
      case .held, .delivered, .failed, .read, .dismissed: break
      case .scheduled where record.isPutOff: break
      case .scheduled, .awaitingConsent, .withdrawn, .expired: throw Refusal.notFound("notification \(id)")
      }
      guard PlainText.isVisible(record.request) else { throw Refusal.notFound("text of notification \(id)") }
      takeAway(&record)
      summaries.ended(id, of: record.request.app, turn: nextTurn())
      record.unread = false
      record.state = .scheduled
      record.due = until
      record.until = nil
      record.expires = nil
      // Tells it from one that its app has scheduled.
      record.request.trigger = nil
      try store.update(record)
      try decide(id, PuttingOff.name, "scheduled", "The person put it off until \(spoken(until, now)).", now)
      changed.insert(id)
      try settleBadge(record.request.app, now)
    }
  }
}
