package import NotificationModel

/// Alerts of apps that the person has put into the summary wait for the next summary. Urgent alerts break through, and
/// calls do not wait.
package enum ScheduledSummary: HoldingGuideline {
  package static let name = "focus.summary"

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
      return judgement.breakThrough(name, Reason(.throughSummary, .name(urgency)))
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
    let cause = situation.settings.source(of: .summary)
    judgement.hold(
      by: name, until: summary.time, Reason(.awaitsSummary, .name(summary.clock.text), .source(cause)))
  }

  package static func end(for record: NotificationRecord) -> Reason.Key {
    record.summary == nil ? .noSummaryAnyMore : .summaryDue
  }

  private static func summaryOfHeld(_ record: NotificationRecord) -> Timestamp? {
    record.state == .held ? record.summary : nil
  }
}

/// "Don't interrupt the user": rating prompts and marketing wait until the screen is unlocked.
package enum LockHold: HoldingGuideline {
  package static let name = "focus.locked"

  package static func concerns(_ kind: Kind?) -> Bool { kind == .rating || kind == .marketing }

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, situation.isLocked, concerns(request.kind) else { return }
    let lock = LockedScreen.clause(situation.lockHolders)
    judgement.hold(by: name, until: nil, Reason(.awaitsUnlocking, .reason(lock)))
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .unlocked }
}

/// "Look for logical pauses or stopping points": a rating prompt waits while an urgent notification, an alarm or a call
/// is unread, for a moment after it came or was shown, and for up to an hour while it is on screen.
package enum RatingPause: HoldingGuideline {
  package static let name = "focus.pause"
  /// In seconds: time to look at such a notification, and to do what it asks.
  package static let moment: Int64 = 120
  /// In seconds. One that has been on screen for longer is let be by the person.
  package static let longest: Int64 = 3_600

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.canBeHeld, request.kind == .rating, let pause = situation.pause else { return }
    judgement.hold(by: name, until: pause, Reason(.ratingAwaitsPause))
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .ratingPause }
}

/// The clause of an explanation about a screen that counts as locked.
package enum LockedScreen {
  /// The name by which screen sharing is listed among the holders of a lock.
  package static let sharing = "screen sharing"
  /// The same for a machine that sleeps, or has just woken.
  package static let sleep = "sleep"

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
