package import NotificationModel

/// Listed and counted, without a banner or a sound: passive ones, apps on probation, banners switched off.
package enum QuietDelivery: Guideline {
  package static let name = "delivery.quiet"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard judgement.listing != .later, let why = reason(situation.settings, judgement.level) else { return }
    judgement.settle(.quiet)
    judgement.weaken(to: .never)
    judgement.record(name, .quiet, why)
  }

  private static func reason(_ settings: EffectiveSettings, _ level: InterruptionLevel) -> String? {
    if level == .passive { return "A passive notification is listed, and asks for no attention." }
    if settings.authorization == .provisional {
      return "The app is allowed on probation, in the list only (\(settings.source(of: .authorization)))."
    }
    if !settings.banners {
      return "Banners are switched off for this app (\(settings.source(of: .banners)))."
    }
    return nil
  }
}
