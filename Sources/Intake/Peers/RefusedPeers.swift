internal import EventLoop
internal import Glibc
internal import NotificationProtocol
internal import Varlink

/// The reason for refusing a process.
struct PeerRefusal: Error, Equatable {
  let incident: Incident
  /// The fact that could not be read, for the log.
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

  /// The error for the peer; `nil` to close without one. Only an inspected process of the same user gets an error:
  /// other users and floods are turned away at less cost.
  var errorForPeer: NotificationsError? {
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

/// Refused peers, until they have their error.
///
/// A client sends its call before it reads a reply: closing at once would make the write fail, and the reply would not
/// be read. So the first call is read and dropped, up to the size of one message, then the error is sent and the
/// connection closed. A silent peer gets the error after `patienceMilliseconds`, and a peer beyond `refusedConnections`
/// at once.
final class RefusedPeers {
  private final class Connection {
    let peer: Peer
    let socket: FileDescriptor
    let error: NotificationsError
    /// Bytes of the call that may still come.
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

  /// The peer has its error, and its connection is closed.
  var gone: (Peer) -> Void = { _ in }

  init(_ loop: EventLoop) { self.loop = loop }

  var count: Int { connections.count }

  /// Keeps the connection until its first call has come.
  func refuse(
    _ error: NotificationsError, to peer: Peer, on socket: consuming FileDescriptor,
    within limits: ServerLimits
  ) {
    // A NUL ends the message.
    let connection = Connection(peer, socket, error, room: limits.messageBytes + 1)
    connections.append(connection)
    guard connections.count <= limits.refusedConnections else { return end(connection) }
    do throws(SystemError) {
      connection.registration = try loop.monitor(connection.socket.raw, for: .readable) {
        [unowned self, unowned connection] _ in read(connection)
      }
    } catch { return end(connection) }
    connection.timer = loop.setTimer(at: EventLoop.now().uptime + limits.patienceMilliseconds) {
      [unowned self, unowned connection] in end(connection)
    }
  }

  /// Sends the error to all that are left.
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
    // Nothing was sent before, so all of it has room.
    _ = send(connection.socket.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    connections.removeAll { $0 === connection }
    gone(connection.peer)
  }
}
