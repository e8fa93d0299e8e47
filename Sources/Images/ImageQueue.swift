import Delivery

/// The images of one call.
struct ImageJob: Sendable {
  let process: Int32
  let sources: [ImageSource]
  let copies: Bool
  let isWanted: @Sendable () -> Bool
  let then: @Sendable ([Result<ImageCopy, ImageFault>]) -> Void

  /// The sources that are files, whose reads may never return.
  var paths: [String] { sources.compactMap { if case .file(let path) = $0 { path } else { nil } } }
}

/// The order of jobs and the number of threads. Times are milliseconds of one clock.
///
/// Invariant: at most one job of a process runs at a time, and a thread that is slow on one file is replaced, so a file
/// whose read never returns delays only the jobs of its process. No job is lost: a thread ends only if no job is left
/// that it may begin.
struct ImageQueue: Sendable {
  /// More would not make a disk faster.
  static let mostThreads = 4
  /// Further threads that hang on a file, perhaps for ever: at most this many processes can hold one.
  static let mostStuck = 64
  /// Usually one job per post; a desktop's apps together have a few.
  static let mostWaiting = 256
  static let mostWaitingPerProcess = 16
  /// A spinning disk answers within this time.
  static let slowMilliseconds: Int64 = 2_000
  /// A sleeping disk answers within this time. Past it, no other job begins with the same file.
  static let deadMilliseconds: Int64 = 10_000

  private var waiting: [ImageJob] = []
  private var threads = 0
  /// The file that each process's job reads, and the time at which the read began.
  private var running: [Int32: (path: String, since: Int64)] = [:]

  /// Queues the job, or returns the reason against it.
  mutating func add(_ job: ImageJob, now: Int64) -> ImageFault? {
    waiting.removeAll { !$0.isWanted() }
    if namesUnresponsiveFile(job, now) {
      return .unusable("has kept another waiting, and has not answered yet")
    }
    guard waiting.count < Self.mostWaiting, stuck(now) < Self.mostStuck else {
      return .busy(limit: Self.mostWaiting)
    }
    guard waiting.count(where: { $0.process == job.process }) < Self.mostWaitingPerProcess else {
      return .busy(limit: Self.mostWaitingPerProcess)
    }
    waiting.append(job)
    return nil
  }

  /// True if a thread has to be started; it counts from now on.
  mutating func addsThread(now: Int64) -> Bool {
    let processes = Set(waiting.filter { mayBegin($0, now) }.map(\.process))
    guard processes.count > threads - running.count,
      threads - min(stuck(now), Self.mostStuck) < Self.mostThreads
    else { return false }
    threads += 1
    return true
  }

  /// The thread could not be started. Returns the jobs that no thread is left for.
  mutating func threadFailedToStart() -> [ImageJob] {
    threads -= 1
    defer { if threads == 0 { waiting = [] } }
    return threads == 0 ? waiting : []
  }

  /// The next job of a thread; `nil` if the thread has to end.
  mutating func next(now: Int64) -> ImageJob? {
    waiting.removeAll { !$0.isWanted() }
    guard let index = waiting.firstIndex(where: { mayBegin($0, now) }),
      threads - stuck(now) <= Self.mostThreads
    else {
      threads -= 1
      return nil
    }
    let job = waiting.remove(at: index)
    running[job.process] = (job.paths.first ?? "", now)
    return job
  }

  mutating func beginsReading(_ path: String, for process: Int32, now: Int64) {
    running[process] = (path, now)
  }
  mutating func ended(_ job: ImageJob) { running[job.process] = nil }

  private func stuck(_ now: Int64) -> Int {
    running.values.count { now - $0.since >= Self.slowMilliseconds }
  }

  private func mayBegin(_ job: ImageJob, _ now: Int64) -> Bool {
    running[job.process] == nil && !namesUnresponsiveFile(job, now)
  }

  private func namesUnresponsiveFile(_ job: ImageJob, _ now: Int64) -> Bool {
    running.values.contains { now - $0.since >= Self.deadMilliseconds && job.paths.contains($0.path) }
  }
}
