package import NotificationModel

/// An app whose alerts come too fast goes quiet, and one banner then says how many there were: many at once
/// "fill up Notification Center, and people may turn off all notifications".
package enum AlertRate: Guideline {
  package static let name = "alerts.rate"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.alert == .now, judgement.level != .critical else { return }
    guard !(situation.hasBanner && request.origin.changesForFree) else { return judgement.costNothing() }
    guard situation.alertsTooFast else { return }
    switch AlertLane(of: request, level: judgement.level, in: situation) {
    case .ordinary: break
    case .callsAndAlarms: return judgement.record(AlertLane.name, .presented, .exemptFromRate)
    case .urgent: return judgement.record(AlertLane.name, .presented, .urgentExempt)
    }
    judgement.conclude(.quiet)
    judgement.joinsSummary = !situation.hasBanner
    judgement.weaken(to: situation.hasBanner ? .inPlace : .never)
    judgement.record(
      name, .quiet, why(request, situation),
      .source(situation.settings.source(of: "AlertBurst", in: "Limits")))
  }

  private static func why(_ request: NotificationRequest, _ situation: Situation) -> Reason.Key {
    if situation.hasBanner { return .updatedTooFast }
    return request.payer.script == nil ? .alertsTooFast : .scriptTooFast
  }
}

/// What an alert counts for. A call cannot wait, and neither can an alarm that the person asked for, nor what is Time
/// Sensitive: each has a rate of its own, beyond which they are alerts like any other.
package enum AlertLane: Hashable, CaseIterable, Sendable {
  package static let name = "alerts.exempt"

  case ordinary
  case callsAndAlarms
  /// Three times as fast as ordinary ones: a taxi's arrival is no message, and yet nobody needs dozens of them.
  case urgent

  package init(of request: NotificationRequest, level: InterruptionLevel, in situation: Situation) {
    self.init(
      of: request, level: level, callsTooFast: situation.callsTooFast, urgentTooFast: situation.urgentTooFast)
  }

  package init(
    of request: NotificationRequest, level: InterruptionLevel, callsTooFast: Bool, urgentTooFast: Bool
  ) {
    let isCallOrAlarm = request.kind == .call || request.kind == .alarm
    self =
      isCallOrAlarm && !callsTooFast
      ? .callsAndAlarms : level == .timeSensitive && !urgentTooFast ? .urgent : .ordinary
  }

  /// How many times as fast as ordinary alerts.
  package var factor: Int { self == .urgent ? 3 : 1 }
}
