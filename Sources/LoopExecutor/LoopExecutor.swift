package import EventLoop

/// A loop runs an actor's jobs on its thread, where handlers enter the actor by `assumeIsolated`, without a hop.
///
/// In a module of its own: a program with actors links the library for them, with threads and queues that only the
/// daemon is to carry.
extension EventLoop: SerialExecutor {
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    post { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }

  package func checkIsolated() {
    precondition(isOnLoopThread, "not on the event loop's thread")
  }

  package func isIsolatingCurrentContext() -> Bool? { isOnLoopThread }
}
