/// Why a process may not come in.
struct PeerRefusal: Equatable {
  let incident: Incident
  /// What could not be found out, in words for the log.
  let reason: String?

  static let sandboxed = PeerRefusal(incident: .sandboxed, reason: nil)

  static func unidentified(_ reason: String) -> PeerRefusal {
    PeerRefusal(incident: .unidentified, reason: reason)
  }
}
