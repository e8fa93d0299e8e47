import Guidelines
import NotificationModel

// Room for what is unread. An app is refused where it has too much; a script, whose author may never hear of that, only
// where nothing of its own can give way that was never to interrupt anybody.

extension Entries {
  /// Whether one more may be unread, if need be in the place of another. `isUrgent`: as it was judged; what is urgent has
  /// room of its own among what a script, or several that share, has unread.
  func hasRoom(for request: NotificationRequest, isUrgent: Bool) throws -> Bool {
    if try !isFull(request.roomPayer, isUrgent) { return true }
    return try oldestPassive(of: request.roomPayer) != nil
  }

  /// Makes that room: what is read takes none, the oldest passive one counts as read, and no other.
  func makeScriptRoom(for request: NotificationRequest, isUrgent: Bool, _ now: Moment) throws {
    let payer = request.roomPayer
    guard payer.script != nil, try isFull(payer, isUrgent), let oldest = try oldestPassive(of: payer) else {
      return
    }
    try end([oldest], .seen, because: .gaveWay, now)
  }

  private func isFull(_ payer: Payer, _ isUrgent: Bool) throws -> Bool {
    try scripts.count(payer, isUrgent ? .urgent : .unread) >= preferences.policy.limits.unreadPerApp
  }

  private func oldestPassive(of payer: Payer) throws -> NotificationRecord? {
    try payer.script.flatMap { try store.oldestPassive(app: payer.app, script: $0) }
  }
}

// How notifications stop being unread, whoever says so.

extension Entries {
  /// Ends a notification: no longer unread, its banner taken away, its text erased where that was asked.
  /// Does nothing to one that has ended already. Returns whether it was live.
  @discardableResult
  func end(_ record: inout NotificationRecord, _ ending: UnreadCount.Ending, _ now: Moment) throws -> Bool {
    let isLive = record.unread || record.state == .scheduled || record.state == .awaitingConsent
    guard isLive else { return false }
    record.unread = false
    record.state = ending.state
    // These come back by nothing, neither by undoing nor by putting off.
    if ending.state == .withdrawn || ending.state == .expired {
      record.request.replaceImageFiles { _, _ in nil }
    }
    if ending.state == .dismissed { recentlyDismissed.note(record, now) }
    record.hold = nil
    record.due = nil
    if !ending.leavesMissed || record.request.isPrivate { record.missed = nil }
    // What was seen stays in the list.
    if ending == .seen {
      tellClosed(&record, ending.closing)
    } else {
      forgetNumber(of: &record, telling: ending.closing)
    }
    try leaveScreen(record)
    try erase(&record, now)
    try update(record)
    return true
  }

  /// Takes away the banner of the notification, and its part in the summary and in the line about missed notifications.
  private func leaveScreen(_ record: NotificationRecord) throws {
    try banners.withdraw(record)
    lockClosings.ended(record.id)
    try leaveMissedNotice(record.id)
    try summaries.end(record.id, of: record.request.app)
  }

  /// The line about missed notifications no longer counts this one.
  func leaveMissedNotice(_ id: NotificationID) throws {
    if missedNotice.ended(id) { try banners.transition(.missed, of: .shell) { $0.withdraw() } }
  }

  /// Takes notifications of one app off the lists, and keeps the state of each for its return.
  func withhold(_ records: [NotificationRecord], _ why: Ruling, _ now: Moment) throws {
    for var record in records {
      record.withheld = record.state
      record.state = .withdrawn
      record.unread = false
      record.hold = nil
      forgetNumber(of: &record, telling: .closed)
      try leaveScreen(record)
      try update(record)
      try decide(record.id, why, now)
    }
    if let app = records.first?.request.app { try updateBadge(app, now) }
  }

  /// What was still to come is one with another, which says it. Its app, which has said both, is told nothing.
  func join(
    _ waiting: NotificationRecord, _ id: NotificationID, because why: Reason.Key = .joined, _ now: Moment
  ) throws {
    var joined = waiting
    try decide(waiting.id, Ruling(Duplicates.name, .joined, why, .id(id)), now)
    try end(&joined, .withdrawn, now)
  }

  /// Whether it undoes something, and what can be undone in its thread is something newer by now.
  func isSuperseded(_ action: Action, of record: NotificationRecord) throws -> Bool {
    guard record.request.thread != nil, UndoAction.isUndo(action) else { return false }
    return UndoAction.isSuperseded(record, by: try store.unreadRecords(app: record.request.app, limit: .max))
  }

  /// What is not to be kept of one that is over, or was read where nothing of the kind is kept.
  func erase(_ record: inout NotificationRecord, _ now: Moment) throws {
    let request = record.request
    let kept = apps.settings(of: try apps.app(request.app, now), for: request).store
    switch request.isPrivate ? .none : kept {
    case .all: return
    case .titles: record = reducedToTitle(record)
    case .none: record = erased(record)
    }
    health.erased()
  }

  /// Keeps the title and the link, so that a press still opens the matter.
  private func reducedToTitle(_ record: NotificationRecord) -> NotificationRecord {
    var record = record
    record.request.subtitle = nil
    record.request.body = nil
    record.request.hiddenPreviewBody = nil
    record.request.replaceImageFiles { _, _ in nil }
    record.request.image = nil
    record.request.origin = record.request.origin.map(\.withoutText)
    return record
  }

  /// Stores that a transient notification came, with its decisions, so that it can be explained. Its text is not
  /// stored.
  func note(_ request: NotificationRequest, transient judgement: Judgement, isShown: Bool, _ now: Moment)
    throws
  {
    var record = erased(
      NotificationRecord(
        request: request, state: .withdrawn, outcome: judgement.outcome, posted: now.wall, unread: false))
    record.request.origin = record.request.origin.map(\.forgotten)
    let id = try store.insert(record)
    try store.append(judgement.decisions + [Transient.ruling(isShown: isShown)], to: id, at: now.wall)
  }

  /// What a private notification says and names does not outlive its being read. Events about it say it still,
  /// until the app has acknowledged them: they tell the app what was pressed.
  private func erased(_ record: NotificationRecord) -> NotificationRecord {
    var (record, request) = (record, record.request)
    request.identifier = nil
    request.thread = nil
    request.title = nil
    request.subtitle = nil
    request.body = nil
    request.sender = nil
    request.image = nil
    request.actions = nil
    request.target = nil
    request.url = nil
    request.hiddenPreviewBody = nil
    request.origin = request.origin.map(\.withoutText)
    record.request = request
    return record
  }

  /// Ends several of any apps, and announces each badge once. `why` is for those that say no more about it
  /// themselves. Returns how many were live.
  @discardableResult
  func end(
    _ records: [NotificationRecord], _ ending: UnreadCount.Ending, because why: Reason.Key? = nil,
    _ now: Moment
  ) throws -> Int {
    var apps: Set<AppID> = []
    var seen: Set<NotificationID> = []
    var ended = 0
    for var record in records where seen.insert(record.id).inserted {
      let asPosted = record
      guard try end(&record, ending, now) else { continue }
      ended += 1
      apps.insert(record.request.app)
      if let why { try decide(record.id, Ruling(UnreadCount.name, ending.effect, why), now) }
      try report(asPosted, ending, now)
    }
    for app in apps.sorted() { try updateBadge(app, now) }
    return ended
  }

  /// Takes read notifications off the list, and returns how many. Their app is told nothing, because it knows already
  /// that they were read.
  func dismissRead(_ records: [NotificationRecord], _ now: Moment) throws -> Int {
    var seen: Set<NotificationID> = []
    for var record in records where seen.insert(record.id).inserted {
      record.state = .dismissed
      try update(record)
      try decide(record.id, Ruling(UnreadCount.name, .dismissed, .dismissedRead), now)
    }
    return seen.count
  }

  /// Deletes notifications for good, with everything that the store has about them. The app of a live one is told of
  /// the end, without a text.
  func erase(_ records: [NotificationRecord], _ now: Moment) throws {
    var apps: Set<AppID> = []
    for record in records {
      var ended = record
      let wasLive = try end(&ended, .withdrawn, now)
      if !wasLive { forgetNumber(of: &ended, telling: .closed) }
      recentlyDismissed.forget(record.id)
      try store.erase(record)
      outbox.noteChange(of: record.id)
      guard wasLive else { continue }
      apps.insert(record.request.app)
      if record.request.origin.hearsEvents { try keepWithoutText(.withdrawn, of: record, now) }
    }
    for app in apps.sorted() { try updateBadge(app, now) }
  }

  /// Returns how many were live.
  @discardableResult
  func withdraw(_ records: [NotificationRecord], _ why: Ruling, _ now: Moment) throws -> Int {
    for record in records { try decide(record.id, why, now) }
    return try end(records, .withdrawn, now)
  }

  private func report(_ record: NotificationRecord, _ ending: UnreadCount.Ending, _ now: Moment) throws {
    guard record.request.origin.hearsEvents else { return }
    switch ending {
    case .withdrawn: try events.keep(.withdrawn, of: record, now)
    case .takenBack: try keepTakenBack(record, now)
    case .expired: try events.keep(.expired, of: record, now)
    case .readInApp, .seen: events.emit(.read, of: record, now)
    case .dismissed: if try reportsDismissal(record) { try events.keep(.dismissed, of: record, now) }
    case .pressed, .replied: break
    }
  }

  /// The app has named it itself a moment ago: of a private one nothing but its number is kept for whoever does not
  /// follow now.
  private func keepTakenBack(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.isPrivate else { return try events.keep(.withdrawn, of: record, now) }
    try keepWithoutText(.withdrawn, of: record, now)
  }

  private func keepWithoutText(_ kind: EventKind, of record: NotificationRecord, _ now: Moment) throws {
    var event = events.event(kind, of: record, now)
    event.sequence = try store.append(
      Event(time: event.time, kind: event.kind, id: event.id), app: record.request.app
    ).sequence
    outbox.add(.event(event, app: record.request.app))
  }

  /// Where its app was told that it was dismissed.
  func reportRestored(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.origin.hearsEvents, try reportsDismissal(record) else { return }
    try events.keep(.restored, of: record, now)
  }

  private func reportsDismissal(_ record: NotificationRecord) throws -> Bool {
    guard let id = record.request.category else { return true }
    return try store.category(id, of: record.request.app)?.reportsDismissal ?? true
  }

  /// "Reducing a badge's count to zero removes all related notifications": each that ended took its banner away;
  /// the one that spoke for several goes with the last.
  func updateBadge(_ app: AppID, _ now: Moment) throws {
    badges.touch(app)
    let unread = try store.unreadCount(app: app)
    if apps.settings(of: try apps.app(app, now)).badges { events.emitBadge(unread, of: app, now) }
    if unread == 0 { try summaries.withdraw(of: app) }
  }
}
