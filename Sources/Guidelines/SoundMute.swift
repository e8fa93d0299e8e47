package import NotificationModel

/// What the person has silenced makes no sound. The mute switch spares what is critical, and the alarms that the
/// person set.
package enum SoundMute: Guideline {
  package static let name = "sound.muted"

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.sound != nil, !judgement.isSilent, let why = reason(request, situation, judgement.level)
    else { return }
    judgement.silence()
    judgement.record(name, .silent, why)
  }

  private static func reason(
    _ request: NotificationRequest, _ situation: Situation, _ level: InterruptionLevel
  ) -> String? {
    if request.kind == .rating { return "Asking to be rated makes no sound." }
    if !situation.settings.sounds {
      return "Sounds are switched off for this app (\(situation.settings.source(of: .sounds)))."
    }
    if situation.isMuted && level != .critical && request.kind != .alarm {
      return "The mute switch is on (bellhop silent)."
    }
    return nil
  }
}
