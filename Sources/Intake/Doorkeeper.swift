internal import EventLoop
internal import Glibc
internal import NotificationModel
internal import NotificationProtocol

/// Decides who is let in, before a byte is read.
struct Doorkeeper {
  enum Verdict {
    case visitor(Visitor)
    /// May not come in, and is told why.
    case told(Peer, NotificationsError)
    /// May not come in, and hears nothing.
    case turnedAway
  }

  private let inspection: PeerInspection
  private let log: IncidentLog
  private var admission: Admission

  init(limits: ServerLimits, inspection: PeerInspection, log: IncidentLog) {
    self.inspection = inspection
    self.log = log
    admission = Admission(limits: limits)
  }

  /// Who is at the other end of a connected socket. Unless turned away, the peer counts as a connection from now on.
  mutating func admit(_ socket: Int32, by door: Door) -> Verdict {
    guard let peer = try? Peer(of: socket) else {
      log.record(.unidentified, nil, door)
      return .turnedAway
    }
    do throws(PeerRefusal) {
      let (app, script) = try identify(peer, socket, door)
      return .visitor(Visitor(peer: peer, verified: app, script: script))
    } catch {
      log.record(error.incident, peer, door, error.reason)
      return error.told.map { .told(peer, $0) } ?? .turnedAway
    }
  }

  mutating func leave(_ peer: Peer) { admission.leave(peer) }

  /// They hold for whoever comes next.
  var limits: ServerLimits {
    get { admission.limits }
    set { admission.limits = newValue }
  }

  private mutating func identify(
    _ peer: Peer, _ socket: Int32, _ door: Door
  ) throws(PeerRefusal) -> (app: AppID?, script: ScriptID?) {
    let isSystem = peer.uid == 0 && geteuid() != 0 && door == .notifications
    guard peer.uid == geteuid() || isSystem else { throw PeerRefusal(incident: .otherUser, reason: nil) }
    // Cheaper than the inspection, so a flood is turned away at little cost.
    if let incident = admission.admit(peer, door: door) { throw PeerRefusal(incident: incident, reason: nil) }
    // The command line speaks to the person's socket, and root's to that of apps. No app is to wait for this.
    let script =
      isSystem || door == .control
      ? inspection.script(of: peer.pid, now: Uptime(milliseconds: EventLoop.now().uptime)) : nil
    // Of root little can be read; that it is root, the socket says. It speaks for no app but its own.
    if isSystem { return (.system, stillRuns(peerOf: socket) ? script : nil) }
    let app = try inspection.app(of: peer.pid)
    guard stillRuns(peerOf: socket) else { throw .unidentified("it has ended since it connected") }
    // The person's socket is for no sandbox, whoever it is of.
    guard app == nil || door != .control else { throw .sandboxed() }
    guard app != .system else { throw .sandboxed("it calls itself the system") }
    return (app, script)
  }
}

/// Who was let in.
struct Visitor {
  let peer: Peer
  /// The app that it is known to be; `nil` where its own word has to do.
  let verified: AppID?
  let script: ScriptID?
}
