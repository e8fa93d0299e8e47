import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// What time has brought: triggers that fire, notifications that expire, the end of Do Not Disturb.
  func runSchedule(_ now: Moment) throws {
    if let until = switches.doNotDisturbUntil, until <= now.wall {
      try switchDoNotDisturb(false, until: nil, now)
    }
    guard let deadline = outlook.deadline, deadline <= now.wall else { return }
    try end(try store.expired(by: now.wall, limit: 500), .expired, now)
    for record in try store.due(by: now.wall, limit: 500) { try deliver(record, now) }
  }

  /// Judges what waited for its time or for consent as if it were posted now.
  func deliver(_ waiting: NotificationRecord, _ now: Moment) throws {
    var request = waiting.request
    let app = try self.app(request.app, now)
    if let due = waiting.due, due > now.wall {
      var record = waiting
      record.state = .scheduled
      record.outcome = .scheduled
      record.expires = request.expiresAfter.map { due.advanced(bySeconds: $0) }
      try store.update(record)
      try decide(record.id, Schedule.name, "scheduled", "Its trigger has not fired yet.", now)
      changed.insert(record.id)
      return
    }
    let settings = settings(of: app)
    if let why = prohibition(of: request, app) { return try withdraw([waiting], why, now) }
    let isUndecided = settings.authorization == .notDetermined
    var existing = try sameThing(as: request, standing: isUndecided ? .awaitingConsent : .unread)
    if existing?.id == waiting.id { existing = nil }
    // What was put off does not take the place of something newer.
    if let existing, waiting.request.trigger == nil, waiting.state == .scheduled {
      return try join(waiting, existing.id, now)
    }
    var situation = situation(of: app.id, settings, existing: existing, now)
    let wasPutOff = waiting.state == .scheduled && request.trigger == nil
    fire(&request, &situation, wasPutOff: wasPutOff, now)
    request.trigger = nil
    situation.othersWait = try othersWait(for: request)
    let judgement = Guidelines.judge(request, in: situation)
    let record = try settle(judgement, request, existing: existing, due: nil, waiting: waiting, now)
    attend(judgement, record, now)
    if isUndecided { try ask(app.id, purpose: nil, by: nil, now) }
    if record.id != waiting.id { try join(waiting, record.id, now) }
  }

  private func join(_ waiting: NotificationRecord, _ id: NotificationID, _ now: Moment) throws {
    var joined = waiting
    try decide(waiting.id, SameThing.name, "joined", "The same thing was already there, as \(id).", now)
    try end(&joined, .withdrawn, now)
  }
}
