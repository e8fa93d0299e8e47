import Synchronization

/// Whether the screen is locked: written by the engine, read by the sink immediately before it shows.
public final class LockFlag: LockReading {
  private let locked = Atomic(false)
  public init() {}

  public var hidesWhenLocked: Bool { locked.load(ordering: .sequentiallyConsistent) }
  func set(_ value: Bool) { locked.store(value, ordering: .sequentiallyConsistent) }
}
