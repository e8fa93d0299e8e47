public import Delivery
public import EventLoop
internal import Glibc
internal import Synchronization

/// Copies the image files that apps name, on threads of its own: reading a file may take for ever, where the file
/// system is one that a program or another computer answers for.
///
/// Invariant: of one process at most one job is being worked on, so that a file that never answers keeps nobody
/// waiting but those of its process; and no job is lost: a thread ends only where none is left that it could take.
public final class ImageCopies: ImageFiles {
  private struct Job: Sendable {
    let process: Int32
    let paths: [String]
    let copies: Bool
    let then: @Sendable ([Result<ImageCopy, ImageFault>]) -> Void
  }

  private struct Work: Sendable {
    var waiting: [Job] = []
    var busy: Set<Int32> = []
    var threads = 0
  }

  /// More would not make a disk faster.
  private static let mostThreads = 4
  /// One post each; a desktop's apps together have a few.
  private static let mostWaiting = 256

  private let directory: ImageDirectory
  private let work = Mutex(Work())

  /// `path`: of a directory that is made where it is not there yet.
  public init(path: String) throws(SystemError) { directory = try ImageDirectory(path: path) }

  public func take(
    _ paths: [String], for process: Int32, copies: Bool,
    then: @escaping @Sendable ([Result<ImageCopy, ImageFault>]) -> Void
  ) {
    let job = Job(process: process, paths: paths, copies: copies, then: then)
    let (isTaken, needsThread) = work.withLock { work in
      guard work.waiting.count < Self.mostWaiting else { return (false, false) }
      work.waiting.append(job)
      guard work.threads < Self.mostThreads else { return (true, false) }
      work.threads += 1
      return (true, true)
    }
    if !isTaken { then(paths.map { _ in .failure(.busy(limit: Self.mostWaiting)) }) }
    if needsThread { startThread() }
  }

  public func remove(_ paths: [String]) { for path in paths { directory.remove(path) } }

  /// Removes all but these; before the first `take`.
  public func sweep(keeping kept: Set<String>) { directory.sweep(keeping: kept) }

  private func startThread() {
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(self).toOpaque()
    let code = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        Unmanaged<ImageCopies>.fromOpaque(argument).takeRetainedValue().runJobs()
        return nil
      }, argument)
    guard code != 0 else {
      pthread_detach(thread)
      return
    }
    Unmanaged<ImageCopies>.fromOpaque(argument).release()
    let stranded = work.withLock { work in
      work.threads -= 1
      defer { if work.threads == 0 { work.waiting = [] } }
      return work.threads == 0 ? work.waiting : []
    }
    for job in stranded { job.then(job.paths.map { _ in .failure(.busy(limit: 0)) }) }
  }

  private func runJobs() {
    while let job = next() {
      job.then(job.paths.map { result(of: $0, copies: job.copies) })
      _ = work.withLock { $0.busy.remove(job.process) }
    }
  }

  private func next() -> Job? {
    work.withLock { work in
      guard let index = work.waiting.firstIndex(where: { !work.busy.contains($0.process) }) else {
        work.threads -= 1
        return nil
      }
      let job = work.waiting.remove(at: index)
      work.busy.insert(job.process)
      return job
    }
  }

  private func result(of path: String, copies: Bool) -> Result<ImageCopy, ImageFault> {
    do throws(ImageFault) {
      let file = try ImageFile(path)
      let kept = copies ? try keep(file) : path
      return .success(ImageCopy(source: path, path: kept, digest: file.digest, bytes: file.bytes.count))
    } catch {
      return .failure(error)
    }
  }

  private func keep(_ file: ImageFile) throws(ImageFault) -> String {
    do throws(SystemError) { return try directory.keep(file) } catch { throw .notKept("\(error)") }
  }
}
