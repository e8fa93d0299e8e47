internal import CLinux

/// What a descriptor is watched for, and what it turned out to be ready for.
package struct Readiness: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Something, or the end, can be read.
  package static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  package static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Reported unasked: both directions are closed, or the descriptor has failed. What was sent before may
  /// still be there to be read.
  package static let hangup = Readiness(rawValue: EPOLLHUP.rawValue)

  /// What the kernel reported; a failure counts as a hangup.
  init(reported events: UInt32) {
    let failed = events & EPOLLERR.rawValue != 0
    self.init(rawValue: failed ? events & ~EPOLLERR.rawValue | EPOLLHUP.rawValue : events)
  }
}

/// A descriptor under watch. Events that the kernel reported before a registration was cancelled are dropped
/// even when the descriptor's number has been given away again.
package struct Registration: Hashable, Sendable {
  let id: UInt64
}
