internal import EventLoop
internal import Glibc

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
}
