package import Delivery
internal import EventLoop
internal import Glibc
internal import Locks

/// Copies the image files that apps name, on threads of its own: reading never ends if the file system waits for a
/// program or another computer that does not answer. `ImageQueue` decides the order.
package final class ImageCopies: ImageFiles {
  typealias Reader = @Sendable (String) throws(ImageFault) -> ImageFile

  private let directory: ImageDirectory
  private let themes: IconThemes
  private let queue = Mutex(ImageQueue())
  private let reader: Reader
  private let clock: @Sendable () -> Int64

  /// `path`: the directory of the copies, which is made if it is missing.
  package convenience init(path: String, themes: IconThemes = IconThemes(in: [])) {
    self.init(path: path, themes: themes, clock: { EventLoop.now().uptime }, reader: ImageFile.init)
  }

  init(
    path: String, themes: IconThemes = IconThemes(in: []), clock: @escaping @Sendable () -> Int64,
    reader: @escaping Reader
  ) {
    directory = ImageDirectory(path: path)
    self.themes = themes
    self.reader = reader
    self.clock = clock
  }

  package func prepare(
    _ sources: [ImageSource], for process: Int32, copies: Bool, isWanted: @escaping @Sendable () -> Bool,
    then: @escaping @Sendable ([Result<ImageCopy, ImageFault>]) -> Void
  ) {
    add(ImageJob(process: process, sources: sources, copies: copies, isWanted: isWanted, then: then))
  }

  private func add(_ job: ImageJob) {
    let now = clock()
    if let fault = queue.withLock({ $0.add(job, now: now) }) {
      job.then(job.sources.map { _ in .failure(fault) })
    }
    bypassStuckFiles()
  }

  package func bypassStuckFiles() {
    let now = clock()
    while queue.withLock({ $0.addsThread(now: now) }) { guard startThread() else { return } }
  }

  package func remove(_ paths: [String]) { for path in paths { directory.remove(path) } }

  /// Removes all copies but these, and returns those of them that are missing; to call before the first `prepare`.
  package func sweep(keeping kept: Set<String>) -> Set<String> { directory.sweep(keeping: kept) }

  private func startThread() -> Bool {
    if DetachedThread.start({ self.runJobs() }) { return true }
    for job in queue.withLock({ $0.threadFailedToStart() }) {
      job.then(job.sources.map { _ in .failure(.busy(limit: 0)) })
    }
    return false
  }

  private func runJobs() {
    while let job = queue.withLock({ $0.next(now: clock()) }) {
      let results = job.sources.map { source in
        queue.withLock { $0.beginsReading(source.name, for: job.process, now: clock()) }
        return result(of: source, copies: job.copies)
      }
      queue.withLock { $0.ended(job) }
      job.then(results)
    }
  }

  private func result(of source: ImageSource, copies: Bool) -> Result<ImageCopy, ImageFault> {
    do throws(ImageFault) {
      let file: ImageFile
      switch source {
      case .file(let path): file = try reader(path)
      case .icon(let name):
        guard themes.haveIcon(named: name) else { throw .noIcon }
        return .success(ImageCopy(source: name, path: name, digest: "", bytes: 0))
      case .made(_, let bytes): file = try ImageFile(bytes: bytes())
      }
      let kept = copies ? try keep(file) : source.name
      return .success(
        ImageCopy(source: source.name, path: kept, digest: file.digest, bytes: file.bytes.count))
    } catch {
      return .failure(error)
    }
  }

  private func keep(_ file: ImageFile) throws(ImageFault) -> String {
    do throws(SystemError) { return try directory.keep(file) } catch { throw .notKept("\(error)") }
  }
}
