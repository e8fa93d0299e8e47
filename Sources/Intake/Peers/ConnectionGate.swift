internal import EventLoop
internal import Glibc
internal import NotificationModel
internal import NotificationProtocol

/// Decides which peers may connect, before a byte is read.
struct ConnectionGate {
  enum Verdict {
    /// `displacing`: the process that loses one of its connections to this one.
    case admitted(AdmittedPeer, displacing: Int32?)
    /// Refused, and sent the reason.
    case refused(Peer, NotificationsError)
    /// Refused, and closed without a reply.
    case closed
  }

  private let inspection: PeerInspection
  private let log: IncidentLog
  private var admission: Admission

  init(limits: ServerLimits, inspection: PeerInspection, log: IncidentLog) {
    self.inspection = inspection
    self.log = log
    admission = Admission(limits: limits)
  }

  /// Inspects the peer of a connected socket. Unless the verdict is `closed`, the peer counts as a connection from now on.
  /// `displacing`: the process that would lose one of its connections to another process's first one.
  mutating func admit(_ socket: Int32, by role: ListenerRole, displacing crowd: Int32?) -> Verdict {
    guard let peer = try? Peer(of: socket) else {
      log.record(.unidentified, nil, role)
      return .closed
    }
    do throws(PeerRefusal) {
      let crowd = admission.isFirst(peer) ? crowd : nil
      let (app, script) = try identify(peer, socket, role, isCrowded: crowd != nil)
      return .admitted(AdmittedPeer(peer: peer, verified: app, script: script), displacing: crowd)
    } catch {
      log.record(error.incident, peer, role, error.reason)
      return error.errorForPeer.map { .refused(peer, $0) } ?? .closed
    }
  }

  mutating func leave(_ peer: Peer) { admission.leave(peer) }
  func hasRoom(for role: ListenerRole) -> Bool { admission.hasRoom(for: role) }

  /// The limits for connections to come.
  var limits: ServerLimits {
    get { admission.limits }
    set { admission.limits = newValue }
  }

  private mutating func identify(
    _ peer: Peer, _ socket: Int32, _ role: ListenerRole, isCrowded: Bool
  ) throws(PeerRefusal) -> (app: AppID?, script: ScriptID?) {
    let isSystem = peer.uid == 0 && geteuid() != 0 && role == .notifications
    guard peer.uid == geteuid() || isSystem else { throw PeerRefusal(incident: .otherUser, reason: nil) }
    // Cheaper than the inspection, so a flood is turned away at little cost.
    if let incident = admission.admit(peer, role: role, isCrowded: isCrowded) {
      throw PeerRefusal(incident: incident, reason: nil)
    }
    // The command line connects to the control socket, and root's to that of apps. Apps are spared this inspection.
    let script =
      isSystem || role == .control
      ? inspection.script(of: peer.pid, now: Uptime(milliseconds: EventLoop.now().uptime)) : nil
    // Little of root's processes can be read; the socket says that it is root. Root speaks for its own app alone.
    if isSystem { return (.system, stillRuns(peerOf: socket) ? script : nil) }
    let app = try inspection.app(of: peer.pid)
    guard stillRuns(peerOf: socket) else { throw .unidentified("it has ended since it connected") }
    // The control socket is closed to every sandbox.
    guard app == nil || role != .control else { throw .sandboxed() }
    guard app != .system else { throw .sandboxed("it calls itself the system") }
    return (app, script)
  }
}

/// An admitted peer.
struct AdmittedPeer {
  let peer: Peer
  /// The app that its sandbox vouches for; `nil` if it has only its own claim.
  let verified: AppID?
  let script: ScriptID?
}

// Invariant: `total` is the number of admitted connections that have not left, and the sum of `ofPeer`.

/// Counts connections against the limits.
struct Admission {
  /// A new limit may be below the number of connections: then no peer is admitted until enough have left.
  var limits: ServerLimits
  private(set) var total = 0
  private(set) var ofPeer: [Int32: Int] = [:]

  init(limits: ServerLimits) { self.limits = limits }

  func isFirst(_ peer: Peer) -> Bool { ofPeer[peer.pid] == nil }

  func hasRoom(for role: ListenerRole) -> Bool {
    total < limits.connections + (role == .control ? limits.reservedForControl : 0)
  }

  /// Admits the connection, or returns the reason against it. `isCrowded`: in the place of one that is to be closed.
  mutating func admit(_ peer: Peer, role: ListenerRole, isCrowded: Bool = false) -> Incident? {
    guard isCrowded || hasRoom(for: role) else { return .tooManyConnections }
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

/// The limits on peers.
package struct ServerLimits: Hashable, Sendable {
  /// Connections on all listeners except the control listener; further ones are closed at once.
  package var connections = RateLimits().connections
  /// Additional connections on the control listener, so that a person can always intervene.
  package var reservedForControl = 16
  /// Connections of one process; enough for any program, too few to crowd out the others.
  package var connectionsPerPeer = RateLimits().connectionsPerPeer
  /// Bytes of one message, without its NUL.
  package var messageBytes = Limits.messageBytes
  /// Calls that may wait behind a pending one.
  package var waitingCalls = 64
  /// Bytes of replies that a peer has not read; past them the connection is closed.
  package var queuedOutput = 1_048_576
  /// From this many bytes on, a connection's further calls wait until the peer has read: one more reply of the largest
  /// size still fits.
  package var outputBeforeWaiting = 524_288
  /// A message must be whole this long after its first byte, and a peer whose calls wait must read some bytes in this
  /// time.
  package var patienceMilliseconds: Int64 = 10_000

  package init() {}

  /// Refused connections that may be open at once, kept until the peer has its error. They count as connections.
  var refusedConnections: Int { min(8, connections / 8) }

  /// Connections that may be closed for others' first ones at once. They are open meanwhile, with descriptors of the rest.
  static let mostDisplaced = 4

  /// Descriptors that the rest of the daemon uses. Without one GLib ends the process, and the process of an app cannot
  /// be inspected for its name. Counted at their most: 31 with the front on and idle, 41 with a system bus, a display
  /// and PipeWire as well, and 48 while pictures are copied, sounds played and processes inspected. A sound server uses
  /// about six more.
  private static let otherDescriptors = 56

  /// The limits reduced to the descriptors that the process may open beside `otherDescriptors`. If these are few, half
  /// of them are reserved for the control listener.
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
