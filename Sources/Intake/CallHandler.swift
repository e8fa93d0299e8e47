public import NotificationModel
public import Varlink

/// A connection, as long as it lasts; never given to another.
public struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}

/// Who calls: all that a handler may base a decision on.
public struct Caller: Hashable, Sendable {
  public let connection: ConnectionID
  public let peer: Peer
  /// The app that the peer is known to be; `nil` where its own word has to do.
  public let verified: AppID?
  public let door: Door
}

/// What became of a call.
public enum Handling: Sendable {
  /// Answered; with `.continues` more follows through `Server.send`. An answer that stands is so whatever becomes of
  /// the turn.
  case reply(Reply, stands: Bool = false)
  /// To be answered through `Server.send`, which may have begun already. Until the last answer the
  /// connection's later calls wait.
  case pending
}

/// Answers the calls that are not `org.varlink.service`'s. Called on the loop's thread, during a turn, and
/// never from within a call to the server.
public protocol CallHandler: AnyObject {
  func handle(_ call: Call, from caller: Caller) -> Handling
  /// The connection is gone, and a pending call of its with it.
  func connectionClosed(_ connection: ConnectionID)
}
