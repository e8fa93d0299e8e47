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
        app: request.app, payer: request.payer, id: record.id, name: name, isHeard: !judgement.isSilent,
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
    if let mute = serverMute.current, mute.keepsBack(sound.urgency) {
      return try entries.decide(
        sound.id, Ruling(ServerAnswer.name, .leftOut, .soundKeptBack, .name(mute.state)), now)
    }
    if diagnosis.facts[.sound] == .noSoundLibrary {
      return try entries.decide(
        sound.id,
        Ruling(
          ServerAnswer.name, .leftOut, .soundMissing, .name(server.name), .reason(Reason(.noSoundLibrary))),
        now)
    }
    outbox.add(.desktop(.play(sound: sound.name, app: apps.name(of: sound.app))))
    try entries.decide(sound.id, Ruling(ServerAnswer.name, .played, .soundPlayed, .name(server.name)), now)
  }
}

/// The server's Do Not Disturb, and the alerts that were handed over and about which nothing was said of it.
final class ServerMuteMonitor {
  private struct Alert {
    let subject: BannerSubject
    /// What the banner speaks for.
    let ids: [NotificationID]
    let urgency: Urgency
    /// `nil` until the server has answered.
    var shown: Uptime?
  }

  /// The server was asked when the banner was handed to it: its answer may be the later of the two.
  private static let answerMilliseconds: Int64 = 2_000
  /// Banners that wait for it; a server shows fewer within that time.
  private static let mostAlerts = 64

  /// `nil` where the server has none, or has not been heard of.
  @Transacted private(set) var current: ServerMute?
  @Transacted private var alerts: [Alert]

  init(in transaction: Transaction) {
    _current = Transacted(nil, in: transaction)
    _alerts = Transacted([], in: transaction)
  }

  func update(_ mute: ServerMute?) { current = mute }

  func handedOver(
    _ subject: BannerSubject, for ids: [NotificationID], _ urgency: Urgency, now: Uptime
  ) {
    // At most one banner is under way: another without an answer was never shown.
    alerts.removeAll { $0.shown == nil }
    forget(now)
    if alerts.count >= Self.mostAlerts { alerts.removeFirst() }
    alerts.append(Alert(subject: subject, ids: ids, urgency: urgency))
  }

  func shown(_ subject: BannerSubject, now: Uptime) {
    guard let last = alerts.indices.last, alerts[last].subject == subject else { return }
    alerts[last].shown = now
  }

  /// Those that the server keeps back, each once.
  func popKeptBack(now: Uptime) -> [[NotificationID]] {
    forget(now)
    guard let mute = current else { return [] }
    let isKeptBack = { (alert: Alert) in alert.shown != nil && mute.keepsBack(alert.urgency) }
    defer { alerts.removeAll(where: isKeptBack) }
    return alerts.filter(isKeptBack).map(\.ids)
  }

  private func forget(_ now: Uptime) {
    alerts.removeAll { alert in
      alert.shown.map { now >= $0.advanced(byMilliseconds: Self.answerMilliseconds) } ?? false
    }
  }
}

extension Showing {
  func handle(_ heard: ServerMute?, _ now: Moment) {
    serverMute.update(heard)
    explainMute(now)
  }

  func alertHandedOver(
    _ subject: BannerSubject, for ids: [NotificationID], _ urgency: Urgency, _ now: Moment
  ) {
    serverMute.handedOver(subject, for: ids, urgency, now: now.uptime)
    // Before the server has been heard of for the first time it is being asked already.
    if serverMute.current != nil { outbox.add(.desktop(.askServerMute)) }
  }

  func alertShown(_ subject: BannerSubject, _ now: Moment) {
    serverMute.shown(subject, now: now.uptime)
    explainMute(now)
  }

  private func explainMute(_ now: Moment) {
    guard let state = serverMute.current?.state else { return }
    for ids in serverMute.popKeptBack(now: now.uptime) {
      backlog.add(.explain(ServerMuted.decision(state)), ids)
    }
  }
}
