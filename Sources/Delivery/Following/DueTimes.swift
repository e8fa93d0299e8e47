import Guidelines
import NotificationModel

extension Following {
  /// What time has brought: triggers that fire, notifications that expire, the end of Do Not Disturb.
  func runSchedule(_ now: Moment) throws {
    try followClock(now)
    if let until = preferences.doNotDisturbUntil, until <= now.wall {
      try switchDoNotDisturb(.off, now)
    }
    try releaseDue(now)
    // What is due may be due at another time, as soon as that is worked out.
    guard !backlog.isRescheduling, let deadline = timing.deadline, deadline <= now.wall else {
      return
    }
    let expired = try store.expired(by: now.wall, limit: share.left)
    try entries.end(expired, .expired, because: .expiredUnread, now)
    share.use(expired.count)
    for record in try store.due(by: now.wall, limit: share.left) {
      // It comes after what is put off about its app.
      while !share.isUsedUp, backlog.isBehind(record.request.app) {
        try catchUp(record.request.app, now)
      }
      guard !share.isUsedUp else { break }
      // That may have ended it.
      guard let record = try store.record(record.id), record.state == .scheduled else { continue }
      try holding.fire(record, now)
      share.use(1)
    }
    if share.isUsedUp { share.leaveWork() }
  }

  /// The end of quiet hours, and the time of the summary.
  private func releaseDue(_ now: Moment) throws {
    if let release = timing.release, release <= now.wall, !backlog.isReviewing {
      try reviewHeld(now)
    }
  }
}
