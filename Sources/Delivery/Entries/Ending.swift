import Guidelines
import NotificationModel

// Room for unread notifications. A post of an app that has too many is refused. A script's author may never see a
// refusal, so the script's oldest unread passive notification makes room, and the post is refused only without such a
// one.

extension Entries {
  /// Whether one more unread notification fits, if necessary in place of a passive one. `isUrgent`: as judged; urgent
  /// notifications of a script, or of the scripts that share, have room of their own.
  func hasRoom(for request: NotificationRequest, isUrgent: Bool) throws -> Bool {
    if try !isFull(request.roomPayer, isUrgent) { return true }
    return try oldestPassive(of: request.roomPayer) != nil
  }

  /// Marks the script's oldest unread passive notification read if its room is full, since only unread ones count.
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

// The ends of notifications: by the person, the app, or time.

extension Entries {
  /// Ends a notification: marks it as no longer unread, takes its banner away, and erases its text if the app's `Store`
  /// setting asks for that. Returns `false`, and changes nothing, if the notification has ended already.
  @discardableResult
  func end(_ record: inout NotificationRecord, _ ending: UnreadCount.Ending, _ now: Moment) throws -> Bool {
    let isLive = record.unread || record.state == .scheduled || record.state == .awaitingConsent
    guard isLive else { return false }
    record.unread = false
    record.state = ending.state
    // Neither undoing nor snoozing brings these back.
    if ending.state == .withdrawn || ending.state == .expired {
      record.request.replaceImageFiles { _, _ in nil }
    }
    if ending.state == .dismissed { recentlyDismissed.note(record, now) }
    record.hold = nil
    record.due = nil
    if !ending.leavesMissed || record.request.isPrivate { record.missed = nil }
    // A notification that was seen stays in the list, and keeps its number.
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

  /// Takes away the banner of the notification, and its part in the summary and in the missed notice.
  private func leaveScreen(_ record: NotificationRecord) throws {
    try banners.withdraw(record)
    lockClosings.ended(record.id)
    try leaveMissedNotice(record.id)
    try summaries.end(record.id, of: record.request.app)
  }

  /// Removes the notification from the missed notice, and the notice itself if it was the last.
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

  /// Ends a pending notification because `id` is about the same, and stores that decision. The app posted both, so it
  /// gets no event.
  func endAsDuplicate(
    _ waiting: NotificationRecord, _ id: NotificationID, because why: Reason.Key = .joined, _ now: Moment
  ) throws {
    var joined = waiting
    try decide(waiting.id, Ruling(Duplicates.name, .joined, why, .id(id)), now)
    try end(&joined, .withdrawn, now)
  }

  /// Whether the action is an undo, and a newer notification of the thread can be undone instead.
  func isSuperseded(_ action: Action, of record: NotificationRecord) throws -> Bool {
    guard record.request.thread != nil, UndoAction.isUndo(action) else { return false }
    return UndoAction.isSuperseded(record, by: try store.unreadRecords(app: record.request.app, limit: .max))
  }

  /// Erases the parts of an ended or read notification that the app's `Store` setting does not keep.
  func erase(_ record: inout NotificationRecord, _ now: Moment) throws {
    let request = record.request
    let kept = apps.settings(of: try apps.app(request.app, now), for: request).store
    switch request.isPrivate ? .none : kept {
    case .all: return
    case .titles: record = reducedToTitle(record)
    case .none: record = erased(record)
    }
    try health.erased(from: store, now.uptime)
  }

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

  /// Stores that a transient notification came, with its decisions, so that it can be explained; its text is not
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
    try noteIfUnstored(id, of: request.payer, now)
  }

  /// The record without its text and names, for private notifications once they are read and for `Store=none`. Stored
  /// events keep them until the app has acknowledged the events: they tell the app of presses.
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

  /// Ends notifications of any apps, and announces each badge once. `why`: the reason to store with each. Returns how
  /// many were live.
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

  /// Takes read notifications off the list, and returns how many. The app gets no event, because it knows that they
  /// were read.
  func dismissRead(_ records: [NotificationRecord], _ now: Moment) throws -> Int {
    var seen: Set<NotificationID> = []
    for var record in records where seen.insert(record.id).inserted {
      record.state = .dismissed
      try update(record)
      try decide(record.id, Ruling(UnreadCount.name, .dismissed, .dismissedRead), now)
    }
    return seen.count
  }

  /// Deletes notifications and their stored decisions and events for good. The app of a live one is told of the end,
  /// without text.
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

  /// Stores `why` for each notification, and withdraws them. Returns how many were live.
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

  /// The app withdrew it by identifier. For a private notification, store only its id; a connected follower still gets
  /// the full event.
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

  /// Tells the app that its notification is back, if it was told of the dismissal.
  func reportRestored(_ record: NotificationRecord, _ now: Moment) throws {
    guard record.request.origin.hearsEvents, try reportsDismissal(record) else { return }
    try events.keep(.restored, of: record, now)
  }

  private func reportsDismissal(_ record: NotificationRecord) throws -> Bool {
    guard let id = record.request.category else { return true }
    return try store.category(id, of: record.request.app)?.reportsDismissal ?? true
  }

  /// Announces the app's unread count. "Reducing a badge's count to zero removes all related notifications": each
  /// notification took its own banner away when it ended, and the summary goes with the last one.
  func updateBadge(_ app: AppID, _ now: Moment) throws {
    badges.touch(app)
    let unread = try store.unreadCount(app: app)
    if apps.settings(of: try apps.app(app, now)).badges { events.emitBadge(unread, of: app, now) }
    if unread == 0 { try summaries.withdraw(of: app) }
  }
}
