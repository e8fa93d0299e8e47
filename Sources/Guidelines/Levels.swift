package import NotificationModel

/// "Build trust by accurately representing the urgency": an urgency that is not earned counts as `active`.
package enum Levels: Guideline {
  package static let name = "urgency.earned"

  /// A time-sensitive event happens "now or within an hour".
  static let relevantSeconds: Int64 = 3_600

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    let asked = request.level ?? .active
    judgement.level = asked
    switch asked {
    case .passive, .active:
      break
    case .timeSensitive:
      if let reason = demotion(request, situation) {
        judgement.level = .active
        judgement.record(name, .active, reason)
        judgement.urgentFrom = urgency(request, situation)
      }
    case .critical where !situation.settings.critical:
      judgement.level = .active
      judgement.record(name, .active, .noCriticalGrant, .source(situation.settings.source(of: .critical)))
    case .critical:
      break
    }
  }

  /// Why one that was held comes earlier than what holds it is over.
  package static let nearEnough = Ruling(name, .released, .relevantSoon)

  private static func demotion(_ request: NotificationRequest, _ situation: Situation) -> Reason? {
    guard situation.settings.timeSensitive else {
      return Reason(.timeSensitiveOff, .source(situation.settings.source(of: .timeSensitive)))
    }
    if FiredReminder.awaitsIt(request) { return nil }
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

  /// When the event is near enough; `nil` where it is already, was long ago, or nobody would let it through.
  private static func urgency(_ request: NotificationRequest, _ situation: Situation) -> Timestamp? {
    guard situation.settings.timeSensitive, !LockHold.concerns(request.kind) else { return nil }
    return request.relevantDate.map { $0.advanced(bySeconds: -relevantSeconds) }
      .flatMap { $0 > situation.now ? $0 : nil }
  }
}

/// What the person set for a moment is relevant at that moment: an alarm or a reminder needs no `relevantDate`
/// to be Time Sensitive when its trigger fires.
package enum FiredReminder: Guideline {
  package static let name = "urgency.ownMoment"

  /// Whether it will have its date once its trigger fires.
  static func awaitsIt(_ request: NotificationRequest) -> Bool {
    isForPerson(request) && request.relevantDate == nil && request.trigger != nil
  }

  private static func isForPerson(_ request: NotificationRequest) -> Bool {
    request.kind == .alarm || request.kind == .reminder
  }

  /// The request as it is once its trigger fires, which may be later than it was due. Of one that was put off,
  /// the person has chosen the moment, whatever date it had.
  package static func fired(
    _ request: NotificationRequest, due: Timestamp, wasPutOff: Bool = false
  ) -> NotificationRequest {
    guard isForPerson(request), request.relevantDate == nil || wasPutOff else { return request }
    var request = request
    request.relevantDate = due
    return request
  }

  /// Speaks at the moment of firing, when `fired` has given the request its date.
  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard situation.isItsMoment, judgement.level == .timeSensitive else { return }
    judgement.record(name, .timeSensitive, .relevantNow)
  }
}
