import EventLoop
import Glibc

/// The right to use a state directory: one process at a time has it, and the kernel takes it back from a
/// process that dies.
///
/// The lock's file holds the process's id while it runs, and the database's stamp after an orderly end. Found
/// at the next start, and still true, the stamp says that the database has not changed since, and need not be read
/// through. A process that had reason to doubt the database writes that instead, and the next start checks the file.
/// Until the first database is whole, the id stands behind a word of its own.
struct DirectoryLock: ~Copyable {
  /// The state of the database at the end of the last process that had the directory.
  enum End {
    /// It is as an orderly end left it.
    case orderly
    /// It has to be read through: that process doubted it, or the file has changed since.
    case suspect
    /// The process was killed.
    case unknown
  }

  private static let suspect = "suspect"
  private static let first = "first"

  let directory: StateDirectory
  let lastEnd: End
  /// Whether an earlier process had a database here.
  let hadDatabase: Bool
  private let descriptor: Int32

  init(_ directory: consuming StateDirectory) throws(OpeningFault) {
    let descriptor = try directory.openFile(StateDirectory.lock)
    do throws(SystemError) {
      try lockWholeFile(descriptor) { Self.process(descriptor) }
    } catch {
      defer { close(descriptor) }
      guard error.code == EWOULDBLOCK else {
        throw OpeningFault(directory.path(of: StateDirectory.lock), error.code)
      }
      let process = Self.process(descriptor).map(String.init) ?? "of unknown id"
      throw .inUse("\(directory.path) is in use by process \(process)")
    }
    let content = Self.content(descriptor)
    // An empty lock says nothing, and neither does a stamp that cannot be taken.
    let hadDatabase = content.map { !$0.hasPrefix(Self.first) } ?? false
    lastEnd =
      switch content {
      case _ where !hadDatabase: .unknown
      case directory.stamp(): .orderly
      case let text? where Int32(text) == nil: .suspect
      default: .unknown
      }
    self.hadDatabase = hadDatabase
    self.directory = directory
    self.descriptor = descriptor
    if !hadDatabase {
      noteFirst()
    } else if lastEnd != .suspect {
      trust()
    }
  }

  /// Notes the doubt at once, so that it is on the disk even if this process is killed.
  borrowing func doubt() { Self.write("\(Self.suspect) \(getpid())", to: descriptor) }

  /// A database is about to be begun.
  borrowing func noteFirst() { Self.write("\(Self.first) \(getpid())", to: descriptor) }

  /// The database is whole.
  borrowing func trust() { Self.write(String(getpid()), to: descriptor) }

  /// After the database was closed.
  consuming func release(_ end: End) {
    switch end {
    case .orderly: if let stamp = directory.stamp() { Self.write(stamp, to: descriptor) }
    case .suspect: doubt()
    case .unknown: break
    }
  }

  deinit { close(descriptor) }

  /// The process that holds the lock, from any content of the file.
  private static func process(_ descriptor: Int32) -> Int32? {
    content(descriptor)?.split(separator: " ").last.flatMap { Int32($0) }
  }

  private static func content(_ descriptor: Int32) -> String? {
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
  }

  /// Where it cannot be written, the next start reads the database through: slower, and safe.
  private static func write(_ text: String, to descriptor: Int32) {
    var text = text
    // The old text is not cut off first: on a full disk there might be no room for the new one.
    let count = text.withUTF8 { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    _ = ftruncate(descriptor, max(0, count))
  }
}
