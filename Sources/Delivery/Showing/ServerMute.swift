import Guidelines
import NotificationModel

/// The notification server's own Do Not Disturb.
package struct ServerMute: Hashable, Sendable {
  package var isOn: Bool
  /// As a sentence's subject: "dunst is paused".
  package var state: String
  /// Whether what is critical is shown all the same.
  package var sparesCritical: Bool

  package init(isOn: Bool, state: String, sparesCritical: Bool) {
    self.isOn = isOn
    self.state = state
    self.sparesCritical = sparesCritical
  }

  func keepsBack(_ urgency: Urgency) -> Bool { isOn && !(sparesCritical && urgency == .critical) }
}

/// An alert that was handed over, and about which nothing was said of the server's Do Not Disturb.
struct HandedAlert {
  let subject: BannerSubject
  /// What the banner speaks for.
  let ids: [NotificationID]
  let urgency: Urgency
  /// `nil` until the server has answered.
  var shown: Uptime?
}

extension DeliveryEngine {
  /// The server was asked when the banner was handed to it: its answer may be the later of the two.
  private static let answerMilliseconds: Int64 = 2_000
  /// Banners that wait for it; a server shows fewer within that time.
  private static let mostHandedAlerts = 64

  func take(_ mute: ServerMute?, _ now: Moment) throws {
    serverMute = mute
    try explainMute(now)
  }

  func alertHandedOver(
    _ subject: BannerSubject, for ids: [NotificationID], _ urgency: Urgency, _ now: Moment
  ) {
    // At most one banner is under way: another without an answer was never shown.
    live.handedAlerts.removeAll { $0.shown == nil }
    forgetAlerts(now)
    if live.handedAlerts.count >= Self.mostHandedAlerts { live.handedAlerts.removeFirst() }
    live.handedAlerts.append(HandedAlert(subject: subject, ids: ids, urgency: urgency))
    // Before the server has been heard of for the first time it is being asked already.
    if serverMute != nil { outputs.append(.desktop(.askServerMute)) }
  }

  func alertShown(_ subject: BannerSubject, _ now: Moment) throws {
    guard let last = live.handedAlerts.indices.last, live.handedAlerts[last].subject == subject else {
      return
    }
    live.handedAlerts[last].shown = now.uptime
    try explainMute(now)
  }

  private func forgetAlerts(_ now: Moment) {
    live.handedAlerts.removeAll { alert in
      alert.shown.map { now.uptime >= $0.advanced(byMilliseconds: Self.answerMilliseconds) } ?? false
    }
  }

  private func explainMute(_ now: Moment) throws {
    forgetAlerts(now)
    guard let serverMute else { return }
    for alert in live.handedAlerts where alert.shown != nil && serverMute.keepsBack(alert.urgency) {
      live.backlog.add(.explain(ServerMuted.decision(serverMute.state)), alert.ids)
    }
    live.handedAlerts.removeAll { $0.shown != nil && serverMute.keepsBack($0.urgency) }
  }
}
