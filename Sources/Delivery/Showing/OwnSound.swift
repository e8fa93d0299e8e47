import Guidelines
import NotificationModel

extension DeliveryEngine {
  /// A server that plays no sounds has shown a banner that is to be heard: the desktop plays it instead.
  func play(_ sound: SoundPace.Sounding, _ now: Moment) throws {
    guard sound.isHeard, let server = live.server.description, !server.capabilities.contains("sound") else {
      return
    }
    if let serverMute = live.mute.mute, serverMute.keepsBack(sound.urgency) {
      return try decide(
        sound.id, Ruling(ServerAnswer.name, .leftOut, .soundKeptBack, .name(serverMute.state)), now)
    }
    if let finding = diagnosis.findings[.sound], finding.verdict == .missing {
      return try decide(
        sound.id,
        Ruling(ServerAnswer.name, .leftOut, .soundMissing, .name(server.name), .name(finding.text)), now)
    }
    outbox.add(.desktop(.play(sound: sound.name, app: name(of: sound.app))))
    try decide(sound.id, Ruling(ServerAnswer.name, .played, .soundPlayed, .name(server.name)), now)
  }
}
