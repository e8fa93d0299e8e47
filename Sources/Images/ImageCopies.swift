package import Delivery
internal import EventLoop
internal import Glibc
internal import Locks
internal import NotificationModel
package import Records

/// Copies the image files that apps name, on threads of its own: reading never ends if the file system waits for a
/// program or another computer that does not answer. `ImageQueue` decides the order, `MountTable` what is read where.
package final class ImageCopies: ImageFiles {
  /// `nil` if a link leads out of the mount.
  typealias Reader = @Sendable (_ path: String, _ mount: Mount?) throws(ImageFault) -> ImageFile?

  private let directory: ImageDirectory
  private let themes: IconThemes
  private let mounts = Mutex(MountTable())
  private let queue = Mutex(ImageQueue())
  private let reader: Reader
  private let clock: @Sendable () -> Int64

  /// `path`: the directory of the copies, which is made if it is missing.
  package convenience init(path: String, themes: IconThemes = IconThemes(in: [])) {
    self.init(path: path, themes: themes, clock: { EventLoop.now().uptime }, reader: ImageFile.read)
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
    let job = ImageJob(
      process: process, sources: sources.map(placed), copies: copies, isWanted: isWanted, then: then)
    let now = clock()
    if let fault = queue.withLock({ $0.add(job, now: now) }) { job.answer(fault) }
    bypassStuckFiles()
  }

  private func placed(_ source: ImageSource) -> PlacedSource {
    switch source {
    case .file(let path):
      let mount = mounts.withLock { $0.mount(of: path) }
      return PlacedSource(source: source, place: mount?.place ?? .beyondLinks, mount: mount)
    case .icon: return PlacedSource(source: source, place: .themes, mount: nil)
    case .made: return PlacedSource(source: source, place: .memory, mount: nil)
    }
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
    for job in queue.withLock({ $0.threadFailedToStart() }) { job.answer(.busy(limit: 0)) }
    return false
  }

  private func runJobs() {
    while let job = queue.withLock({ $0.next(now: clock()) }) {
      if let results = results(of: job) {
        queue.withLock { $0.ended(job) }
        job.then(results)
      } else {
        queue.withLock { $0.leads(job) }
      }
      // The end of one may have made room for several, at other places.
      bypassStuckFiles()
    }
  }

  /// `nil` if a link leads out of a file system; then nothing is kept.
  private func results(of job: ImageJob) -> [Result<ImageCopy, ImageFault>]? {
    var results: [Result<ImageCopy, ImageFault>] = []
    for source in job.sources {
      queue.withLock { $0.beginsReading(source.source.name, for: job.process, now: clock()) }
      guard let result = result(of: source, copies: job.copies) else {
        if job.copies { remove(results.compactMap { try? $0.get().path }) }
        return nil
      }
      results.append(result)
    }
    return results
  }

  private func result(of placed: PlacedSource, copies: Bool) -> Result<ImageCopy, ImageFault>? {
    let source = placed.source
    do throws(ImageFault) {
      let file: ImageFile
      switch source {
      case .file(let path):
        guard let read = try reader(path, placed.mount) else { return nil }
        file = read
      case .icon(let name):
        guard themes.haveIcon(named: name) else { throw .noIcon }
        return .success(ImageCopy(source: name, path: name, digest: "", bytes: 0))
      case .made(_, _, let bytes): file = try ImageFile(bytes: bytes())
      }
      let kept = copies ? try keep(file) : source.name
      return .success(
        ImageCopy(
          source: source.name, path: kept, digest: file.digest, bytes: file.bytes.count,
          file: file.identity.map { PictureFile(path: source.name, identity: $0) }))
    } catch {
      return .failure(error)
    }
  }

  private func keep(_ file: ImageFile) throws(ImageFault) -> String {
    do throws(SystemError) { return try directory.keep(file) } catch { throw .notKept("\(error)") }
  }
}
