import Guidelines
import NotificationModel

// A judgement becomes a record. Invariant: `unread` is true exactly for records in a state in which
// `UnreadCount.mayBeUnread`, so that the badge, which counts them, needs nothing else.

extension DeliveryEngine {
  /// Stores what the guidelines decided: as a new entry, or in the entry about the same thing.
  func settle(
    _ judgement: Judgement, _ request: NotificationRequest, existing: NotificationRecord?, due: Timestamp?,
    own: NotificationRecord? = nil, _ now: Moment
  ) throws -> NotificationRecord {
    let earlier = judgement.folding == .none ? own : existing
    var record =
      earlier
      ?? NotificationRecord(
        request: request, state: .delivered, outcome: judgement.outcome, posted: now.wall, unread: false)
    let wasUnread = record.unread
    record.request = request
    place(&record, judgement, due: due, now)
    if case .coalesced = judgement.folding {
      record.repeats += 1
    } else {
      record.outcome = judgement.outcome
      record.attempts = 0
    }
    route(&record, judgement)
    if earlier == nil {
      record.id = try store.insert(record)
    } else {
      try store.update(record)
    }
    try store.append(judgement.decisions, to: record.id, at: now.wall)
    changed.insert(record.id)
    if wasUnread != record.unread { try announceBadge(record.request.app, now) }
    return record
  }

  /// Where the entry stands in the list, and when time moves it on.
  private func place(
    _ record: inout NotificationRecord, _ judgement: Judgement, due: Timestamp?, _ now: Moment
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
      record.until = judgement.until ?? record.until
    } else {
      record.until = nil
    }
    record.expires = record.request.expiresAfter.flatMap { seconds in
      // What waits for consent is due when that is given.
      record.state == .awaitingConsent ? nil : max(due ?? now.wall, now.wall).advanced(bySeconds: seconds)
    }
  }

  /// What becomes of the banner.
  private func route(_ record: inout NotificationRecord, _ judgement: Judgement) {
    switch judgement.alert {
    case .now:
      queue(&record, alerts: true)
    case .later where judgement.needsRelease:
      if record.banner == .handedOver { changedWhileHandedOver[record.id] = false }
      if record.banner != .handedOver { record.banner = .heldBack }
      if record.turn <= 0 { record.turn = nextTurn() }
    case .later:
      queue(&record, alerts: true)
    case .inPlace:
      refresh(&record)
    case .never:
      if case .coalesced = judgement.folding { return }
      if judgement.listing == .read, let handle = record.handle {
        outputs.append(.sink(.close(handle)))
        record.handle = nil
        record.banner = .gone
      } else if record.banner == .onScreen || record.banner == .handedOver {
        refresh(&record)
      } else {
        record.banner = .none
      }
    }
  }

  /// Puts an alert into the line, or leaves it in the place it has there.
  private func queue(_ record: inout NotificationRecord, alerts: Bool) {
    if record.banner == .handedOver {
      changedWhileHandedOver[record.id] = true
      return
    }
    let keepsPlace = record.banner == .waiting && record.alerts
    if !keepsPlace { record.turn = nextTurn() }
    record.banner = .waiting
    record.alerts = alerts
  }

  /// Changes what is on screen, without an alert and ahead of every alert. What is not on screen yet will
  /// show the new text by itself; what no longer is, has nothing to change.
  func refresh(_ record: inout NotificationRecord) {
    switch record.banner {
    case .onScreen:
      record.banner = .waiting
      record.alerts = false
      record.turn = 0
    case .handedOver:
      changedWhileHandedOver[record.id] = changedWhileHandedOver[record.id] ?? false
    case .none, .heldBack, .waiting, .gone:
      break
    }
  }

  /// Gives every banner on screen the form that the lock now asks for.
  func refreshForLock() throws {
    for var record in try store.records(banner: .onScreen, app: nil, limit: 100_000)
    where record.shownHidden != (try wantsLockedForm(record)) {
      refresh(&record)
      try store.update(record)
    }
  }

  /// Shows an app's banners again, its settings having changed.
  func refresh(app: AppID) throws {
    for var record in try store.records(banner: .onScreen, app: app, limit: 100_000) {
      refresh(&record)
      try store.update(record)
    }
  }

  /// Whether the form for a locked screen is to be seen now; `false` where the two forms are one.
  func wantsLockedForm(_ record: NotificationRecord) throws -> Bool {
    guard switches.locked else { return false }
    let request = record.request
    let app = try store.app(request.app) ?? AppRecord(id: request.app, firstSeen: record.posted)
    return HiddenPreviews.lockChangesForm(request, previews: settings(of: app).previews)
  }

  func decide(
    _ id: NotificationID, _ guideline: String, _ effect: String, _ why: String, _ now: Moment
  ) throws {
    try store.append([Decision(guideline: guideline, effect: effect, why: why)], to: id, at: now.wall)
  }
}
