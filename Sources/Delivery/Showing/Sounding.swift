import Guidelines
import NotificationModel

extension Showing {
  /// The sound of a banner that is handed over now; why it has none stands in its decisions once it is shown.
  func sound(
    of record: NotificationRecord, at level: InterruptionLevel, urgency: Urgency, _ now: Moment
  ) throws -> String? {
    let request = record.request
    guard let sound = request.sound else { return nil }
    let judgement = try situations.judgeSound(of: record, at: level, now)
    // "default" is no name of the sound theme; this one is what it stands for there.
    let name = sound == "default" ? "message-new-instant" : sound
    soundPace.handOver(
      SoundPace.Sounding(
        app: request.app, id: record.id, name: name, isHeard: !judgement.isSilent,
        urgency: urgency, decisions: judgement.decisions))
    return judgement.isSilent ? nil : name
  }

  /// The sound of one banner for several: of the first of them that may be heard.
  func sound(of records: [NotificationRecord], urgency: Urgency, _ now: Moment) throws -> String? {
    let sounding = records.filter { $0.request.sound != nil }
    let heard = try sounding.first { record in
      try !situations.judgeSound(of: record, at: situations.judgeAgain(record, now).level, now).isSilent
    }
    guard let chosen = heard ?? sounding.first else { return nil }
    return try sound(of: chosen, at: try situations.judgeAgain(chosen, now).level, urgency: urgency, now)
  }
}

extension Showing {
  /// A server that plays no sounds has shown a banner that is to be heard: the desktop plays it instead.
  func play(_ sound: SoundPace.Sounding, _ now: Moment) throws {
    guard sound.isHeard, let server = server.description, !server.capabilities.contains("sound") else {
      return
    }
    guard sound.isListed else {
      return outbox.add(.desktop(.play(sound: sound.name, app: apps.name(of: sound.app))))
    }
    if let serverMute = mute.mute, serverMute.keepsBack(sound.urgency) {
      return try entries.decide(
        sound.id, Ruling(ServerAnswer.name, .leftOut, .soundKeptBack, .name(serverMute.state)), now)
    }
    if let finding = diagnosis.findings[.sound], finding.verdict == .missing {
      return try entries.decide(
        sound.id,
        Ruling(ServerAnswer.name, .leftOut, .soundMissing, .name(server.name), .name(finding.text)), now)
    }
    outbox.add(.desktop(.play(sound: sound.name, app: apps.name(of: sound.app))))
    try entries.decide(sound.id, Ruling(ServerAnswer.name, .played, .soundPlayed, .name(server.name)), now)
  }
}
