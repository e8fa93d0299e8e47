import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// What time has brought: triggers that fire, notifications that expire, the end of Do Not Disturb.
  func runSchedule(_ now: Moment) throws {
    try followClock(now)
    if let until = live.switches.doNotDisturbUntil, until <= now.wall {
      try switchDoNotDisturb(false, until: nil, now)
    }
    try releaseDue(now)
    // What is due may be due at another time, as soon as that is worked out.
    guard live.rescheduling == nil, let deadline = live.pendingWork.deadline, deadline <= now.wall else {
      return
    }
    let expired = try store.expired(by: now.wall, limit: share.left)
    try end(expired, .expired, because: .expiredUnread, now)
    share.use(expired.count)
    for record in try store.due(by: now.wall, limit: share.left) {
      // It comes after what is put off about its app.
      while !share.isUsedUp, live.backlog.isBehind(record.request.app) {
        try catchUp(record.request.app, now)
      }
      guard !share.isUsedUp else { break }
      // That may have ended it.
      guard let record = try store.record(record.id), record.state == .scheduled else { continue }
      try fire(record, now)
      share.use(1)
    }
    if share.isUsedUp { share.leaveWork() }
  }

  /// Judges what waited for its time or for consent as if it were posted now.
  func deliver(_ waiting: NotificationRecord, _ now: Moment) throws {
    var request = waiting.request
    let app = try self.app(request.app, now)
    if let due = due(of: waiting, now), due > now.wall {
      var record = waiting
      record.due = due
      record.state = .scheduled
      record.outcome = .scheduled
      record.expires = expiry(request, due: due)
      record.awaitsZone = request.trigger.map { $0.repeats && !Timetable($0, in: zones).isZoneKnown } ?? false
      try store.update(record)
      try decide(record.id, Ruling(Schedule.name, .scheduled, .notFired), now)
      if record.awaitsZone {
        try decide(record.id, Schedule.zoneUnknown, now)
      }
      outbox.noteChange(of: record.id)
      return
    }
    let settings = settings(of: app)
    if let why = prohibition(of: request, app) {
      try withdraw([waiting], why, now)
      return
    }
    request.trigger = nil
    let isUndecided = settings.authorization == .notDetermined
    var existing = try sameThing(as: request, standing: isUndecided ? .awaitingConsent : .unread)
    if existing?.id == waiting.id { existing = nil }
    // What was put off does not take the place of something newer.
    if let existing, waiting.isPutOff {
      return try join(waiting, existing.id, now)
    }
    let isDue = waiting.state == .scheduled && waiting.request.trigger != nil
    let record = try bring(
      request, settings, existing: existing, waiting: waiting, due: waiting.due, isDue: isDue, now)
    if record.id != waiting.id { try join(waiting, record.id, now) }
  }

  /// Judges what was due then, and stores it: as an entry of its own where nothing waited for it or is there.
  func bring(
    _ posted: NotificationRequest, _ settings: EffectiveSettings, existing: NotificationRecord?,
    waiting: NotificationRecord?, due: Timestamp?, isDue: Bool, _ now: Moment
  ) throws -> NotificationRecord {
    var request = posted
    var situation = situation(of: request.app, settings, existing: existing, now)
    situation.isDue = isDue
    let wasPutOff = waiting?.isPutOff == true
    // The person has chosen this very time.
    if wasPutOff { situation.settings.summary = false }
    if isDue || wasPutOff { fire(&request, &situation, due: due ?? now.wall, wasPutOff: wasPutOff) }
    situation.othersWait = try othersWait(for: request)
    let judgement = Guidelines.judge(request, in: situation)
    let record = try persist(
      judgement, request, existing: existing, due: nil, firstDue: due, waiting: waiting, now)
    attend(judgement, record, now)
    if judgement.outcome == .awaitingConsent { try ask(request.app, purpose: nil, by: nil, now) }
    return record
  }

  private func join(_ waiting: NotificationRecord, _ id: NotificationID, _ now: Moment) throws {
    var joined = waiting
    try decide(waiting.id, Ruling(SameThing.name, .joined, .joined, .id(id)), now)
    try end(&joined, .withdrawn, now)
  }
}
