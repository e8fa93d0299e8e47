import Guidelines
import NotificationModel

// A server that may take a change for an alert: a lock takes from its screen what may not be seen, and the lock's end what
// was shown hidden. What cannot wait comes back; one line says how many others there are.

extension Showing {
  /// The banner of an unread one has left the screen for a lock, or at its end. That is no end for its app.
  func leftForLock(_ id: NotificationID, _ now: Moment) throws {
    guard var record = try store.record(id), record.unread else { return }
    banners.keepsItsNumber(id)
    // The alert of one that is held is still to come.
    guard record.state == .delivered else { return }
    let comesBack = try comesBack(record, now)
    guard attention.isLocked else {
      guard !comesBack else { return try bringBack(record, now) }
      try entries.decide(id, Ruling(LockHold.name, .notShown, .toldInLine), now)
      return behindLock.count(id, of: record.request.app)
    }
    let why = Ruling(LockHold.name, .notShown, .takenAwayAtLock, .name(server.name))
    try entries.decide(id, why, now)
    if comesBack, behindLock.comesBack(id) {
      record.state = .held
      record.hold = Hold(by: [LockHold.name], until: nil)
      try entries.update(record)
      let surroundings = banners.surroundings(of: record.request, now)
      try banners.transition(try banners.row(of: record)) { $0.hold(surroundings) }
    } else if case .after(let milliseconds)? = record.request.origin.desktop?.expiry {
      behindLock.expires(id, at: now.uptime.advanced(byMilliseconds: Int64(milliseconds)))
    }
  }

  private func bringBack(_ record: NotificationRecord, _ now: Moment) throws {
    guard behindLock.comesBack(record.id) else { return }
    try entries.decide(record.id, Ruling(LockHold.name, .notShown, .comesBackUnlocked), now)
    let surroundings = banners.surroundings(of: record.request, now)
    try banners.transition(try banners.row(of: record)) { $0.alert(surroundings) }
  }

  /// What is urgent, a call, an alarm, and what its app wants to stay until somebody answers it.
  private func comesBack(_ record: NotificationRecord, _ now: Moment) throws -> Bool {
    switch record.request.kind {
    case .call, .alarm: return true
    case .message, .reminder, .rating, .marketing, nil: break
    }
    if record.request.origin.staysUntilAnswered { return true }
    return try situations.judgeAgain(record, wherever: true, now).level.isUrgent
  }

  /// The apps of those whose banner would have gone by now hear so.
  func tellExpired(_ now: Moment) throws {
    for id in behindLock.popExpired(now.uptime) {
      guard var record = try store.record(id), try banners.row(of: record).phase == nil else { continue }
      if entries.tellClosed(&record, .expired) { try entries.update(record) }
    }
  }

  /// Puts the line into the queue, once it may be seen.
  func queueLine(_ now: Moment) throws {
    guard behindLock.hasNews, !attention.isLocked, !timing.wantsQuiet(now) else { return }
    let row = try banners.row(.behindLock, of: .shell)
    guard row.phase == nil else { return }
    let surroundings = banners.surroundings()
    try banners.transition(row) { $0.alert(surroundings) }
  }
}

/// One line for all apps: how many came while the screen was locked, and were shown hidden.
struct LineContent: BannerContent {
  let row: BannerRow

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    let unread = try showing.behindLock.ids.filter { try showing.store.record($0)?.unread == true }
    guard case .waiting(_, .alert(let over), _) = row.phase, !unread.isEmpty, !showing.attention.isLocked,
      !showing.timing.wantsQuiet(now)
    else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    let title = showing.wording.whileLocked(unread.count, showing.behindLock.apps)
    return Offer(
      banner: Banner(
        subject: row.subject, app: row.app, appName: showing.apps.name(of: row.app),
        text: BannerText(title: title), replaces: over?.handle, openLabel: showing.wording.open))
  }

  func shown(_ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment) throws
    -> Bool
  {
    showing.behindLock.lineShown()
    let surroundings = showing.banners.surroundings()
    return try showing.banners.transition(row) { $0.shown(shown, surroundings) }
  }

  func failed(_ failure: SinkFailure, _ outcome: BannerRow.Failure, _ showing: Showing, _ now: Moment) {
    if case .isOver = outcome { showing.behindLock.dropLine() }
  }

  func lost(_ showing: Showing, _ now: Moment) {}

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  /// Nobody has read any of them by it.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    try showing.banners.transition(row) { $0.withdraw() }
    return nil
  }
}
