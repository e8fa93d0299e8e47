import EventLoop
import Glibc
import TestSupport
import Testing

@testable import Intake

struct SocketTests {
  private static func mode(_ path: String) -> UInt32 {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  @Test func `directories are ours alone and sockets too`() throws {
    let runtime = TemporaryDirectory()
    let own = OwnSockets(in: runtime.path, lockedIn: "locked")
    let path = own.path(of: "notifications.sock", in: "bellhop")
    let socket = try own.open("notifications.sock", in: "bellhop")
    for directory in ["bellhop", "locked"] { #expect(Self.mode("\(runtime.path)/\(directory)") == 0o700) }
    #expect(Self.mode(path) == 0o600)
    #expect(Self.mode("\(runtime.path)/locked/lock") == 0o600)
    _ = consume socket
    #expect(access(path, F_OK) == -1)
  }

  @Test func `the umask changes nothing`() async {
    await #expect(processExitsWith: .success) {
      for mask: mode_t in [0, 0o077] {
        umask(mask)
        let runtime = TemporaryDirectory()
        let directory = try SocketDirectory("bellhop", in: runtime.path)
        let socket = try ListeningSocket(path: "\(directory.path)/s")
        var status = stat()
        guard lstat(directory.path, &status) == 0, status.st_mode & 0o7777 == 0o700,
          lstat("\(directory.path)/s", &status) == 0, status.st_mode & 0o7777 == 0o600
        else { exit(1) }
        _ = consume socket
      }
      exit(0)
    }
  }

  @Test func `a directory left open to others is closed to them again`() throws {
    let runtime = TemporaryDirectory()
    mkdir("\(runtime.path)/bellhop", 0o755)
    chmod("\(runtime.path)/bellhop", 0o755)
    #expect(Self.mode(try SocketDirectory("bellhop", in: runtime.path).path) == 0o700)
  }

  @Test func `hostile paths are refused with what is wrong`() throws {
    let runtime = TemporaryDirectory()
    let path = "\(runtime.path)/bellhop"
    func fault() -> SocketFault? {
      do throws(SocketFault) { _ = try SocketDirectory("bellhop", in: runtime.path) } catch { return error }
      return nil
    }
    symlink("/tmp", path)
    #expect(fault() == .unsafe(path: path, reason: "is not a directory"))
    unlink(path)
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(fault() == .unsafe(path: path, reason: "is not a directory"))
    unlink(path)
    if geteuid() == 0 {
      mkdir(path, 0o700)
      chown(path, 12_345, 0)
      #expect(fault() == .unsafe(path: path, reason: "belongs to another user"))
      rmdir(path)
    }
    chmod(runtime.path, 0o777)
    #expect(fault() == .unsafe(path: runtime.path, reason: "can be written to by other users"))
    chmod(runtime.path, 0o700)
    #expect(fault() == nil)
    #expect(throws: SocketFault.self) { _ = try SocketDirectory("bellhop", in: "\(runtime.path)/missing") }
  }

  @Test func `a path is at most as long as the kernel takes`() throws {
    let runtime = TemporaryDirectory()
    let longest = runtime.path + "/" + String(repeating: "x", count: 107 - runtime.path.utf8.count - 1)
    let socket = try ListeningSocket(path: longest)
    #expect(access(longest, F_OK) == 0)
    _ = consume socket
    #expect(throws: SocketFault.tooLong(path: longest + "x", limit: 107)) {
      _ = try ListeningSocket(path: longest + "x")
    }
  }

  @Test func `a second daemon is refused and learns of the first`() throws {
    let runtime = TemporaryDirectory()
    let directory = try SocketDirectory("bellhop", in: runtime.path)
    let lock = try InstanceLock(in: directory)
    let fault = SocketFault.otherInstance(path: "\(directory.path)/lock", pid: getpid())
    #expect(throws: fault) { _ = try InstanceLock(in: directory) }
    #expect(fault.description.contains("another daemon (pid \(getpid())) runs"))
    _ = consume lock
    _ = try InstanceLock(in: directory)
  }

  @Test func `a lock whose file is gone is had again with the next socket, unless another has it by then`()
    throws
  {
    let runtime = TemporaryDirectory()
    let own = OwnSockets(in: runtime.path, lockedIn: "locked")
    let other = OwnSockets(in: runtime.path, lockedIn: "locked")
    let lock = "\(runtime.path)/locked/lock"
    let fault = SocketFault.otherInstance(path: lock, pid: getpid())
    _ = try own.open("s", in: "bellhop")
    unlink(lock)
    _ = try own.open("s", in: "bellhop")
    #expect(throws: fault) { _ = try other.open("s", in: "bellhop") }
    unlink(lock)
    _ = try other.open("s", in: "bellhop")
    #expect(throws: fault) { _ = try own.open("s", in: "bellhop") }
  }

  @Test func `a lock that is not a file is refused`() throws {
    let runtime = TemporaryDirectory()
    let directory = try SocketDirectory("bellhop", in: runtime.path)
    let path = "\(directory.path)/lock"
    symlink("/tmp/elsewhere", path)
    #expect(throws: SocketFault.unsafe(path: path, reason: "is not a regular file")) {
      _ = try InstanceLock(in: directory)
    }
    unlink(path)
    mkdir(path, 0o700)
    #expect(throws: SocketFault.unsafe(path: path, reason: "is not a regular file")) {
      _ = try InstanceLock(in: directory)
    }
  }

  @Test func `a socket that a dead daemon left is replaced`() throws {
    let runtime = TemporaryDirectory()
    let path = "\(runtime.path)/s"
    let address = try #require(sockaddr_un(path: path))
    do {
      let dead = FileDescriptor(owning: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
      #expect(address.with { bind(dead.raw, $0, $1) } == 0)
    }
    #expect(access(path, F_OK) == 0)
    let alive = try ListeningSocket(path: path)
    _ = try TestClient(path: path)
    // Not a second time: this one is alive.
    #expect(throws: SocketFault.inUse(path: path)) { _ = try ListeningSocket(path: path) }
    _ = consume alive
  }

  @Test func `whatever else lies in a socket's place stays there`() throws {
    let runtime = TemporaryDirectory()
    let path = "\(runtime.path)/s"
    let makers: [() -> Void] = [
      { close(open(path, O_CREAT | O_WRONLY, 0o600)) }, { mkdir(path, 0o700) }, { symlink("nowhere", path) },
      { mkfifo(path, 0o600) },
    ]
    for make in makers {
      make()
      #expect(throws: SocketFault.unsafe(path: path, reason: "exists and is not a socket")) {
        _ = try ListeningSocket(path: path)
      }
      #expect(remove(path) == 0)
    }
  }

  @Test func `at the end only our own socket is removed`() throws {
    let runtime = TemporaryDirectory()
    let path = "\(runtime.path)/s"
    let first = try ListeningSocket(path: path)
    unlink(path)
    let second = try ListeningSocket(path: path)
    _ = consume first
    #expect(access(path, F_OK) == 0)
    _ = consume second
    #expect(access(path, F_OK) == -1)
  }
}
