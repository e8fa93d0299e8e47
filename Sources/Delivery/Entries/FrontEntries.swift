import Guidelines
import NotificationModel
import Store

// How notifications of the front become read: apps have no call there to mark one as read.

extension Entries {
  /// Milliseconds that a banner must be up to count as seen.
  private static let readingMilliseconds: Int64 = 2_000

  /// Marks as read the banners of apps that have come to the foreground, if the app cannot mark them itself and each
  /// banner was up for long enough before that. A newer banner stays up, and so does one that came while its app was in
  /// the foreground. A notification without a banner was not seen, and stays unread.
  func readWhatForegroundAppsShowed(_ now: Moment) throws {
    let latest = now.uptime.advanced(byMilliseconds: -Self.readingMilliseconds)
    guard let since = attention.thereSince, since <= latest, attention.isPersonThere else { return }
    for app in attention.foregroundApps where try store.unreadCount(app: app) > 0 {
      let before = attention.inFrontSince(app).map { $0.advanced(byMilliseconds: -1) }
      let latest = min(latest, before ?? latest)
      let seen = try store.unreadRecords(app: app, limit: preferences.policy.limits.unreadPerApp).filter {
        try $0.request.origin.isReadWhenSeen && $0.request.origin.followsFocus && $0.state == .delivered
          && wasShown($0, since: latest, now)
      }
      // A later transaction continues with the rest.
      if seen.count > share.left { inbox.addOnce(.foregroundChanged) }
      share.use(try end(Array(seen.prefix(share.left)), .seen, because: .appCameToFront, now))
    }
  }

  private func wasShown(_ record: NotificationRecord, since latest: Uptime, _ now: Moment) throws -> Bool {
    guard let shown = try banners.row(of: record).phase?.shown, !shown.isHidden,
      try !isMutedByServer(record, now)
    else { return false }
    return recentBanners.showsSince(shown.handle, before: latest)
  }

  /// Whether the server's own Do Not Disturb keeps the banner off the screen.
  private func isMutedByServer(_ record: NotificationRecord, _ now: Moment) throws -> Bool {
    guard serverMute.current != nil else { return false }
    let settings = apps.settings(of: try apps.app(record.request.app, now), for: record.request)
    return situations.serverKeepsBack(record.request, settings)
  }

  /// The server closed the banner. The notification counts as seen if the server keeps no list of its own and the
  /// person was at the computer.
  func bannerClosed(_ record: NotificationRecord, _ closing: FrontSignal.Closing, _ now: Moment) throws {
    var record = record
    let isMuted = try isMutedByServer(record, now)
    let isLeftToList = isMuted && record.request.passes
    guard record.request.origin.isReadWhenSeen else {
      if isLeftToList, record.state == .delivered { try leaveToList(&record, now) }
      return
    }
    if try tellClosed(&record, closing, now) {
      // Erased like a read one: if it stays unread, it is in the server's own list.
      if record.state == .delivered, !isLeftToList { try erase(&record, now) }
      try update(record)
    }
    guard record.state == .delivered else { return }
    if isLeftToList {
      try leaveToList(&record, now)
    } else if isMuted {
      return
    } else if !server.keepsList, attention.isPersonThere {
      try end([record], .seen, because: .bannerGone, now)
    }
  }

  /// Ends a notification because a post by `caller` took over its number. If another app had posted it, that app's
  /// caller is told that it is closed.
  func endReplaced(_ listed: NotificationRecord, by caller: BusCaller, of app: AppID, _ now: Moment) throws {
    var listed = listed
    if let link = listed.link?.desktop, listed.request.app != app, !link.isToldClosed {
      transient.tellReplaced(link, by: caller)
    }
    listed.unlink()
    if try !end(&listed, .takenBack, because: .takenBackByApp, now) { try update(listed) }
  }

  /// Tells the app that a notification judged just now gets no banner. One that is read already is erased like other
  /// read ones.
  func closeUnshown(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.origin.isReadWhenSeen else { return }
    var record = record
    if record.state == .read { try erase(&record, now) }
    try tellClosedIfBannerless(record, .expired, now)
  }

  /// Marks the app's oldest notifications read until one more fits, because an app cannot mark them itself. Several at
  /// most, since a new configuration may have lowered the limit.
  func makeFrontRoom(for app: AppID, _ now: Moment) throws {
    for _ in 0..<16 {
      guard try store.unreadCount(app: app) >= preferences.policy.limits.unreadPerApp,
        let oldest = try store.oldestUnread(app: app)
      else { return }
      try end([oldest], .seen, because: .tooManyUnread, now)
    }
  }

  // MARK: Closings

  /// Tells the app, once, that the banner is closed. It still knows the entry: it can close it, and hears of presses in
  /// the list. Returns `true` if the app was told; the caller then stores the record.
  @discardableResult
  func tellClosed(_ record: inout NotificationRecord, _ closing: FrontSignal.Closing, _ now: Moment) throws
    -> Bool
  {
    guard record.awaitsClosing else { return false }
    try tell(.closed(closing), of: record, now)
    record.noteToldClosed()
    return true
  }

  /// Tells the app that the notification is closed if no banner of it is on screen or to come, so that the app does not
  /// wait for one.
  private func tellClosedIfBannerless(
    _ record: NotificationRecord, _ closing: FrontSignal.Closing, _ now: Moment
  ) throws {
    var record = record
    if try isBannerless(record), try tellClosed(&record, closing, now) { try update(record) }
  }

  /// Whether no banner is on screen or to come.
  func isBannerless(_ record: NotificationRecord) throws -> Bool {
    switch record.state {
    case .held, .scheduled, .awaitingConsent: false
    case .delivered, .failed: try record.awaitsClosing && banners.row(of: record).phase == nil
    case .read, .dismissed, .withdrawn, .expired: true
    }
  }

  /// Tells the apps whose banners went in this transaction, if they have not been told, ends what passes with its
  /// banner, and has rating prompts looked at that waited for a pause. Called at its end.
  func tellBannerlessClosed(_ now: Moment) throws {
    backlog.reviewLater(try banners.appsAwaitingPause())
    for id in banners.popBannerless() where frontNumbers.areInUse || passing.areStored {
      guard let record = try store.record(id) else { continue }
      try tellClosedIfBannerless(record, .undefined, now)
      if record.request.passes { passing.mayBeOver(id) }
    }
    try passThoseOver(now)
  }
}

/// The ids of notifications for callers of org.freedesktop.Notifications.
///
/// Invariant: no number is given twice, not even after a restart: all given ones are below `reserved`, which is stored.
final class FrontNumbers {
  /// The store's key for the first number that was never given.
  private static let name = "frontNumber"
  /// notify-send prints a number as a signed one.
  private static let last = UInt32(Int32.max)
  /// Numbers reserved with one write.
  private static let batch: UInt32 = 256

  private let store: SQLiteStore
  @Transacted private var next: UInt32
  @Transacted private var reserved: UInt32
  /// Whether any notification may have a number. False on computers where the front is never used.
  @Transacted private(set) var areInUse: Bool

  private let outbox: Outbox
  private let transient: TransientBanners

  init(_ transient: TransientBanners, in transaction: Transaction) {
    store = transaction.store
    outbox = transaction.outbox
    self.transient = transient
    _next = Transacted(FrontNumber.first, in: transaction)
    _reserved = Transacted(FrontNumber.first, in: transaction)
    _areInUse = Transacted(false, in: transaction)
  }

  func recover() throws {
    let stored = try store.value(Self.name).flatMap { UInt32($0) } ?? FrontNumber.first
    next = (FrontNumber.first...Self.last).contains(stored) ? stored : FrontNumber.first
    reserved = next
    areInUse = try !store.numberedRecords(limit: 1).isEmpty
  }

  private func new() throws -> UInt32 {
    if next >= reserved {
      if next > Self.last - Self.batch { next = FrontNumber.first }
      reserved = next + Self.batch
      try store.set(Self.name, to: "\(reserved)")
    }
    defer { next += 1 }
    return next
  }

  /// The link with its number: the one that the app names, else the one of the existing entry, else a new one.
  func numbered(_ link: DesktopLink, existing: DesktopLink?) throws -> DesktopLink {
    areInUse = true
    var numbered = link
    if numbered.number == 0, let existing, !existing.isToldClosed { numbered.number = existing.number }
    if numbered.number == 0 { numbered.number = try nextNumber() }
    // If several callers posted or changed it, signals about it go to every client.
    if let existing, !existing.isToldClosed {
      numbered.isShared = existing.isShared || existing.caller != link.caller
    }
    return numbered
  }

  private func nextNumber() throws -> UInt32 {
    while true {
      let number = try new()
      // An app may already use this number as one that it named.
      if try !isTaken(number) { return number }
    }
  }

  private func isTaken(_ number: UInt32) throws -> Bool {
    try transient[number] != nil || store.record(numbered: number) != nil
  }

  /// A post that the person does not allow: returns a number, and tells the caller that it is closed, as a server does
  /// that shows nothing. An existing notification with that number stays.
  func refuse(_ link: DesktopLink) throws -> UInt32 {
    var refused = link
    if try refused.number == 0 || isTaken(refused.number) { refused.number = try nextNumber() }
    outbox.tell(.closed(.undefined), by: refused)
    return refused.number
  }
}
