internal import EventLoop

/// A fault of a peer: the connection is closed and the fault counted.
package enum Incident: String, CaseIterable, Sendable {
  /// Refused when connecting.
  case otherUser, unidentified, sandboxed, tooManyConnections, tooManyOfPeer
  /// Closed later.
  case displaced, malformed, tooManyWaiting, halfMessage, unreadOutput

  var text: String {
    switch self {
    case .otherUser: "refused a peer of another user"
    case .unidentified: "refused a peer that cannot be identified"
    case .sandboxed: "refused a sandboxed peer"
    case .tooManyConnections: "refused a connection, there are too many"
    case .tooManyOfPeer: "refused a connection, the peer has too many"
    case .displaced: "closed a connection of the process with the most, for another's first"
    case .malformed: "closed a connection with a malformed message"
    case .tooManyWaiting: "closed a connection with too many waiting calls"
    case .halfMessage: "closed a connection in the middle of a message"
    case .unreadOutput: "closed a connection that does not read"
    }
  }
}

/// The severity of a log line.
package enum LogLevel: Sendable {
  case error, warning
}

/// Writes log lines, which hold nothing that a peer sent.
package typealias Log = (LogLevel, String) -> Void

/// Counts faults of peers, and logs the first, second, fourth, eighth … of a kind, so that no peer can fill the log.
final class IncidentLog {
  let log: Log
  private(set) var counts: [Incident: Int] = [:]

  init(_ log: @escaping Log) { self.log = log }

  /// `peer` is `nil` if it is unknown.
  func record(_ incident: Incident, _ peer: Peer?, _ role: ListenerRole, _ reason: String? = nil) {
    let count = counts[incident, default: 0] + 1
    counts[incident] = count
    guard count & (count - 1) == 0 else { return }
    let pid = peer.map { "\($0.pid)" } ?? "unknown"
    let why = reason.map { ": \($0)" } ?? ""
    log(.warning, "\(incident.text)\(why) (pid \(pid), socket \(role.name), \(count) so far)")
  }
}
