/// How it stands with the desktop's notification name, which the front is to have.
package struct FrontStanding: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    case connecting
    /// It is Bellhop's.
    case owner
    /// Another has it, and keeps it.
    case queued
    /// There is no bus, or the name is not to be had on it.
    case unreachable
  }

  package var state: State
  /// The name on the bus at which the notification server is looked for, whether or not it is there.
  package var server: String?
  /// Who has the name instead, as the bus calls it, and its process where the bus says that.
  package var owner: String?
  package var ownerProcess: Int32?
  /// Why the name is not to be had.
  package var fault: String?

  package init(_ state: State) { self.state = state }
}

/// What is said of the front: `GetFront` of `io.bellhop.Control`. A daemon of an earlier version says less.
package struct FrontReport: Hashable, Sendable {
  /// A `FrontMode`, or one of a later version.
  package var mode: String
  /// The administrator's file that fixes the mode.
  package var lockedBy: String?
  /// What is kept of what came there, once it is over.
  package var store: KeptText?
  /// For how many days.
  package var keepDays: Int?
  /// Only with the mode `on`.
  package var standing: FrontStanding?

  package init(mode: String) { self.mode = mode }
}
