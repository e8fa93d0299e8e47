import BellhopClient
import NotificationModel
import TestSupport
import Testing

extension EndToEndTests {
  /// A disk that fails the running daemon.
  @Suite struct Storage {
    @Test func `while nothing can be stored the daemon can be asked, and says so once`() async throws {
      // What exceeds the limit on file sizes, set below, would end the process.
      let rig = try await DaemonRig.started(
        launcher: ["/bin/sh", "-c", #"trap "" XFSZ; exec "$@""#, "launcher"])
      for number in 0..<5 { try rig.post("Number \(number)") }
      func limit(_ bytes: String) throws {
        let change = shell("prlimit --pid \(try rig.daemon.pid) --fsize=\(bytes):")
        #expect(change.status == 0, "\(change.output)")
      }
      try limit("65536")
      let control = try rig.control()
      #expect(throws: ClientError.self) { try control.setLocked(true) }
      #expect(throws: ClientError.self) { try rig.post("Lost") }
      #expect(try control.status().unread == 5)
      #expect(try control.apps().count == 1)
      let entries = try rig.unread()
      #expect(entries.count == 5)
      #expect(try !control.explain(try #require(entries.first).id).isEmpty)
      #expect(throws: ClientError.self) { try control.setSilent(true) }
      #expect(try rig.daemon.output().components(of: "could be stored") == 1)
      try limit("unlimited")
      try control.setSilent(true)
      #expect(try control.status().locked)
      #expect(try rig.daemon.output().components(of: "is stored again") == 1)
    }

    @Test func `a database that is damaged in use ends the daemon, and the next start begins a new one`()
      async throws
    {
      let rig = try await DaemonRig.started()
      for number in 0..<5 { try rig.post("Number \(number)") }
      #expect(try await rig.terminate() == 0)
      try await rig.start()
      let path = "\(rig.state)/bellhop.db"
      let bytes = try readFile(path)
      // In place, and all but the page that every connection begins with.
      let pages = bytes.count / 4_096 - 1
      let damage = shell("dd if=/dev/zero of=\(quoted(path)) bs=4096 seek=1 count=\(pages) conv=notrunc 2>&1")
      #expect(damage.status == 0, "\(damage.output)")
      #expect(throws: (any Error).self) { try rig.post("Lost") }
      #expect(try await rig.daemon.exit() == 1)
      #expect(try rig.daemon.output().contains("the database is damaged"))
      try await rig.start()
      #expect(try rig.daemon.output().contains("a new one begun"))
      #expect(try rig.post("After").unread == 1)
    }
  }
}
