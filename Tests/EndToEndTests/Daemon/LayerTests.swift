import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  /// The daemon with files in `/etc` and in the person's home; the tests' own `/etc` is hidden behind another.
  @Suite struct Layers {
    private static let locking =
      "[Locked]\nKeys=Previews/Show;App org.example.Bad/Authorization\n[Previews]\nShow=never\n"
      + "[App org.example.Bad]\nAuthorization=denied\n"
    private static let allowing = "[Consent]\nDefault=allow\n[Previews]\nShow=always\n"
    private static let faulty = allowing + "Schow=x\n"

    private let files = TemporaryDirectory()

    /// A daemon that reads both layers.
    private func rig() throws -> DaemonRig {
      for name in ["etc", "work", "own", "own/bellhop"] { mkdir("\(files.path)/\(name)", 0o755) }
      mkdir("\(files.path)/etc/bellhop", 0o755)
      let script = """
        mount -t tmpfs none /mnt && mkdir /mnt/u /mnt/w &&
        mount -t overlay none -o lowerdir=\(files.path)/etc:/etc,upperdir=/mnt/u,workdir=/mnt/w /etc &&
        mount --bind \(files.path)/etc/bellhop /etc/bellhop || exit
        program=$1; shift 3; exec "$program" "$@"
        """
      return DaemonRig(
        environment: ["XDG_CONFIG_HOME": "\(files.path)/own"],
        launcher: ["/usr/bin/unshare", "-m", "/bin/sh", "-c", script, "sh"])
    }

    private func write(etc: String? = nil, own: String? = nil) {
      if let etc { writeFile("\(files.path)/etc/bellhop/bellhop.conf", etc) }
      if let own { writeFile("\(files.path)/own/bellhop/bellhop.conf", own) }
    }

    /// In the daemon's mount namespace: a caller from another one counts as sandboxed.
    private func bellhop(_ arguments: String..., of rig: DaemonRig) async throws -> (
      status: Int32, output: String
    ) {
      let tool = try rig.run(
        ["/usr/bin/nsenter", "-t", "\(try rig.daemon.pid)", "-m", DaemonRig.toolPath]
          + ["--runtime-directory", rig.runtime] + arguments)
      let status = try await tool.exit()
      return (status, tool.output())
    }

    private func start(_ rig: DaemonRig) async throws {
      try rig.launch()
      try await eventually(
        "a daemon that answers", holds: { try await bellhop("status", of: rig).status == 0 })
    }

    private func isLetIn(_ rig: DaemonRig) async throws -> Bool {
      let posted = try await bellhop("post", "--app", "org.example.Bad", "Lunch?", of: rig)
      #expect(posted.status == 0 || posted.output.contains("org.example.Bad"), "\(posted.output)")
      return posted.status == 0
    }

    private func restart(_ rig: DaemonRig) async throws {
      #expect(try await rig.terminate() == 0)
      try await start(rig)
    }

    @Test(.enabled(if: OtherEtc.isAvailable, "needs root, and a kernel with overlayfs"))
    func `a fault in the person's file keeps out no lock that comes later, at a reload or a start`()
      async throws
    {
      let rig = try rig()
      write(etc: "", own: Self.allowing)
      try await start(rig)
      #expect(try await isLetIn(rig))
      write(etc: Self.locking, own: Self.faulty)
      let reload = try await bellhop("reload", of: rig)
      #expect(reload.status == 1 && reload.output.hasPrefix("\(files.path)/own/bellhop/bellhop.conf:5: "))
      #expect(try await !isLetIn(rig))
      let doctor = try await bellhop("doctor", of: rig).output
      #expect(doctor.contains("\(files.path)/own/bellhop/bellhop.conf:5: "))
      for _ in 1...2 {
        try await restart(rig)
        #expect(try await !isLetIn(rig))
      }
      write(etc: "")
      _ = try await bellhop("reload", of: rig)
      #expect(try await isLetIn(rig))
    }

    @Test
    func `a fault in etc leaves its last good files in force, also those that an earlier version remembers`()
      async throws
    {
      let rig = try rig()
      write(etc: Self.locking, own: Self.allowing)
      try await start(rig)
      write(etc: Self.faulty)
      #expect(try await bellhop("reload", of: rig).status == 1)
      #expect(try await !isLetIn(rig))
      try await restart(rig)
      #expect(try await !isLetIn(rig))
      #expect(try await rig.terminate() == 0)
      let old = """
        [{"path": "/etc/a", "text": "[App org.example.Bad]\\nAuthorization=authorized", "isSystem": true}]
        """
      let change = "UPDATE switches SET value = '\(old)' WHERE name = 'configuration'"
      #expect(shell("sqlite3 \(quoted(rig.state))/bellhop.db \(quoted(change))").status == 0)
      write(own: "")
      try await start(rig)
      #expect(try await isLetIn(rig))
    }
  }
}

/// Another `/etc`, in a mount namespace.
private enum OtherEtc {
  static let isAvailable =
    geteuid() == 0
    && shell(
      """
      unshare -m sh -c 'mount -t tmpfs none /mnt && mkdir /mnt/u /mnt/w &&
      mount -t overlay none -o lowerdir=/etc,upperdir=/mnt/u,workdir=/mnt/w /etc'
      """
    ).status == 0
}
