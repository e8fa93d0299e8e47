import EventLoop
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Intake

struct PeerInspectionTests {
  /// A proc file system with ourselves in it and one other process.
  final class Proc {
    let directory: TemporaryDirectory
    init() throws {
      directory = TemporaryDirectory()
      try add("self")
    }

    func add(
      _ process: String, mnt: String = "mnt:[1]", user: String = "user:[2]",
      cgroup: String? = "0::/a.slice\n",
      root: String = "tmpfs"
    ) throws {
      let path = "\(directory.path)/\(process)"
      for part in ["", "/ns", "/root"] { mkdir(path + part, 0o700) }
      symlink(mnt, "\(path)/ns/mnt")
      symlink(user, "\(path)/ns/user")
      if let cgroup { try write(cgroup, to: "\(path)/cgroup") }
      // Each mount namespace has a disk of its own.
      let disk = "0:\(mnt.filter(\.isNumber))"
      try write("30 20 \(disk) / / rw,nosuid shared:1 - \(root) source rw\n", to: "\(path)/mountinfo")
    }

    func write(_ text: String, to path: String) throws {
      let raw = try systemCall("open") { open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
      let file = FileDescriptor(owning: raw)
      let bytes = Array(text.utf8)
      #expect(Glibc.write(file.raw, bytes, bytes.count) == bytes.count)
    }

    /// One in a sandbox of its own.
    func addSandboxed(
      _ process: String, user: String = "user:[9]", cgroup: String = "0::/a.slice\n", root: String = "tmpfs",
      flatpakInfo: String? = nil
    ) throws {
      try add(process, mnt: "mnt:[9]", user: user, cgroup: cgroup, root: root)
      if let flatpakInfo { try write(flatpakInfo, to: "\(directory.path)/\(process)/root/.flatpak-info") }
    }

    /// It runs this file, and began in the 900th second.
    func start(_ process: String, _ file: String) throws {
      let ticks = 900 * sysconf(Int32(_SC_CLK_TCK))
      let path = "\(directory.path)/\(process)"
      try write("1 (x) S \(String(repeating: "0 ", count: 18))\(ticks) 0", to: "\(path)/stat")
      symlink(file, "\(path)/exe")
    }

    func app(of pid: Int32) throws -> AppID? { try PeerInspection(procRoot: directory.path).app(of: pid) }

    func refusal(of pid: Int32) -> PeerRefusal? {
      do throws(PeerRefusal) {
        _ = try PeerInspection(procRoot: directory.path).app(of: pid)
        return nil
      } catch {
        return error
      }
    }
    func incident(of pid: Int32) -> Incident? { refusal(of: pid)?.incident }
  }

  @Test func `a process with our view of the system is let in`() throws {
    let proc = try Proc()
    try proc.add("7", cgroup: "0::/user.slice/user@1000.service/app.slice/app-mail.scope\n")
    #expect(try proc.app(of: 7) == nil)
    #expect(try PeerInspection().app(of: getpid()) == nil)
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

  private static let info = "[Application]\nname=org.example.Mail\nruntime=runtime/org.example.Platform/x/1\n"

  @Test func `a process in Flatpak's sandbox is the app that Flatpak's file names`() throws {
    let proc = try Proc()
    try proc.addSandboxed("7", flatpakInfo: Self.info)
    try proc.addSandboxed("8", user: "user:[2]", flatpakInfo: Self.info)
    for pid: Int32 in [7, 8] { #expect(try proc.app(of: pid) == AppID("org.example.Mail")) }
  }

  @Test func `a process in a snap's sandbox is the app that its control group names`() throws {
    let proc = try Proc()
    let group = "0::/user.slice/app.slice/snap.mail.reader-1b4e28ba-2fa1-11d2-883f-0016d3cca427.scope\n"
    try proc.addSandboxed("7", user: "user:[2]", cgroup: group, root: "squashfs")
    #expect(try proc.app(of: 7) == AppID("mail_reader"))
    // snap makes no user namespace, so a program inside may have made both.
    try proc.addSandboxed("8", cgroup: group, root: "squashfs")
    #expect(proc.incident(of: 8) == .sandboxed)
  }

  @Test func `a sandbox that nothing names is refused`() throws {
    let proc = try Proc()
    try proc.addSandboxed("7")
    try proc.addSandboxed("8", flatpakInfo: "[Runtime]\nname=org.example.Platform\n")
    try proc.addSandboxed("9", cgroup: "0::/app.slice/app-flatpak-org.example.Mail-1.scope\n")
    for pid: Int32 in [7, 8, 9] { #expect(proc.incident(of: pid) == .sandboxed) }
    #expect(proc.refusal(of: 8)?.reason == "its Flatpak file names no app")
  }

  @Test func `what calls itself Flatpak's file is read in memory alone, where nothing can keep us waiting`()
    throws
  {
    let proc = try Proc()
    try proc.addSandboxed("7", root: "fuse.slow", flatpakInfo: Self.info)
    try proc.addSandboxed("8", flatpakInfo: Self.info)
    let mounts = "\(proc.directory.path)/8/mountinfo"
    try proc.write("30 20 0:1 / / rw - tmpfs a rw\n31 30 0:2 / /.flatpak-info rw - fuse b rw\n", to: mounts)
    for pid: Int32 in [7, 8] { #expect(proc.incident(of: pid) == .sandboxed) }
  }

  @Test func `Flatpak's file is followed by no link, and is a file`() throws {
    let proc = try Proc()
    try proc.addSandboxed("7")
    try proc.write(Self.info, to: "\(proc.directory.path)/info")
    symlink("\(proc.directory.path)/info", "\(proc.directory.path)/7/root/.flatpak-info")
    try proc.addSandboxed("8")
    mkfifo("\(proc.directory.path)/8/root/.flatpak-info", 0o600)
    try proc.addSandboxed("9", flatpakInfo: Self.info + String(repeating: "#\n", count: 40_000))
    for pid: Int32 in [7, 8, 9] { #expect(proc.incident(of: pid) == .unidentified) }
  }

  @Test func `a sandboxed app comes in by the socket for apps, and never by the person's`() throws {
    let proc = try Proc()
    try proc.addSandboxed("\(getpid())", flatpakInfo: Self.info)
    let rig = try Rig(inspection: PeerInspection(procRoot: proc.directory.path))
    let client = try rig.connect()
    client.send(.echo(1))
    _ = rig.replies(1, of: client)
    #expect(rig.handler.verified == [AppID("org.example.Mail")])
    let other = try rig.connect(.control)
    other.send(.echo(2))
    rig.run {
      _ = other.read(); return other.isClosed
    }
    #expect(other.errors == ["io.bellhop.Notifications.NotAdmitted"])
    #expect(rig.server.incidents == [.sandboxed: 1])
  }

  @Test func `what cannot be read counts against the peer`() throws {
    let proc = try Proc()
    try proc.add("7", cgroup: nil)
    try proc.add("8", cgroup: "")
    try proc.add("9", cgroup: String(repeating: "x", count: 20_000))
    for pid: Int32 in [-1, 0, 6, 7, 8, 9] { #expect(proc.incident(of: pid) == .unidentified) }
    let empty = TemporaryDirectory()
    #expect(throws: PeerRefusal.self) { try PeerInspection(procRoot: empty.path).app(of: 7) }
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
    #expect(proc.refusal(of: 5)?.reason == "\(root)/5 \(missing)")
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
    client.send(.echo(1))
    rig.run {
      _ = client.read(); return client.isClosed
    }
    #expect(client.errors == ["io.bellhop.Notifications.NotAdmitted"])
    #expect(
      rig.log == [
        "refused a peer that cannot be identified: \(proc.directory.path)/\(getpid()) cannot be read: "
          + "No such file or directory (pid \(getpid()), socket notifications, 1 so far)"
      ])
  }

  @Test func `a handler learns who calls and by which socket`() throws {
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
    rig.server.adopt(FileDescriptor(owning: ends[0]), role: .notifications)
    let client = TestClient(FileDescriptor(owning: ends[1]))
    client.send(.echo(1))
    _ = rig.replies(1, of: client)
    #expect(client.numbers == [1])
    var pipes: [Int32] = [0, 0]
    #expect(pipe(&pipes) == 0)
    rig.server.adopt(FileDescriptor(owning: pipes[0]), role: .notifications)
    close(pipes[1])
    #expect(rig.server.incidents == [.unidentified: 1])
  }

  @Test func `of a caller its sandbox, scope and script are told, and nothing where they cannot be`()
    throws
  {
    let proc = try Proc()
    let now = Uptime(milliseconds: 1_000_000)
    func place(of pid: Int32, seen: Uptime = now) throws -> PeerInspection.Poster? {
      try PeerInspection(procRoot: proc.directory.path).poster(of: pid, seen: seen)
    }
    func start(_ process: String, atSecond second: Int) throws {
      let ticks = second * sysconf(Int32(_SC_CLK_TCK))
      let fields = Array(repeating: "0", count: 18) + ["\(ticks)"]
      try proc.write(
        "1 (odd) name\u{D4E}) S \(fields.joined(separator: " ")) 0",
        to: "\(proc.directory.path)/\(process)/stat")
    }
    let unit = "0::/user.slice/app.slice/app-gnome-org.example.Mail-77.scope\n"
    try proc.add("7", cgroup: unit)
    #expect(try place(of: 7) == nil)
    try start("7", atSecond: 900)
    #expect(
      try place(of: 7)?.sandbox == nil && place(of: 7)?.scope.contains(.literal("org.example.Mail")) == true)
    #expect(try place(of: 7)?.script == ScriptID(named: "unit gnome-org.example.Mail"))
    #expect(try place(of: 7)?.isNew == false)
    #expect(
      try place(of: 7)?.process
        == CallingProcess(
          number: 7, parent: 0, began: Uptime(milliseconds: 900_000),
          unit: "gnome-org.example.Mail",
          name: "odd) name\u{D4E}"))
    #expect(try place(of: 7, seen: Uptime(milliseconds: 901_000))?.isNew == true)
    // It began after the call: the number was another's.
    #expect(try place(of: 7, seen: Uptime(milliseconds: 899_000)) == nil)
    try proc.addSandboxed("8", flatpakInfo: Self.info)
    try start("8", atSecond: 1)
    #expect(try place(of: 8)?.sandbox == AppID("org.example.Mail"))
    #expect(try place(of: 8)?.script == nil)
    try proc.addSandboxed("9")
    try start("9", atSecond: 1)
    #expect(try place(of: 9) == nil)
    #expect(try place(of: 10) == nil)
  }

  @Test func `a process is known by the file it runs, but not in a sandbox, which has files of its own`()
    throws
  {
    let proc = try Proc()
    func program(of pid: Int32, seen: Int64 = 1_000_000) throws -> String? {
      try PeerInspection(procRoot: proc.directory.path)
        .command(of: pid, seen: Uptime(milliseconds: seen))?.program
    }
    let long = "/\(String(repeating: "far/", count: 900))away/server"
    for (process, file) in [("7", "/usr/bin/server"), ("8", "/usr/bin/server (deleted)"), ("9", long)] {
      try proc.add(process)
      try proc.start(process, file)
    }
    #expect(try [7, 8, 9].allSatisfy { try program(of: $0) == "server" })
    #expect(try program(of: 7, seen: 899_000) == nil, "the number was another's")
    try proc.addSandboxed("10", flatpakInfo: Self.info)
    try proc.start("10", "/usr/bin/server")
    #expect(try program(of: 10) == nil && program(of: 11) == nil)
  }

  @Test(arguments: [
    ("/usr/lib/firefox-esr/firefox-esr", "/usr/lib/firefox-esr/firefox-esr"),
    ("/opt/mail/mail (deleted)", "/opt/mail/mail"),
    ("/usr/bin/python3.11", nil), ("/usr/bin/perl", nil), ("/usr/bin/ruby3.1", nil), ("/usr/bin/node", nil),
    ("/usr/bin/gjs-console", nil), ("/usr/bin/dash", nil), ("/usr/bin/bash", nil), ("/usr/bin/busybox", nil),
    ("/usr/lib/jvm/java-17-openjdk-amd64/bin/java", nil), ("/usr/lib/electron28/electron", nil),
    ("/usr/bin/env", nil), ("/usr/bin/flatpak", nil), ("/usr/bin/snap", nil), ("/usr/lib/wine/wine64", nil),
    ("/usr/bin/wine64-preloader", nil), ("/usr/libexec/gnome-terminal-server", nil), ("/usr/bin/kitty", nil),
    ("/usr/bin/notify-send", nil), ("/usr/bin/gdbus", nil), ("/usr/bin/bellhop", nil),
  ])
  func `a program that runs or posts for others is no app's own`(file: String, program: String?) throws {
    let proc = try Proc()
    try proc.add("7")
    try proc.start("7", file)
    symlink("/usr/bin/bellhopd", "\(proc.directory.path)/self/exe")
    let poster = try PeerInspection(procRoot: proc.directory.path).poster(
      of: 7, seen: Uptime(milliseconds: 1_000_000))
    #expect(poster?.program == program)
    #expect(poster?.isOwnCommand == (file == "/usr/bin/bellhop"))
  }

  @Test func `a sandbox has files of its own: its program is none of ours`() throws {
    let proc = try Proc()
    try proc.addSandboxed("7", flatpakInfo: Self.info)
    try proc.start("7", "/usr/bin/bellhop")
    symlink("/usr/bin/bellhopd", "\(proc.directory.path)/self/exe")
    let poster = try PeerInspection(procRoot: proc.directory.path).poster(
      of: 7, seen: Uptime(milliseconds: 1_000_000))
    #expect(poster?.sandbox != nil && poster?.program == nil && poster?.isOwnCommand == false)
  }

  @Test func `our own process has begun before now`() throws {
    let now = Uptime(milliseconds: EventLoop.now().uptime)
    #expect(try PeerInspection().poster(of: getpid(), seen: now) != nil)
    #expect(try PeerInspection().poster(of: getpid(), seen: Uptime(milliseconds: 0)) == nil)
  }

  @Test func `a process that cannot be looked at for lack of descriptors is not taken for unverified`() async
  {
    // In a process of its own: the limit is the process's.
    await #expect(processExitsWith: .success) {
      let inspection = PeerInspection()
      let now = Uptime(milliseconds: EventLoop.now().uptime)
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      limit.rlim_cur = 3
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
      let used = SystemError(call: "open", code: EMFILE)
      #expect(throws: used) { try inspection.poster(of: getpid(), seen: now) }
      #expect(throws: used) { try inspection.command(of: getpid(), seen: now) }
    }
  }
}
