package import NotificationModel

/// The alerts of apps that the person has put into the summary wait for its next time; what is urgent breaks
/// through, and a call cannot wait.
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
      // Its time has come already, and new text is no reason to wait for another.
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
