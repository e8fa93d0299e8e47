package import EventLoop
package import NotificationModel
package import Varlink

/// A connection, as long as it lasts; never given to another.
package struct ConnectionID: Hashable, Sendable {
  let number: UInt64
}

/// Who calls: all that a handler may base a decision on.
package struct Caller: Hashable, Sendable {
  package let connection: ConnectionID
  package let peer: Peer
  /// The app that the peer is known to be; `nil` where its own word has to do.
  package let verified: AppID?
  package let role: ListenerRole
  /// What runs the peer, where the command line is spoken to.
  package let script: ScriptID?
}

/// What became of a call.
package enum Handling {
  /// Answered; with `.continues` more follows through `Server.send`. One that is about what is committed holds whatever
  /// becomes of the transaction; `unstored`: the answer in place of the failure, where the call is done all the same.
  case reply(Reply, isCommitted: Bool = false, unstored: Reply? = nil)
  /// Answered with this message, NUL included, which is the last.
  case message([UInt8], isCommitted: Bool)
  /// To be answered through `Server.send`, which may have begun already, or as `CallHandler.more` tells. Until the
  /// last answer the connection's later calls wait.
  case pending
  /// To be gone on with when the caller is served again; each piece takes a millisecond at most.
  case goesOn(Purpose, () -> Handling)

  /// What a call is gone on with for.
  package enum Purpose {
    /// An answer is put together: where nobody is left to take it, no longer. What is committed was built on nothing
    /// that a transaction that fails takes back.
    case answer(isCommitted: Bool)
    /// Something is changed, whoever is left to hear of it. With a transaction that fails it is over.
    case change
  }
}

/// Answers the calls that are not `org.varlink.service`'s. Called on the loop's thread, during a transaction, and
/// never from within a call to the server.
package protocol CallHandler: AnyObject {
  /// Whose time the call costs.
  func group(of call: Call, from caller: Caller) -> SchedulingGroup
  func handle(_ call: Call, from caller: Caller) -> Handling
  /// What is next for a pending call that was offered more (`Server.offer`), a piece of it, which may be empty; `nil`
  /// when it has everything. Asked between transactions, when everything is committed or taken back, and the peer has
  /// taken most of what it was sent.
  func more(for connection: ConnectionID) -> [Reply]?
  /// The connection is gone, and a pending call of its with it.
  func connectionClosed(_ connection: ConnectionID)
}

extension CallHandler {
  package func group(of call: Call, from caller: Caller) -> SchedulingGroup { .process(caller.peer.pid) }
  package func more(for connection: ConnectionID) -> [Reply]? { nil }
}
