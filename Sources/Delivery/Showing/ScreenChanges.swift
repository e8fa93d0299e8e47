import Guidelines
import NotificationModel

// What happens to everything on screen at once: the lock, another server, other settings.

extension Showing {
  /// Once in each transaction, with a share of its own: what must not be seen waits for nothing else.
  func followLockOnScreen(_ now: Moment) throws {
    if screenChanges.isLocking { _ = try change(share.whole, now) }
  }

  /// Makes what there is room for of the other changes that concern all that is on screen.
  func changeScreen(_ now: Moment) throws {
    while !share.isUsedUp, !screenChanges.isEmpty, !screenChanges.isLocking {
      share.use(try change(share.left, now))
    }
  }

  /// Applies the first of them to so many rows at most; returns to how many it was.
  private func change(_ limit: Int, _ now: Moment) throws -> Int {
    guard let change = screenChanges.first else { return 0 }
    let rows = try banners.awaiting(change, limit: limit)
    if rows.count < limit { screenChanges.finish(change) }
    for row in rows { try apply(change, to: row, now) }
    return rows.count
  }

  /// Applies an event to a banner, which may leave the screen by that.
  private func alter(_ row: BannerRow, _ now: Moment, by event: (inout BannerRow) -> Void) throws {
    let isGone = try banners.transition(row) { row in
      event(&row)
      return row.phase == nil
    }
    if isGone, let shown = row.phase?.shown { try content(of: row)?.leftForLock(shown, self, now) }
  }

  private func apply(_ change: ScreenChange, to row: BannerRow, _ now: Moment) throws {
    let surroundings = banners.surroundings()
    switch change {
    case .followLock: try alter(row, now) { $0.follow(surroundings) }
    case .restore: try banners.transition(row) { $0.restore(surroundings) }
    case .refresh: try alter(row, now) { $0.redact(surroundings) }
    case .forget(let server, let endsRestoring):
      let isLost = try banners.transition(row) { row in
        if endsRestoring { row.endRestoring() }
        return row.follow(server: server)
      }
      if isLost { try content(of: row)?.lost(self, now) }
    }
  }
}

// What happens to everything on screen at once: the lock, another server, other settings.
//
// Invariant: a change leads each row that it is applied to out of its own selection, so that the store says what is
// left of it, in whatever pieces it is made. Nothing is shown before it is whole.

/// An event that concerns all that is on screen, and the selection of rows to which it has not been applied yet.
package enum ScreenChange: Hashable, Sendable {
  /// The screen was locked or unlocked: those in the wrong form.
  case followLock(locked: Bool)
  /// The server is another, or none: those that others showed, and what `endsRestoring`.
  case forget(except: String?, endsRestoring: Bool)
  /// This server is GNOME, and the presses would go to an earlier process: the newest ten of each app.
  case restore(server: String)
  /// The preview setting of apps changed: their banners that were marked stale. Questions contain nothing private.
  case refresh
}

/// Those under way, the lock's first: what must not be seen comes before all else. Not stored, since the rows are: a
/// start applies the lock and what is stale anew, and the server says itself which one it is.
final class ScreenChanges {
  @Transacted private var pending: [ScreenChange]

  init(in transaction: Transaction) {
    _pending = Transacted([], in: transaction)
  }

  var isEmpty: Bool { pending.isEmpty }
  var first: ScreenChange? { pending.first }
  /// Whether the lock is being followed, before which nothing else is changed.
  var isLocking: Bool { if case .followLock? = pending.first { true } else { false } }

  /// One of each kind: the newest stands for those before it.
  func add(_ change: ScreenChange) {
    switch change {
    case .followLock:
      pending.removeAll { if case .followLock = $0 { true } else { false } }
      pending.insert(change, at: 0)
    case .forget(let server, let endsRestoring):
      var merged = (server: server, endsRestoring: endsRestoring)
      pending.removeAll { earlier in
        guard case .forget(let other, let ends) = earlier else { return false }
        // Nothing was shown between the two: what neither server shows is gone, and no banner is of both.
        if other != server { merged.server = nil }
        merged.endsRestoring = merged.endsRestoring || ends
        return true
      }
      pending.append(.forget(except: merged.server, endsRestoring: merged.endsRestoring))
    case .restore:
      pending.removeAll { if case .restore = $0 { true } else { false } }
      pending.append(change)
    case .refresh:
      if !pending.contains(change) { pending.append(change) }
    }
  }

  func finish(_ change: ScreenChange) { pending.removeAll { $0 == change } }
}

// The screen is locked when the person says so, or the desktop does.

extension Showing {
  /// Stores the person's word.
  func storeLock() throws {
    try preferences.setLocked(attention.isSaidLocked)
    try followLock()
  }

  func handle(_ heard: ScreenLock) throws {
    attention.hear(heard)
    try followLock()
  }

  /// What an earlier process left on screen keeps its form while the lock is in doubt; else it may have ended while it
  /// followed it.
  func inheritLock() {
    attention.say(preferences.isLocked)
    attention.inherit()
    if !attention.isLockInDoubt { screenChanges.add(.followLock(locked: attention.isLocked)) }
    screenChanges.add(.refresh)
  }

  /// What is on screen changes its text without a second alert.
  private func followLock() throws {
    try attention.tellSink {
      screenChanges.add(.followLock(locked: attention.isLocked))
      if attention.isLocked { passing.endExposed() }
      // What only waited for the screen to be unlocked.
      if !attention.isLocked {
        inbox.addOnce(.review)
        try personReturned()
      }
      outbox.noteChanges(of: try store.unreadIDs())
      // Also where nothing is unread: whoever keeps others begins again.
      outbox.add(.changed([]))
    }
  }

  /// After the transaction was taken back. The person's word that could not be stored is tried again; what the desktop
  /// said is told again.
  func keepLock() {
    if attention.isSaidLocked != preferences.isLocked { inbox.addOnce(.lock) }
    attention.tellSinkAgain()
  }

  /// After a transaction that failed: what the lock brings about all the same. Those who follow the list hear of it, and
  /// banners that cannot be redacted are closed. The server's word that they are closed is handled like any other, and
  /// the notifications stay in the list.
  func outputsOfUnstoredLock() -> [Output] {
    let news: [Output] =
      attention.isNewsToFollowers() ? [.changed(Set((try? store.unreadIDs()) ?? []))] : []
    guard attention.isLocked, !attention.isLockInDoubt else { return news }
    let rows = (try? banners.onScreen()) ?? []
    let exposed = attention.notYetNamed(rows.compactMap(\.exposedHandle) + passing.exposed)
    return news + exposed.map { .sink(.close($0)) }
  }
}

extension BannerRow {
  /// What shows private text in the clear, and no call to the server is under way to change that.
  fileprivate var exposedHandle: BannerHandle? {
    if case .handedOver = phase { return nil }
    return phase?.shown.flatMap { $0.isExposed ? $0.handle : nil }
  }
}

// Some servers may take a change for an alert. On these a lock closes the banners that show private text, and an unlock
// those that were shown hidden. Urgent ones come back; one line says how many others there are.

extension Showing {
  /// The banner of a notification was closed because of the lock, and no other is to come. `shown`: the banner as it
  /// was. That is no end for its app.
  func leftForLock(_ id: NotificationID, _ shown: Shown, _ now: Moment) throws {
    guard var record = try store.record(id), record.unread, try banners.row(of: record).phase == nil else {
      return
    }
    banners.keepsItsNumber(id)
    noteClosing(
      shown.handle, of: .notification(id, Pressable(record.request), record.request.origin, isEarlier: false),
      now)
    let comesBack =
      try (attention.isLocked || shown.isHidden)
      && holding.standsAlone(record, situations.judgeAgain(record, wherever: true, now).level)
      && behindLock.comesBack(id)
    if !comesBack { expires(record, now) }
    if !attention.isLocked {
      guard shown.isHidden else {
        return try explainLeaving(
          id, Ruling(HiddenPreviews.name, .notShown, .takenAwayForPreviews, .name(server.name)), now)
      }
      guard !comesBack else { return try bringBack(record, now) }
      missedNotice.lookUp()
      return try explainLeaving(id, Ruling(LockHold.name, .notShown, .toldInLine), now)
    }
    try explainLeaving(id, Ruling(LockHold.name, .notShown, .takenAwayAtLock, .name(server.name)), now)
    guard comesBack else { return }
    record.state = .held
    record.hold = Hold(by: [LockHold.name], until: nil)
    try entries.update(record)
    let surroundings = banners.surroundings(of: record.request, now)
    try banners.transition(try banners.row(of: record)) { $0.hold(surroundings) }
  }

  private func explainLeaving(_ id: NotificationID, _ ruling: Ruling, _ now: Moment) throws {
    try entries.decide(id, ruling, now)
    guard server.keepsList else { return }
    try entries.decide(id, Ruling(ruling.guideline, .notShown, .takenOffList, .name(server.name)), now)
  }

  /// Its app hears of its end when its banner would have gone.
  private func expires(_ record: NotificationRecord, _ now: Moment) {
    guard record.request.origin.awaitsClosing,
      case .after(let milliseconds)? = record.request.origin.desktop?.expiry
    else { return }
    behindLock.expires(record.id, at: now.uptime.advanced(byMilliseconds: Int64(milliseconds)))
  }

  private func bringBack(_ record: NotificationRecord, _ now: Moment) throws {
    try explainLeaving(record.id, Ruling(LockHold.name, .notShown, .comesBackUnlocked), now)
    let surroundings = banners.surroundings(of: record.request, now)
    try banners.transition(try banners.row(of: record)) { $0.alert(surroundings) }
  }

  /// The apps of those whose banner would have gone by now hear so.
  func tellExpired(_ now: Moment) throws {
    for id in behindLock.popExpired(now.uptime) {
      guard var record = try store.record(id), try banners.row(of: record).phase == nil else { continue }
      if entries.tellClosed(&record, .expired) { try entries.update(record) }
    }
  }
}

/// Notifications whose banners a lock or an unlock has closed, on a server that may take a change for an alert.
///
/// Invariant: never more than `most` of each kind. Lost with the process: the notifications themselves are in the list.
final class BehindLock {
  private static let most = 256

  /// Those that have come back after a lock, which happens once.
  @Transacted private var returned: Set<NotificationID>
  /// Apps of the desktop's own interface hear of the end of these at the time at which their banner would have gone.
  @Transacted private var expiring: [NotificationID: Uptime]

  init(in transaction: Transaction) {
    _returned = Transacted([], in: transaction)
    _expiring = Transacted([:], in: transaction)
  }

  /// `false` where it has come back before.
  func comesBack(_ id: NotificationID) -> Bool {
    guard returned.count < Self.most else { return false }
    return returned.insert(id).inserted
  }

  /// It alerts anew, and may come back once more after that.
  func alerted(_ id: NotificationID) { if !returned.isEmpty { returned.remove(id) } }

  /// The notification is no longer unread.
  func ended(_ id: NotificationID) {
    if !returned.isEmpty { returned.remove(id) }
    if !expiring.isEmpty { expiring[id] = nil }
  }

  // MARK: Ends that apps wait for

  func expires(_ id: NotificationID, at time: Uptime) {
    if expiring.count < Self.most { expiring[id] = time }
  }

  var wake: Uptime? { expiring.isEmpty ? nil : expiring.values.min() }

  func popExpired(_ now: Uptime) -> [NotificationID] {
    guard !expiring.isEmpty else { return [] }
    let over = expiring.filter { $0.value <= now }.map(\.key).sorted()
    for id in over { expiring[id] = nil }
    return over
  }
}
