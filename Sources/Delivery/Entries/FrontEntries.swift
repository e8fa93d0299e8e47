import Guidelines
import NotificationModel

// How notifications of the desktop's own interface become read: no app there says that anything was read.

extension Entries {
  /// How long a banner is up until somebody can have read it.
  private static let readingMilliseconds: Int64 = 2_000

  /// The person has turned to some apps. A banner of such an app counts as read if the app cannot say so itself and the
  /// banner was up for long enough. A newer banner stays up. A notification without a banner was not seen, and stays
  /// unread.
  func readWhatForegroundAppsShowed(_ now: Moment) throws {
    let latest = now.uptime.advanced(byMilliseconds: -Self.readingMilliseconds)
    guard let since = attention.thereSince, since <= latest, attention.isPersonThere else { return }
    for app in attention.foregroundApps where try store.unreadCount(app: app) > 0 {
      let seen = try store.unreadRecords(app: app, limit: preferences.policy.limits.unreadPerApp).filter {
        try $0.request.origin.isReadWhenSeen && $0.request.origin.followsFocus && $0.state == .delivered
          && wasShown($0, since: latest)
      }
      // Where there is no room for all of them, a later transaction goes on.
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

  /// Whether the server keeps it off the screen by its own Do Not Disturb.
  private func isMutedByServer(_ record: NotificationRecord) -> Bool {
    let isCritical = record.request.origin.desktop?.urgency == .critical
    return serverMute.current?.keepsBack(isCritical ? .critical : .normal) == true
  }

  /// The server has closed the banner. It counts as seen where the server keeps no list of its own and somebody was there.
  func bannerClosed(_ record: NotificationRecord, _ closing: FrontSignal.Closing, _ now: Moment) throws {
    guard record.request.origin.isReadWhenSeen else { return }
    var record = record
    if tellClosed(&record, closing) {
      // Unread, it is in the server's own list.
      if record.state == .delivered { try erase(&record, now) }
      try update(record)
    }
    if record.state == .delivered, !server.keepsList, attention.isPersonThere, !isMutedByServer(record) {
      try end([record], .seen, because: .bannerGone, now)
    }
  }

  /// Something else takes its number, and its place on the screen. That is no end for its own app.
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

  /// Ends the app's number of a notification that was judged just now and gets no banner. One that counts as read is
  /// erased like those that were read.
  func closeUnshown(_ record: inout NotificationRecord, _ now: Moment) throws {
    guard record.request.origin.isReadWhenSeen else { return }
    if record.state == .read { try erase(&record, now) }
    try tellClosedIfBannerless(&record, .expired)
  }

  /// The app takes back a notification that counts as read. The notification leaves the list, and does not come back.
  func withdrawRead(_ read: NotificationRecord) throws {
    guard read.state == .read || read.state == .dismissed else { return }
    var record = read
    record.state = .withdrawn
    record.request.replaceImageFiles { _, _ in nil }
    forgetNumber(of: &record, telling: .closed)
    try update(record)
  }

  /// No app is refused for what it cannot mark read: its oldest becomes read. A few at a time: the bound may be another
  /// than it was.
  func makeFrontRoom(for app: AppID, _ now: Moment) throws {
    for _ in 0..<16 {
      guard try store.unreadCount(app: app) >= preferences.policy.limits.unreadPerApp,
        let oldest = try store.oldestUnread(app: app)
      else { return }
      try end([oldest], .seen, because: .tooManyUnread, now)
    }
  }

  // MARK: What their apps hear

  /// Tells its app that its banner is closed, once. The number still leads to the entry: its app can take that back, and
  /// hears of a press in the list. To be stored where it returns that there was something to tell.
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

  /// The entry has ended: the number means nothing to anybody from now on.
  func forgetNumber(of record: inout NotificationRecord, telling closing: FrontSignal.Closing) {
    tellClosed(&record, closing)
    record.request.origin = record.request.origin.map(\.forgotten)
  }

  /// Nothing of it is on screen or to come there: its app must not wait for that, wherever it is listed.
  func tellClosedIfBannerless(_ record: inout NotificationRecord, _ closing: FrontSignal.Closing) throws {
    switch record.state {
    case .held, .scheduled, .awaitingConsent: return
    case .delivered, .failed:
      guard record.request.origin.awaitsClosing, try banners.row(of: record).phase == nil else { return }
    case .read, .dismissed, .withdrawn, .expired: break
    }
    if tellClosed(&record, closing) { try update(record) }
  }

  /// At the end of a transaction: the banner of these has gone in it, and their apps may not have been told.
  func tellBannerlessClosed() throws {
    for id in banners.popBannerless() where frontNumbers.areInUse {
      guard var record = try store.record(id) else { continue }
      try tellClosedIfBannerless(&record, .undefined)
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
        start: start, press: record.id))
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

/// Numbers by which the apps of the desktop's own interface know their notifications.
///
/// Invariant: none is given twice, also not after a restart: all that were given are below `reserved`, which is stored.
final class FrontNumbers {
  /// By which the store knows the first number that was never given.
  private static let name = "frontNumber"
  /// Servers count from 1: a number of ours, taken to one of them, hits no banner of its own there.
  static let first: UInt32 = 1_000_001
  /// notify-send prints it as a signed number.
  private static let last = UInt32(Int32.max)
  /// So many are reserved with one write.
  private static let batch: UInt32 = 256

  private let store: any RecordStore
  @Transacted private var next: UInt32
  @Transacted private var reserved: UInt32
  /// Whether anything may have one; on most computers nothing ever has.
  @Transacted private(set) var areInUse: Bool

  private let outbox: Outbox
  private let transient: TransientBanners

  init(_ transient: TransientBanners, in transaction: Transaction) {
    store = transaction.store
    outbox = transaction.outbox
    self.transient = transient
    _next = Transacted(Self.first, in: transaction)
    _reserved = Transacted(Self.first, in: transaction)
    _areInUse = Transacted(false, in: transaction)
  }

  func recover() throws {
    let stored = try store.value(Self.name).flatMap { UInt32($0) } ?? Self.first
    next = (Self.first...Self.last).contains(stored) ? stored : Self.first
    reserved = next
    areInUse = try !store.numberedRecords(limit: 1).isEmpty
  }

  private func new() throws -> UInt32 {
    if next >= reserved {
      if next > Self.last - Self.batch { next = Self.first }
      reserved = next + Self.batch
      try store.set(Self.name, to: "\(reserved)")
    }
    defer { next += 1 }
    return next
  }

  /// The number that it is known by from now on: the one that its app names, whatever that is; that of the same thing, if
  /// it is there; else a new one.
  func numbered(_ origin: DesktopOrigin, existing: DesktopOrigin?) throws -> DesktopOrigin {
    areInUse = true
    var numbered = origin
    if numbered.number == 0, let existing, !existing.isToldClosed { numbered.number = existing.number }
    if numbered.number == 0 { numbered.number = try nextNumber() }
    // Two who posted the same, or changed it, wait for what becomes of it: everybody is told.
    if let existing, existing.number != 0, !existing.isToldClosed {
      numbered.isShared = existing.isShared || existing.caller != origin.caller
    }
    return numbered
  }

  private func nextNumber() throws -> UInt32 {
    while true {
      let number = try new()
      // An app may have named it first.
      if try !isTaken(number) { return number }
    }
  }

  private func isTaken(_ number: UInt32) throws -> Bool {
    try transient[number] != nil || store.record(numbered: number) != nil
  }

  /// The person does not want it. Its app is told as by a server that shows nothing, and nothing about what is there.
  func refuse(_ origin: DesktopOrigin) throws -> UInt32 {
    var refused = origin
    if try refused.number == 0 || isTaken(refused.number) { refused.number = try nextNumber() }
    outbox.add(.front(.closed(.undefined), number: refused.number, caller: refused.caller))
    return refused.number
  }
}
