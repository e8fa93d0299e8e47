package import NotificationModel

/// A call cannot wait, and neither can an alarm that the person asked for: they count for no alert rate but one of
/// their own, beyond which they are alerts like any other.
package enum AlertExemption {
  package static let name = "alerts.exempt"

  package static func covers(_ request: NotificationRequest, callsTooFast: Bool) -> Bool {
    (request.kind == .call || request.kind == .alarm) && !callsTooFast
  }
}
