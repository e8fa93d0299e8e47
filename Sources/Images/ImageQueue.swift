import Delivery
import Records

/// An image, and where it is read.
struct PlacedSource: Sendable {
  let source: ImageSource
  let place: ImagePlace
  /// The file system that the path may not leave by a link.
  let mount: Mount?
}

/// The images of one call.
struct ImageJob: Sendable {
  let process: Int32
  var sources: [PlacedSource]
  let copies: Bool
  let isWanted: @Sendable () -> Bool
  let then: @Sendable ([Result<ImageCopy, ImageFault>]) -> Void

  var places: Set<ImagePlace> { Set(sources.map(\.place)) }
  /// The sources that are files, whose reads may never return.
  var paths: [String] { sources.compactMap { if case .file(let path) = $0.source { path } else { nil } } }

  var heldBytes: Int { sources.reduce(0) { $0 + $1.source.heldBytes } }

  /// A copy of the job, with each file at the end of its links.
  var beyondLinks: ImageJob {
    var job = self
    job.sources = sources.map {
      $0.mount == nil ? $0 : PlacedSource(source: $0.source, place: .beyondLinks, mount: nil)
    }
    return job
  }

  func answer(_ fault: ImageFault) { then(sources.map { _ in .failure(fault) }) }
}

/// The order of jobs and the number of threads. Times are milliseconds of one clock.
///
/// Invariant: at most one job of a process runs at a time; a place has at most a quarter of the threads and of the
/// waiting jobs; and a thread that is slow on one file is replaced. So a file whose read never returns delays only the
/// jobs of its process, and a file system that hangs only its own. No job is lost: a thread ends only if no job is left
/// that it may begin.
struct ImageQueue: Sendable {
  /// Working at one place: more would not make a disk faster.
  static let mostWorking = 4
  /// At one place, with those that hang on a file, perhaps for ever.
  static let mostThreadsPerPlace = mostThreads / 4
  static let mostThreads = 64
  /// Usually one job per post; a desktop's apps together have a few.
  static let mostWaitingPerPlace = mostWaiting / 4
  static let mostWaiting = 1_024
  static let mostWaitingPerProcess = 16
  /// Memory that jobs hold while they wait and run: two of the largest pictures of a call, or nine of 1,000 by 1,000
  /// pixels. The files that are made of them take as much at most, and the daemon's memory is limited.
  static let mostHeldBytes = 36 * 1_048_576
  static let mostHeldBytesPerProcess = mostHeldBytes / 2
  /// A spinning disk answers within this time.
  static let slowMilliseconds: Int64 = 2_000
  /// A sleeping disk answers within this time. Past it, no other job begins with the same file.
  static let deadMilliseconds: Int64 = 10_000

  /// The job of a process.
  private struct Running {
    let places: Set<ImagePlace>
    let heldBytes: Int
    /// The file that is read, and the time at which the read began.
    var path: String
    var since: Int64

    func isSlow(_ now: Int64) -> Bool { now - since >= ImageQueue.slowMilliseconds }
  }

  private var waiting: [ImageJob] = []
  private var threads = 0
  private var running: [Int32: Running] = [:]

  /// Queues the job, or returns the reason against it.
  mutating func add(_ job: ImageJob, now: Int64) -> ImageFault? {
    waiting.removeAll { !$0.isWanted() }
    if namesUnresponsiveFile(job, now) { return .silent }
    guard waiting.count < Self.mostWaiting, job.places.allSatisfy({ mayWait(at: $0, now) }) else {
      return .busy(limit: Self.mostWaitingPerPlace)
    }
    guard waiting.count(where: { $0.process == job.process }) < Self.mostWaitingPerProcess else {
      return .busy(limit: Self.mostWaitingPerProcess)
    }
    guard mayHold(job) else { return .busy(limit: Self.mostHeldBytesPerProcess) }
    waiting.append(job)
    return nil
  }

  /// True if a thread has to be started; it counts from now on.
  mutating func addsThread(now: Int64) -> Bool {
    guard threads < Self.mostThreads, jobsToBegin(now) > threads - running.count else { return false }
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
    guard let index = waiting.firstIndex(where: { mayBegin($0, beside: running, now) }) else {
      threads -= 1
      return nil
    }
    let job = waiting.remove(at: index)
    running[job.process] = Running(
      places: job.places, heldBytes: job.heldBytes, path: job.paths.first ?? "", since: now)
    return job
  }

  mutating func beginsReading(_ path: String, for process: Int32, now: Int64) {
    running[process]?.path = path
    running[process]?.since = now
  }

  mutating func ended(_ job: ImageJob) { running[job.process] = nil }

  /// A link led out of the job's place: it waits for its turn beyond, before all others.
  mutating func leads(_ job: ImageJob) {
    ended(job)
    waiting.insert(job.beyondLinks, at: 0)
  }

  /// How many of the waiting jobs may begin at the same time.
  private func jobsToBegin(_ now: Int64) -> Int {
    var all = running
    for job in waiting where mayBegin(job, beside: all, now) {
      all[job.process] = Running(places: job.places, heldBytes: job.heldBytes, path: "", since: now)
    }
    return all.count - running.count
  }

  private func mayBegin(_ job: ImageJob, beside running: [Int32: Running], _ now: Int64) -> Bool {
    guard running[job.process] == nil, !namesUnresponsiveFile(job, now) else { return false }
    return job.places.allSatisfy { place in
      let there = running.values.filter { $0.places.contains(place) }
      return there.count < Self.mostThreadsPerPlace
        && there.count(where: { !$0.isSlow(now) }) < Self.mostWorking
    }
  }

  /// Nothing waits where all threads hang.
  private func mayWait(at place: ImagePlace, _ now: Int64) -> Bool {
    waiting.count(where: { $0.places.contains(place) }) < Self.mostWaitingPerPlace
      && running.values.count(where: { $0.places.contains(place) && $0.isSlow(now) })
        < Self.mostThreadsPerPlace
  }

  /// Jobs that hold nothing are always let in.
  private func mayHold(_ job: ImageJob) -> Bool {
    let own = waiting.filter { $0.process == job.process }.reduce(running[job.process]?.heldBytes ?? 0) {
      $0 + $1.heldBytes
    }
    let all = waiting.reduce(running.values.reduce(0) { $0 + $1.heldBytes }) { $0 + $1.heldBytes }
    return job.heldBytes == 0
      || own + job.heldBytes <= Self.mostHeldBytesPerProcess && all + job.heldBytes <= Self.mostHeldBytes
  }

  private func namesUnresponsiveFile(_ job: ImageJob, _ now: Int64) -> Bool {
    running.values.contains { now - $0.since >= Self.deadMilliseconds && job.paths.contains($0.path) }
  }
}
