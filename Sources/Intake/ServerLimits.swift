internal import Glibc
internal import NotificationModel

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
