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
      if let why = demotion(request, situation) {
        judgement.level = .active
        judgement.record(name, .active, why)
        judgement.urgentFrom = urgency(request, situation)
      }
    case .critical where !situation.settings.critical:
      judgement.level = .active
      judgement.record(
        name, .active,
        "Critical needs an administrator's grant, and this app has none "
          + "(\(situation.settings.source(of: .critical))).")
    case .critical:
      break
    }
  }

  /// Why one that was held comes earlier than what holds it is over.
  package static let nearEnough = Decision(
    name, .released, "Its relevantDate is near enough by now to break through.")

  private static func demotion(_ request: NotificationRequest, _ situation: Situation) -> String? {
    guard situation.settings.timeSensitive else {
      return
        "Time Sensitive notifications are switched off for this app "
        + "(\(situation.settings.source(of: .timeSensitive)))."
    }
    if OwnMoment.awaitsIt(request) { return nil }
    guard let date = request.relevantDate else {
      return "Time Sensitive needs a relevantDate, and there is none."
    }
    let alerts = situation.alertsAt ?? situation.now
    let ahead = date.milliseconds - alerts.milliseconds
    guard abs(ahead) > relevantSeconds * 1_000 else { return nil }
    let moment = situation.alertsAt == nil ? "" : " when it fires"
    return ahead > 0
      ? "The relevantDate is more than an hour away\(moment)."
      : "The relevantDate is more than an hour past\(moment)."
  }

  /// When the event is near enough; `nil` where it is already, was long ago, or nobody would let it through.
  private static func urgency(_ request: NotificationRequest, _ situation: Situation) -> Timestamp? {
    guard situation.settings.timeSensitive, !LockHold.concerns(request.kind) else { return nil }
    return request.relevantDate.map { $0.advanced(bySeconds: -relevantSeconds) }
      .flatMap { $0 > situation.now ? $0 : nil }
  }
}
