import Guidelines
import NotificationModel
import Records

extension Showing {
  /// The sound of a banner that is handed over now; `nil` for silence. The reason is recorded once the banner is shown.
  func sound(
    of record: NotificationRecord, at level: InterruptionLevel, urgency: Urgency, _ now: Moment
  ) throws -> String? {
    let request = record.request
    guard let name = request.soundName else { return nil }
    let judgement = try situations.judgeSound(of: record, at: level, now)
    context.soundPace.handOver(
      SoundPace.Sounding(
        app: request.app, payer: request.payer, id: record.id, name: name, isHeard: !judgement.isSilent,
        urgency: urgency, decisions: judgement.decisions))
    return judgement.isSilent ? nil : name
  }

  /// The sound of one banner for several notifications: that of the first one that may sound.
  func sound(of records: [NotificationRecord], urgency: Urgency, _ now: Moment) throws -> String? {
    let sounding = records.filter { $0.request.alertSound != nil }
    let heard = try sounding.first { record in
      try !situations.judgeSound(of: record, at: situations.judgeAgain(record, now).level, now).isSilent
    }
    guard let chosen = heard ?? sounding.first else { return nil }
    return try sound(of: chosen, at: try situations.judgeAgain(chosen, now).level, urgency: urgency, now)
  }
}

extension NotificationRequest {
  /// The sound theme has no "default"; this is its name there.
  fileprivate var soundName: String? { alertSound.map { $0 == "default" ? "message-new-instant" : $0 } }
}

extension Entries {
  /// Has the desktop play the sound of an alarm or a call that is left to its app in the foreground, without a banner.
  func soundInFront(_ record: NotificationRecord, _ level: InterruptionLevel, _ now: Moment) throws {
    let request = record.request
    guard let name = request.soundName else { return }
    let judgement = try situations.judgeSound(of: record, at: level, now)
    let settings = apps.settings(of: try apps.app(request.app, now), for: request)
    if judgement.isSilent {
      try store.append(judgement.decisions, to: record.id, at: now.wall)
    } else if let mute = serverMute.current, mute.keepsBack(.normal), !settings.mayRing(request) {
      try decide(record.id, Ruling(ServerAnswer.name, .leftOut, .soundKeptBack, .name(mute.state)), now)
    } else if diagnosis.facts[.sound] == .noSoundLibrary {
      try decide(record.id, Ruling(ServerAnswer.name, .leftOut, .noSoundLibrary), now)
    } else {
      context.soundPace.played(request.payer, now: now.uptime)
      outbox.add(.desktop(.play(sound: name, app: apps.name(of: request.app))))
      try decide(record.id, Ruling(ForegroundSuppression.name, .played, .inFrontSounds), now)
    }
  }
}

extension Showing {
  /// Counts the sound of a banner that was shown, and has the desktop play it for a server without sounds.
  func play(_ sound: SoundPace.Sounding, _ now: Moment) throws {
    guard sound.isHeard, let server = server.description else { return }
    let isServers = server.capabilities.contains("sound")
    let silence = silence(of: sound, isServers: isServers, server.name)
    if silence == nil {
      context.soundPace.played(sound.payer, now: now.uptime)
      if !isServers { outbox.add(.desktop(.play(sound: sound.name, app: apps.name(of: sound.app)))) }
    }
    guard sound.isListed, !isServers else { return }
    try entries.decide(
      sound.id, silence ?? Ruling(ServerAnswer.name, .played, .soundPlayed, .name(server.name)), now)
  }

  /// Why the sound is not heard; `nil` where it is.
  private func silence(of sound: SoundPace.Sounding, isServers: Bool, _ server: String) -> Ruling? {
    if let mute = serverMute.current, mute.keepsBack(sound.urgency) {
      return Ruling(ServerAnswer.name, .leftOut, .soundKeptBack, .name(mute.state))
    }
    guard !isServers, diagnosis.facts[.sound] == .noSoundLibrary else { return nil }
    return Ruling(
      ServerAnswer.name, .leftOut, .soundMissing, .name(server), .reason(Reason(.noSoundLibrary)))
  }
}

/// The server's Do Not Disturb, and the alerts handed over for which it is not known yet whether the server keeps them
/// back.
final class ServerMuteMonitor {
  private struct Alert {
    let subject: BannerSubject
    /// The notifications that the banner announces.
    let ids: [NotificationID]
    let urgency: Urgency
    /// `nil` until the server has answered.
    var shown: Uptime?
  }

  /// The server's Do Not Disturb is read when the banner is handed over; this answer may come later than the one about
  /// the banner.
  private static let answerMilliseconds: Int64 = 2_000
  /// More than a server shows within that time.
  private static let mostAlerts = 64

  /// `nil` if the server has none, or has not reported yet.
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
    // At most one banner is handed over at a time, so another one without an answer was never shown.
    alerts.removeAll { $0.shown == nil }
    forget(now)
    if alerts.count >= Self.mostAlerts { alerts.removeFirst() }
    alerts.append(Alert(subject: subject, ids: ids, urgency: urgency))
  }

  func shown(_ subject: BannerSubject, now: Uptime) {
    guard let last = alerts.indices.last, alerts[last].subject == subject else { return }
    alerts[last].shown = now
  }

  /// The notifications of alerts that the server keeps back, each once.
  func popKeptBack(now: Uptime) -> [[NotificationID]] {
    forget(now)
    guard let mute = current else { return [] }
    let isMutedByServer = { (alert: Alert) in alert.shown != nil && mute.keepsBack(alert.urgency) }
    defer { alerts.removeAll(where: isMutedByServer) }
    return alerts.filter(isMutedByServer).map(\.ids)
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
    // Until its first report the server is being asked anyway.
    if serverMute.current != nil { outbox.add(.desktop(.askServerMute)) }
  }

  func alertShown(_ subject: BannerSubject, _ now: Moment) {
    serverMute.shown(subject, now: now.uptime)
    explainMute(now)
  }

  private func explainMute(_ now: Moment) {
    guard let state = serverMute.current?.state else { return }
    for ids in serverMute.popKeptBack(now: now.uptime) {
      backlog.add(.explain(ServerMuted.decision(state), ids[...]))
    }
  }
}
