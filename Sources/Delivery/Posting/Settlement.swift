import Guidelines
import NotificationModel

// A judgement becomes a record. Invariants: `unread` is true exactly for records that are held, delivered or
// failed, so that the badge, which counts them, needs nothing else; and a record with a handle is on screen, or
// is on its way to take that banner's place.

extension DeliveryEngine {
  /// Stores what the guidelines decided: as a new entry, or in the entry about the same thing.
  func settle(
    _ judgement: Judgement, _ request: NotificationRequest, existing: NotificationRecord?, due: Timestamp?,
    firstDue: Timestamp? = nil, waiting own: NotificationRecord? = nil, _ now: Moment
  ) throws -> NotificationRecord {
    let earlier = judgement.folding == .none ? own : existing
    var record =
      earlier
      ?? NotificationRecord(
        request: request, state: .delivered, outcome: judgement.outcome, posted: now.wall, unread: false)
    let (wasUnread, posted) = (record.unread, record.request)
    let looksOtherwise =
      posted.isPrivate != request.isPrivate || posted.category != request.category
      || posted.hiddenPreviewBody != request.hiddenPreviewBody
    let becomesPrivate = request.isPrivate && !posted.isPrivate
    // What came by another trigger says nothing about this one.
    if posted.trigger != request.trigger { record.fired = nil }
    record.request = request
    place(&record, judgement, due: due, firstDue: firstDue ?? own?.due ?? due, now)
    if case .coalesced = judgement.folding {
      record.repeats += 1
    } else {
      record.outcome = judgement.outcome
      record.attempts = 0
    }
    try route(&record, judgement, now)
    // The same text as before may be for other eyes from now on.
    if looksOtherwise { refresh(&record, redacts: becomesPrivate) }
    var stored = record
    if judgement.listing == .read, request.isPrivate {
      stored.request = erased(request)
      hasErased = true
    }
    if earlier == nil {
      record.id = try store.insert(stored)
    } else {
      try store.update(stored)
    }
    try store.append(judgement.decisions, to: record.id, at: now.wall)
    changed.insert(record.id)
    if wasUnread, !record.unread {
      summaries.ended(record.id, of: request.app, turn: nextTurn())
    } else if SummaryText.tellsOtherwise(request, than: posted) {
      summaries.touched(record.id, of: request.app, turn: becomesPrivate ? Turn.redaction : nextTurn())
    }
    if wasUnread != record.unread { try settleBadge(record.request.app, now) }
    return record
  }

  /// Where the entry stands in the list, and when time moves it on.
  private func place(
    _ record: inout NotificationRecord, _ judgement: Judgement, due: Timestamp?, firstDue: Timestamp?,
    _ now: Moment
  ) {
    record.due = due
    switch judgement.listing {
    case .later:
      record.state = judgement.outcome == .scheduled ? .scheduled : .awaitingConsent
      record.unread = false
    case .read:
      record.state = .read
      record.unread = false
    case .unread:
      if !(record.unread && judgement.keepsAlert) {
        record.state = judgement.alert == .later ? .held : .delivered
      }
      record.unread = true
    }
    if record.state == .held {
      if !judgement.keepsAlert { record.until = judgement.until }
    } else {
      record.until = nil
    }
    // What waits for consent is due when that is given.
    record.expires =
      record.state == .awaitingConsent ? nil : expiry(record.request, due: firstDue ?? now.wall)
  }

  /// Of a series each occurrence expires, and never the series.
  func expiry(_ request: NotificationRequest, due: Timestamp) -> Timestamp? {
    request.trigger?.repeats == true ? nil : request.expiresAfter.map { due.advanced(bySeconds: $0) }
  }

  /// What becomes of the banner.
  private func route(_ record: inout NotificationRecord, _ judgement: Judgement, _ now: Moment) throws {
    if !judgement.keepsAlert { record.summary = judgement.summary }
    if judgement.listing == .read { return takeAway(&record) }
    switch judgement.alert {
    case .now:
      try queue(&record, now)
    case .later where judgement.needsRelease:
      if record.banner == .handedOver {
        changedWhileHandedOver[record.id] = .alertAfterRelease
      } else {
        record.banner = .heldBack
        if record.turn == 0 || record.turn == Turn.redaction {
          record.turn = nextTurn(for: record.request, now)
        }
      }
      try willAlert(&record)
    case .later:
      try queue(&record, now)
    case .inPlace:
      refresh(&record)
    case .never:
      if case .coalesced = judgement.folding { return }
      if record.banner == .onScreen || record.banner == .handedOver {
        // Nor does it alert later, should the server fail to show the earlier text.
        record.alerts = false
        refresh(&record)
      } else {
        takeAway(&record)
      }
    }
  }

  /// Puts an alert into the line, or leaves it in the place it has there.
  private func queue(_ record: inout NotificationRecord, _ now: Moment) throws {
    if record.banner == .handedOver {
      changedWhileHandedOver[record.id] = .alert
    } else {
      let keepsPlace = record.banner == .waiting && record.alerts
      if !keepsPlace { record.turn = nextTurn(for: record.request, now) }
      record.banner = .waiting
    }
    try willAlert(&record)
  }

  /// New text is to come, and alert, whatever becomes of this process. The old text it is to take the place of
  /// does not stay on a locked screen until then.
  func willAlert(_ record: inout NotificationRecord) throws {
    record.alerts = true
    guard record.handle != nil, record.banner != .handedOver,
      try !record.shownHidden && isLocked && isHiddenWhenLocked(record)
    else { return }
    takeDown(&record)
  }

  /// No banner, and none to come; what the sink is showing at this moment is closed when it reports.
  func takeAway(_ record: inout NotificationRecord) {
    takeDown(&record)
    if record.banner != .handedOver { record.banner = record.banner == .onScreen ? .gone : .none }
  }

  /// Changes what is on screen, without an alert. What is not on screen yet will show the new text by itself;
  /// what no longer is, has nothing to change. Only what must be hidden overtakes others in the line, or an app
  /// with a progress to tell would keep everybody waiting.
  func refresh(_ record: inout NotificationRecord, redacts: Bool = false) {
    switch record.banner {
    case .onScreen:
      record.banner = .waiting
      record.alerts = false
      record.turn = redacts ? Turn.redaction : nextTurn()
    case .handedOver:
      changedWhileHandedOver[record.id] = changedWhileHandedOver[record.id] ?? .inPlace
    case .none, .heldBack, .waiting, .gone:
      break
    }
  }

  /// Gives every banner on screen the form that the lock now asks for, before anything else is shown.
  func refreshForLock() throws {
    followLockWithSummaries()
    backlog.add(.followLock, try store.recordsShown(app: nil).map(\.id))
  }

  func refreshForLock(_ record: NotificationRecord) throws {
    if record.banner == .onScreen {
      if try record.shownHidden != wantsLockedForm(record) { try refreshShown(record, redacts: isLocked) }
    } else if isLocked, try !record.shownHidden && isHiddenWhenLocked(record) {
      try hideReplaced(record)
    }
  }

  /// Shows the banners of an app again, the settings having changed, before anything else is shown.
  func refresh(app: AppID) throws {
    summaries.makeStale(app, turn: Turn.redaction)
    backlog.add(.refresh(app), try store.unreadIDs(app: app))
  }

  func refreshForSettings(_ record: NotificationRecord) throws {
    switch record.banner {
    case .onScreen, .handedOver: try refreshShown(record, redacts: true)
    default: try hideReplaced(record)
    }
  }

  private func refreshShown(_ shown: NotificationRecord, redacts: Bool) throws {
    var record = shown
    refresh(&record, redacts: redacts)
    try store.update(record)
  }

  /// Where other text is about to take the place of what is on screen, the old text goes at once.
  private func hideReplaced(_ replaced: NotificationRecord) throws {
    guard replaced.banner == .heldBack || replaced.banner == .waiting, replaced.handle != nil else { return }
    var record = replaced
    if record.banner == .waiting && !record.alerts {
      record.turn = Turn.redaction
    } else {
      takeDown(&record)
    }
    try store.update(record)
  }

  /// What is on screen, and not what is to come.
  private func takeDown(_ record: inout NotificationRecord) {
    if let handle = record.handle { outputs.append(.sink(.close(handle))) }
    record.handle = nil
  }

  /// Whether the form for a locked screen is to be seen now; `false` where the two forms are one.
  func wantsLockedForm(_ record: NotificationRecord) throws -> Bool {
    isLocked ? try hasLockedForm(record) : false
  }

  func hasLockedForm(_ record: NotificationRecord) throws -> Bool {
    HiddenPreviews.lockChangesForm(record.request, previews: try previews(of: record))
  }

  /// Whether an earlier text of it in the clear must go from a locked screen: also where the new text looks the same
  /// on any screen, being private, since the old one may not have been.
  func isHiddenWhenLocked(_ record: NotificationRecord) throws -> Bool {
    try HiddenPreviews.areHidden(record.request, previews: previews(of: record), locked: true)
      || hasLockedForm(record)
  }

  private func previews(of record: NotificationRecord) throws -> Previews {
    let id = record.request.app
    return settings(of: try store.app(id) ?? AppRecord(id: id, firstSeen: record.posted)).previews
  }

  func decide(
    _ id: NotificationID, _ guideline: String, _ effect: String, _ why: String, _ now: Moment
  ) throws {
    try store.append([Decision(guideline: guideline, effect: effect, why: why)], to: id, at: now.wall)
  }
}
