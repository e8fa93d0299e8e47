#if BELLHOP_THREAD_SANITIZER
  import Glibc

  /// The lock in builds with the thread sanitizer, which sees the C library's locks. Synchronization's own waits in the
  /// kernel (futex), which the sanitizer does not see, so that it would report every access under one.
  // @unchecked: the value is touched under the lock alone.
  package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
      pthread_mutex_init(lock, nil)
      self.value = .allocate(capacity: 1)
      self.value.initialize(to: value)
    }

    deinit {
      value.deinitialize(count: 1)
      value.deallocate()
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    package borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      if !locksAreOpen { pthread_mutex_lock(lock) }
      defer { if !locksAreOpen { pthread_mutex_unlock(lock) } }
      return try body(&value.pointee)
    }
  }

  /// Whether the locks of this process do nothing, so that there are races to be found (PlantedRaceTests).
  private let locksAreOpen = getenv("BELLHOP_OPEN_LOCKS") != nil
#else
  package import Synchronization

  /// The lock by which threads share a value.
  package typealias Mutex<Value: ~Copyable> = Synchronization.Mutex<Value>
#endif
