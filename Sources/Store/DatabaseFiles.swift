import Glibc

/// The files of an open database as the file system has them.
///
/// Invariant: `descriptor` stays open for longer than every connection of this process. To close any descriptor of
/// a file takes away all locks that the process has on it (fcntl(2)), and another process would then take the log
/// for one that nobody uses.
struct DatabaseFiles: ~Copyable {
  enum Standing: Equatable {
    /// Also where the file system does not say: of what was just written there, nothing speaks against it.
    case inPlace
    /// Removed: what was committed is in open descriptors alone, and its names are free.
    case nameless
    /// The name is free, and the file has another one.
    case elsewhere
    /// Something else stands there.
    case replaced
  }

  let path: String
  /// Of the database, for as long as this value lives.
  let descriptor: Int32
  private let database: FileIdentity
  /// The log and its index; `nil` for what was not there yet.
  private var others: [(path: String, identity: FileIdentity?)]

  /// Before the first connection.
  init(in directory: borrowing StateDirectory) throws(OpeningFault) {
    let descriptor = try directory.openFile(StateDirectory.database)
    guard let identity = FileIdentity(of: descriptor) else {
      let code = errno
      close(descriptor)
      throw OpeningFault(directory.databasePath, code)
    }
    self.descriptor = descriptor
    let path = directory.databasePath
    self.path = path
    database = identity
    others = ["-wal", "-shm"].map { (path + $0, nil) }
  }

  deinit { close(descriptor) }

  /// Once a connection has opened them.
  mutating func rememberLog() {
    others = others.map { path, _ in
      if case .found(let identity) = FileIdentity.lookup(path) { (path, identity) } else { (path, nil) }
    }
  }

  /// Whether the names still lead to these files: three looks, about a microsecond each.
  func look() -> Standing {
    switch FileIdentity.lookup(path) {
    case .found(database), .unknown: lookAtLog(whereSound: .inPlace)
    case .found: .replaced
    case .nothing: FileIdentity(of: descriptor)?.names == 0 ? lookAtLog(whereSound: .nameless) : .elsewhere
    }
  }

  private func lookAtLog(whereSound sound: Standing) -> Standing {
    var result = sound
    for case (let path, let identity?) in others {
      switch FileIdentity.lookup(path) {
      case .found(identity), .unknown: break
      case .found: return .replaced
      case .nothing: result = .nameless
      }
    }
    return result
  }

  /// Whether all of it lies together in a directory, whatever that is called.
  func areWhole(in directory: borrowing StateDirectory) -> Bool {
    directory.identity(of: StateDirectory.database) == database
      && others.first?.identity == directory.identity(of: StateDirectory.log)
  }

  /// What has their names and is theirs: to SQLite it would be the log of whatever database stands there.
  func removeLog() {
    for case (let path, let identity?) in others {
      if case .found(identity) = FileIdentity.lookup(path) { unlink(path) }
    }
  }

  /// Whether the database itself has its name, whatever has become of its log.
  var hasDatabase: Bool { if case .found(database) = FileIdentity.lookup(path) { true } else { false } }

  /// Has the system read the files from the disk again; what is not written there yet was never read from it.
  static func dropCaches(_ descriptor: Int32, _ path: String) {
    posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_DONTNEED))
    let log = open("\(path)-wal", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard log >= 0 else { return }
    posix_fadvise(log, 0, 0, Int32(POSIX_FADV_DONTNEED))
    close(log)
  }
}
