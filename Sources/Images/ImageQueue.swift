import Delivery

/// What is to be looked at for one call.
struct ImageJob: Sendable {
  let process: Int32
  let sources: [ImageSource]
  let copies: Bool
  let isWanted: @Sendable () -> Bool
  let then: @Sendable ([Result<ImageCopy, ImageFault>]) -> Void

  /// Those that are files, which may never answer.
  var paths: [String] { sources.compactMap { if case .file(let path) = $0 { path } else { nil } } }
}

/// Which job is next, and how many threads are to work on them. Times are milliseconds of one clock.
///
/// Invariant: of one process at most one job is being worked on, and a thread that has been at one file for long is
/// replaced: a file that never answers keeps nobody waiting but those of its process. No job is lost: a thread ends
/// only where none is left that it could take.
struct ImageQueue: Sendable {
  /// More would not make a disk faster.
  static let mostThreads = 4
  /// Threads that wait for files besides, perhaps for ever: so many processes have to come upon such a file.
  static let mostStuck = 64
  /// One post each; a desktop's apps together have a few.
  static let mostWaiting = 256
  static let mostWaitingPerProcess = 16
  /// A disk at work answers within it.
  static let slowMilliseconds: Int64 = 2_000
  /// A disk that has fallen asleep answers within it. From then on nobody else begins with the same file.
  static let deadMilliseconds: Int64 = 10_000

  private var waiting: [ImageJob] = []
  private var threads = 0
  /// What each process waits for, and since when.
  private var atWork: [Int32: (path: String, since: Int64)] = [:]

  /// Why it is not taken; `nil` when it is.
  mutating func add(_ job: ImageJob, now: Int64) -> ImageFault? {
    waiting.removeAll { !$0.isWanted() }
    if namesDead(job, now) { return .unusable("has kept another waiting, and has not answered yet") }
    guard waiting.count < Self.mostWaiting, stuck(now) < Self.mostStuck else {
      return .busy(limit: Self.mostWaiting)
    }
    guard waiting.count(where: { $0.process == job.process }) < Self.mostWaitingPerProcess else {
      return .busy(limit: Self.mostWaitingPerProcess)
    }
    waiting.append(job)
    return nil
  }

  /// Whether to start a thread, which counts from now on.
  mutating func addsThread(now: Int64) -> Bool {
    let processes = Set(waiting.filter { mayBegin($0, now) }.map(\.process))
    guard processes.count > threads - atWork.count,
      threads - min(stuck(now), Self.mostStuck) < Self.mostThreads
    else { return false }
    threads += 1
    return true
  }

  /// None could be started. Returns what nobody will work on now.
  mutating func lacksThread() -> [ImageJob] {
    threads -= 1
    defer { if threads == 0 { waiting = [] } }
    return threads == 0 ? waiting : []
  }

  /// A thread's next job; `nil` when the thread is to end.
  mutating func next(now: Int64) -> ImageJob? {
    waiting.removeAll { !$0.isWanted() }
    guard let index = waiting.firstIndex(where: { mayBegin($0, now) }),
      threads - stuck(now) <= Self.mostThreads
    else {
      threads -= 1
      return nil
    }
    let job = waiting.remove(at: index)
    atWork[job.process] = (job.paths.first ?? "", now)
    return job
  }

  mutating func looks(at path: String, for process: Int32, now: Int64) { atWork[process] = (path, now) }
  mutating func ended(_ job: ImageJob) { atWork[job.process] = nil }

  private func stuck(_ now: Int64) -> Int {
    atWork.values.count { now - $0.since >= Self.slowMilliseconds }
  }

  private func mayBegin(_ job: ImageJob, _ now: Int64) -> Bool {
    atWork[job.process] == nil && !namesDead(job, now)
  }

  private func namesDead(_ job: ImageJob, _ now: Int64) -> Bool {
    atWork.values.contains { now - $0.since >= Self.deadMilliseconds && job.paths.contains($0.path) }
  }
}
