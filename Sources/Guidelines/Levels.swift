package import NotificationModel

/// "Build trust by accurately representing the urgency": an urgency that is not earned counts as `active`.
package enum Levels: Guideline {
  package static let name = "urgency.earned"

  /// A time-sensitive event happens "now or within an hour".
  static let relevantSeconds: Int64 = 3_600

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    let (granted, reason) = level(of: request, in: situation)
    judgement.level = granted
    guard let reason else { return }
    judgement.record(name, .active, reason)
    if request.level == .timeSensitive { judgement.urgentFrom = urgency(request, situation) }
  }

  /// The level that the request is granted now, and why it is not the one that it asks for.
  static func level(of request: NotificationRequest, in situation: Situation) -> (
    granted: InterruptionLevel, reason: Reason?
  ) {
    let asked = request.level ?? .active
    switch asked {
    case .passive, .active: return (asked, nil)
    case .timeSensitive:
      let reason = demotion(request, situation)
      return (reason == nil ? asked : .active, reason)
    case .critical:
      if situation.settings.critical { return (asked, nil) }
      return (.active, Reason(.noCriticalGrant, .source(situation.settings.source(of: .critical))))
    }
  }

  /// Why a held notification comes before the end of its hold.
  package static let nearEnough = Ruling(name, .released, .relevantSoon)

  private static func demotion(_ request: NotificationRequest, _ situation: Situation) -> Reason? {
    guard situation.settings.timeSensitive else {
      return Reason(.timeSensitiveOff, .source(situation.settings.source(of: .timeSensitive)))
    }
    if FiredReminder.getsDateWhenFired(request) { return nil }
    guard let date = request.relevantDate else {
      return Reason(.noRelevantDate)
    }
    let alerts = situation.alertsAt ?? situation.now
    let ahead = date.milliseconds - alerts.milliseconds
    guard abs(ahead) > relevantSeconds * 1_000 else { return nil }
    let fires = situation.alertsAt != nil
    return ahead > 0
      ? Reason(fires ? .relevantLaterThanFiring : .relevantLater)
      : Reason(fires ? .relevantBeforeFiring : .relevantBefore)
  }

  /// When the event is near enough to be Time Sensitive; `nil` if it is already, was long ago, or Time Sensitive would
  /// not break through.
  private static func urgency(_ request: NotificationRequest, _ situation: Situation) -> Timestamp? {
    guard situation.settings.timeSensitive, !LockHold.concerns(request.kind) else { return nil }
    return request.relevantDate.map { $0.advanced(bySeconds: -relevantSeconds) }
      .flatMap { $0 > situation.now ? $0 : nil }
  }
}

/// An alarm or a reminder is relevant at the moment that the person set it for: it needs no `relevantDate` to be Time
/// Sensitive when its trigger fires.
package enum FiredReminder: Guideline {
  package static let name = "urgency.ownMoment"

  /// Whether the request gets its relevant date when its trigger fires.
  fileprivate static func getsDateWhenFired(_ request: NotificationRequest) -> Bool {
    isForPerson(request) && request.relevantDate == nil && request.trigger != nil
  }

  private static func isForPerson(_ request: NotificationRequest) -> Bool {
    request.kind == .alarm || request.kind == .reminder
  }

  /// The request as its trigger fires, possibly later than it was due. If the person put it off, the time they chose
  /// replaces any earlier date.
  package static func fired(
    _ request: NotificationRequest, due: Timestamp, wasSnoozed: Bool = false
  ) -> NotificationRequest {
    guard isForPerson(request), request.relevantDate == nil || wasSnoozed else { return request }
    var request = request
    request.relevantDate = due
    return request
  }

  /// Records a decision at the moment of firing, when `fired` has set the request's date.
  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard situation.isAtRelevantDate, judgement.level == .timeSensitive else { return }
    judgement.record(name, .timeSensitive, .relevantNow)
  }
}
