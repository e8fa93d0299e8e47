import EventLoop
import Glibc
import NotificationModel
import TestSupport
import Testing

@testable import Intake

struct ContainerInspectionTests {
  private typealias Proc = PeerInspectionTests.Proc

  private static let outside = "30 20 8:1 / / rw - ext4 disk rw\n31 30 8:2 / /home rw - ext4 disk rw\n"
  /// As podman makes them.
  private static let distrobox = """
    40 20 0:9 / / rw - overlay overlay rw
    41 40 8:2 /me /home/me rw - ext4 disk rw

    """

  /// A proc file system with a process in a container with these mounts, that runs this file.
  private func poster(
    _ mounts: String, cgroup: String = "0::/a.slice\n", flatpakInfo: String? = nil,
    running file: String? = nil
  ) throws -> PeerInspection.Poster? {
    let proc = try Proc()
    try proc.addSandboxed("7", cgroup: cgroup, flatpakInfo: flatpakInfo)
    for (process, mounts) in [("self", Self.outside), ("7", mounts)] {
      let file = "\(proc.directory.path)/\(process)/mountinfo"
      unlink(file)
      try proc.write(mounts, to: file)
    }
    try proc.start("7", file ?? "/usr/bin/true")
    return try PeerInspection(procRoot: proc.directory.path, home: "/home/me").poster(
      of: 7, seen: Uptime(milliseconds: 1_000_000))
  }

  @Test(
    "A container shares the person's home and may write there; a sandbox has another, or may only read it",
    arguments: [
      ("firejail, bwrap --dev-bind / /", outside, true),
      ("distrobox, toolbox", distrobox, true),
      ("read only", distrobox.replacing("/home/me rw", with: "/home/me ro"), false),
      ("another's home", distrobox.replacing("8:2 /me", with: "8:2 /you"), false),
      ("a home of its own", outside + "32 31 0:10 / /home/me rw - tmpfs tmpfs rw\n", false),
      ("one that is hidden", distrobox + "42 40 0:11 / /home rw - tmpfs tmpfs rw\n", false),
      ("no home", "40 20 0:9 / / rw - overlay overlay rw\n", false),
    ])
  func homes(_ what: String, _ mounts: String, _ isContained: Bool) throws {
    let poster = try poster(mounts)
    #expect((poster?.isContained == true) == isContained && (poster != nil) == isContained, "\(what)")
    #expect(poster?.script == nil && poster?.sandbox == nil && poster?.isOwnCommand != true)
  }

  @Test("Flatpak and snap share homes too, and say themselves which app it is")
  func sandboxes() throws {
    let flatpak = Self.distrobox.replacing("0:9 / / rw - overlay", with: "0:9 / / rw - tmpfs")
    let info = "[Application]\nname=org.example.Mail\n"
    #expect(try poster(flatpak)?.isContained == true, "a root in memory alone is no Flatpak")
    #expect(try poster(flatpak, flatpakInfo: info)?.sandbox == AppID("org.example.Mail"))
    #expect(try poster(flatpak, flatpakInfo: "nothing") == nil)
    #expect(try poster(Self.distrobox, cgroup: "0::/app.slice/snap.mail.mail.scope\n") == nil)
  }

  @Test("Its program counts where the file of that path is the same for us")
  func programs() throws {
    let directory = TemporaryDirectory()
    let (app, other) = ("\(directory.path)/app", "\(directory.path)/other")
    for path in [app, other] { writeFile(path, "") }
    #expect(try poster(Self.distrobox, running: app)?.program == app)
    #expect(try poster(Self.distrobox, running: "\(directory.path)/nothing")?.program == nil)
    #expect(try poster(Self.distrobox, running: "/usr/bin/python3")?.program == nil)
    // `exe` leads to the file itself, by a path in the container.
    let proc = try Proc()
    try proc.add("8")
    symlink(app, "\(proc.directory.path)/8/exe")
    let process = try ProcessDirectory("8", in: proc.directory.path)
    #expect(process.runs(app) && !process.runs(other) && !process.runs("\(directory.path)/nothing"))
  }

  @Test(
    "A path leads from mount to mount, and what is mounted nearer to the root hides the rest",
    arguments: [
      ("/", "8:1 /"), ("/home", "8:2 /"), ("/home/me/a", "8:2 /me/a"), ("/homes", "8:1 /homes"),
      ("/data/b", "8:3 /old/b"), ("/data", "8:3 /old"), ("/with blank/x", "8:5 /x"),
      ("/top/deep", "8:7 /deep"),
    ])
  func places(_ path: String, _ place: String) {
    let table = MountTable(
      """
      30 20 8:1 / / rw - ext4 disk rw
      31 30 8:2 / /home rw shared:1 master:2 - ext4 disk rw
      32 30 8:3 /old /data rw - ext4 disk rw
      33 30 8:5 / /with\\040blank ro,nosuid - ext4 disk rw
      34 30 8:6 / /top/deep rw - ext4 disk rw
      35 30 8:7 / /top rw - ext4 disk rw
      """)
    let found = table.place(of: path)
    #expect(found.map { "\($0.device) \($0.path)" } == place)
    #expect(found?.isWritable == !path.hasPrefix("/with"))
  }

  @Test(
    "A program is not looked for where a file system might never answer, nor behind more mounts than a container has",
    arguments: [("/usr/bin/a", true), ("/home/me/a", true), ("/home/me/far/a", false), ("/net/b", false)])
  func local(_ path: String, _ isLocal: Bool) {
    let lines = [
      "30 20 8:1 / / rw - ext4 disk rw", "31 30 8:2 / /home rw - btrfs disk rw",
      "32 31 0:50 / /home/me/far rw - fuse.sshfs host rw", "33 30 0:51 / /net rw - nfs4 host rw",
    ]
    #expect(MountTable(lines.joined(separator: "\n")).isLocal(path) == isLocal)
    let stacked = (0..<5_000).map { "\($0 + 100) \($0 == 0 ? 30 : $0 + 99) 0:9 / / rw - tmpfs t rw" }
    let deep = MountTable((lines + stacked).joined(separator: "\n"))
    #expect(deep.place(of: path) == nil && !deep.isLocal(path))
  }
}
