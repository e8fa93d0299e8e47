/// What a peer can do wrong: the connection is closed, and it is counted.
package enum Incident: String, CaseIterable, Sendable {
  /// Refused at the door.
  case otherUser, unidentified, sandboxed, tooManyConnections, tooManyOfPeer
  /// Closed later.
  case malformed, tooManyWaiting, halfMessage, unreadOutput

  var text: String {
    switch self {
    case .otherUser: "refused a peer of another user"
    case .unidentified: "refused a peer that cannot be identified"
    case .sandboxed: "refused a sandboxed peer"
    case .tooManyConnections: "refused a connection, there are too many"
    case .tooManyOfPeer: "refused a connection, the peer has too many"
    case .malformed: "closed a connection with a malformed message"
    case .tooManyWaiting: "closed a connection with too many waiting calls"
    case .halfMessage: "closed a connection in the middle of a message"
    case .unreadOutput: "closed a connection that does not read"
    }
  }
}
