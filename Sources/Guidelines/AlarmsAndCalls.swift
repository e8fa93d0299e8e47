package import NotificationModel
package import Wording

/// An alarm that the person set rings when its time has come, and a call gets through. Neither needs a level of its
/// own. The person can withhold this from an app's alarms, and has to grant it to an app's calls.
package enum Ringing: Guideline {
  package static let name = "urgency.rings"

  /// The most alarms per hour that ring if they are posted for now rather than set for a time. Further ones count as
  /// active.
  package static let perHour = 6

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.level == .active, let kind = request.kind else { return }
    switch kind {
    case .alarm where !situation.settings.alarms:
      refuse(&judgement, situation, Reason(.alarmsOff, .source(situation.settings.source(of: .alarms))))
    // An alarm or call that was over the limit when it was posted does not ring later.
    case .alarm where situation.wasHeld, .call where situation.wasHeld: break
    case .alarm where situation.alarmsTooMany && !situation.isDue && !situation.wasSnoozed:
      refuse(&judgement, situation, Reason(.alarmsTooMany, .count(perHour)))
    case .alarm: judgement.rings = kind
    case .call where situation.settings.calls && !situation.callsTooFast: judgement.rings = kind
    case .call, .message, .reminder, .rating, .marketing: break
    }
  }

  /// Records the refusal only if it changes the outcome: while the person wants quiet.
  private static func refuse(_ judgement: inout Judgement, _ situation: Situation, _ reason: Reason) {
    guard !situation.quiets.isEmpty else { return }
    judgement.record(name, .active, reason)
  }
}

/// A held call cannot be answered any more. The person is told that they missed it.
package enum MissedCall {
  package static let name = "calls.missed"

  private static let heldSeconds: Int64 = 60

  /// Whether the call that came then rings no longer.
  static func isOver(_ record: NotificationRecord, now: Timestamp) -> Bool {
    record.came.advanced(bySeconds: heldSeconds) < now
  }

  /// The request as it is listed and shown after the call, with the caller's name and without the call's buttons; `nil`
  /// while the call may still ring.
  package static func replacing(
    _ record: NotificationRecord, now: Timestamp, wording: Wording
  ) -> NotificationRequest? {
    let request = record.request
    guard request.kind == .call, isOver(record, now: now) else { return nil }
    var missed = request
    missed.kind = nil
    missed.actions = nil
    missed.origin = missed.origin.map { origin in
      var origin = origin
      origin.furtherActions = []
      return origin
    }
    missed.title = wording.missedCall
    missed.subtitle = nil
    missed.body = request.sender == nil ? request.title ?? request.body : nil
    missed.hiddenPreviewBody = wording.missedCall
    missed.sound = nil
    return missed
  }

  package static let ruling = Ruling(name, .late, .missedCall)
}

/// "No app may keep the user from taking an incoming phone call": a call goes before everything in the queue except
/// earlier calls, unless calls come too fast. Consent and Do Not Disturb hold for calls too.
package enum IncomingCalls: Guideline {
  package static let name = "calls.first"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.kind == .call, judgement.alert == .now, situation.othersWait,
      !situation.callsTooFast
    else { return }
    judgement.record(name, .first, .callFirst)
  }
}
