import CNotify

/// A thread that runs a GLib main context of its own, and the executor of the actors that live on it.
///
/// Invariant: the context is the thread's default before anything else runs there, so that every signal and
/// every answer of what is started on the thread also arrives on the thread.
package final class GLibThread: SerialExecutor {
  // GMainContext and GMainLoop lock themselves: every call made on them here is allowed from any thread.
  private nonisolated(unsafe) let context: OpaquePointer
  private nonisolated(unsafe) let loop: OpaquePointer
  /// Gets one element when the thread has ended; GAsyncQueue locks itself.
  private nonisolated(unsafe) let ended: OpaquePointer

  package init(name: String) {
    context = g_main_context_new()
    loop = g_main_loop_new(context, 0)
    ended = g_async_queue_new()
    let seed = Box(ThreadStart(context: context, loop: loop, ended: ended))
    let thread = g_thread_new(
      name,
      { data in
        guard let start = Box<ThreadStart>.take(data) else { return nil }
        g_main_context_push_thread_default(start.context)
        g_main_loop_run(start.loop)
        // What was let go of at the end is freed by the context itself: GDBus queues that.
        var rounds = 0
        while rounds < 1_000, g_main_context_iteration(start.context, 0) != 0 { rounds += 1 }
        g_main_context_pop_thread_default(start.context)
        g_async_queue_push(start.ended, UnsafeMutableRawPointer(start.loop))
        start.release()
        return nil
      }, seed.retained())
    g_thread_unref(thread)
  }

  deinit {
    g_main_loop_quit(loop)
    g_async_queue_unref(ended)
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }

  /// Runs `work` on the thread after everything handed over before. Always queued, also when called on the
  /// thread itself, so that no callback is entered from within another.
  package func run(_ work: @escaping @Sendable () -> Void) {
    attach(g_idle_source_new(), work)
  }

  /// Runs `work` on the thread in so many milliseconds.
  package func run(afterMilliseconds delay: UInt32, _ work: @escaping @Sendable () -> Void) {
    attach(g_timeout_source_new(delay), work)
  }

  private func attach(_ source: UnsafeMutablePointer<GSource>?, _ work: @escaping @Sendable () -> Void) {
    g_source_set_priority(source, G_PRIORITY_DEFAULT)
    g_source_set_callback(
      source,
      { data in
        Box<@Sendable () -> Void>.peek(data)?()
        return 0
      }, Box(work).retained(), { Box<@Sendable () -> Void>.release($0) })
    g_source_attach(source, context)
    g_source_unref(source)
  }

  /// Ends the thread once what was handed over has run, and waits for that at most so many milliseconds: a
  /// thread that is stuck in a library's call is left to itself. False when it was.
  @discardableResult
  package func stop(withinMilliseconds bound: UInt32 = 500) -> Bool {
    run { [self] in g_main_loop_quit(loop) }
    guard let token = g_async_queue_timeout_pop(ended, guint64(bound) * 1_000) else { return false }
    g_async_queue_push(ended, token)
    return true
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    run { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  package func isIsolatingCurrentContext() -> Bool? { g_main_context_is_owner(context) != 0 }

  package func checkIsolated() {
    precondition(g_main_context_is_owner(context) != 0, "called off its GLib thread")
  }
}

/// What the new thread needs, with references of its own: it may outlive the `GLibThread`.
private struct ThreadStart {
  let context: OpaquePointer
  let loop: OpaquePointer
  let ended: OpaquePointer

  init(context: OpaquePointer, loop: OpaquePointer, ended: OpaquePointer) {
    self.context = g_main_context_ref(context)
    self.loop = g_main_loop_ref(loop)
    self.ended = g_async_queue_ref(ended)
  }

  func release() {
    g_async_queue_unref(ended)
    g_main_loop_unref(loop)
    g_main_context_unref(context)
  }
}
