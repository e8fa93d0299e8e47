internal import EventLoop
internal import Glibc

/// Decides who is let in, before a byte is read.
struct Doorkeeper {
  private let inspection: PeerInspection
  private let log: IncidentLog
  private var admission: Admission

  init(limits: ServerLimits, inspection: PeerInspection, log: IncidentLog) {
    self.inspection = inspection
    self.log = log
    admission = Admission(limits: limits)
  }

  /// Who is at the other end of a connected socket, and counts as a connection from now on; `nil` when that one
  /// may not come in.
  mutating func admit(_ socket: Int32, by door: Door) -> Peer? {
    guard let peer = try? Peer(of: socket) else {
      log.record(.unidentified, nil, door)
      return nil
    }
    guard let refusal = refusal(of: peer, socket, door) else { return peer }
    log.record(refusal.incident, peer, door, refusal.reason)
    return nil
  }

  mutating func leave(_ peer: Peer) { admission.leave(peer) }

  /// They hold for whoever comes next.
  var limits: ServerLimits {
    get { admission.limits }
    set { admission.limits = newValue }
  }

  private mutating func refusal(of peer: Peer, _ socket: Int32, _ door: Door) -> PeerRefusal? {
    guard peer.uid == geteuid() else { return PeerRefusal(incident: .otherUser, reason: nil) }
    // Cheaper than the inspection, so a flood is turned away at little cost.
    if let incident = admission.admit(peer, door: door) {
      return PeerRefusal(incident: incident, reason: nil)
    }
    guard
      let refusal = inspection.refusal(of: peer.pid)
        ?? (stillRuns(peerOf: socket) ? nil : .unidentified("it has ended since it connected"))
    else { return nil }
    admission.leave(peer)
    return refusal
  }
}
