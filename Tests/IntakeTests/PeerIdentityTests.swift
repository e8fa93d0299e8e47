import EventLoop
import Glibc
import Testing

@testable import Intake

struct PeerIdentityTests {
  /// A proc file system with ourselves in it and one other process.
  private final class Proc {
    let directory: TemporaryDirectory
    init() throws {
      directory = try TemporaryDirectory()
      try add("self")
    }

    func add(
      _ process: String, mnt: String = "mnt:[1]", user: String = "user:[2]", cgroup: String? = "0::/a.slice\n"
    ) throws {
      let path = "\(directory.path)/\(process)"
      for part in ["", "/ns", "/root"] { mkdir(path + part, 0o700) }
      symlink(mnt, "\(path)/ns/mnt")
      symlink(user, "\(path)/ns/user")
      if let cgroup { try write(cgroup, to: "\(path)/cgroup") }
    }

    func write(_ text: String, to path: String) throws {
      let raw = try systemCall("open") { open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
      let file = FileDescriptor(owning: raw)
      let bytes = Array(text.utf8)
      #expect(Glibc.write(file.raw, bytes, bytes.count) == bytes.count)
    }

    func refusal(of pid: Int32) -> PeerRefusal? { PeerInspection(procRoot: directory.path).refusal(of: pid) }
    func incident(of pid: Int32) -> Incident? { refusal(of: pid)?.incident }
  }

  @Test func `a process with our view of the system is let in`() throws {
    let proc = try Proc()
    try proc.add("7", cgroup: "0::/user.slice/user@1000.service/app.slice/app-mail.scope\n")
    #expect(proc.incident(of: 7) == nil)
    #expect(PeerInspection().refusal(of: getpid()) == nil)
  }

  @Test(arguments: [("mnt:[9]", "user:[2]"), ("mnt:[1]", "user:[9]")])
  func `a process in another namespace is refused`(mnt: String, user: String) throws {
    let proc = try Proc()
    try proc.add("7", mnt: mnt, user: user)
    #expect(proc.incident(of: 7) == .sandboxed)
  }

  @Test(arguments: [
    "0::/user.slice/user@1000.service/app.slice/snap.mail.mail-123.scope\n",
    "0::/user.slice/user@1000.service/app.slice/app-flatpak-org.example.Mail-123.scope\n",
    "12:cpu:/\n1:name=systemd:/app.slice/snap.mail.mail.scope\n",
  ]) func `a process in a sandbox's control group is refused`(cgroup: String) throws {
    let proc = try Proc()
    try proc.add("7", cgroup: cgroup)
    #expect(proc.incident(of: 7) == .sandboxed)
  }

  @Test func `a process that sees Flatpak's file is refused, also when it is a dead link`() throws {
    let proc = try Proc()
    try proc.add("7")
    try proc.write("", to: "\(proc.directory.path)/7/root/.flatpak-info")
    try proc.add("8")
    symlink("nowhere", "\(proc.directory.path)/8/root/.flatpak-info")
    #expect(proc.incident(of: 7) == .sandboxed)
    #expect(proc.incident(of: 8) == .sandboxed)
  }

  @Test func `what cannot be read counts against the peer`() throws {
    let proc = try Proc()
    try proc.add("7", cgroup: nil)
    try proc.add("8", cgroup: "")
    try proc.add("9", cgroup: String(repeating: "x", count: 20_000))
    for pid: Int32 in [-1, 0, 6, 7, 8, 9] { #expect(proc.incident(of: pid) == .unidentified) }
    let empty = try TemporaryDirectory()
    #expect(PeerInspection(procRoot: empty.path).refusal(of: 7)?.incident == .unidentified)
  }

  @Test func `what could not be read about a refused peer is named`() throws {
    let proc = try Proc()
    let root = proc.directory.path
    try proc.add("6")
    unlink("\(root)/6/ns/user")
    try proc.add("7", cgroup: nil)
    try proc.add("8", cgroup: String(repeating: "x", count: 20_000))
    try proc.add("9")
    rmdir("\(root)/9/root")
    symlink("root", "\(root)/9/root")
    let missing = "cannot be read: No such file or directory"
    #expect(proc.refusal(of: 5)?.reason == "\(root)/5/ns/mnt \(missing)")
    #expect(proc.refusal(of: 6)?.reason == "\(root)/6/ns/user \(missing)")
    #expect(proc.refusal(of: 7)?.reason == "\(root)/7/cgroup \(missing)")
    #expect(proc.refusal(of: 8)?.reason == "\(root)/8/cgroup is longer than 16384 bytes")
    #expect(
      proc.refusal(of: 9)?.reason
        == "\(root)/9/root/.flatpak-info cannot be looked for: Too many levels of symbolic links")
    #expect(proc.refusal(of: 0)?.reason == "its process namespace is not visible from here")
  }

  @Test func `the log line about a peer that cannot be identified says what could not be read`() throws {
    let proc = try Proc()
    let rig = try Rig(inspection: PeerInspection(procRoot: proc.directory.path))
    let client = try rig.connect()
    rig.run { client.read() == 0 && client.isClosed }
    #expect(
      rig.log == [
        "refused a peer that cannot be identified: \(proc.directory.path)/\(getpid())/ns/mnt cannot be read: "
          + "No such file or directory (pid \(getpid()), door notifications, 1 so far)"
      ])
  }

  @Test func `a refused peer is closed before anything it said is read`() throws {
    let proc = try Proc()
    try proc.add("\(getpid())", user: "user:[9]")
    let rig = try Rig(inspection: PeerInspection(procRoot: proc.directory.path))
    let client = try rig.connect()
    client.send(.echo(1))
    rig.run {
      _ = client.read(); return client.isClosed
    }
    #expect(rig.server.incidents == [.sandboxed: 1])
    #expect(rig.handler.handled.isEmpty)
    #expect(client.replies.isEmpty)
  }

  @Test func `a handler learns who calls and by which door`() throws {
    let rig = try Rig()
    let client = try rig.connect(.control)
    client.send(.echo(1))
    _ = rig.replies(1, of: client)
    #expect(rig.handler.peers == [Peer(pid: getpid(), uid: geteuid(), gid: getegid())])
  }

  @Test func `an already connected socket is served by the same rules`() throws {
    let rig = try Rig()
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    try systemCall("socketpair") { socketpair(AF_UNIX, type, 0, &ends) }
    rig.server.adopt(FileDescriptor(owning: ends[0]), door: .notifications)
    let client = TestClient(FileDescriptor(owning: ends[1]))
    client.send(.echo(1))
    _ = rig.replies(1, of: client)
    #expect(client.numbers == [1])
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    rig.server.adopt(FileDescriptor(owning: pipes[0]), door: .notifications)
    close(pipes[1])
    #expect(rig.server.incidents == [.unidentified: 1])
  }
}
