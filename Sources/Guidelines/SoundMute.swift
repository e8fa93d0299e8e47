package import NotificationModel

/// What the person has silenced makes no sound. The mute switch spares what is critical, and the alarms that the
/// person set.
package enum SoundMute: Guideline {
  package static let name = "sound.muted"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.sound != nil, !judgement.isSilent, let reason = reason(request, situation, judgement.level)
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
