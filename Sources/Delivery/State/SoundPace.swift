import Guidelines
import NotificationModel

/// When sounds were last to be heard. Lost with the process.
struct SoundPace {
  private var last: Uptime?
  private var lastOfApp: [AppID: Uptime] = [:]
  /// What was decided about the sound of the banner that the sink was given, and has not answered.
  private var handedOver: Sounding?

  struct Sounding {
    let app: AppID
    let id: NotificationID
    /// A name of the sound theme.
    let name: String
    let isHeard: Bool
    /// Of the banner.
    let urgency: Urgency
    let decisions: [Ruling]
  }

  func isTooFast(_ app: AppID, now: Uptime) -> Bool {
    func isRecent(_ time: Uptime?, _ milliseconds: Int64) -> Bool {
      time.map { now < $0.advanced(byMilliseconds: milliseconds) } ?? false
    }
    return isRecent(last, SoundRate.millisecondsOfAll)
      || isRecent(lastOfApp[app], SoundRate.millisecondsOfApp)
  }

  mutating func handOver(_ sounding: Sounding) { handedOver = sounding }

  mutating func failed() { handedOver = nil }

  /// The banner was shown, and its sound played, if it was given one.
  mutating func answered(now: Uptime) -> Sounding? {
    defer { handedOver = nil }
    guard let handedOver, handedOver.isHeard else { return handedOver }
    last = now
    lastOfApp = lastOfApp.filter { now < $0.value.advanced(byMilliseconds: SoundRate.millisecondsOfApp) }
    lastOfApp[handedOver.app] = now
    return handedOver
  }
}
