package import NotificationModel

/// A sound "should be used sparingly": of a burst only the first one sounds. Calls, alarms and what is critical
/// always do.
package enum SoundRate: Guideline {
  package static let name = "sound.rate"

  /// One sound of an app within so much time, and one of all.
  package static let millisecondsOfApp: Int64 = 2_000
  package static let millisecondsOfAll: Int64 = 1_000

  package static func judge(
    _ request: NotificationRequest, in situation: Situation, _ judgement: inout Judgement
  ) {
    guard request.sound != nil, !judgement.isSilent, situation.soundsTooFast, judgement.level != .critical,
      request.kind != .call, request.kind != .alarm
    else { return }
    judgement.silence()
    judgement.record(name, .silent, .soundsTooFast)
  }
}
