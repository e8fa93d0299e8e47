package import EventLoop
package import NotificationModel
package import Varlink

/// Identifies a connection; an identifier is never used again.
package struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}

/// The peer and its connection, as far as a handler may base a decision on them.
package struct Caller: Hashable, Sendable {
  package let connection: ConnectionID
  package let peer: Peer
  /// The app that the sandbox vouches for; `nil` if the peer has only its own claim.
  package let verified: AppID?
  package let role: ListenerRole
  /// The script or unit that runs the peer, for calls of the command line.
  package let script: ScriptID?
}

extension Caller {
  /// The account of its calls that name no app.
  var ownAccount: Account { Account(.process(peer.pid), at: role == .control ? .person : .apps) }
}

/// The outcome of a call.
package enum Handling {
  /// Answered. After `.continues`, more replies follow through `Server.send`. A reply with `isCommitted` reports only
  /// committed data, so a failing transaction does not replace it. `unstored` replaces the error of a failing
  /// transaction, for a call that takes effect all the same.
  case reply(Reply, isCommitted: Bool = false, unstored: Reply? = nil)
  /// Answered with this message, which includes its NUL and is the last.
  case message([UInt8], isCommitted: Bool)
  /// To be answered through `Server.send`, which may have begun already, or by `CallHandler.more`. The connection's
  /// later calls wait until the last answer.
  case pending
  /// To be continued when the connection is served again. Each step takes a millisecond at most.
  case unfinished(Purpose, () -> Handling)

  /// The reason for continuing a call.
  package enum Purpose {
    /// Builds an answer, and stops once the peer has gone. With `isCommitted`, the answer rests on committed data
    /// alone, so it survives the failure of a transaction.
    case answer(isCommitted: Bool)
    /// Changes data, and continues even if the peer has gone. The failure of its transaction ends it.
    case change
  }
}

/// Answers the calls that are not `org.varlink.service`'s. The server calls it on the loop's thread, during a
/// transaction, and never from within a call to the server.
package protocol CallHandler: AnyObject {
  /// The account that the call's time is charged to.
  func account(of call: Call, from caller: Caller) -> Account
  func handle(_ call: Call, from caller: Caller) -> Handling
  /// The next batch of replies for a pending call after `Server.offer`; may be empty; `nil` once the call has
  /// everything. Called between transactions, when all data is committed or rolled back and the peer has read most of
  /// its output.
  func more(for connection: ConnectionID) -> [Reply]?
  /// The connection is closed, and its pending call has ended.
  func connectionClosed(_ connection: ConnectionID)
}

extension CallHandler {
  package func account(of call: Call, from caller: Caller) -> Account { caller.ownAccount }
  package func more(for connection: ConnectionID) -> [Reply]? { nil }
}
