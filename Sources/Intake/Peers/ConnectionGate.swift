internal import EventLoop
internal import Glibc
internal import NotificationModel
internal import NotificationProtocol

/// Decides who is let in, before a byte is read.
struct ConnectionGate {
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
  mutating func admit(_ socket: Int32, by role: ListenerRole) -> Verdict {
    guard let peer = try? Peer(of: socket) else {
      log.record(.unidentified, nil, role)
      return .turnedAway
    }
    do throws(PeerRefusal) {
      let (app, script) = try identify(peer, socket, role)
      return .visitor(Visitor(peer: peer, verified: app, script: script))
    } catch {
      log.record(error.incident, peer, role, error.reason)
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
    _ peer: Peer, _ socket: Int32, _ role: ListenerRole
  ) throws(PeerRefusal) -> (app: AppID?, script: ScriptID?) {
    let isSystem = peer.uid == 0 && geteuid() != 0 && role == .notifications
    guard peer.uid == geteuid() || isSystem else { throw PeerRefusal(incident: .otherUser, reason: nil) }
    // Cheaper than the inspection, so a flood is turned away at little cost.
    if let incident = admission.admit(peer, role: role) { throw PeerRefusal(incident: incident, reason: nil) }
    // The command line speaks to the person's socket, and root's to that of apps. No app is to wait for this.
    let script =
      isSystem || role == .control
      ? inspection.script(of: peer.pid, now: Uptime(milliseconds: EventLoop.now().uptime)) : nil
    // Of root little can be read; that it is root, the socket says. It speaks for no app but its own.
    if isSystem { return (.system, stillRuns(peerOf: socket) ? script : nil) }
    let app = try inspection.app(of: peer.pid)
    guard stillRuns(peerOf: socket) else { throw .unidentified("it has ended since it connected") }
    // The person's socket is for no sandbox, whoever it is of.
    guard app == nil || role != .control else { throw .sandboxed() }
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

// Invariant: `total` is the number of admitted connections that have not left, and the sum of `ofPeer`.

/// Counts connections against the limits.
struct Admission {
  /// May become lower than what is admitted already: then nobody comes in until enough have left.
  var limits: ServerLimits
  private(set) var total = 0
  private(set) var ofPeer: [Int32: Int] = [:]

  init(limits: ServerLimits) { self.limits = limits }

  /// Why the connection may not be admitted; `nil` when it was.
  mutating func admit(_ peer: Peer, role: ListenerRole) -> Incident? {
    let most = limits.connections + (role == .control ? limits.reservedForControl : 0)
    guard total < most else { return .tooManyConnections }
    let count = ofPeer[peer.pid, default: 0]
    guard count < limits.connectionsPerPeer else { return .tooManyOfPeer }
    ofPeer[peer.pid] = count + 1
    total += 1
    return nil
  }

  mutating func leave(_ peer: Peer) {
    guard let count = ofPeer[peer.pid] else { return }
    ofPeer[peer.pid] = count > 1 ? count - 1 : nil
    total -= 1
  }
}

/// How much peers may ask of the server.
package struct ServerLimits: Hashable, Sendable {
  /// Connections on all doors but the control door; further ones are closed at once.
  package var connections = RateLimits().connections
  /// How many more the control door may have, so that a person can always intervene.
  package var reservedForControl = 16
  /// Connections of one process; enough for any program, too few to crowd out the others.
  package var connectionsPerPeer = RateLimits().connectionsPerPeer
  /// Bytes of one message, without its NUL.
  package var messageBytes = Limits.messageBytes
  /// Calls that wait behind a pending one.
  package var waitingCalls = 64
  /// Bytes of answers that a peer has not taken; past them the connection is closed.
  package var queuedOutput = 1_048_576
  /// From this many on a connection's further calls wait until the peer has read: one more reply of the
  /// largest size then still fits.
  package var outputBeforeWaiting = 524_288
  /// A message must be whole this long after its first byte, and a reader whose calls wait must read some.
  package var patienceMilliseconds: Int64 = 10_000

  package init() {}

  /// Connections of peers that may not come in, kept until they have been told so. They are among the others.
  var refusedConnections: Int { min(8, connections / 8) }

  /// Descriptors of all else in the daemon. GLib ends the process when it gets none, and an app whose process cannot be
  /// looked at goes without its name. Counted at their most: 31 with the front on and nothing to do, 41 with a system
  /// bus, a display and PipeWire as well, and 48 while pictures are copied, sounds played and processes looked at. A
  /// sound server takes about six more.
  private static let otherDescriptors = 56

  /// The same with no more connections than the process may have descriptors beside those of all else; where these are
  /// few, half of them are the person's.
  func fitting(openFiles: Int) -> ServerLimits {
    var limits = self
    let room = max(openFiles - Self.otherDescriptors, 2)
    limits.reservedForControl = min(limits.reservedForControl, room / 2)
    limits.connections = min(limits.connections, room - limits.reservedForControl)
    return limits
  }

  func fittingThisProcess() -> ServerLimits {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return self }
    return fitting(openFiles: Int(exactly: limit.rlim_cur) ?? .max)
  }
}
