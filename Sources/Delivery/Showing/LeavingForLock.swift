import Guidelines
import NotificationModel

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
      try (attention.isLocked || shown.isHidden) && comesBack(record, now) && behindLock.comesBack(id)
    if !comesBack { expires(record, now) }
    if !attention.isLocked {
      guard shown.isHidden else {
        return try explainLeaving(
          id, Ruling(HiddenPreviews.name, .notShown, .takenAwayForPreviews, .name(server.name)), now)
      }
      guard !comesBack else { return try bringBack(record, now) }
      try explainLeaving(id, Ruling(LockHold.name, .notShown, .toldInLine), now)
      return behindLock.count([id])
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

  /// Whether it is urgent, a call or an alarm, or its app waits for an answer to it.
  private func comesBack(_ record: NotificationRecord, _ now: Moment) throws -> Bool {
    switch record.request.kind {
    case .call, .alarm: return true
    case .message, .reminder, .rating, .marketing, nil: break
    }
    if record.request.origin.awaitsAnswer { return true }
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
    guard row.phase?.hasAlertToCome != true else { return }
    let surroundings = banners.surroundings()
    try banners.transition(row) { $0.alert(surroundings) }
  }
}

/// One line for all apps: how many came while the screen was locked, and were shown hidden.
struct LineContent: BannerContent {
  let row: BannerRow

  func offer(_ showing: Showing, _ now: Moment) throws -> Offer? {
    let records = try showing.behindLock.counted.compactMap { try showing.store.record($0) }.filter(\.unread)
    showing.behindLock.tell(Set(records.map(\.id)))
    guard case .waiting(_, .alert(let over), _) = row.phase, !records.isEmpty, !showing.attention.isLocked,
      !showing.timing.wantsQuiet(now)
    else {
      try showing.banners.transition(row) { $0.withdraw() }
      return nil
    }
    let apps = Set(records.map(\.request.app)).count
    return Offer(
      banner: Banner(
        subject: row.subject, app: row.app, appName: showing.apps.name(of: row.app),
        text: BannerText(title: showing.wording.whileHidden(records.count, apps)), replaces: over?.handle,
        openLabel: showing.wording.open))
  }

  func shown(_ shown: Shown, _ asked: Asked, omitted: [Reason], _ showing: Showing, _ now: Moment) throws
    -> Bool
  {
    let surroundings = showing.banners.surroundings()
    guard try showing.banners.transition(row, { $0.shown(shown, surroundings) }) else { return false }
    showing.behindLock.lineShown()
    return true
  }

  func failed(_ failure: SinkFailure, _ outcome: BannerRow.Failure, _ showing: Showing, _ now: Moment) {
    guard case .isOver = outcome else { return }
    showing.behindLock.lineShown()
    showing.behindLock.lineGone()
  }

  func lost(_ showing: Showing, _ now: Moment) { showing.behindLock.lineGone() }

  func closed(_ handle: BannerHandle, _ reason: CloseReason, _ showing: Showing, _ now: Moment) throws {
    showing.behindLock.lineGone()
    try showing.banners.transition(row) { $0.closed(handle) }
  }

  /// A press on the line reads none of those that it counts.
  func pressed(_ action: ItemID, token: String?, _ showing: Showing, _ now: Moment) throws
    -> NotificationRecord?
  {
    showing.behindLock.lineGone()
    try showing.banners.transition(row) { $0.withdraw() }
    return nil
  }
}
