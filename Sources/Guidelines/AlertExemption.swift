public import NotificationModel

/// A call cannot wait, and neither can an alarm that the person asked for: they count for no alert rate.
public enum AlertExemption {
  public static let name = "alerts.exempt"

  public static func covers(_ request: NotificationRequest) -> Bool {
    request.kind == .call || request.kind == .alarm
  }
}
