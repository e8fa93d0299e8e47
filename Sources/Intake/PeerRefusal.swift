internal import EventLoop
internal import Glibc
internal import NotificationProtocol

/// Why a process may not come in.
struct PeerRefusal: Error, Equatable {
  let incident: Incident
  /// What could not be found out, in words for the log.
  let reason: String?
  /// The call that failed.
  var cause: SystemError?

  static func sandboxed(_ reason: String? = nil) -> PeerRefusal {
    PeerRefusal(incident: .sandboxed, reason: reason)
  }

  static func unidentified(_ reason: String) -> PeerRefusal {
    PeerRefusal(incident: .unidentified, reason: reason)
  }

  static func unidentified(_ failure: String, _ error: SystemError) -> PeerRefusal {
    PeerRefusal(
      incident: .unidentified, reason: "\(failure): \(String(cString: strerror(error.code)))", cause: error)
  }

  /// What the peer hears; `nil` where it hears nothing. Only a process of the same user that was looked at is told: another
  /// user's and a flood are turned away at less cost.
  var told: NotificationsError? {
    switch incident {
    case .sandboxed: .notAdmitted(why: Self.whySandboxed)
    case .unidentified: .notAdmitted(why: Self.whyUnidentified)
    default: nil
    }
  }

  private static let whySandboxed =
    "The process is in a sandbox, or has a mount or user namespace of its own, as units with PrivateTmp= or "
    + "ProtectSystem= have."
  private static let whyUnidentified =
    "The process cannot be looked at, so it cannot be told whether it is in a sandbox."
}
