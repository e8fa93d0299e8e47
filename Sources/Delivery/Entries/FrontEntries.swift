import Guidelines
import NotificationModel
import Store

// How notifications of the front become read: apps have no call there to mark one as read.

extension Entries {
  /// Milliseconds that a banner must be up to count as seen.
  private static let readingMilliseconds: Int64 = 2_000

  /// Marks as read the banners of apps in the foreground, if the app cannot mark them itself and each banner was up for
  /// long enough. A newer banner stays up. A notification without a banner was not seen, and stays unread.
  func readWhatForegroundAppsShowed(_ now: Moment) throws {
    let latest = now.uptime.advanced(byMilliseconds: -Self.readingMilliseconds)
    guard let since = attention.thereSince, since <= latest, attention.isPersonThere else { return }
    for app in attention.foregroundApps where try store.unreadCount(app: app) > 0 {
      let seen = try store.unreadRecords(app: app, limit: preferences.policy.limits.unreadPerApp).filter {
        try $0.request.origin.isReadWhenSeen && $0.request.origin.followsFocus && $0.state == .delivered
          && wasShown($0, since: latest)
      }
      // A later transaction continues with the rest.
      if seen.count > share.left { inbox.addOnce(.foregroundChanged) }
      share.use(try end(Array(seen.prefix(share.left)), .seen, because: .appCameToFront, now))
    }
  }

  private func wasShown(_ record: NotificationRecord, since latest: Uptime) throws -> Bool {
    guard let shown = try banners.row(of: record).phase?.shown, !shown.isHidden, !isMutedByServer(record)
    else {
      return false
    }
    return recentBanners.showsSince(shown.handle, before: latest)
  }

  /// Whether the server's own Do Not Disturb keeps the banner off the screen.
  private func isMutedByServer(_ record: NotificationRecord) -> Bool {
    let isCritical = record.request.origin.desktop?.urgency == .critical
    return serverMute.current?.keepsBack(isCritical ? .critical : .normal) == true
  }

  /// The server closed the banner. The notification counts as seen if the server keeps no list of its own and the
  /// person was at the computer.
  func bannerClosed(_ record: NotificationRecord, _ closing: FrontSignal.Closing, _ now: Moment) throws {
    guard record.request.origin.isReadWhenSeen else { return }
    var record = record
    if tellClosed(&record, closing) {
      // Erased like a read one: if it stays unread, it is in the server's own list.
      if record.state == .delivered { try erase(&record, now) }
      try update(record)
    }
    if record.state == .delivered, !server.keepsList, attention.isPersonThere, !isMutedByServer(record) {
      try end([record], .seen, because: .bannerGone, now)
    }
  }

  /// Ends a notification because a post by `caller` took over its number. If another app had posted it, that app's
  /// caller is told that it is closed.
  func endReplaced(_ listed: NotificationRecord, by caller: BusCaller, of app: AppID, _ now: Moment) throws {
    var listed = listed
    if var origin = listed.request.origin.desktop {
      if listed.request.app != app, !origin.isToldClosed { transient.tellReplaced(origin, by: caller) }
      origin.number = 0
      listed.request.origin = Origin(origin)
      try update(listed)
    }
    try end([listed], .takenBack, because: .takenBackByApp, now)
  }

  /// Tells the app that a notification judged just now gets no banner. One that is read already is erased like other
  /// read ones.
  func closeUnshown(_ record: inout NotificationRecord, _ now: Moment) throws {
    guard record.request.origin.isReadWhenSeen else { return }
    if record.state == .read { try erase(&record, now) }
    try tellClosedIfBannerless(&record, .expired)
  }

  /// Withdraws a notification that counts as read: the app closed it. It leaves the list, and undo does not bring it
  /// back.
  func withdrawRead(_ read: NotificationRecord, _ now: Moment) throws {
    var record = read
    try apply(.closed, to: &record, now)
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

  // MARK: Signals to apps

  /// Tells the app, once, that the banner is closed. The number still identifies the entry: the app can close it, and
  /// hears of presses in the list. Returns `true` if the app was told; the caller then stores the record.
  @discardableResult
  func tellClosed(_ record: inout NotificationRecord, _ closing: FrontSignal.Closing) -> Bool {
    guard record.request.origin.awaitsClosing, var origin = record.request.origin.desktop else {
      return false
    }
    outbox.add(.front(.closed(closing), number: origin.number, caller: origin.audience))
    origin.isToldClosed = true
    record.request.origin = Origin(origin)
    return true
  }

  /// Removes the number of an ended entry, and tells the app that it is closed.
  func forgetNumber(of record: inout NotificationRecord, telling closing: FrontSignal.Closing) {
    tellClosed(&record, closing)
    record.request.origin = record.request.origin.map(\.forgotten)
  }

  /// Tells the app that the notification is closed if no banner of it is on screen or to come, so that the app does not
  /// wait for one.
  func tellClosedIfBannerless(_ record: inout NotificationRecord, _ closing: FrontSignal.Closing) throws {
    switch record.state {
    case .held, .scheduled, .awaitingConsent: return
    case .delivered, .failed:
      guard record.request.origin.awaitsClosing, try banners.row(of: record).phase == nil else { return }
    case .read, .dismissed, .withdrawn, .expired: break
    }
    if tellClosed(&record, closing) { try update(record) }
  }

  /// Tells the apps whose banners went in this transaction, if they have not been told. Called at its end.
  func tellBannerlessClosed() throws {
    for id in banners.popBannerless() where frontNumbers.areInUse {
      guard var record = try store.record(id) else { continue }
      try tellClosedIfBannerless(&record, .undefined)
    }
  }

  /// Tells the app of a press by the app's own key for the action. Returns `false` if the app has no key for it, or the
  /// notification no number.
  func tellPress(_ record: NotificationRecord, _ action: ItemID, text: String?, token: String?) -> Bool {
    guard let origin = record.request.origin.desktop, origin.number != 0 else { return false }
    if let text {
      // A reply is told to the caller that posted, and to no other client.
      outbox.add(.front(.replied(text: text), number: origin.number, caller: origin.caller))
      return true
    }
    guard let key = origin.keys[action] else { return false }
    // An app is started only for the default action, and only with a desktop entry that is vouched for; just the app
    // knows the meaning of its other buttons.
    let start =
      origin.isVouchedFor && action == .defaultAction
      ? AppStart(
        app: record.request.app, notification: record.id, isForeground: true, activationToken: token) : nil
    outbox.add(
      .front(
        .invoked(key: key, token: token), number: origin.number, caller: origin.audience,
        start: start, press: record.id))
    return true
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

  /// The origin with its number: the one that the app names, else the one of the existing entry, else a new one.
  func numbered(_ origin: DesktopOrigin, existing: DesktopOrigin?) throws -> DesktopOrigin {
    areInUse = true
    var numbered = origin
    if numbered.number == 0, let existing, !existing.isToldClosed { numbered.number = existing.number }
    if numbered.number == 0 { numbered.number = try nextNumber() }
    // If several callers posted or changed it, signals about it go to every client.
    if let existing, existing.number != 0, !existing.isToldClosed {
      numbered.isShared = existing.isShared || existing.caller != origin.caller
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
  func refuse(_ origin: DesktopOrigin) throws -> UInt32 {
    var refused = origin
    if try refused.number == 0 || isTaken(refused.number) { refused.number = try nextNumber() }
    outbox.add(.front(.closed(.undefined), number: refused.number, caller: refused.caller))
    return refused.number
  }
}
