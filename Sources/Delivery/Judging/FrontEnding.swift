import Guidelines
import NotificationModel

// How what came by the desktop's own interface ends being unread: no app there says that anything was read.

extension DeliveryEngine {
  /// The person has turned to some apps: what those have posted is read, as far as they cannot say so themselves.
  func attendToApps(_ now: Moment) throws {
    for app in appsInFront {
      guard !share.isUsedUp else { return share.leaveWork() }
      guard try store.unreadCount(app: app) > 0 else { continue }
      let seen = try store.unreadRecords(app: app, limit: share.left).filter {
        $0.request.conventions != nil && $0.request.followsFocus
      }
      share.use(try end(seen, .seen, because: .appCameToFront, now))
    }
  }

  /// The server has closed its banner. Without a list of its own there, it was seen; behind a locked screen nobody saw it.
  func bannerGone(_ record: NotificationRecord, _ closing: FrontSignal.Closing, _ now: Moment) throws {
    guard record.request.conventions != nil else { return }
    live.fadedBanners.note(record, now: now.uptime)
    var record = record
    if forgetNumber(of: &record, telling: closing) {
      // Unread, it is in the server's own list.
      if record.state == .delivered { erase(&record) }
      try update(record)
    }
    let keepsList = live.server.description?.capabilities.contains("persistence") == true
    if record.state == .delivered, !keepsList, !isPersonAway {
      try end([record], .seen, because: .bannerGone, now)
    }
  }

  /// No app is refused for what it cannot mark read: its oldest becomes read.
  func makeRoom(for app: AppID, _ now: Moment) throws {
    while try store.unreadCount(app: app) >= live.policy.limits.unreadPerApp,
      let oldest = try store.oldestUnread(app: app)
    {
      try end([oldest], .seen, because: .tooManyUnread, now)
    }
  }
}
