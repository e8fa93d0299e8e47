import Guidelines
import NotificationModel

// What was read or deleted elsewhere, as an app says of its notifications. It also concerns those that only undo can bring
// back: they come back as read, or not at all.

extension Entries {
  /// Takes a notification back for good. Returns whether it left the list or the schedule.
  func takeBack(_ stored: NotificationRecord, _ now: Moment) throws -> Bool {
    try store.forgetTaken(stored.id)
    var record = stored.asItStood
    if try end(&record, .takenBack, because: .takenBackByApp, now) { return true }
    let why = Ruling(UnreadCount.name, .withdrawn, .takenBackByApp)
    return try apply(.takenBack, to: &record, because: why, now) && stored.state == .read
  }

  /// The app has closed the notification by the desktop's own interface. A read one stays in the list.
  func close(_ stored: NotificationRecord, _ now: Moment) throws {
    try store.forgetTaken(stored.id)
    var record = stored
    if try !end(&record, .takenBack, because: .takenBackByApp, now) { try apply(.closed, to: &record, now) }
  }

  /// The person has read the notification in its app. `isNamed`: the app has named this one, rather than its thread or
  /// all; only so one is read that is set for a time.
  func readInApp(_ stored: NotificationRecord, isNamed: Bool, _ now: Moment) throws {
    let trigger = stored.request.trigger
    try store.readTaken(stored.id, includesComing: trigger.map { isNamed && !$0.repeats } ?? true)
    var record = stored
    let life = record.asItStood.life
    guard life.meanwhile != .read else { return }
    if let trigger, let due = life.due {
      guard isNamed || !trigger.repeats && due.time <= now.wall else { return }
      if trigger.repeats, life.state == .scheduled {
        var next = due
        next.isLeftOut = true
        let why = Ruling(Schedule.name, .dropped, .nextTimeLeftOut, .time(due.time))
        try apply(.rescheduled(next, record.expiry), to: &record, because: why, now)
        return
      }
    }
    let why = Ruling(UnreadCount.name, .read, .readInApp)
    if try !apply(.readUnseen, to: &record, because: why, now) {
      try end(&record, .readInApp, because: .readInApp, now)
    }
  }
}
