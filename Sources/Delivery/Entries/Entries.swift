import Guidelines
import NotificationModel

/// The notifications in the list: stored as they were judged, changed and ended.
///
/// Invariant: `unread` is true exactly for records that are held, delivered or failed, so that the badge, which counts them,
/// needs nothing else.
final class Entries: Stage {
  let context: Context
  /// The last judgement of this transaction that alerts now. As long as no other call or report has come since, the moment
  /// of showing uses it again.
  private var judged: (record: NotificationRecord, judgement: Judgement)?

  init(_ context: Context) {
    self.context = context
  }

  func decide(_ id: NotificationID, _ ruling: Ruling, _ now: Moment) throws {
    try store.append([ruling], to: id, at: now.wall)
  }

  /// Stores a changed record, and tells those who follow the list.
  func update(_ record: NotificationRecord) throws {
    try store.update(record)
    outbox.noteChange(of: record.id)
  }

  // MARK: Judged

  /// `nil` where anything has happened since its judgement that it may not go by any more.
  func recentJudgement(_ record: NotificationRecord) -> Judgement? {
    judged.flatMap { $0.record == record ? $0.judgement : nil }
  }

  /// Something has happened that a judgement goes by.
  func forgetRecentJudgement() { judged = nil }

  /// Stores what the guidelines decided: as a new entry, or in the entry about the same thing. `posted`:
  /// when that was, where it was not now; `came`: the same of its coming.
  func persist(
    _ judgement: Judgement, _ request: NotificationRequest, existing: NotificationRecord?,
    posted time: Timestamp? = nil, came: Timestamp? = nil, due: Timestamp?, firstDue: Timestamp? = nil,
    waiting own: NotificationRecord? = nil, _ now: Moment
  ) throws -> NotificationRecord {
    let earlier = judgement.folding == .none ? own : existing
    var record =
      earlier
      ?? NotificationRecord(
        request: request, state: .delivered, outcome: judgement.outcome, posted: time ?? now.wall,
        unread: false)
    let (wasUnread, posted) = (record.unread, record.request)
    if earlier == nil || !judgement.isUnderWay(request, after: posted) {
      record.came = came ?? time ?? now.wall
    }
    let becomesPrivate = request.isPrivate && !posted.isPrivate
    // What came by another trigger says nothing about this one.
    if posted.trigger != request.trigger { record.fired = nil }
    // Its app has gone over to a door where it has no number, and is not heard of by that any more.
    if posted.origin.number != request.origin.number {
      forgetNumber(of: &record, telling: .closed)
    }
    record.request = request
    place(&record, judgement, due: due, firstDue: firstDue ?? own?.due ?? due ?? time, now)
    if !judgement.isRepeat { record.outcome = judgement.outcome } else { record.repeats += 1 }
    if case .replaces = judgement.folding { record.replacements += 1 }
    // An interface that knows no list: the same alerts again an hour after it last did, however often it came meanwhile.
    if request.origin.isReadWhenSeen, !judgement.keepsAlert { record.posted = now.wall }
    if !judgement.keepsAlert { record.summary = judgement.summary }
    var stored = record
    if judgement.listing == .read { try erase(&stored, now) }
    if earlier == nil {
      record.id = try store.insert(stored)
    } else {
      try store.update(stored)
    }
    let effects = try route(record, judgement, posted: earlier.map(\.request), now)
    try store.append(judgement.decisions + effects, to: record.id, at: now.wall, areFirst: earlier == nil)
    outbox.noteChange(of: record.id)
    if !judgement.keepsAlert { missedNotice.remove(record.id) }
    if wasUnread, !record.unread {
      try summaries.end(record.id, of: request.app)
    } else if SummaryText.changesSummary(request, from: posted) {
      try summaries.refresh(naming: record.id, of: request.app, redacts: becomesPrivate)
    }
    if wasUnread != record.unread { try updateBadge(record.request.app, now) }
    return record
  }

  /// Where the entry stands in the list, and when time moves it on.
  private func place(
    _ record: inout NotificationRecord, _ judgement: Judgement, due: Timestamp?, firstDue: Timestamp?,
    _ now: Moment
  ) {
    record.due = due
    record.awaitsZone = false
    switch judgement.listing {
    case .later:
      record.state = judgement.outcome == .scheduled ? .scheduled : .awaitingConsent
      record.unread = false
    case .read:
      record.state = .read
      record.unread = false
      record.missed = nil
    case .unread:
      if !(record.unread && judgement.keepsAlert) {
        record.state = judgement.alert == .later ? .held : .delivered
        if judgement.alert == .later { record.missed = Guidelines.missed(by: judgement.hold) }
      }
      record.unread = true
    }
    if record.state == .held {
      if !judgement.keepsAlert { record.hold = judgement.hold }
    } else {
      record.hold = nil
    }
    // What waits for consent is due when that is given.
    record.expires =
      record.state == .awaitingConsent
      ? record.request.expiresAt : timing.expiry(record.request, due: firstDue ?? now.wall)
  }

  /// What becomes of the banner, and what there is to explain about it. `posted`: what was there before.
  private func route(
    _ record: NotificationRecord, _ judgement: Judgement, posted: NotificationRequest?, _ now: Moment
  ) throws -> [Ruling] {
    let request = record.request
    let subject = BannerSubject.notification(record.id)
    let surroundings = banners.surroundings(of: request, now)
    let row = posted == nil ? BannerRow(subject, of: request.app) : try banners.row(of: record)
    if let posted, let shown = row.phase?.shown, request.isAnotherText(than: posted) {
      earlierTexts.keep(posted, shownAs: shown.handle)
    }
    try banners.transition(row) { row in
      switch judgement.alert {
      case _ where judgement.listing == .read: return row.withdraw()
      case .later where judgement.hold != nil: row.hold(surroundings)
      case .now, .later: row.alert(surroundings)
      case .inPlace: row.refresh(redacts: false, surroundings)
      case .never where judgement.isRepeat: break
      case .never: row.quieten(surroundings)
      }
      // The same text as before may be for other eyes from now on.
      guard let posted,
        posted.isPrivate != request.isPrivate || posted.category != request.category
          || posted.hiddenPreviewBody != request.hiddenPreviewBody
      else { return }
      row.refresh(redacts: request.isPrivate && !posted.isPrivate, surroundings)
    }
    guard let posted, let shown = row.phase?.shown, judgement.hold != nil, !surroundings.changesSilently
    else {
      return []
    }
    let text = earlierTexts[shown.handle] ?? Pressable(posted)
    closings.note(
      shown.handle, of: .notification(record.id, text, posted.origin, isEarlier: true),
      now: health.failingSince ?? now.uptime)
    return [Ruling(ServerAnswer.name, .notShown, .tookAway, .name(server.name))]
  }

  /// It was over already when it was posted: it ends with that, and so does all that is there of the same thing.
  func endIfOver(_ record: NotificationRecord, _ now: Moment) throws {
    let request = record.request
    guard request.isOver(now.wall) else { return }
    let others = try request.identifier.map { try store.records(app: request.app, identifier: $0) } ?? []
    try end([record], .expired, now)
    try end(others.filter { $0.id != record.id }, .expired, because: .overAlready, now)
  }

  /// What a judgement means beyond the record: the app's pace, and the app's own chance to present it. `isForNow`:
  /// it was posted to be shown at once, rather than set for a time.
  func apply(_ judgement: Judgement, _ record: NotificationRecord, isForNow: Bool, _ now: Moment) {
    let app = record.request.app
    if judgement.alert == .now {
      let payer = record.request.payer
      if !judgement.isExemptFromRate {
        rates.alerted(payer, rates.lane(of: record.request, level: judgement.level, now), now)
      }
      if judgement.rings == .alarm, judgement.breaksThrough, isForNow {
        rates.rang(payer, now)
      }
      lockClosings.alerted(record.id)
      // It speaks for itself.
      summaries.remove([record.id], of: app)
    }
    if judgement.joinsSummary {
      summaries.add(record, number: banners.nextPlaceNumber())
    }
    if judgement.isLeftToApp { events.emit(.received, of: record, now) }
    judged = judgement.alert == .now && isForNow ? (record, judgement) : nil
  }

  /// It counts from when it is seen, however long something held it.
  func ratingPromptShown(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.kind == .rating else { return }
    try banners.flush()
    _ = try store.moveRatingPrompt(of: record.request.app, notAfter: now.wall, to: now.wall)
  }
}
