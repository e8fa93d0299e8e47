package import NotificationModel

/// An app whose alerts come too fast goes quiet, and one banner then says how many there were: many alerts at once
/// "fill up Notification Center, and people may turn off all notifications". What the server itself keeps back alerts no
/// one, and is not counted.
package enum AlertRate: Guideline {
  package static let name = "alerts.rate"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.alert == .now else { return }
    guard !situation.serverKeepsBack else { return judgement.exemptFromRate() }
    guard judgement.level != .critical else { return }
    guard !(situation.hasBanner && request.origin.changesForFree) else { return judgement.exemptFromRate() }
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

/// The rate that an alert is charged to. Calls, alarms that the person set, and Time Sensitive alerts cannot wait, so
/// each of these has a rate of its own. Beyond it, they are charged like any other alert.
package enum AlertLane: Hashable, CaseIterable, Sendable {
  package static let name = "alerts.exempt"

  case ordinary
  case callsAndAlarms
  /// Three times the ordinary rate: enough for a taxi's arrival, too little for a flood.
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

  /// The rate as a multiple of the rate of ordinary alerts.
  package var factor: Int { self == .urgent ? 3 : 1 }
}
