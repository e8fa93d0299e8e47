import Guidelines
import NotificationModel

// How what came by the desktop's own interface ends being unread: no app there says that anything was read.

extension Entries {
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
      if listed.request.app != app { passing.tellOverTaken(origin, by: caller) }
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

  // MARK: What their apps hear

  /// Tells its app that it is closed, once: the number means nothing to anybody from then on. To be stored where it
  /// returns that there was one.
  @discardableResult
  func forgetNumber(of record: inout NotificationRecord, telling closing: FrontSignal.Closing) -> Bool {
    guard let origin = record.request.origin.desktop, origin.number != 0 else { return false }
    outbox.add(.front(.closed(closing), number: origin.number, caller: origin.audience))
    record.request.origin = Origin(origin.forgotten)
    return true
  }

  /// Nothing of it is on screen or to come there: its app must not wait for that, wherever it is listed.
  func forgetUnseen(_ record: inout NotificationRecord, telling closing: FrontSignal.Closing) throws {
    switch record.state {
    case .held, .scheduled, .awaitingConsent: return
    case .delivered, .failed:
      guard record.request.origin.number != 0,
        try store.banner(.notification(record.id), of: record.request.app) == nil
      else { return }
    case .read, .dismissed, .withdrawn, .expired: break
    }
    if forgetNumber(of: &record, telling: closing) { try update(record) }
  }

  /// At the end of a transaction: the banner of these has gone in it, and their apps may not have been told.
  func forgetBannerless() throws {
    for id in banners.popBannerless() where frontNumbers.areInUse {
      guard var record = try store.record(id) else { continue }
      try forgetUnseen(&record, telling: .undefined)
    }
  }

  /// Tells it of a press, as the app itself calls what was pressed; `false` where it has no word for it.
  func tellPress(_ record: NotificationRecord, _ action: ItemID, text: String?, token: String?) -> Bool {
    guard let origin = record.request.origin.desktop, origin.number != 0 else { return false }
    if let text {
      // What a person has written is for one alone.
      outbox.add(.front(.replied(text: text), number: origin.number, caller: origin.caller))
      return true
    }
    guard let key = origin.keys[action] else { return false }
    // Only what is vouched for has a desktop entry to be started by; what its other buttons do, it alone knows.
    let start =
      origin.isVouchedFor && action == .defaultAction
      ? AppStart(
        app: record.request.app, notification: record.id, isForeground: true, activationToken: token) : nil
    outbox.add(
      .front(
        .invoked(key: key, token: token), number: origin.number, caller: origin.audience,
        start: start))
    return true
  }
}

extension UnreadCount.Ending {
  /// As the desktop's own interface calls it.
  var closing: FrontSignal.Closing {
    switch self {
    case .pressed, .replied, .dismissed, .readInApp, .seen: .dismissed
    case .withdrawn, .takenBack: .closed
    case .expired: .expired
    }
  }
}
