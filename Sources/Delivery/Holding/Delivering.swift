import Guidelines
import NotificationModel

extension DeliveryEngine {
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
      try update(record)
      try decide(record.id, Ruling(Schedule.name, .scheduled, .notFired), now)
      if record.awaitsZone {
        try decide(record.id, Schedule.zoneUnknown, now)
      }
      return
    }
    let settings = settings(of: app, for: request)
    if let why = prohibition(of: request, app) {
      try withdraw([waiting], why, now)
      return
    }
    request.trigger = nil
    let isUndecided = settings.authorization == .notDetermined
    var existing = try sameThing(as: request, standing: isUndecided ? .awaitingConsent : .unread, now)
    if existing?.id == waiting.id { existing = nil }
    // What was put off does not take the place of something newer.
    if let existing, waiting.isPutOff {
      return try join(waiting, existing.id, now)
    }
    let isDue = waiting.state == .scheduled && waiting.request.trigger != nil
    let record = try bring(
      request, advice: waiting.advice, settings, existing: existing, waiting: waiting, due: waiting.due,
      isDue: isDue, now)
    if record.id != waiting.id { try join(waiting, record.id, now) }
  }

  /// Judges what was due then, and stores it: as an entry of its own where nothing waited for it or is there.
  func bring(
    _ posted: NotificationRequest, advice: [Remark], _ settings: EffectiveSettings,
    existing: NotificationRecord?, waiting: NotificationRecord?, due: Timestamp?, isDue: Bool, _ now: Moment
  ) throws -> NotificationRecord {
    var request = posted
    var situation = situation(of: request.app, settings, existing: existing, now)
    situation.isDue = isDue
    let wasPutOff = waiting?.isPutOff == true
    // The person has chosen this very time.
    if wasPutOff { situation.settings.summary = false }
    situation.wasJustDismissed = !wasPutOff && live.dismissals.contains(request, now: now.uptime)
    if isDue || wasPutOff { makeDue(&request, &situation, due: due ?? now.wall, wasPutOff: wasPutOff) }
    situation.othersWait = try othersWait(for: request)
    let judgement = Guidelines.judge(request, in: situation)
    var record = try persist(
      judgement, request, advice: advice, existing: existing, due: nil, firstDue: due, waiting: waiting, now)
    attend(judgement, record, isForNow: !isDue && !wasPutOff, now)
    if judgement.outcome == .awaitingConsent { try ask(request.app, purpose: nil, by: nil, now) }
    try closeUnshown(&record)
    return record
  }

  private func join(_ waiting: NotificationRecord, _ id: NotificationID, _ now: Moment) throws {
    var joined = waiting
    try decide(waiting.id, Ruling(SameThing.name, .joined, .joined, .id(id)), now)
    try end(&joined, .withdrawn, now)
  }

  /// When what waited for consent is due. What a series has missed meanwhile is not made up for.
  func due(of waiting: NotificationRecord, _ now: Moment) -> Timestamp? {
    guard let due = waiting.due, let trigger = waiting.request.trigger else { return waiting.due }
    let timetable = Timetable(trigger, in: zones)
    if trigger.repeats, !timetable.isZoneKnown { return Self.nextLook(now) }
    return timetable.next(after: now.wall, due: due).flatMap { due <= now.wall ? $0 : nil }
      ?? timetable.reconsidered(due: due, fired: waiting.fired, now: now.wall)
  }

  /// When a zone that this computer does not know is looked for again.
  static func nextLook(_ now: Moment) -> Timestamp { now.wall.advanced(bySeconds: 86_400) }
}
