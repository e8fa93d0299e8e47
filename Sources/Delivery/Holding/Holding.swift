import Guidelines
import NotificationModel
import Wording

/// What waits: for its time, for consent, for the end of what holds it. It is judged once more when that has come.
final class Holding {
  let store: any RecordStore
  let share: WorkShare
  let preferences: Preferences
  let apps: Apps
  let rates: Rates
  let timing: Timing
  let backlog: Backlog
  let banners: BannerQueue
  let summaries: Summaries
  let situations: Situations
  let questions: Questions
  let events: Events
  let entries: Entries
  let presentation: Presentation

  init(
    _ preferences: Preferences, _ apps: Apps, _ rates: Rates, _ timing: Timing, _ backlog: Backlog,
    _ banners: BannerQueue, _ summaries: Summaries, _ situations: Situations, _ questions: Questions,
    _ events: Events, _ entries: Entries, _ presentation: Presentation, in transaction: Transaction
  ) {
    store = transaction.store
    share = transaction.share
    self.preferences = preferences
    self.apps = apps
    self.rates = rates
    self.timing = timing
    self.backlog = backlog
    self.banners = banners
    self.summaries = summaries
    self.situations = situations
    self.questions = questions
    self.events = events
    self.entries = entries
    self.presentation = presentation
  }

  var wording: Wording { presentation.wording }

  /// Judges what waited for its time or for consent as if it were posted now.
  func deliver(_ waiting: NotificationRecord, _ now: Moment) throws {
    var request = waiting.request
    let app = try apps.app(request.app, now)
    if let due = timing.due(of: waiting, now), due > now.wall {
      var record = waiting
      record.due = due
      record.state = .scheduled
      record.outcome = .scheduled
      record.expires = timing.expiry(request, due: due)
      record.awaitsZone =
        request.trigger.map { $0.repeats && !Timetable($0, in: timing.zones).isZoneKnown } ?? false
      try entries.update(record)
      try entries.decide(record.id, Ruling(Schedule.name, .scheduled, .notFired), now)
      if record.awaitsZone {
        try entries.decide(record.id, Schedule.zoneUnknown, now)
      }
      return
    }
    let settings = apps.settings(of: app, for: request)
    if let why = apps.prohibition(of: request, app) {
      try entries.withdraw([waiting], why, now)
      return
    }
    request.trigger = nil
    let isUndecided = settings.authorization == .notDetermined
    var existing = try situations.sameThing(
      as: request, standing: isUndecided ? .awaitingConsent : .unread, now)
    if existing?.id == waiting.id { existing = nil }
    // What was put off does not take the place of something newer.
    if let existing, waiting.isPutOff {
      return try join(waiting, existing.id, now)
    }
    let isDue = waiting.state == .scheduled && waiting.request.trigger != nil
    let occasion: Occasion =
      isDue || waiting.isPutOff ? .due(waiting.due ?? now.wall, wasPutOff: waiting.isPutOff) : .allowed
    let record = try bring(
      request, advice: waiting.advice, settings, existing: existing, waiting: waiting, due: waiting.due,
      occasion, now)
    if record.id != waiting.id { try join(waiting, record.id, now) }
  }

  /// Judges what was due then, and stores it: as an entry of its own where nothing waited for it or is there.
  func bring(
    _ posted: NotificationRequest, advice: [Remark], _ settings: EffectiveSettings,
    existing: NotificationRecord?, waiting: NotificationRecord?, due: Timestamp?, _ occasion: Occasion,
    _ now: Moment
  ) throws -> NotificationRecord {
    var request = posted
    let situation = try situations.situation(for: &request, occasion, settings, existing: existing, now)
    let judgement = Guidelines.judge(request, in: situation)
    var record = try entries.persist(
      judgement, request, advice: advice, existing: existing, due: nil, firstDue: due, waiting: waiting, now)
    let isForNow = if case .allowed = occasion { true } else { false }
    entries.attend(judgement, record, isForNow: isForNow, now)
    if judgement.outcome == .awaitingConsent { try questions.ask(request.app, purpose: nil, by: nil, now) }
    try entries.closeUnshown(&record)
    return record
  }

  private func join(_ waiting: NotificationRecord, _ id: NotificationID, _ now: Moment) throws {
    var joined = waiting
    try entries.decide(waiting.id, Ruling(SameThing.name, .joined, .joined, .id(id)), now)
    try entries.end(&joined, .withdrawn, now)
  }
}
