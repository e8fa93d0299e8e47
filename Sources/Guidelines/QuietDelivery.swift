package import NotificationModel

/// A notification that is passive, or whose app is on probation or has its banners switched off, is listed and counted,
/// without a banner or a sound.
package enum QuietDelivery: Guideline {
  package static let name = "delivery.quiet"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.listing == .unread || judgement.listing == .read,
      let reason = reason(situation.settings, judgement.level)
    else {
      return
    }
    judgement.conclude(.quiet)
    judgement.weaken(to: .never)
    judgement.record(name, .quiet, reason)
  }

  private static func reason(_ settings: EffectiveSettings, _ level: InterruptionLevel) -> Reason? {
    if level == .passive { return Reason(.passive) }
    if settings.authorization == .provisional {
      return Reason(.onProbation, .source(settings.source(of: .authorization)))
    }
    if !settings.banners {
      return Reason(.bannersOff, .source(settings.source(of: .banners)))
    }
    return nil
  }
}
