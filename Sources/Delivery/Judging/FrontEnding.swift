import Guidelines
import NotificationModel

// How what came by the desktop's own interface ends being unread: no app there says that anything was read.

extension DeliveryEngine {
  /// The person has turned to some apps: what those have shown is read, as far as they cannot say so themselves. What is
  /// held back nobody has seen.
  func attendToApps(_ now: Moment) throws {
    for app in attention.appsInFront where try store.unreadCount(app: app) > 0 {
      let seen = try store.unreadRecords(app: app, limit: preferences.policy.limits.unreadPerApp).filter {
        $0.request.origin.isReadWhenSeen && $0.request.origin.followsFocus && $0.state == .delivered
      }
      // Where there is no room for all of them, a later transaction goes on.
      if seen.count > share.left { inbox.addOnce(.attend) }
      share.use(try end(Array(seen.prefix(share.left)), .seen, because: .appCameToFront, now))
    }
  }

  /// The server has closed its banner. Without a list of its own there, it was seen; behind a locked screen nobody saw it.
  func bannerGone(_ record: NotificationRecord, _ closing: FrontSignal.Closing, _ now: Moment) throws {
    guard record.request.origin.isReadWhenSeen else { return }
    recentlyGone.noteGone(record, now)
    var record = record
    if forgetNumber(of: &record, telling: closing) {
      // Unread, it is in the server's own list.
      if record.state == .delivered { erase(&record) }
      try update(record)
    }
    let keepsList = server.description?.capabilities.contains("persistence") == true
    if record.state == .delivered, !keepsList, !attention.isPersonAway {
      try end([record], .seen, because: .bannerGone, now)
    }
  }

  /// Something else takes its number, and its place on the screen. That is no end for its own app.
  func makeWay(_ listed: NotificationRecord, for caller: BusCaller, of app: AppID, _ now: Moment) throws {
    var listed = listed
    if var origin = listed.request.origin.desktop {
      if listed.request.app != app { tellOverTaken(origin, by: caller) }
      origin.number = 0
      listed.request.origin = Origin(origin)
      try update(listed)
    }
    try end([listed], .withdrawn, because: .takenBackByApp, now)
  }

  /// What was judged just now, and gets no banner, is over for its app; what nobody has to read is kept as what was read.
  func closeUnshown(_ record: inout NotificationRecord) throws {
    guard record.request.origin.isReadWhenSeen else { return }
    if record.state == .read { erase(&record) }
    try forgetUnseen(&record, telling: .expired)
  }

  /// No app is refused for what it cannot mark read: its oldest becomes read. A few at a time: the bound may be another
  /// than it was.
  func makeRoom(for app: AppID, _ now: Moment) throws {
    for _ in 0..<16 {
      guard try store.unreadCount(app: app) >= preferences.policy.limits.unreadPerApp,
        let oldest = try store.oldestUnread(app: app)
      else { return }
      try end([oldest], .seen, because: .tooManyUnread, now)
    }
  }
}
