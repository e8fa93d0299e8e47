import Glibc

/// A database's file, as the system has it.
///
/// Invariant: it stays open for longer than every connection of this process. To close any descriptor of a file takes
/// away all locks that the process has on it (fcntl(2)), and another process would then take the log for an unused one.
final class DatabaseFile: Sendable {
  let path: String
  private let descriptor: Int32

  init(
    in directory: borrowing StateDirectory, _ name: String = StateDirectory.database
  ) throws(OpeningFault) {
    descriptor = try directory.openFile(name)
    path = directory.path(of: name)
  }

  deinit { close(descriptor) }

  /// Whether the disk lets each byte be read, of its log as well; also if it is given up.
  func canBeRead(while goesOn: () -> Bool) -> Bool {
    let log = open("\(path)-wal", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    // SQLite has no locks on the log that closing it could take away.
    defer { if log >= 0 { close(log) } }
    guard log >= 0 || errno == ENOENT else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    for file in [descriptor, log] where file >= 0 {
      var (offset, count) = (0, 1)
      while count > 0, goesOn() {
        count = pread(file, &buffer, buffer.count, offset)
        offset += count
      }
      guard count >= 0 else { return false }
    }
    return true
  }

  /// The file's first hundred bytes (https://www.sqlite.org/fileformat.html §1.3), read without SQLite: to open
  /// a database already leaves traces beside it.
  enum Header: Equatable {
    /// Nothing was ever written to it.
    case empty
    /// No database that SQLite can use: another file, a damaged one, or a part of a first page that a power cut has torn.
    case torn
    /// A database of another program.
    case foreign
    case ours(version: Int)
    /// The first transaction may be in the log yet: only SQLite can tell.
    case unmarked
  }

  func header() throws(OpeningFault) -> Header {
    let (size, magic) = (100, "SQLite format 3\0".utf8)
    var bytes = [UInt8](repeating: 0, count: size)
    let count = bytes.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    guard count >= 0 else { throw OpeningFault(path, errno) }
    guard count > 0 else { return .empty }
    guard count == size, bytes.starts(with: magic) else { return .torn }
    func number(at offset: Int) -> Int32 {
      Int32(bitPattern: bytes[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) })
    }
    let version = Int(number(at: 60))
    // How the file is written and read: 1 with a journal, 2 with a log. A newer release may have another way.
    let isUsable = bytes[18...19].allSatisfy { (1...2).contains($0) }
    switch number(at: 68) {
    case Schema.applicationID: return isUsable || version > Schema.version ? .ours(version: version) : .torn
    case 0: return isUsable ? .unmarked : .torn
    default: return .foreign
    }
  }
}

/// The files of an open database by their names: a file that loses its name while it is open lives on in open
/// descriptors alone, and the next start does not find it.
struct FileNames {
  private struct Identity: Equatable {
    let device: UInt
    let inode: UInt
  }

  private enum Lookup: Equatable {
    case found(Identity)
    case nothing
    /// The file system does not say: neither that it is there nor that it is not.
    case unknown

    /// A link is one itself.
    init(_ path: String) {
      var status = stat()
      // Handed over as it is, the path would be copied.
      let code = path.withCString { lstat($0, &status) }
      self =
        if code == 0 {
          .found(Identity(device: UInt(status.st_dev), inode: UInt(status.st_ino)))
        } else {
          errno == ENOENT || errno == ENOTDIR ? .nothing : .unknown
        }
    }
  }

  private let database: String
  private let files: [(path: String, found: Lookup)]

  /// Once a connection has opened them; `lock` is the path of the directory's lock.
  init(of database: String, lock: String) {
    self.database = database
    files = [database, "\(database)-wal", "\(database)-shm", lock].map { ($0, Lookup($0)) }
      .filter { if case .found = $0.1 { true } else { false } }
  }

  /// Whether the names still lead to these files: four looks, less than a microsecond each.
  var areInPlace: Bool { files.allSatisfy { [$0.found, .unknown].contains(Lookup($0.path)) } }

  /// Where another database stands in the place, a log by its name would be taken for that one's.
  func removeLogOfAnother() {
    guard let own = files.first, own.path == database, case .found(let other) = Lookup(database),
      .found(other) != own.found
    else { return }
    for file in files.dropFirst() where file.path.hasPrefix(database) && Lookup(file.path) == file.found {
      unlink(file.path)
    }
  }
}
