import BellhopClient
import EventLoop
import Glibc

/// A person whose daemon root can reach.
struct Person: Hashable {
  let uid: UInt32
  /// The login's name; the number if it has no login.
  let name: String
  /// The login's primary group; `nil` without a login.
  private let group: UInt32?

  init(uid: UInt32) {
    self.uid = uid
    let entry = getpwuid(uid)
    name = entry.map { String(cString: $0.pointee.pw_name) } ?? "\(uid)"
    group = entry?.pointee.pw_gid
  }

  /// `word`: a login's name or a user number; `nil` if there is no such login.
  init?(_ word: String) {
    guard let uid = UInt32(word) ?? getpwnam(word)?.pointee.pw_uid else { return nil }
    self.init(uid: uid)
  }

  /// True if a daemon of theirs may start later: they have a login that is no system account, for which no unit starts
  /// a daemon (`ConditionUser=!@system`).
  var mayComeLater: Bool { group != nil && uid > Self.lastOfSystem }
  private static let lastOfSystem: UInt32 = 999

  /// True for root and for members of one of these groups. Unknown groups have no members.
  fileprivate func isMember(ofAny groups: [String]) -> Bool {
    guard uid != 0 else { return true }
    guard let group else { return false }
    var count: Int32 = 256
    var own = [gid_t](repeating: 0, count: Int(count))
    guard getgrouplist(name, group, &own, &count) >= 0 else { return false }
    let wanted = groups.compactMap { getgrnam($0)?.pointee.gr_gid }
    return own.prefix(Int(count)).contains(where: wanted.contains)
  }

  /// The persons whose runtime directory has a daemon's socket, in the order of their numbers.
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
      guard let uid = UInt32(name), hasSocket(uid, in: directory) else { continue }
      found.append(uid)
    }
    return found.sorted().map(Person.init(uid:))
  }

  private static func hasSocket(_ uid: UInt32, in directory: String) -> Bool {
    switch sockets(of: uid, in: directory) {
    case .some: true
    case nil: false
    }
  }

  /// The directory with the socket of the person's daemon. The person controls its contents, so no link is followed on
  /// the way, and entries that are not theirs, or no sockets, do not count.
  private static func sockets(of uid: UInt32, in directory: String) -> FileDescriptor? {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    let runtime = open("\(directory)/\(uid)", flags)
    guard runtime >= 0 else { return nil }
    defer { close(runtime) }
    let raw = openat(runtime, "bellhop", flags)
    guard raw >= 0 else { return nil }
    let sockets = FileDescriptor(owning: raw)
    var (owner, about) = (stat(), stat())
    guard fstat(raw, &owner) == 0, owner.st_uid == uid,
      fstatat(raw, "notifications.sock", &about, AT_SYMLINK_NOFOLLOW) == 0,
      about.st_mode & S_IFMT == S_IFSOCK, about.st_uid == uid
    else { return nil }
    return sockets
  }

  /// A connection to the person's daemon, without waiting.
  func connect(in directory: String) throws(ClientError) -> VarlinkConnection {
    let noDaemon = ClientError.noDaemon(path: "\(directory)/\(uid)/bellhop/notifications.sock")
    guard let sockets = Self.sockets(of: uid, in: directory) else { throw noDaemon }
    // The entry may have been replaced: so the socket itself is asked for its creator.
    let connection = try VarlinkConnection(
      to: "/proc/self/fd/\(sockets.raw)/notifications.sock", timeout: .zero)
    guard connection.peerUser == uid else { throw noDaemon }
    return connection
  }
}

/// The persons who can log in: with a user number in the range of login.defs(5), and a shell in shells(5). Accounts of
/// a directory service that does not list them are missing.
struct Accounts {
  /// The user numbers of people's accounts.
  let range: ClosedRange<UInt32>

  init(definitions path: String = "/etc/login.defs") { self.init(text: SmallFile.text(of: path) ?? "") }

  init(text: String) {
    let first = Self.number("UID_MIN", in: text) ?? 1_000
    range = first...max(first, Self.number("UID_MAX", in: text) ?? 60_000)
  }

  var people: [Person] {
    let shells = Self.shells
    var found: [UInt32] = []
    setpwent()
    defer { endpwent() }
    while let entry = getpwent() {
      let user = entry.pointee.pw_uid
      let shell = entry.pointee.pw_shell.map { String(cString: $0) } ?? ""
      // An empty shell is /bin/sh (passwd(5)).
      if range.contains(user), shell.isEmpty || shells.contains(shell) { found.append(user) }
    }
    return Set(found).sorted().map(Person.init(uid:))
  }

  private static var shells: Set<String> {
    var shells: Set<String> = []
    setusershell()
    defer { endusershell() }
    while let shell = getusershell() { shells.insert(String(cString: shell)) }
    return shells
  }

  /// The number in a line like `UID_MIN 1000`.
  private static func number(_ name: String, in text: String) -> UInt32? {
    for line in text.split(separator: "\n") {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.count > 1, words[0] == name { return UInt32(words[1]) }
    }
    return nil
  }
}

/// The persons who get the body of a notification that root posts to people.
struct BodyReaders {
  static let option = Option(
    "--body-for", "GROUP[,GROUP]…", "only members of these groups get the BODY")

  /// `nil` for all persons.
  private let groups: [String]?

  init(_ arguments: Arguments) throws(Failure) {
    groups = arguments.text(Self.option)?.split(separator: ",").map(String.init)
    guard groups?.isEmpty != true else { throw .usage("\(Self.option.name) needs its GROUP") }
  }

  /// The reason if a notification is empty without its body.
  var nothingLeft: String {
    "without the body, which is only for \((groups ?? []).joined(separator: ", ")), nothing is left to post"
  }

  func include(_ person: Person) -> Bool { groups.map { person.isMember(ofAny: $0) } ?? true }

  /// The warning if none of the groups exists, so that only root gets the body. Some missing groups are no fault: not
  /// every system has all groups that a unit names.
  var fault: String? {
    guard let groups, !groups.contains(where: { getgrnam($0) != nil }) else { return nil }
    return "there is no group \(groups.joined(separator: " or ")); root alone gets the body"
  }
}

/// The login of this user number; `nil` without one.
func accountName(_ user: UInt32) -> String? {
  var entry = passwd()
  var found: UnsafeMutablePointer<passwd>?
  // Larger than any entry that login programs accept.
  var buffer = [CChar](repeating: 0, count: 16_384)
  guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
  else { return nil }
  return String(cString: name)
}
