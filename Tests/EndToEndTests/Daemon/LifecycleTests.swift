import BellhopClient
import Glibc
import TestSupport
import Testing

extension EndToEndTests {
  @Suite struct Lifecycle {
    @Test func `told to end, the daemon does within seconds, and takes its sockets with it`() async throws {
      let rig = try await DaemonRig.started()
      let app = try await WireClient.subscribed(to: rig)
      let slow = try WireClient(rig.paths.notifications)
      try await slow.send(Array(#"{"method":"#.utf8))
      try rig.post("Lunch?")
      let begin = ContinuousClock.now
      #expect(try await rig.terminate() == 0)
      #expect(ContinuousClock.now - begin < .seconds(10))
      #expect(access(rig.paths.notifications, F_OK) == -1)
      #expect(access(rig.paths.control, F_OK) == -1)
      #expect(app.receive() && slow.receive())
      try await rig.start()
      #expect(try rig.unread().map(\.title) == ["Lunch?"])
    }

    @Test func `a second daemon refuses, says who is there, and does no harm`() async throws {
      let rig = try await DaemonRig.started()
      let pid = try rig.daemon.pid
      let elsewhere = Array(rig.arguments.dropLast()) + ["\(rig.directory.path)/other-state"]
      for arguments in [rig.arguments, elsewhere] {
        let second = try rig.run(arguments)
        #expect(try await second.exit() == 1)
        #expect(second.output().hasPrefix("bellhopd: "))
        #expect(second.output().contains("\(pid)"), "\(second.output())")
      }
      #expect(try rig.post("Lunch?").unread == 1)
    }

    @Test func `one that starts beside a daemon that was just killed waits for its end`() async throws {
      let rig = try await DaemonRig.started()
      for number in 1...20 {
        try rig.post("Number \(number)")
        try rig.daemon.signal(SIGKILL)
        try await rig.start()
      }
      #expect(try rig.unread().count == 20)
    }

    @Test func `the runtime directory goes: connected clients are served, and new ones once it is back`()
      async throws
    {
      for isPassed in [false, true] {
        let rig = DaemonRig()
        let sockets = [rig.paths.control, rig.paths.notifications]
        for directory in ["bellhop", "bellhop-control"] { mkdir("\(rig.runtime)/\(directory)", 0o700) }
        let manager = [
          "/usr/bin/systemd-socket-activate", "-l", sockets[0], "-l", sockets[1],
          "--fdname=control:notifications",
        ]
        try rig.launch(behind: isPassed ? manager : [])
        try await eventually("its sockets", holds: { sockets.allSatisfy { access($0, F_OK) == 0 } })
        try await eventually("an answer", holds: { (try? rig.control().status()) != nil })
        let (control, app) = (try rig.control(), try rig.notifications())
        _ = try app.post(request(title: "Before"))
        #expect(shell("rm -r \(rig.runtime)").status == 0)
        for path in sockets {
          try await eventually("that it is said") { try rig.daemon.output().contains("\(path) is gone") }
        }
        _ = try app.post(request(title: "Meanwhile"))
        #expect(try control.list().entries.count == 2)
        mkdir(rig.runtime, 0o700)
        for path in sockets {
          try await eventually("that it is back") { try rig.daemon.output().contains("\(path) is back") }
        }
        try rig.post("After")
        #expect(try rig.unread().count == 3)
        #expect(try control.list().entries.count == 3)
        let second = try rig.run(rig.arguments)
        #expect(try await second.exit() == 1)
        #expect(try await rig.terminate() == 0)
        for path in sockets { #expect(access(path, F_OK) == -1) }
      }
    }

    @Test func `of twenty that start at once, one serves`() async throws {
      let rig = DaemonRig()
      let all = try (0..<20).map { _ in try rig.run(rig.arguments) }
      try await eventually("nineteen ends", holds: { all.count { $0.exitStatus == 1 } == 19 })
      // The others end once the one is decided on, which may be before it takes calls.
      try await eventually("one that answers", holds: { (try? rig.control().status()) != nil })
      #expect(try rig.post("Lunch?").unread == 1)
      #expect(all.count { $0.isRunning } == 1)
    }

    @Test func `a newer database is not touched, and the status says so`() async throws {
      let rig = try await DaemonRig.started()
      try rig.post("Lunch?")
      #expect(try await rig.terminate() == 0)
      let path = "\(rig.state)/bellhop.db"
      let newer = "CREATE TABLE later (a); PRAGMA user_version=999"
      let script = "import sqlite3; sqlite3.connect('\(path)').executescript('\(newer)')"
      let change = try rig.run(["/usr/bin/python3", "-c", script])
      #expect(try await change.exit() == 0, "\(change.output())")
      let before = try readFile(path)
      try rig.launch()
      #expect(try await rig.daemon.exit() == 78)
      #expect(try rig.daemon.output().contains("version 999"))
      #expect(try readFile(path) == before)
    }

    @Test func `a damaged database is moved aside with a notice, and a new one begun`() async throws {
      let rig = DaemonRig()
      mkdir(rig.state, 0o700)
      let garbage = String(repeating: "not a database ", count: 1_000)
      writeFile("\(rig.state)/bellhop.db", garbage)
      try await rig.start()
      #expect(try rig.daemon.output().contains("it was moved to bellhop.db.corrupt-"))
      let aside = shell("ls \(rig.state)").output.split(separator: "\n").filter { $0.contains(".corrupt-") }
      #expect(aside.count == 1)
      let kept = "\(rig.state)/\(aside.first ?? "")"
      #expect(try readFile(kept) == Array(garbage.utf8))
      #expect(mode(of: kept) == 0o600)
      #expect(try rig.post("Lunch?").unread == 1)
    }

    @Test func `everything is the person's alone, whatever the umask`() async throws {
      let open = ["/bin/sh", "-c", #"umask 000; exec "$@""#, "sh"]
      let rig = try await DaemonRig.started(launcher: open)
      try rig.post("Lunch?")
      let found = shell("find \(rig.state) \(rig.runtime)/bellhop \(rig.runtime)/bellhop-control").output
      let paths = found.split(separator: "\n").map(String.init)
      for name in ["bellhop.db", "bellhop.db-wal", "notifications.sock", "control.sock"] {
        #expect(paths.contains { $0.hasSuffix("/\(name)") }, "\(name)")
      }
      for path in paths { #expect(mode(of: path) == (isDirectory(path) ? 0o700 : 0o600), "\(path)") }
    }

    private func mode(of path: String) -> mode_t { status(of: path).st_mode & 0o7777 }
    private func isDirectory(_ path: String) -> Bool { status(of: path).st_mode & S_IFMT == S_IFDIR }

    private func status(of path: String) -> stat {
      var status = stat()
      lstat(path, &status)
      return status
    }
  }
}
