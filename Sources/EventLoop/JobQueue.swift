// Invariant: whenever the queue holds jobs that the loop has not taken, the doorbell has been or is about to be
// rung. Only the step from empty to non-empty rings, so a burst of jobs costs one system call; the loop
// silences the bell before it takes the jobs, so that a job added in between is taken with them.

internal import CLinux
internal import Glibc
internal import Synchronization

/// What other threads want the loop to do.
struct JobQueue: ~Copyable, Sendable {
  typealias Job = @Sendable () -> Void

  private let jobs = Mutex<[Job]>([])
  private let doorbell: FileDescriptor

  init() throws(SystemError) {
    doorbell = FileDescriptor(
      owning: try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) })
  }

  /// Readable while there is something to take.
  var descriptor: Int32 { doorbell.raw }

  func append(_ job: @escaping Job) {
    let wasEmpty = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if wasEmpty { ring() }
  }

  func takeAll() -> [Job] {
    var count: UInt64 = 0
    // Fails with EAGAIN when the bell was silent: nothing is lost then either.
    _ = read(doorbell.raw, &count, MemoryLayout<UInt64>.size)
    return jobs.withLock { jobs in
      defer { jobs = [] }
      return jobs
    }
  }

  private func ring() {
    var one: UInt64 = 1
    // A counter of 64 bits never fills, and an eventfd that is open has no other way to fail.
    _ = write(doorbell.raw, &one, MemoryLayout<UInt64>.size)
  }
}
