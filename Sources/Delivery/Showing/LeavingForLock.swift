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
      missedLine.lookUp()
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
