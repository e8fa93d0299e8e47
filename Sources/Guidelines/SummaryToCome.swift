package import NotificationModel

/// While the one banner that speaks for several is still to come, later alerts of the app join it, or they would
/// overtake it; what is urgent does not wait for it.
package enum SummaryToCome: HoldingGuideline, Sendable {
  /// Of those that came too fast.
  case ofTooFast
  /// Of those that were held.
  case ofReleased

  package static let name = SummaryText.name
  package static let missed: Missed.Cause? = nil

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard let summary = situation.summaryToCome, judgement.alert == .now, !judgement.level.isUrgent,
      AlertLane(of: request, level: judgement.level, in: situation) == .ordinary
    else { return }
    switch summary {
    case .ofTooFast:
      judgement.conclude(.quiet)
      guard !situation.hasBanner else {
        judgement.weaken(to: .inPlace)
        return judgement.record(
          name, .quiet, .updatedTooFast, .source(situation.settings.source(of: "AlertBurst", in: "Limits")))
      }
      judgement.joinsSummary = true
      judgement.weaken(to: .never)
      judgement.record(name, .quiet, .joinsThoseTooFast)
    case .ofReleased:
      judgement.joinsSummary = true
      judgement.hold(by: self, until: nil, .joinsReleased)
    }
  }

  package static func end(for record: NotificationRecord) -> Reason.Key { .fewEnough }
}
