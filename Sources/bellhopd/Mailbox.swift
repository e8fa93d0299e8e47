import Locks

/// Values from one thread to another: bounded, and emptied whole.
///
/// Invariant: `post` returns `true` only when the mailbox was empty before, so that a wakeup sent then, and
/// only then, never leaves a value lying.
final class Mailbox<Value: Sendable>: Sendable {
  private struct Contents {
    var values: [Value] = []
    var bound: Int
  }

  private let contents: Mutex<Contents>

  init(bound: Int) { contents = Mutex(Contents(bound: bound)) }

  /// Drops the value beyond the bound, unless `always`. Returns whether it is the first in the mailbox.
  func post(_ value: Value, always: Bool) -> Bool {
    contents.withLock { contents in
      guard always || contents.values.count < contents.bound else { return false }
      contents.values.append(value)
      return contents.values.count == 1
    }
  }

  func empty() -> [Value] {
    contents.withLock { contents in
      defer { contents.values.removeAll() }
      return contents.values
    }
  }

  /// Drops values that need not be kept from now on. Returns whether the mailbox is empty.
  @discardableResult
  func shut() -> Bool {
    contents.withLock { contents in
      contents.bound = 0
      return contents.values.isEmpty
    }
  }
}
