internal import EventLoop
internal import Glibc
internal import NotificationModel

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
  mutating func admit(_ socket: Int32, by door: Door) -> Visitor? {
    guard let peer = try? Peer(of: socket) else {
      log.record(.unidentified, nil, door)
      return nil
    }
    do throws(PeerRefusal) {
      return Visitor(peer: peer, verified: try identify(peer, socket, door))
    } catch {
      log.record(error.incident, peer, door, error.reason)
      return nil
    }
  }

  mutating func leave(_ peer: Peer) { admission.leave(peer) }

  /// They hold for whoever comes next.
  var limits: ServerLimits {
    get { admission.limits }
    set { admission.limits = newValue }
  }

  private mutating func identify(_ peer: Peer, _ socket: Int32, _ door: Door) throws(PeerRefusal) -> AppID? {
    let isSystem = peer.uid == 0 && geteuid() != 0 && door == .notifications
    guard peer.uid == geteuid() || isSystem else { throw PeerRefusal(incident: .otherUser, reason: nil) }
    // Cheaper than the inspection, so a flood is turned away at little cost.
    if let incident = admission.admit(peer, door: door) { throw PeerRefusal(incident: incident, reason: nil) }
    // Of root nothing can be read; that it is root, the socket says. It speaks for no app but its own.
    if isSystem { return .system }
    do throws(PeerRefusal) {
      let app = try inspection.app(of: peer.pid)
      guard stillRuns(peerOf: socket) else { throw .unidentified("it has ended since it connected") }
      // The person's socket is for no sandbox, whoever it is of.
      guard app == nil || door != .control else { throw .sandboxed() }
      guard app != .system else { throw .sandboxed("it calls itself the system") }
      return app
    } catch {
      admission.leave(peer)
      throw error
    }
  }
}

/// Who was let in.
struct Visitor {
  let peer: Peer
  /// The app that it is known to be; `nil` where its own word has to do.
  let verified: AppID?
}
