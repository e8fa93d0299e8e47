import BellhopClient
import Glibc

/// Somebody whose daemon root can reach.
struct Person: Hashable {
  let uid: UInt32
  /// The login's name; the number where it has none.
  let name: String
  /// Of the login; `nil` where there is none of this number.
  private let group: UInt32?

  init(uid: UInt32) {
    self.uid = uid
    let entry = getpwuid(uid)
    name = entry.map { String(cString: $0.pointee.pw_name) } ?? "\(uid)"
    group = entry?.pointee.pw_gid
  }

  /// A login's name, or a number; `nil` where there is no such login.
  init?(_ word: String) {
    guard let uid = UInt32(word) ?? getpwnam(word)?.pointee.pw_uid else { return nil }
    self.init(uid: uid)
  }

  var hasLogin: Bool { group != nil }

  /// Whether they are in one of these groups, or root. Groups that there are not have nobody in them.
  func isMember(ofAny groups: [String]) -> Bool {
    guard uid != 0 else { return true }
    guard let group else { return false }
    var count: Int32 = 256
    var own = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(name, group, &own, &count) >= 0 else { return false }
    let wanted = groups.compactMap { getgrnam($0)?.pointee.gr_gid }
    return own.prefix(Int(count)).contains(where: wanted.contains)
  }

  /// Those who have a runtime directory with a daemon's socket in it, in the order of their numbers.
  static func everyone(in directory: String) -> [Person] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var found: [UInt32] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      guard let uid = UInt32(name), access("\(directory)/\(name)/bellhop/notifications.sock", F_OK) == 0
      else {
        continue
      }
      found.append(uid)
    }
    return found.sorted().map(Person.init(uid:))
  }

  /// A connection to their daemon. The directory is theirs, and so may be anything that is in it: no link is followed on
  /// the way, and nothing is said to a socket that is not theirs.
  func connect(in directory: String, timeout: Duration) throws(ClientError) -> VarlinkConnection {
    let path = "\(directory)/\(uid)/bellhop"
    let nobody = ClientError.noDaemon(path: "\(path)/notifications.sock")
    let runtime = open("\(directory)/\(uid)", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard runtime >= 0 else { throw nobody }
    defer { close(runtime) }
    let sockets = openat(runtime, "bellhop", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard sockets >= 0 else { throw nobody }
    defer { close(sockets) }
    var (owner, about) = (stat(), stat())
    guard fstat(sockets, &owner) == 0, owner.st_uid == uid,
      fstatat(sockets, "notifications.sock", &about, AT_SYMLINK_NOFOLLOW) == 0,
      about.st_mode & S_IFMT == S_IFSOCK, about.st_uid == uid
    else { throw nobody }
    // It may be another by now: who has made it is asked of the socket itself.
    let connection = try VarlinkConnection(
      to: "/proc/self/fd/\(sockets)/notifications.sock", timeout: timeout)
    guard connection.peerUser == uid else { throw nobody }
    return connection
  }
}
