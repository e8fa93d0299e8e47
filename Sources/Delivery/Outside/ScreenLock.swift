import Guidelines
import Synchronization

/// Whether the screen is locked, as everything on the desktop that knows tells it.
package enum ScreenLock: Hashable, Sendable {
  /// Not everybody who may know has answered yet.
  case undecided
  case unlocked
  /// By whom, as it is told to the person; never empty.
  case locked(by: [String])

  /// What counts as a lock although the person is still there.
  package static let sharing = LockedScreen.sharing

  /// Somebody says that the person has locked the screen, or left it.
  var isPersonAway: Bool { holders.contains { $0 != Self.sharing } }

  /// In doubt the screen counts as locked.
  package var hides: Bool { self != .unlocked }

  var holders: [String] {
    switch self {
    case .undecided, .unlocked: []
    case .locked(let names): names
    }
  }
}

/// Whether the screen counts as locked: read by the sink immediately before it shows.
///
/// Invariant: what the desktop said and what the engine made of it are bits of one word. The desktop sets its own
/// at once, before any transaction of the engine; the engine's stays set until the engine agrees that it is over.
package final class LockFlag: LockReading {
  private enum Bit {
    static let engine: UInt8 = 1
    static let desktop: UInt8 = 2
  }

  private let bits = Atomic<UInt8>(0)
  package init() {}

  package var hidesWhenLocked: Bool { bits.load(ordering: .sequentiallyConsistent) != 0 }

  func set(_ locked: Bool) { set(Bit.engine, locked) }

  /// From any thread; to be followed by the report to the engine.
  package func heard(_ lock: ScreenLock) { set(Bit.desktop, lock.hides) }

  private func set(_ bit: UInt8, _ isSet: Bool) {
    if isSet {
      bits.bitwiseOr(bit, ordering: .sequentiallyConsistent)
    } else {
      bits.bitwiseAnd(~bit, ordering: .sequentiallyConsistent)
    }
  }
}
