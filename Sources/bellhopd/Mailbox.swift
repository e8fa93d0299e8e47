import Synchronization

/// Values from one thread to another: bounded, and in their order.
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

  /// The oldest, and whether others are left: nobody rings for those again.
  func take(atMost count: Int) -> (values: [Value], isLeft: Bool) {
    values.withLock { values in
      let taken = Array(values.prefix(count))
      values.removeFirst(taken.count)
      return (taken, !values.isEmpty)
    }
  }
}
