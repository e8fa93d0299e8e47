import Guidelines
import NotificationModel

/// The notification server's own Do Not Disturb.
public struct ServerMute: Hashable, Sendable {
  public var isOn: Bool
  /// As a sentence's subject: "dunst is paused".
  public var state: String
  /// Whether what is critical is shown all the same.
  public var sparesCritical: Bool

  public init(isOn: Bool, state: String, sparesCritical: Bool) {
    self.isOn = isOn
    self.state = state
    self.sparesCritical = sparesCritical
  }

  func keepsBack(_ urgency: Urgency) -> Bool { isOn && !(sparesCritical && urgency == .critical) }
}

/// An alert that was handed over, and about which nothing was said of the server's Do Not Disturb.
struct HandedAlert {
  var id: NotificationID
  var urgency: Urgency
  var shown: Uptime?
}

extension DeliveryEngine {
  /// The server was asked when the banner was handed to it: its answer may be the later of the two.
  private static let answerMilliseconds: Int64 = 2_000

  func take(_ mute: ServerMute?, _ now: Moment) throws {
    serverMute = mute
    guard let alert = handedAlert, let shown = alert.shown else { return }
    if now.uptime >= shown.advanced(byMilliseconds: Self.answerMilliseconds) { return handedAlert = nil }
    try explainMute(alert, now)
  }

  func alertHandedOver(_ id: NotificationID, _ urgency: Urgency) {
    handedAlert = serverMute == nil ? nil : HandedAlert(id: id, urgency: urgency)
    guard handedAlert != nil else { return }
    outputs.append(.desktop(.askServerMute))
  }

  func alertShown(_ id: NotificationID, _ now: Moment) throws {
    guard var alert = handedAlert, alert.id == id else { return }
    alert.shown = now.uptime
    handedAlert = alert
    try explainMute(alert, now)
  }

  private func explainMute(_ alert: HandedAlert, _ now: Moment) throws {
    guard let serverMute, serverMute.keepsBack(alert.urgency) else { return }
    handedAlert = nil
    try store.append([ServerMuted.decision(serverMute.state)], to: alert.id, at: now.wall)
  }
}
