import BellhopClient
import Glibc
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// A disk that fails the running daemon.
  @Suite struct Storage {
    @Test
    func `posts that make the log grow leave no doubt, so that a start after a kill reads nothing through`()
      async throws
    {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      let client = try rig.notifications()
      for number in 0..<300 {
        _ = try client.post(request(title: "Number \(number)", body: String(repeating: "text ", count: 200)))
      }
      try #require(try readFile("\(rig.state)/bellhop.db-wal").count > 262_144)
      // By then the monitor has told of all changes before.
      _ = try rig.control().status()
      let pid = try rig.daemon.pid
      #expect(String(decoding: try readFile("\(rig.state)/bellhop.lock"), as: UTF8.self) == "\(pid)")
    }

    @Test func `while nothing can be stored the daemon can be asked, and says so once`() async throws {
      // A write beyond the limit on file sizes, set below, would end the process by SIGXFSZ.
      let rig = try await DaemonRig.started(
        launcher: ["/bin/sh", "-c", #"trap "" XFSZ; exec "$@""#, "launcher"])
      for number in 0..<5 { try rig.post("Number \(number)") }
      func limit(_ bytes: String) throws {
        let change = shell("prlimit --pid \(try rig.daemon.pid) --fsize=\(bytes):")
        #expect(change.status == 0, "\(change.output)")
      }
      try limit("65536")
      let control = try rig.control()
      #expect(try !control.setLocked(true))
      #expect(try control.status().locked)
      let told = try await rig.bellhop("lock")
      #expect(told.status == 0 && told.output.contains("it holds, but cannot be stored yet"))
      #expect(throws: ClientError.self) { try rig.post("Lost") }
      #expect(try control.status().unread == 5)
      // While the screen is locked no name is told that nothing vouches for.
      #expect(try control.apps().isEmpty)
      let entries = try rig.unread()
      #expect(entries.count == 5)
      #expect(try !control.explain(try #require(entries.first).id).decisions.isEmpty)
      #expect(throws: ClientError.self) { try control.setSilent(true) }
      #expect(try rig.daemon.output().components(of: "could be stored") == 1)
      try limit("unlimited")
      try control.setSilent(true)
      #expect(try control.status().locked && control.setLocked(true))
      #expect(try rig.daemon.output().components(of: "is stored again") == 1)
    }

    @Test
    func
      `a database that is damaged in use ends the daemon, and the next start carries over what can be read`()
      async throws
    {
      let rig = try await DaemonRig.started()
      for number in 0..<5 { try rig.post("Number \(number)") }
      #expect(try await rig.terminate() == 0)
      try await rig.start()
      let path = "\(rig.state)/bellhop.db"
      // In place, and nothing that was read yet.
      let root = shell(
        "sqlite3 \(quoted(path)) \"SELECT rootpage - 1 FROM sqlite_schema WHERE name = 'decisions'\"")
      let page = try #require(Int(root.output.filter(\.isNumber)))
      let damage = shell("dd if=/dev/zero of=\(quoted(path)) bs=4096 seek=\(page) count=1 conv=notrunc 2>&1")
      #expect(damage.status == 0, "\(damage.output)")
      #expect(throws: (any Error).self) { try rig.control().explain(NotificationID(1)) }
      #expect(try await rig.daemon.exit() == 1)
      #expect(try rig.daemon.output().contains("is damaged"))
      try await rig.start()
      #expect(try rig.daemon.output().contains("and a new one begun: 5 of 5 notifications"))
      #expect(try rig.unread().count == 5)
      #expect(try rig.post("After").unread == 6)
    }

    @Test(arguments: ["apps", "tallies", "switches", "banners", "waiting_banners"])
    func
      `damage that the start itself meets is carried over in that start, though the end before it was orderly`(
        table: String
      ) async throws
    {
      let rig = try await DaemonRig.started()
      for number in 0..<5 { try rig.post("Number \(number)") }
      #expect(try await rig.terminate() == 0)
      let path = quoted("\(rig.state)/bellhop.db")
      let root = shell("sqlite3 \(path) \"SELECT rootpage - 1 FROM sqlite_schema WHERE name = '\(table)'\"")
      let page = try #require(Int(root.output.filter(\.isNumber)))
      #expect(shell("dd if=/dev/zero of=\(path) bs=4096 seek=\(page) count=1 conv=notrunc 2>&1").status == 0)
      // A disk that forgets does not touch the file's times.
      let stamp = shell("stat -c '%i %s %Z' \(path); stat -c %z \(path)").output.split(separator: "\n")
      let fraction = try #require(stamp.last?.split(separator: ".").last?.split(separator: " ").first)
      writeFile("\(rig.state)/bellhop.lock", "\(stamp[0]).\(Int(fraction) ?? 0)")
      try await rig.start()
      #expect(try rig.unread().count == 5)
      #expect(try rig.daemon.output().contains("5 of 5 notifications") || table == "tallies")
    }

    @Test func `one page in the middle that is noise costs what was in it`() async throws {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      for number in 0..<500 { try rig.post("Number \(number)") }
      #expect(try await rig.terminate() == 0)
      let path = "\(rig.state)/bellhop.db"
      let pages = try readFile(path).count / 4_096
      let damage = shell(
        "dd if=/dev/urandom of=\(quoted(path)) bs=4096 seek=\(pages / 2) count=1 conv=notrunc 2>&1")
      #expect(damage.status == 0, "\(damage.output)")
      try await rig.start()
      let count = try rig.unread().count
      #expect((450...500).contains(count))
      #expect(try rig.daemon.output().contains("\(count) of 500 notifications"))
      #expect(try rig.notifications().badge(app: DaemonRig.app) == count)
      let finding = try #require(try rig.control().examine().findings.first { $0.subject == .storage })
      #expect(finding.verdict == .limited && finding.text.contains("\(count) of 500 notifications"))
    }

    @Test(arguments: ["pwrite64", "fsync", "ftruncate", "renameat", "unlinkat"], [1, 2, 5])
    func `killed while it carries over what can be read, the daemon begins that anew, or finishes it`(
      call: String, number: Int
    ) async throws {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      for number in 0..<60 { try rig.post("Number \(number)") }
      #expect(try await rig.terminate() == 0)
      // Of the first page nothing is needed.
      let damage = shell(
        "dd if=/dev/urandom of=\(quoted(rig.state))/bellhop.db bs=4096 count=1 conv=notrunc 2>&1")
      #expect(damage.status == 0, "\(damage.output)")
      try rig.launch(behind: [
        "/usr/bin/strace", "-D", "-f", "-qq", "-o", "/dev/null", "-e", "trace=\(call)",
        "-e", "inject=\(call):signal=KILL:when=\(number)",
      ])
      try await eventually("a daemon that was killed, or was done before") {
        try !rig.daemon.isRunning || (try? rig.control().status()) != nil ? () : nil
      }
      try rig.crash()
      try await rig.start()
      #expect(try rig.unread().count == 60)
      #expect(shell("ls \(quoted(rig.state)) | grep -E 'draft|replica'").status != 0)
    }

    @Test(arguments: ["truncate -s 0", "rm"])
    func `a log that lost its database is set aside, and what it holds is there`(command: String) async throws
    {
      let rig = try await DaemonRig.started()
      for number in 0..<20 { try rig.post("Number \(number)") }
      try rig.crash()
      #expect(shell("\(command) \(quoted(rig.state))/bellhop.db").status == 0)
      try await rig.start()
      #expect(try rig.unread().count == 20)
      #expect(try rig.daemon.output().contains("is empty, and its log is not"))
      #expect(shell("ls \(quoted(rig.state)) | grep -c corrupt").output.contains("2"))
    }

    @Test(arguments: [
      ("rm DIR/bellhop.db", 0), ("rm -r DIR", 0), ("mv DIR DIR.old", 0), ("rm DIR/bellhop.db-wal", 50),
    ])
    func
      `storage that loses its place while it is in use ends the daemon, and the next start has what stands there`(
        command: String, left: Int
      )
      async throws
    {
      let rig = try await DaemonRig.started(configuration: DaemonRig.unlimited)
      for number in 0..<50 { try rig.post("Number \(number)") }
      #expect(shell(command.replacing("DIR", with: quoted(rig.state))).status == 0)
      // Without a call.
      #expect(try await rig.daemon.exit() == 1)
      #expect(try rig.daemon.output().contains("was removed, moved or replaced while it was in use"))
      try await rig.start()
      #expect(try rig.unread().count == left)
      #expect(try rig.post("After").unread == left + 1)
      if command.hasPrefix("mv") {
        // All of it was moved.
        #expect(try await rig.terminate() == 0)
        #expect(shell("rm -r DIR && mv DIR.old DIR".replacing("DIR", with: quoted(rig.state))).status == 0)
        try await rig.start()
        #expect(try rig.unread().count == 50)
      }
    }

    @Test func `a backup that takes the storage's place is what the next start begins with, untouched`()
      async throws
    {
      let rig = try await DaemonRig.started()
      for number in 0..<5 { try rig.post("Number \(number)") }
      let path = quoted(rig.state)
      #expect(shell("sqlite3 \(path)/bellhop.db '.backup \(rig.directory.path)/backup'").status == 0)
      try rig.post("After the backup")
      #expect(
        shell(
          "mv \(path) \(path).old && mkdir -m 700 \(path) && cp \(rig.directory.path)/backup \(path)/bellhop.db"
        ).status == 0)
      #expect(try await rig.daemon.exit() == 1)
      #expect(try rig.daemon.output().contains("was removed, moved or replaced while it was in use"))
      #expect(shell("cmp \(rig.directory.path)/backup \(path)/bellhop.db").status == 0)
      try await rig.start()
      #expect(try rig.unread().count == 5)
    }
  }
}
