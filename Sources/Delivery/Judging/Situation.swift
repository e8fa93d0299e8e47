import Guidelines
import NotificationModel

// What a judgement needs to know.

extension DeliveryEngine {
  /// `pace`: how fast its app has alerted, where that is not what was posted here.
  func situation(
    of app: AppID, _ settings: EffectiveSettings, existing: NotificationRecord?,
    waiting: NotificationRecord? = nil, pace: AlertPace? = nil, _ now: Moment
  ) -> Situation {
    let (pace, limits) = (pace ?? rates.pace, preferences.policy.limits)
    var situation = Situation(
      now: now.wall, settings: settings, existing: existing, foreground: attention.foreground(of: app),
      doNotDisturb: preferences.doNotDisturb(now: now.wall), quietHoursEnd: timing.quietHoursEnd(now),
      summary: settings.summary ? summary(for: waiting, now) : nil,
      alertsTooFast: pace.isTooFast(app, .ordinary, limits, now: now.uptime),
      server: server.reachability, isMuted: preferences.isSilent,
      soundsTooFast: soundPace.isTooFast(app, now: now.uptime))
    situation.callsTooFast = pace.isTooFast(app, .callsAndAlarms, limits, now: now.uptime)
    situation.urgentTooFast = pace.isTooFast(app, .urgent, limits, now: now.uptime)
    situation.alarmsTooMany = pace.hasRung(app, limits, now: now.uptime)
    situation.wasHeld = waiting?.hold != nil
    situation.summaryToCome = summaries.due[app].map { $0.isReleased ? .ofReleased : .ofTooFast }
    situation.isLocked = attention.isLocked
    situation.isPersonAway = attention.isPersonAway
    situation.lockHolders = attention.lockHolders
    situation.lacksSummary = preferences.policy.summaryTimes.isEmpty
    return situation
  }

  /// One that waits already misses no summary by being looked at again.
  private func summary(for waiting: NotificationRecord?, _ now: Moment) -> ClockMoment? {
    guard let waiting else { return timing.nextSummaryTime(now) }
    return waiting.summary.flatMap { $0 > now.wall ? ClockMoment($0, in: timing.zones.local) : nil }
  }

  /// Its trigger fires, or the time it was put off to has come: what is about this moment is relevant now.
  func makeDue(
    _ request: inout NotificationRequest, _ situation: inout Situation, due: Timestamp,
    wasPutOff: Bool = false
  ) {
    let fired = OwnMoment.fired(request, due: due, wasPutOff: wasPutOff)
    situation.isItsMoment = fired != request
    situation.wasPutOff = wasPutOff
    request = fired
  }

  /// Looked up for a call alone, which overtakes them.
  func othersWait(for request: NotificationRequest) throws -> Bool {
    request.kind == .call ? try store.hasBannersWaiting(butRedactions: true) : false
  }

  /// The entry about the same thing, among those that stand where this one would.
  func sameThing(as request: NotificationRequest, standing: Standing, _ now: Moment) throws
    -> NotificationRecord?
  {
    if let origin = request.origin.desktop {
      return try frontThing(as: request, origin, standing: standing, now)
    }
    if let identifier = request.identifier {
      return try store.live(app: request.app, identifier: identifier, standing: standing)
    }
    return request.sender == nil ? try store.live(like: request, standing: standing) : nil
  }

  /// One that was held or waits in the queue, as it is now. `wherever`: wherever its app is, which counts only at
  /// the moment of showing.
  func judgeAgain(_ record: NotificationRecord, wherever: Bool = false, _ now: Moment) throws -> Judgement {
    let app = try apps.app(record.request.app, now)
    var situation = situation(
      of: app.id, apps.settings(of: app, for: record.request), existing: nil, waiting: record, now)
    if wherever || !record.request.origin.followsFocus { situation.foreground = .background }
    // It was counted when it came.
    situation.alarmsTooMany = false
    situation.callsTooFast = false
    return Guidelines.judgeAgain(record.request, in: situation)
  }
}
