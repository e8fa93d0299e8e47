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
  func end(
    _ record: inout NotificationRecord, _ ending: Ending, because why: Reason.Key? = nil, _ now: Moment
  ) throws -> Bool {
    let why = why.map { Ruling(UnreadCount.name, ending.effect, $0) }
    return try apply(.ended(ending), to: &record, because: why, now)
  }

  /// Ends notifications of any apps. `why`: the reason to store with each. Returns how many were live.
  @discardableResult
  func end(
    _ records: [NotificationRecord], _ ending: Ending, because why: Reason.Key? = nil, _ now: Moment
  ) throws -> Int {
    var seen: Set<NotificationID> = []
    var ended = 0
    for var record in records where seen.insert(record.id).inserted {
      if try end(&record, ending, because: why, now) { ended += 1 }
    }
    return ended
  }

  /// Takes read notifications off the list, and returns how many. The app gets no event, because it knows that they
  /// were read.
  func clear(_ records: [NotificationRecord], _ now: Moment) throws -> Int {
    var seen: Set<NotificationID> = []
    let why = Ruling(UnreadCount.name, .dismissed, .dismissedRead)
    for var record in records where seen.insert(record.id).inserted {
      try apply(.cleared, to: &record, because: why, now)
    }
    return seen.count
  }

  /// Ends a pending notification because `id` is about the same, and stores that decision. The app posted both, so it
  /// gets no event.
  func endAsDuplicate(
    _ waiting: NotificationRecord, _ id: NotificationID, because why: Reason.Key = .joined, _ now: Moment
  ) throws {
    var joined = waiting
    context.listeners.join(waiting.id, id)
    try apply(.ended(.joined), to: &joined, because: Ruling(Duplicates.name, .joined, why, .id(id)), now)
  }

  /// Whether the action is an undo, and a newer notification of the thread can be undone instead.
  func isSuperseded(_ action: Action, of record: NotificationRecord) throws -> Bool {
    guard let thread = record.request.thread, UndoAction.isUndo(action) else { return false }
    return UndoAction.isSuperseded(
      record, by: try store.unreadRecords(app: record.request.app, thread: thread))
  }

  /// Takes the button for undo from the banner before the newest of a thread, or gives it back, where the server changes
  /// it silently. Elsewhere a press on it is a dead end.
  func followUndo(_ record: NotificationRecord) throws {
    guard server.changesSilently, let thread = record.request.thread else { return }
    let offers = try store.unreadRecords(app: record.request.app, thread: thread).filter {
      $0.id != record.id && UndoAction.isOffered(by: $0.request)
    }
    guard let before = offers.last, before.id < record.id else { return }
    let surroundings = banners.surroundings()
    try banners.transition(try banners.row(of: before)) { $0.refresh(redacts: false, surroundings) }
  }

  /// Erases the parts of an ended or read notification that the app's `Store` setting does not keep: of a private one, and
  /// of one that passes, all text. Stored events keep it until the app has acknowledged them: they tell the app of presses.
  func erase(_ record: inout NotificationRecord, _ now: Moment) throws {
    let request = record.request
    let kept = apps.settings(of: try apps.app(request.app, now), for: request).store
    switch request.isPrivate || !record.isListed ? .none : kept {
    case .all: return
    case .titles: record.request.reduceToTitle()
    case .none: record.request.erase()
    }
    try health.erased(from: store, now.uptime)
  }

  /// Stores that a transient notification came, with its decisions, so that it can be explained; its text is not
  /// stored.
  func note(_ request: NotificationRequest, transient judgement: Judgement, isShown: Bool, _ now: Moment)
    throws
  {
    var record = NotificationRecord(
      request: request, link: nil, life: .withdrawn, outcome: judgement.outcome, posted: now.wall)
    record.request.erase()
    let id = try store.insert(record)
    try store.append(judgement.decisions + [Transient.ruling(isShown: isShown)], to: id, at: now.wall)
    try noteIfUnstored(id, of: request.payer, now)
  }

  /// Deletes notifications and their stored decisions and events for good. The app of a live one is told of the end,
  /// without text.
  func erase(_ records: [NotificationRecord], _ now: Moment) throws {
    for record in records {
      var ended = record
      let wasLive = try apply(.ended(.erased), to: &ended, now)
      if !wasLive { try tellClosed(&ended, .closed, now) }
      recentlyDismissed.forget(record.id)
      try store.erase(record)
      outbox.noteChange(of: record.id)
      if wasLive { try tell(.happened(.withdrawn, keepsText: false), of: record, now) }
    }
  }

  /// Stores `why` for each notification, and withdraws them. Returns how many were live.
  @discardableResult
  func withdraw(_ records: [NotificationRecord], _ why: Ruling, _ now: Moment) throws -> Int {
    for record in records { try decide(record.id, why, now) }
    return try end(records, .withdrawn, now)
  }
}

extension NotificationRecord {
  var canBeUndone: Bool { unread && request.thread != nil && UndoAction.isOffered(by: request) }
}
