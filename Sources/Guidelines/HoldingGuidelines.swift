package import NotificationModel

/// While the person wants quiet, alerts wait, except urgent ones that are allowed to break through.
package enum DoNotDisturbHold: HoldingGuideline {
  package static let name = "focus.doNotDisturb"
  package static let missed: Missed.Cause? = .doNotDisturb

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, case .on(let until) = situation.doNotDisturb else { return }
    if let urgency = judgement.urgency {
      return judgement.breakThrough(self, .throughDoNotDisturb, .name(urgency))
    }
    judgement.hold(by: self, until: until, .doNotDisturb)
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .doNotDisturbOver }
}

/// While an app has asked for quiet, for example for a film or a talk, alerts wait as under Do Not Disturb.
package enum InhibitHold: HoldingGuideline {
  package static let name = "focus.inhibited"
  package static let missed: Missed.Cause? = .inhibited

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, situation.isInhibited else { return }
    if let urgency = judgement.urgency {
      return judgement.breakThrough(self, .throughInhibition, .name(urgency))
    }
    judgement.hold(by: self, until: nil, .inhibited)
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .inhibitionOver }
}

/// "People generally use settings to specify … delivery times for notifications that have different levels of urgency":
/// within the quiet hours alerts wait, except urgent ones that are allowed to break through.
package enum QuietHours: HoldingGuideline {
  package static let name = "focus.quietHours"
  package static let missed: Missed.Cause? = .quietHours

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, let end = situation.quietHoursEnd else { return }
    let cause =
      situation.areQuietHoursChosen
      ? Reason(.quietHoursChosen) : situation.settings.source(of: "QuietHours", in: "Schedule").reason
    if let urgency = judgement.urgency {
      return judgement.breakThrough(
        self, .throughQuietHours, .name(end.clock.text), .reason(cause), .name(urgency))
    }
    judgement.hold(by: self, until: end.time, .quietHours, .name(end.clock.text), .reason(cause))
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .quietHoursOver }
}

/// Alerts of apps that the person has put into the summary wait for the next summary. Urgent alerts break through, and
/// calls do not wait.
package enum ScheduledSummary: HoldingGuideline {
  package static let name = "focus.summary"
  package static let missed: Missed.Cause? = nil

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, situation.settings.summary else { return }
    guard let summary = situation.summary else {
      if situation.lacksSummary {
        let cause = situation.settings.source(of: "Summary", in: "Schedule")
        judgement.record(name, .presented, .noSummaryTime, .source(cause))
      }
      return
    }
    if let urgency = judgement.urgency {
      return judgement.breakThrough(self, .throughSummary, .name(urgency))
    }
    guard request.kind != .call else {
      return judgement.record(name, .presented, .callsAwaitNoSummary)
    }
    if let due = situation.existing.flatMap(summaryOfHeld), due <= situation.now {
      // The summary that the held notification waited for is due. New text does not make it wait for another.
      judgement.summary = due
      return
    }
    judgement.summary = summary.time
    judgement.hold(
      by: self, until: summary.time,
      .awaitsSummary, .name(summary.clock.text), .source(situation.settings.source(of: .summary)))
  }

  package static func end(for record: NotificationRecord) -> Reason.Key {
    record.summary == nil ? .noSummaryAnyMore : .summaryDue
  }

  private static func summaryOfHeld(_ record: NotificationRecord) -> Timestamp? {
    record.state == .held ? record.summary : nil
  }
}

/// "Don't interrupt the user": rating prompts and marketing wait until the screen is unlocked. So do notifications
/// whose banner the lock took away and which come back at the unlock.
package enum LockHold: HoldingGuideline {
  package static let name = "focus.locked"
  package static let missed: Missed.Cause? = .locked

  package static func concerns(_ kind: Kind?) -> Bool { kind == .rating || kind == .marketing }

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, situation.isLocked, concerns(request.kind) || situation.waitsForUnlock else {
      return
    }
    judgement.hold(
      by: self, until: nil,
      .awaitsUnlocking, .reason(LockedScreen.clause(situation.lockHolders)))
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .unlocked }
}

/// The clause of an explanation about a screen that counts as locked.
package enum LockedScreen {
  /// The name by which screen sharing is listed among the holders of a lock.
  package static let sharing = "screen sharing"

  /// `holders`: the sources that say that the screen is locked; `nil` while it only counts as locked because a source
  /// has not answered yet.
  package static func clause(_ holders: [String]?) -> Reason {
    switch holders {
    case nil: Reason(.notKnownWhetherLocked)
    case []?: Reason(.isLocked)
    case [sharing]?: Reason(.isShared)
    case let holders?: Reason(.isLockedBy, .name(holders.joined(separator: ", ")))
    }
  }
}
