import Synchronization

/// Values from one thread to another: bounded, and emptied whole.
///
/// Invariant: `post` returns `true` only when the mailbox was empty before, so that a doorbell rung then, and
/// only then, never leaves a value lying.
final class Mailbox<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let bound: Int

  init(bound: Int) { self.bound = bound }

  /// Past the bound the value is dropped, unless it must not be.
  func post(_ value: Value, always: Bool) -> Bool {
    values.withLock { values in
      guard always || values.count < bound else { return false }
      values.append(value)
      return values.count == 1
    }
  }

  func empty() -> [Value] {
    values.withLock { values in
      defer { values.removeAll() }
      return values
    }
  }
}
