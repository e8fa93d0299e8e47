package import NotificationModel

/// Muted notifications make no sound. The mute switch spares critical notifications and alarms that the person set.
package enum SoundMute: Guideline {
  package static let name = "sound.muted"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.alertSound != nil, !judgement.isSilent,
      let reason = reason(request, situation, judgement.level)
    else { return }
    judgement.silence()
    judgement.record(name, .silent, reason)
  }

  private static func reason(
    _ request: NotificationRequest, _ situation: Situation, _ level: InterruptionLevel
  ) -> Reason? {
    if request.kind == .rating { return Reason(.soundOfRating) }
    if !situation.settings.sounds {
      return Reason(.soundsOff, .source(situation.settings.source(of: .sounds)))
    }
    if situation.isMuted && level != .critical && request.kind != .alarm {
      return Reason(.muteSwitch)
    }
    return nil
  }
}

/// A sound "should be used sparingly": only the first notification of a burst sounds. Calls, alarms and critical
/// notifications always do.
package enum SoundRate: Guideline {
  package static let name = "sound.rate"

  /// The minimum times between two sounds of one app, and between any two sounds.
  package static let millisecondsOfApp: Int64 = 2_000
  package static let millisecondsOfAll: Int64 = 1_000

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.alertSound != nil, !judgement.isSilent, situation.soundsTooFast,
      judgement.level != .critical,
      request.kind != .call, request.kind != .alarm
    else { return }
    judgement.silence()
    judgement.record(name, .silent, .soundsTooFast)
  }
}
