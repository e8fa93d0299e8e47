import Guidelines
import NotificationModel
import Records

/// The notifications in the list: stored as judged, changed and ended.
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
    _ judgement: Judgement, _ request: NotificationRequest, from link: AppLink?,
    existing: NotificationRecord?,
    posted time: Timestamp? = nil, came: Timestamp? = nil, due: Timestamp?, firstDue: Timestamp? = nil,
    waiting own: NotificationRecord? = nil, _ now: Moment
  ) throws -> NotificationRecord {
    let earlier = judgement.folding == .none ? own : existing
    // The judgement replaces the life of a new one.
    var record =
      earlier
      ?? NotificationRecord(
        request: request, link: link, life: .withdrawn, outcome: judgement.outcome, posted: time ?? now.wall)
    let posted = record
    // The app has posted the same by another interface, where it has another number or none: its earlier number is
    // closed.
    if posted.link?.desktop?.number != link?.desktop?.number { try tellClosed(&record, .closed, now) }
    let isMoved = earlier == nil || !judgement.isUnderWay(request, after: posted.request)
    let change = record.post(
      post(
        judgement, request, from: link, over: posted, came: isMoved ? came ?? time ?? now.wall : nil,
        due: due,
        firstDue: firstDue ?? own?.due ?? due ?? time, now))
    var stored = record
    if change.erases { try erase(&stored, now) }
    if earlier == nil {
      record.id = try store.insert(stored)
    } else {
      try store.update(stored)
    }
    let effects = try updateBanner(record, judgement, posted: earlier, now)
    try store.append(judgement.decisions + effects, to: record.id, at: now.wall, areFirst: earlier == nil)
    outbox.noteChange(of: record.id)
    try follow(record, from: posted)
    // The person's earlier commands are no longer about what it is now.
    if let earlier, !earlier.unread, record.unread, earlier.life.due == nil {
      try store.forgetTaken(record.id)
    }
    if request.progress != nil || posted.request.progress != nil { workUnderWay.step(record, now.uptime) }
    if SummaryText.changesSummary(request, from: posted.request) {
      try joint.refresh(naming: record, redacts: request.isPrivate && !posted.request.isPrivate)
    }
    if change.touchesBadge { badges.countChanged(request.app) }
    return record
  }

  /// The post that a judgement makes of a request. `earlier`: the entry before it.
  private func post(
    _ judgement: Judgement, _ request: NotificationRequest, from link: AppLink?,
    over earlier: NotificationRecord, came: Timestamp?, due: Timestamp?, firstDue: Timestamp?, _ now: Moment
  ) -> NotificationRecord.Post {
    // The last occurrence belongs to the earlier trigger.
    let fired = earlier.request.trigger == request.trigger ? earlier.life.due?.fired : nil
    let due = due.map { Due(request.trigger?.end($0) ?? .moment($0), fired: fired) }
    let judged: Judged =
      switch judgement.listing {
      case .later
      where earlier.life.meanwhile == .read && judgement.isRepeat
        && request.trigger == earlier.request.trigger:
        .stays(isChanged: false)
      case .later where judgement.outcome == .scheduled: .scheduled(due ?? Due(.moment(now.wall)))
      case .later: .awaitsConsent(due)
      case .read: .read
      case .asItWas: .stays(isChanged: !Duplicates.hasSameContent(request, earlier.request))
      case .unread where judgement.keepsAlert: .unchanged
      case .unread: judgement.alert == .later ? .held(judgement.hold) : .listed
      }
    let expiry =
      switch judged {
      // While a notification waits for consent, its lifetime has not begun.
      case .awaitsConsent: Expiry(moment: request.expiresAt)
      case .scheduled(let due): timing.expiry(request, from: due.end)
      case .held, .listed, .read, .unchanged, .stays:
        timing.expiry(request, from: .lapse(firstDue ?? now.wall))
      }
    let (isRepeat, isReplacement) =
      switch judgement.folding {
      case .none: (false, false)
      case .coalesced: (true, false)
      case .again: (true, true)
      case .replaces: (false, true)
      }
    // What is known by its text alone alerts again some time after its last alert, however often it came in between.
    let isAgain = judgement.folding != .none && judgement.alert == .now
    let alerted = isAgain && earlier.isAgedByAlerts ? now.wall : nil
    let part =
      judgement.joinsSummary && joint.hasRoom(for: request.app)
      ? Joint.Part(banners.nextPlaceNumber(), mayStandAlone: judgement.alert == .later) : nil
    return NotificationRecord.Post(
      request, from: link, judged, outcome: judgement.outcome, isRepeat: isRepeat,
      isReplacement: isReplacement,
      came: came, alerted: alerted, summary: judgement.summary, expiry: expiry,
      missed: Guidelines.missed(by: judgement.hold), alerts: judgement.alert == .now, joins: part)
  }

  /// Changes the entry's banner as judged, and returns decisions to store about that. `earlier`: the entry before.
  private func updateBanner(
    _ record: NotificationRecord, _ judgement: Judgement, posted earlier: NotificationRecord?, _ now: Moment
  ) throws -> [Ruling] {
    let (request, posted) = (record.request, earlier?.request)
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
      case .never where judgement.keepsAlert: break
      case .never: row.quieten(surroundings)
      }
      // The text may be as before while its privacy has changed.
      guard let posted,
        posted.isPrivate != request.isPrivate || posted.category != request.category
          || posted.hiddenPreviewBody != request.hiddenPreviewBody
      else { return }
      row.refresh(redacts: request.isPrivate && !posted.isPrivate, surroundings)
    }
    guard let earlier, let posted, let shown = row.phase?.shown, judgement.hold != nil,
      !surroundings.changesSilently
    else {
      return []
    }
    let text = earlierTexts[shown.handle] ?? Pressable(posted)
    closings.note(
      shown.handle, of: .notification(record.id, text, earlier.link, isEarlier: true),
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

  /// Applies a judgement beyond the record: counts the alert, and offers the notification to its app
  /// in the foreground. `isForNow`: whether it was posted to be shown at once, rather than set for a time.
  func apply(_ judgement: Judgement, _ record: NotificationRecord, isForNow: Bool, _ now: Moment) throws {
    let inFront = judgement.soundInFront
    if judgement.alert == .now || inFront != nil {
      let payer = record.request.payer
      if !(inFront?.isExemptFromRate ?? judgement.isExemptFromRate) {
        rates.alerted(payer, rates.lane(of: record.request, level: judgement.level, now), now)
      }
      if judgement.rings == .alarm, inFront?.breaksThrough ?? judgement.breaksThrough, isForNow {
        rates.rang(payer, now)
      }
    }
    try leaveToApp(record, judgement, now)
    judged = judgement.alert == .now && isForNow ? (record, judgement) : nil
  }

  /// Offers the notification to its app in the foreground, in place of a banner.
  func leaveToApp(_ record: NotificationRecord, _ judgement: Judgement, _ now: Moment) throws {
    guard judgement.isLeftToApp else { return }
    try tell(.happened(.received), of: record, now)
    if judgement.soundInFront != nil { try soundInFront(record, judgement.level, now) }
  }

  /// Counts the pause between rating prompts from the time that this one is shown, however long it was held.
  func ratingPromptShown(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.kind == .rating else { return }
    try banners.flush()
    _ = try store.moveRatingPrompt(of: record.request.app, notAfter: now.wall, to: now.wall)
  }
}
