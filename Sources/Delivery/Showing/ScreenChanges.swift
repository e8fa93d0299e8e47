import Guidelines
import NotificationModel
import Records

// Changes to all banners on screen at once: the lock, another server, other settings.
//
// Invariant: a change removes each row that it is applied to from its own selection. So the store knows the rest of the
// change, however it is divided over transactions. No banner is shown before the change is complete.

/// The changes under way. The lock comes first, because private text must not be seen. Not stored, since the rows are:
/// a start applies the lock and the stale marks again, and the server reports itself.
final class ScreenChanges {
  @Transacted private var pending: [ScreenChange]

  init(in transaction: Transaction) {
    _pending = Transacted([], in: transaction)
  }

  var isEmpty: Bool { pending.isEmpty }
  var first: ScreenChange? { pending.first }
  /// Whether a lock is being applied, which comes before all other changes.
  var isLocking: Bool { if case .followLock? = pending.first { true } else { false } }

  /// Adds a change; it replaces earlier ones of its kind.
  func add(_ change: ScreenChange) {
    switch change {
    case .followLock:
      pending.removeAll { if case .followLock = $0 { true } else { false } }
      pending.insert(change, at: 0)
    case .forget(let server, let endsRestoring):
      var merged = (server: server, endsRestoring: endsRestoring)
      pending.removeAll { earlier in
        guard case .forget(let other, let ends) = earlier else { return false }
        // Nothing was shown between the two changes, so no banner is from both servers, and all are gone.
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

extension Showing {
  /// Runs once in each transaction, with a share of its own: hiding private text waits for no other work.
  func followLockOnScreen(_ now: Moment) throws {
    if screenChanges.isLocking { _ = try change(share.whole, now) }
  }

  /// Applies other changes to the banners on screen, as far as there is time in this transaction.
  func changeScreen(_ now: Moment) throws {
    while !share.isUsedUp, !screenChanges.isEmpty, !screenChanges.isLocking {
      share.use(try change(share.left, now))
    }
  }

  /// Applies the first change to at most `limit` rows; returns their number.
  private func change(_ limit: Int, _ now: Moment) throws -> Int {
    guard let change = screenChanges.first else { return 0 }
    let rows = try banners.awaiting(change, limit: limit)
    if rows.count < limit { screenChanges.finish(change) }
    for row in rows { try apply(change, to: row, now) }
    return rows.count
  }

  /// Applies an event to a banner, which may close it.
  private func alter(_ row: BannerRow, _ now: Moment, by event: (inout BannerRow) -> Void) throws {
    let isGone = try banners.transition(row) { row in
      event(&row)
      return row.phase == nil
    }
    if isGone, let shown = row.phase?.shown { try content(of: row)?.closedForLock(shown, self, now) }
  }

  private func apply(_ change: ScreenChange, to row: BannerRow, _ now: Moment) throws {
    let surroundings = banners.surroundings()
    switch change {
    case .followLock:
      try coverAtLock(row, now)
      try alter(row, now) { $0.follow(surroundings) }
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

// The lock: the screen is locked if either the person or the desktop says so.

extension Showing {
  /// Stores whether the person has locked the screen.
  func storeLock() throws {
    try preferences.setLocked(attention.isLockedByPerson)
    try followLock()
  }

  func handle(_ heard: ScreenLock) throws {
    attention.update(heard)
    try followLock()
  }

  func handle(_ heard: LockScreen) throws {
    attention.update(heard)
    try followLock()
  }

  /// Banners that an earlier process left on screen keep their form while the lock is in doubt. Else the form is
  /// checked, because that process may have ended while it applied the lock.
  func inheritLock() {
    attention.setLockedByPerson(preferences.isLocked)
    attention.inherit()
    if !attention.isLockInDoubt { screenChanges.add(.followLock(attention.lockDemand)) }
    screenChanges.add(.refresh)
  }

  /// Banners on screen change their text without a second alert.
  private func followLock() throws {
    try attention.tellSink {
      screenChanges.add(.followLock(attention.lockDemand))
      if attention.lockDemand == .hiding { transient.endExposed() }
      // Notifications may have waited for the unlock only.
      if !attention.isLocked {
        inbox.addOnce(.reviewHeld)
        try personReturned()
      }
      outbox.noteChanges(of: try store.unreadIDs())
      // Reported even if nothing is unread: followers that keep other entries have to begin again.
      outbox.add(.changed([]))
    }
  }

  /// Called after a rollback. A lock by the person that could not be stored is tried again; the sink is told the lock
  /// again.
  func keepLock() {
    if attention.isLockedByPerson != preferences.isLocked { inbox.addOnce(.storeLock) }
    attention.tellSinkAgain()
  }

  /// The effects of a lock after a transaction that failed. Followers of the list hear of it, and banners that cannot
  /// be redacted are closed. The server's report that they are closed is handled as usual, and the notifications stay
  /// in the list.
  func outputsOfUnstoredLock() -> [Output] {
    let news: [Output] =
      attention.isUnannounced() ? [.changed(Set((try? store.unreadIDs()) ?? []))] : []
    guard attention.lockDemand == .hiding, !attention.isLockInDoubt else { return news }
    let rows = (try? banners.onScreen()) ?? []
    let exposed = attention.notYetClosed(rows.compactMap(\.exposedHandle) + transient.exposed)
    return news + exposed.map { .sink(.close($0)) }
  }
}

extension BannerRow {
  /// The handle of a private text in the clear, unless a call to the server is under way that changes it.
  fileprivate var exposedHandle: BannerHandle? {
    if case .handedOver = phase { return nil }
    return phase?.shown.flatMap { $0.isExposed ? $0.handle : nil }
  }
}

// Servers that may alert for an update: on these a lock closes the banners that show private text, and an unlock those
// that were shown hidden. The person has missed them.

extension Showing {
  /// The banner of a notification was closed because of the lock, and no other is to come. Its app does not hear of an
  /// end. `shown`: the text that was on screen. `why`: the reason at the lock, for an explanation.
  func closedForLock(
    _ id: NotificationID, _ shown: Shown, why: Reason.Key = .takenAwayAtLock, _ now: Moment
  ) throws {
    guard var record = try store.record(id), record.unread, try banners.row(of: record).phase == nil else {
      return
    }
    banners.keepNumber(id)
    noteClosing(
      shown.handle, of: .notification(id, Pressable(record.request), record.link, isEarlier: false),
      now)
    let isOfLock = attention.isLocked || shown.isHidden
    let level = try situations.judgeAgain(record, ignoresForeground: true, now).level
    if !isOfLock || !holding.needsOwnBanner(record, level) { expires(record, now) }
    guard isOfLock else {
      return try explainLeaving(
        id, Ruling(HiddenPreviews.name, .notShown, .takenAwayForPreviews, .name(server.name)), now)
    }
    if attention.isLocked {
      try explainLeaving(id, Ruling(LockHold.name, .notShown, why, .name(server.name)), now)
      try entries.apply(.unseen(attention.absence(hidden: true) ?? .hidden), to: &record, now)
    } else {
      try explainLeaving(id, Ruling(LockHold.name, .notShown, .takenAwayAtUnlock), now)
      try entries.apply(.unseen(.locked), to: &record, now)
      joint.lookUp()
    }
  }

  /// A lock, or its end, has taken away a banner for several, which is put back at the end.
  func tookAway(_ row: BannerRow, _ shown: Shown) throws {
    guard attention.isLocked || shown.isHidden else { return }
    try joint.wasTakenAway(row, shown)
    if !attention.isLocked { try joint.tellTakenAway() }
  }

  /// The same, where the server was being given it.
  func wasTakenMeanwhile(_ row: BannerRow, _ shown: Shown) throws {
    if try banners.row(row.subject, of: row.app).phase == nil { try tookAway(row, shown) }
  }

  /// On a server that lists what it has popped up, the form changes for the list alone: what was still popped up is missed.
  private func coverAtLock(_ row: BannerRow, _ now: Moment) throws {
    guard attention.isLocked, server.listsSilently, case .notification(let id) = row.subject,
      let shown = row.phase?.shown, shown.isExposed, var record = try store.record(id)
    else { return }
    let expiry = record.request.origin.desktop?.expiry
    let time = expiry?.milliseconds ?? Self.usualMilliseconds
    let isUp =
      recentBanners.since(shown.handle).map { now.uptime < $0.advanced(byMilliseconds: time) } ?? false
    let staysUp =
      expiry == .never || record.request.isWorkUnderWay || record.request.level == .critical
      || record.request.origin.desktop?.urgency == .critical && expiry?.milliseconds == nil
    if isUp || staysUp {
      try entries.apply(.unseen(attention.absence(hidden: true) ?? .hidden), to: &record, now)
    }
  }

  private static let usualMilliseconds: Int64 = 10_000

  private func explainLeaving(_ id: NotificationID, _ ruling: Ruling, _ now: Moment) throws {
    try entries.decide(id, ruling, now)
    guard server.keepsList else { return }
    try entries.decide(id, Ruling(ruling.guideline, .notShown, .takenOffList, .name(server.name)), now)
  }

  /// The app hears of the end when the banner would have timed out.
  private func expires(_ record: NotificationRecord, _ now: Moment) {
    guard record.awaitsClosing,
      let milliseconds = record.request.origin.desktop?.expiry.milliseconds
    else { return }
    lockClosings.expires(record.id, at: now.uptime.advanced(byMilliseconds: milliseconds))
  }

  /// Tells the apps of banners that would have timed out by now.
  func tellExpired(_ now: Moment) throws {
    for id in lockClosings.popExpired(now.uptime) {
      guard var record = try store.record(id), try banners.row(of: record).phase == nil else { continue }
      if try entries.tellClosed(&record, .expired, now) { try entries.update(record) }
    }
  }
}

/// Notifications of the desktop's own interface whose banners a lock or an unlock has closed, on a server that may alert
/// for an update.
///
/// Invariant: at most `most`. Lost with the process; the notifications are in the list.
final class LockClosings {
  private static let most = 256

  /// The time at which each one's app hears of the end, because the banner would have timed out.
  @Transacted private var expiring: [NotificationID: Uptime]

  init(in transaction: Transaction) {
    _expiring = Transacted([:], in: transaction)
  }

  /// The notification is no longer unread.
  func ended(_ id: NotificationID) {
    if !expiring.isEmpty { expiring[id] = nil }
  }

  func expires(_ id: NotificationID, at time: Uptime) {
    if expiring.count < Self.most { expiring[id] = time }
  }

  var wake: Uptime? { expiring.isEmpty ? nil : expiring.values.min() }

  fileprivate func popExpired(_ now: Uptime) -> [NotificationID] {
    guard !expiring.isEmpty else { return [] }
    let over = expiring.filter { $0.value <= now }.map(\.key).sorted()
    for id in over { expiring[id] = nil }
    return over
  }
}
