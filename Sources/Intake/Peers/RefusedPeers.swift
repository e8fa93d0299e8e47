internal import EventLoop
internal import Glibc
internal import NotificationProtocol
internal import Varlink

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

/// Peers that may not come in, until they have been told so.
///
/// A client sends its call before it looks for an answer: a connection that is closed at once fails in the middle of
/// that, and the answer is not looked for. So what the first call says is taken off the socket and dropped, up to the
/// size of one message, and then the error is sent and the connection closed. A peer that says nothing is told when the
/// patience of the server ends, and one that is too many at once.
final class RefusedPeers {
  private final class Connection {
    let peer: Peer
    let socket: FileDescriptor
    let error: NotificationsError
    /// How much of the call may still come.
    var room: Int
    var registration: Registration?
    var timer: Timer?

    init(_ peer: Peer, _ socket: consuming FileDescriptor, _ error: NotificationsError, room: Int) {
      (self.peer, self.error, self.room) = (peer, error, room)
      self.socket = socket
    }
  }

  private let loop: EventLoop
  private var connections: [Connection] = []
  private var buffer = [UInt8](repeating: 0, count: 16_384)

  /// Told, and let go.
  var gone: (Peer) -> Void = { _ in }

  init(_ loop: EventLoop) { self.loop = loop }

  var count: Int { connections.count }

  /// Keeps the connection until its first call has come.
  func tell(
    _ error: NotificationsError, to peer: Peer, on socket: consuming FileDescriptor,
    within limits: ServerLimits
  ) {
    // The NUL does not count.
    let connection = Connection(peer, socket, error, room: limits.messageBytes + 1)
    connections.append(connection)
    guard connections.count <= limits.refusedConnections else { return end(connection) }
    do throws(SystemError) {
      connection.registration = try loop.watch(connection.socket.raw, for: .readable) {
        [unowned self, unowned connection] _ in read(connection)
      }
    } catch { return end(connection) }
    connection.timer = loop.setTimer(at: EventLoop.now().uptime + limits.patienceMilliseconds) {
      [unowned self, unowned connection] in end(connection)
    }
  }

  /// Tells all that are left.
  func end() { for connection in connections { end(connection) } }

  private func read(_ connection: Connection) {
    // Without a control buffer: descriptors that a peer passes never get here.
    let count = recv(
      connection.socket.raw, &buffer, min(buffer.count, connection.room), Int32(MSG_DONTWAIT))
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    connection.room -= max(count, 0)
    if count <= 0 || connection.room == 0 || buffer[..<count].contains(0) { end(connection) }
  }

  private func end(_ connection: Connection) {
    if let registration = connection.registration { loop.cancel(registration) }
    if let timer = connection.timer { loop.cancel(timer) }
    var bytes: [UInt8] = []
    Reply.failed(connection.error.callError).append(to: &bytes)
    // Nothing was sent before, so that all of it has room.
    _ = send(connection.socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    connections.removeAll { $0 === connection }
    gone(connection.peer)
  }
}
