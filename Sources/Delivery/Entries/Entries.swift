import Guidelines
import NotificationModel
import Records

/// The notifications in the list: stored as judged, changed and ended.
///
/// Invariant: `unread` is true exactly for records that are held, delivered or failed, so the badge is a count of the
/// unread ones.
final class Entries: Stage {
  let context: Context
  /// The last judgement of this transaction that alerts now. The moment of showing uses it again, as long as no other
  /// call or report came in between.
  private var judged: (record: NotificationRecord, judgement: Judgement)?

  init(_ context: Context) {
    self.context = context
  }

  func decide(_ id: NotificationID, _ ruling: Ruling, _ now: Moment) throws {
    try store.append([ruling], to: id, at: now.wall)
  }

  /// Stores a changed record, and notes the change for clients that follow the list.
  func update(_ record: NotificationRecord) throws {
    try store.update(record)
    outbox.noteChange(of: record.id)
  }

  // MARK: Judgements

  /// The judgement that was made in this transaction for exactly this record; `nil` if anything has happened since.
  func recentJudgement(_ record: NotificationRecord) -> Judgement? {
    judged.flatMap { $0.record == record ? $0.judgement : nil }
  }

  /// Called for each call or report, since it may change the facts of the judgement.
  func forgetRecentJudgement() { judged = nil }

  /// Stores the judgement of a request: as a new entry, or in the existing entry of a duplicate or an update. `posted`:
  /// when it was posted, if not now. `came`: when it came, if not when posted.
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
    // The last occurrence belongs to the earlier trigger.
    if posted.trigger != request.trigger { record.fired = nil }
    // The app has posted the same by another interface, where it has another number or none: its earlier number is
    // closed.
    if posted.origin.number != request.origin.number {
      forgetNumber(of: &record, telling: .closed)
    }
    record.request = request
    place(&record, judgement, due: due, firstDue: firstDue ?? own?.due ?? due ?? time, now)
    if !judgement.isRepeat { record.outcome = judgement.outcome } else { record.repeats += 1 }
    if case .replaces = judgement.folding { record.replacements += 1 }
    // The front knows no list. A repeat alerts again an hour after the last alert, however often it came in between.
    if request.origin.isReadWhenSeen, !judgement.keepsAlert { record.posted = now.wall }
    if !judgement.keepsAlert { record.summary = judgement.summary }
    var stored = record
    if judgement.listing == .read { try erase(&stored, now) }
    if earlier == nil {
      record.id = try store.insert(stored)
    } else {
      try store.update(stored)
    }
    let effects = try updateBanner(record, judgement, posted: earlier.map(\.request), now)
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

  /// Sets the entry's state in the list, and the time of its next change.
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
    // While a notification waits for consent, its lifetime has not begun.
    record.expires =
      record.state == .awaitingConsent
      ? record.request.expiresAt : timing.expiry(record.request, due: firstDue ?? now.wall)
  }

  /// Changes the entry's banner as judged, and returns decisions to store about that. `posted`: the request that the
  /// entry had before.
  private func updateBanner(
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
      // The text may be as before while its privacy has changed.
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

  /// Ends a notification that was over already when it was posted, and all notifications with its identifier.
  func endIfOver(_ record: NotificationRecord, _ now: Moment) throws {
    let request = record.request
    guard request.isOver(now.wall) else { return }
    let others = try request.identifier.map { try store.records(app: request.app, identifier: $0) } ?? []
    try end([record], .expired, now)
    try end(others.filter { $0.id != record.id }, .expired, because: .overAlready, now)
  }

  /// Applies a judgement beyond the record: counts the alert, joins the summary, and offers the notification to its app
  /// in the foreground. `isForNow`: whether it was posted to be shown at once, rather than set for a time.
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
      // The notification's own banner announces it, so the summary need not.
      summaries.remove([record.id], of: app)
    }
    if judgement.joinsSummary {
      summaries.add(record, number: banners.nextPlaceNumber())
    }
    if judgement.isLeftToApp { events.emit(.received, of: record, now) }
    judged = judgement.alert == .now && isForNow ? (record, judgement) : nil
  }

  /// Counts the pause between rating prompts from the time that this one is shown, however long it was held.
  func ratingPromptShown(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.kind == .rating else { return }
    try banners.flush()
    _ = try store.moveRatingPrompt(of: record.request.app, notAfter: now.wall, to: now.wall)
  }
}
