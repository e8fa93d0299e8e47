import Guidelines
import NotificationModel

/// When sounds were last to be heard. Lost with the process.
struct SoundPace {
  private var last: Uptime?
  private var lastOfApp: [AppID: Uptime] = [:]
  /// Whose sound the sink was given with a banner, and has not answered.
  private var handedOver: AppID?

  func isTooFast(_ app: AppID, now: Uptime) -> Bool {
    func isRecent(_ time: Uptime?, _ milliseconds: Int64) -> Bool {
      time.map { now < $0.advanced(byMilliseconds: milliseconds) } ?? false
    }
    return isRecent(last, SoundRate.millisecondsOfAll)
      || isRecent(lastOfApp[app], SoundRate.millisecondsOfApp)
  }

  mutating func handOver(_ app: AppID) { handedOver = app }

  /// The sink has answered: the sound, if it was given one, was played or was not.
  mutating func answered(played: Bool, now: Uptime) {
    guard let app = handedOver else { return }
    handedOver = nil
    guard played else { return }
    last = now
    lastOfApp = lastOfApp.filter { now < $0.value.advanced(byMilliseconds: SoundRate.millisecondsOfApp) }
    lastOfApp[app] = now
  }
}

extension DeliveryEngine {
  /// The sound of a banner that is handed over now; why it has none stands in its decisions.
  func sound(of record: NotificationRecord, at level: InterruptionLevel, _ now: Moment) throws -> String? {
    let request = record.request
    guard let sound = request.sound else { return nil }
    let settings = settings(of: try app(request.app, now))
    let judgement = Guidelines.judgeSound(
      request, level: level, in: situation(of: request.app, settings, existing: nil, now))
    try store.append(judgement.decisions, to: record.id, at: now.wall)
    guard !judgement.isSilent else { return nil }
    soundPace.handOver(request.app)
    return sound == "default" ? "message-new-instant" : sound
  }
}
