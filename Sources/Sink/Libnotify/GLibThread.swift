import CNotify

#if BELLHOP_THREAD_SANITIZER
  import Locks
#endif

/// A thread that runs a GLib main context of its own, and the executor of the actors that live on it.
///
/// Invariant: the context is the thread's default before any work runs there, so that the answers and signals of calls
/// made on the thread also arrive on the thread. The thread runs until `stop`.
final class GLibThread: SerialExecutor {
  private let context = MainContext()
  // GMainLoop locks itself: every call made on it here is allowed from any thread.
  private nonisolated(unsafe) let loop: OpaquePointer
  /// Gets one element when the thread has ended; GAsyncQueue locks itself.
  private nonisolated(unsafe) let ended: OpaquePointer

  init(name: String) {
    loop = g_main_loop_new(context.pointer, 0)
    ended = g_async_queue_new()
    let work = { [self] in
      g_main_context_push_thread_default(context.pointer)
      g_main_loop_run(loop)
      // GDBus queues the freeing of released objects to this context.
      var rounds = 0
      while rounds < 1_000, g_main_context_iteration(context.pointer, 0) != 0 { rounds += 1 }
      g_main_context_pop_thread_default(context.pointer)
      g_async_queue_push(ended, UnsafeMutableRawPointer(loop))
    }
    let thread = g_thread_new(
      name,
      { data in
        Box<() -> Void>.consume(data)?()
        return nil
      }, Box(work).retained())
    g_thread_unref(thread)
  }

  deinit {
    g_async_queue_unref(ended)
    g_main_loop_unref(loop)
  }

  /// Runs `work` on the thread after all earlier work. Always queued, also when called on the thread itself, so that no
  /// callback is entered from within another.
  func run(_ work: @escaping @Sendable () -> Void) {
    context.attach(g_idle_source_new(), work)
  }

  /// Ends the thread once its queued work has run. Waits at most `bound` milliseconds: a thread that is stuck in a
  /// library's call is abandoned.
  func stop(withinMilliseconds bound: UInt32 = 500) {
    run { [self] in g_main_loop_quit(loop) }
    guard let token = g_async_queue_timeout_pop(ended, guint64(bound) * 1_000) else { return }
    g_async_queue_push(ended, token)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    run { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  func isIsolatingCurrentContext() -> Bool? { g_main_context_is_owner(context.pointer) != 0 }

  func checkIsolated() {
    precondition(g_main_context_is_owner(context.pointer) != 0, "called off its GLib thread")
  }
}

/// A main context of GLib's, by which any thread queues work to the context's own.
final class MainContext: Sendable {
  // GMainContext locks itself: every call made on it here is allowed from any thread.
  nonisolated(unsafe) let pointer: OpaquePointer?

  private init(owning pointer: OpaquePointer?) { self.pointer = pointer }
  convenience init() { self.init(owning: g_main_context_new()) }
  deinit { g_main_context_unref(pointer) }

  /// The calling thread's.
  static var current: MainContext { MainContext(owning: g_main_context_ref_thread_default()) }

  /// Calls `work` once on the context's thread when the source is ready. Consumes the caller's reference to the source.
  func attach(_ source: UnsafeMutablePointer<GSource>?, _ work: @escaping () -> Void) {
    // GLib runs sources of one priority in turn; idle ones have a lower one by themselves.
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        Handover.pass()
        Box<() -> Void>.peek(data)?()
        return 0
      }, Box(work).retained(), { Box<() -> Void>.release($0) })
    Handover.pass()
    g_source_attach(source, pointer)
    g_source_unref(source)
  }
}

/// Work that passes from one thread to another by a main context, whose lock orders the two. GLib's locks wait in the
/// kernel by themselves (futex), so that the thread sanitizer does not see them: in its builds both sides pass through a
/// lock that it sees.
private enum Handover {
  #if BELLHOP_THREAD_SANITIZER
    private static let lock = Mutex(())
    static func pass() { lock.withLock { _ in } }
  #else
    static func pass() {}
  #endif
}

/// Calls its handler once, on the thread that made the timer, unless the timer is freed there before.
final class GLibTimer {
  private let source: UnsafeMutablePointer<GSource>?

  init(milliseconds: Int64, _ handler: @escaping () -> Void) {
    source = g_timeout_source_new(UInt32(clamping: milliseconds))
    g_source_ref(source)
    MainContext.current.attach(source, handler)
  }

  deinit {
    g_source_destroy(source)
    g_source_unref(source)
  }
}

/// Carries a Swift value through a C callback's `user_data`.
///
/// Invariant: exactly one `release` or `consume` balances `retained()`, however GLib ends the callback.
final class Box<Value> {
  private let value: Value

  init(_ value: Value) { self.value = value }

  func retained() -> UnsafeMutableRawPointer { Unmanaged.passRetained(self).toOpaque() }

  static func peek(_ data: UnsafeMutableRawPointer?) -> Value? {
    data.map { Unmanaged<Box<Value>>.fromOpaque($0).takeUnretainedValue().value }
  }

  /// Returns the value and releases the box.
  static func consume(_ data: UnsafeMutableRawPointer?) -> Value? {
    data.map { Unmanaged<Box<Value>>.fromOpaque($0).takeRetainedValue().value }
  }

  static func release(_ data: UnsafeMutableRawPointer?) {
    if let data { Unmanaged<Box<Value>>.fromOpaque(data).release() }
  }
}
